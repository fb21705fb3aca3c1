import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { UNFITTABLE_EXIT_CODE } from './confined-child.ts';

/** For all of a process: 16 megapixels of noise, the hardest picture, take about 450 MB. */
export const MEMORY_MAX_BYTES = 640 * 1024 ** 2;
/** For the script, which needs next to nothing; pixels and packets are not in it. */
const SCRIPT_MEMORY_MEGABYTES = 64;

/** The process that worked on a result was killed, or took more memory than it may. The next time it may not be. */
export class FitLostError extends Error {
  override readonly name = 'FitLostError';

  constructor(endedBy: string) {
    super(`the process that made a result fit was ended by ${endedBy}`);
  }
}

export interface ProgramLimits {
  timeLimitMs: number;
  signal: AbortSignal;
}

/**
 * Runs one of Easel's own programs in a process of its own: neither the bot's memory nor its threads are touched, whatever the file is.
 * @returns what it printed; undefined where it says that it cannot be done, or took too long.
 * @throws FitLostError; the signal's reason when it aborted; an Error with the process's own words when it failed otherwise, as for a
 * full disk.
 */
export async function runConfined(
  program: string,
  args: readonly string[],
  { timeLimitMs, signal }: ProgramLimits,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${SCRIPT_MEMORY_MEGABYTES}`, program, ...args], {
    // No environment: a file from outside has no business near the bot's keys. The open input tells the process that the bot lives.
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    signal,
  });
  // Nothing is written to it: all that can go wrong is that it ends with the process.
  child.stdin.on('error', () => undefined);
  const [printed, words] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return printed;
  // Only its time limit kills it from here, beside the signal.
  if (child.exitCode === UNFITTABLE_EXIT_CODE || child.killed) return undefined;
  if (child.signalCode) throw new FitLostError(child.signalCode);
  throw new Error(`a result could not be made to fit: ${words}`);
}
