import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import type { BotState } from './playground/protocol.ts';

/** The bot in a process of its own, as an operator runs it. Can be killed and started again. */
export interface BotProcess {
  readonly state: BotState;
  /** Undefined while no process runs. */
  readonly pid: number | undefined;
  /**
   * Starts the process, unless it runs. Resolves when the bot is ready or waits as a spare.
   * @throws if it ends before that
   */
  start(): Promise<void>;
  /** Kills the process (SIGKILL), without a chance to tidy up. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Tells the process the current offset of `clock`. */
  sendTime(): void;
  /** Lets this time pass for the process's timers at once, when it waits for nothing else. Resolves then. */
  leap(durationMs: number): Promise<void>;
  /** Stops the process (SIGTERM), as a host does. Resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface BotProcessOptions {
  environment: Readonly<Record<string, string>>;
  /** The bot's program; this checkout's by default. */
  main?: string | undefined;
  /** Called with each line of the log. */
  onLine?: (line: string) => void;
  /** Called when the process is gone, with its exit code; null if a signal ended it. */
  onExit?: (code: number | null) => void;
  /** How far the bot's time is ahead of the machine's. Without it, the bot has the machine's time. */
  clock?: { readonly offsetMs: number } | undefined;
}

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const CLOCK = pathToFileURL(join(import.meta.dirname, 'bot-clock.ts')).href;
const STOP_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'stop-with-parent.ts')).href;
const READY = '"msg":"Easel is ready"';
const WAITING = /"msg":"[^"]*; waiting until/;

/**
 * The bot gets nothing of this process's environment except the path to programs and the folder of compiled code, and no
 * `.env` of this folder.
 */
function spawnBot({ environment, main = MAIN, clock }: BotProcessOptions): ChildProcess {
  const programs = ['--import', STOP_WITH_PARENT, ...(clock ? ['--import', CLOCK] : []), main];
  return spawn(process.execPath, programs, {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      // `npm start` sets it too: Node reads it before any code runs.
      UV_THREADPOOL_SIZE: '16',
      ...(clock ? { SANDBOX_CLOCK_OFFSET_MS: String(clock.offsetMs) } : {}),
      ...environment,
    },
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

export function createBotProcess({ onLine, onExit, ...bot }: BotProcessOptions): BotProcess {
  const { clock } = bot;
  let child: ChildProcess | undefined;
  let state: BotState = 'stopped';
  let onLeaped = (): void => undefined;

  const start = async (): Promise<void> => {
    if (child) return;
    const started = spawnBot(bot);
    child = started;
    state = 'starting';
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const lastLines: string[] = [];
    const read = (line: string): void => {
      const newState = stateIn(line);
      if (newState !== undefined && child === started) {
        state = newState;
        resolve();
      }
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine?.(line);
    };
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read);
    }
    // It sends nothing else.
    started.on('message', () => onLeaped());
    const ended = once(started, 'exit').then(() => {
      onLeaped();
      forget(started);
      onExit?.(started.exitCode);
    });
    await Promise.race([
      settled,
      ended.then(() => {
        throw new Error(`the bot ended before it was ready:\n${lastLines.join('\n')}`);
      }),
    ]);
  };

  const forget = (ended: ChildProcess): void => {
    if (child !== ended) return;
    child = undefined;
    state = 'stopped';
  };

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const ending = child;
    if (!ending) return null;
    if (ending.exitCode === null && ending.signalCode === null) {
      const exited = once(ending, 'exit');
      ending.kill(signal);
      await exited;
    }
    forget(ending);
    return ending.exitCode;
  };

  return {
    get state() {
      return state;
    },
    get pid() {
      return child?.pid;
    },
    start,
    kill: async () => {
      await end('SIGKILL');
    },
    sendTime: () => {
      // A process that is ending gets the offset when it starts again.
      if (clock && child?.connected) child.send({ clockOffsetMs: clock.offsetMs }, () => undefined);
    },
    leap: async (durationMs) => {
      if (!clock || !child?.connected) return;
      const { promise: leaped, resolve } = Promise.withResolvers<void>();
      onLeaped = resolve;
      child.send({ leapMs: durationMs }, () => undefined);
      await leaped;
    },
    stop: () => end('SIGTERM'),
  };
}

const stateIn = (line: string): BotState | undefined => {
  if (line.includes(READY)) return 'running';
  return WAITING.test(line) ? 'waiting' : undefined;
};
