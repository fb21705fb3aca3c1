import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { lowerPriority } from '../confined/confined-child.ts';
import { FitLostError, MEMORY_MAX_BYTES, type ProgramLimits } from '../confined/confined-program.ts';

/** The environment of ffmpeg's process: only where programs are, so that none of the bot's keys is in it. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const MEMORY_CHECK_INTERVAL_MS = 100;
/** How much of its output is kept. */
const MOST_WORDS_CHARACTERS = 2_000;
const VERSION_WITHIN_MS = 5_000;
/** Linux has pages of 4 KiB on all machines that Easel's container supports. */
const PAGE_BYTES = 4_096;

export interface Ffmpeg {
  /** Its own version, for the log. */
  readonly version: string;
  /**
   * @returns whether it succeeded; false if it refused the file or took too long.
   * @throws FitLostError if it was killed or used too much memory; the signal's reason if it aborted.
   */
  run(args: readonly string[], limits: ProgramLimits): Promise<boolean>;
}

/** @param path `ffmpeg` for the machine's own package. @returns undefined if none runs. */
export async function findFfmpeg(path: string): Promise<Ffmpeg | undefined> {
  const child = spawn(path, ['-version'], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: VERSION_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const [output] = await Promise.all([readOutput(child.stdout), waitForEnd(child)]);
  const version = /^ffmpeg version (\S{1,60})/.exec(output)?.[1];
  if (child.exitCode !== 0 || version === undefined) return undefined;
  return { version, run: (args, limits) => run(path, args, limits) };
}

async function run(path: string, args: readonly string[], { timeLimitMs, signal }: ProgramLimits): Promise<boolean> {
  // This limit counts processor time. It ends the process if the bot is gone and can't kill it.
  const processorSeconds = Math.ceil((2 * timeLimitMs) / 1_000);
  const bounded = ['-nostdin', '-v', 'error', '-timelimit', String(processorSeconds), '-y', ...args];
  const child = spawn(path, bounded, {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    signal,
  });
  let isTooLarge = false;
  const { pid } = child;
  if (pid !== undefined) lowerPriority(pid, constants.priority.PRIORITY_LOW);
  const watch = setInterval(() => {
    if (pid === undefined) return;
    void memoryBytesOf(pid).then((bytes) => {
      if (bytes <= MEMORY_MAX_BYTES) return;
      isTooLarge = true;
      child.kill('SIGKILL');
    });
  }, MEMORY_CHECK_INTERVAL_MS);
  try {
    // Await all at once, because the process may end before anything else happens and reports its end only once.
    await Promise.all([readOutput(child.stderr), waitForEnd(child)]);
  } finally {
    clearInterval(watch);
  }
  signal.throwIfAborted();
  if (isTooLarge) throw new FitLostError('its memory limit');
  if (child.signalCode && !child.killed) throw new FitLostError(child.signalCode);
  return child.exitCode === 0;
}

/** Resolves however the process ends, even if it never started. It has no exit code then. */
async function waitForEnd(child: ReturnType<typeof spawn>): Promise<void> {
  child.once('error', () => undefined);
  await Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => undefined);
}

/** Reads everything, so that the process never blocks, and keeps the start. */
async function readOutput(stream: Readable): Promise<string> {
  let output = '';
  for await (const chunk of stream) if (output.length < MOST_WORDS_CHARACTERS) output += String(chunk);
  return output.slice(0, MOST_WORDS_CHARACTERS);
}

/** 0 if the process has ended or the machine can't say. */
async function memoryBytesOf(pid: number): Promise<number> {
  try {
    const [, residentPages] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ');
    return Number(residentPages) * PAGE_BYTES;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
