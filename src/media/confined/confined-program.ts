import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { UNFITTABLE_EXIT_CODE } from './confined-child.ts';

/** For the whole process. 16 megapixels of noise, the hardest picture, take about 450 MB. */
export const MEMORY_MAX_BYTES = 640 * 1024 ** 2;
/** For the script alone, which needs almost nothing. Pixels and packets don't count. */
const SCRIPT_MEMORY_MEGABYTES = 64;

/** The process that worked on a result was killed or used too much memory. A retry may work. */
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
 * Runs one of Easel's own programs in a separate process, so that no file can affect the bot's memory or threads.
 * @returns its output; undefined if it says that the file can't fit, or took too long.
 * @throws FitLostError; the signal's reason if it aborted; otherwise an Error with the process's own message, such as a
 * full disk.
 */
export async function runConfined(
  program: string,
  args: readonly string[],
  { timeLimitMs, signal }: ProgramLimits,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${SCRIPT_MEMORY_MEGABYTES}`, program, ...args], {
    // No environment, to keep untrusted files away from the bot's keys. The open input tells the process that the bot
    // is alive.
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    signal,
  });
  // Nothing is written to the input, so it can only fail by ending with the process.
  child.stdin.on('error', () => undefined);
  const [printed, words] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return printed;
  // Only the time limit kills the process from here, apart from the signal.
  if (child.exitCode === UNFITTABLE_EXIT_CODE || child.killed) return undefined;
  if (child.signalCode) throw new FitLostError(child.signalCode);
  throw new Error(`a result could not be made to fit: ${words}`);
}
