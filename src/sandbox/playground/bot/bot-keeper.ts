import type { BotProcess } from '../../bot-process.ts';
import type { BotState } from '../protocol.ts';

/** A process of the bot, as the playground sees and handles it. */
export interface BotControl {
  readonly state: BotState;
  /** While there is one. */
  readonly pid: number | undefined;
  /** Why it ended by itself, and what to do, while it does not run; null where it did not. */
  readonly problem: string | null;
  /** Its last lines, the oldest first. */
  readonly log: readonly string[];
  /** Resolves when it has begun to start. Does nothing while it runs. */
  start(): Promise<void>;
  /** SIGKILL: no goodbye. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Has it look at the clock again. */
  tellTime(): void;
  /** @returns what takes the listener off again */
  onChange(listener: () => void): () => void;
}

/** One, or several that share their servers. */
export type Bots = readonly [BotControl, ...BotControl[]];

const LINES_KEPT = 500;

/** Keeps the end of a process's log, and tells what becomes of it. */
export class BotKeeper implements BotControl {
  readonly #listeners = new Set<() => void>();
  readonly #log: string[] = [];
  #bot: BotProcess | undefined;
  #problem: string | null = null;

  /** The process that it keeps; its lines come to `onLine`. */
  keep(bot: BotProcess): void {
    this.#bot = bot;
  }

  readonly onLine = (line: string): void => {
    this.#log.push(line);
    this.#problem = problemIn(line) ?? this.#problem;
    if (this.#log.length > LINES_KEPT) this.#log.shift();
    this.#tell();
  };

  get state(): BotControl['state'] {
    return this.#bot?.state ?? 'stopped';
  }

  get pid(): number | undefined {
    return this.#bot?.pid;
  }

  get problem(): string | null {
    return this.state === 'stopped' ? this.#problem : null;
  }

  get log(): readonly string[] {
    return this.#log;
  }

  async start(): Promise<void> {
    if (this.#bot?.state !== 'stopped') return;
    const settled = this.#bot.start();
    this.#problem = null;
    this.#tell();
    // What kept it from starting stands in the log already; whoever looks sees that it is not running.
    settled.catch(() => undefined).finally(() => this.#tell());
  }

  tellTime(): void {
    this.#bot?.tellTime();
  }

  async kill(): Promise<void> {
    await this.#bot?.kill();
    this.onLine('— killed —');
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const LAST_WORDS = /^Easel cannot (?:start|go on): (.+)$/;
const HELD_BY = /another Easel is running on this store(?: \(process (\d+)\))?/;

/** The last words of a bot, and where people can do something about it, what. */
const problemIn = (line: string): string | null => {
  const words = LAST_WORDS.exec(line)?.[1];
  if (words === undefined) return null;
  const held = HELD_BY.exec(words);
  if (!held) return `Easel ended: ${words}`;
  const other = held[1] === undefined ? 'it' : `process ${held[1]} (kill ${held[1]})`;
  return `Easel cannot start: ${held[0]}. End ${other}, then start the bot.`;
};
