import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { FitLostError, MEMORY_MAX_BYTES, type ProgramLimits } from '../confined/confined-program.ts';

/** ffmpeg as a process of its own: with no environment but where programs are found, so that none of the bot's keys is near it. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const MEMORY_CHECK_INTERVAL_MS = 100;
/** Of what it says of a failure. */
const MOST_WORDS_CHARACTERS = 2_000;
const VERSION_WITHIN_MS = 5_000;
/** Linux pages are of 4 KiB on all machines that Easel's container is made for. */
const PAGE_BYTES = 4_096;
const OOM_SCORE = '1000';

export interface Ffmpeg {
  /** What it calls itself, for the log. */
  readonly version: string;
  /**
   * @returns whether it did it; not where it refused the file or took too long.
   * @throws FitLostError where it was killed, or took more memory than it may; the signal's reason when it aborted.
   */
  run(args: readonly string[], limits: ProgramLimits): Promise<boolean>;
}

/** @param path `ffmpeg` for the one that the machine's packages bring. @returns undefined where there is none that runs. */
export async function findFfmpeg(path: string): Promise<Ffmpeg | undefined> {
  const child = spawn(path, ['-version'], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: VERSION_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const [words] = await Promise.all([wordsOf(child.stdout), ended(child)]);
  const version = /^ffmpeg version (\S{1,60})/.exec(words)?.[1];
  if (child.exitCode !== 0 || version === undefined) return undefined;
  return { version, run: (args, limits) => run(path, args, limits) };
}

async function run(path: string, args: readonly string[], { timeLimitMs, signal }: ProgramLimits): Promise<boolean> {
  // Its own limit counts the time of the processor: it binds where the bot is gone that would have killed it.
  const bounded = [
    '-nostdin',
    '-v',
    'error',
    '-timelimit',
    String(Math.ceil((2 * timeLimitMs) / 1_000)),
    '-y',
    ...args,
  ];
  const child = spawn(path, bounded, {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    signal,
  });
  let tooLarge = false;
  const { pid } = child;
  const watch = setInterval(() => {
    if (pid === undefined) return;
    void memoryBytesOf(pid).then((bytes) => {
      if (bytes <= MEMORY_MAX_BYTES) return;
      tooLarge = true;
      child.kill('SIGKILL');
    });
  }, MEMORY_CHECK_INTERVAL_MS);
  try {
    // At once: it may end before anything else happens, and says so only once.
    await Promise.all([wordsOf(child.stderr), ended(child), pid !== undefined && giveWay(pid)]);
  } finally {
    clearInterval(watch);
  }
  signal.throwIfAborted();
  if (tooLarge) throw new FitLostError('its memory limit');
  if (child.signalCode && !child.killed) throw new FitLostError(child.signalCode);
  return child.exitCode === 0;
}

/** Resolves whichever way it ends, also where it never began: then its exit code is none. */
async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  child.once('error', () => undefined);
  await Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => undefined);
}

/** Keeps reading, so that the process is never held up, and remembers the beginning. */
async function wordsOf(stream: Readable): Promise<string> {
  let words = '';
  for await (const chunk of stream) if (words.length < MOST_WORDS_CHARACTERS) words += String(chunk);
  return words.slice(0, MOST_WORDS_CHARACTERS);
}

async function giveWay(pid: number): Promise<void> {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    await writeFile(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch (error) {
    // It has ended already, or this is no Linux.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** 0 where it has ended, or where the machine does not tell. */
async function memoryBytesOf(pid: number): Promise<number> {
  try {
    const [, residentPages] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ');
    return Number(residentPages) * PAGE_BYTES;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
