import type { BotProcess } from '../../bot-process.ts';
import type { BotState } from '../protocol.ts';

/** A process of the bot, as the playground controls it. */
export interface BotControl {
  readonly state: BotState;
  /** Undefined while no process runs. */
  readonly pid: number | undefined;
  /** Why the process ended by itself and what to do about it; null while it runs, and after a stop. */
  readonly problem: string | null;
  /** The last lines, oldest first. */
  readonly log: readonly string[];
  /** Resolves when the process is starting. Does nothing while the process runs. */
  start(): Promise<void>;
  /** Kills the process without warning (SIGKILL). Resolves when it is gone. */
  kill(): Promise<void>;
  /** Tells the process the current time. */
  sendTime(): void;
  /** @returns a function that removes the listener */
  onChange(listener: () => void): () => void;
}

/** One process, or several that share the servers. */
export type Bots = readonly [BotControl, ...BotControl[]];

const LINES_KEPT = 500;

/** Keeps the end of a process's log, and reports changes. */
export class BotKeeper implements BotControl {
  readonly #listeners = new Set<() => void>();
  readonly #log: string[] = [];
  #bot: BotProcess | undefined;
  #problem: string | null = null;

  /** Sets the process. Its lines come to `onLine`. */
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
    // The log says what prevented the start, and the page shows that the bot isn't running.
    settled.catch(() => undefined).finally(() => this.#tell());
  }

  sendTime(): void {
    this.#bot?.sendTime();
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

const LAST_WORDS = /^Easel cannot (?:start|continue): (.+)$/;
const HELD_BY = /another Easel is running on this store(?: \(process (\d+)\))?/;

/** Turns the bot's last words into a problem and, if the visitor can solve it, a solution. */
const problemIn = (line: string): string | null => {
  const words = LAST_WORDS.exec(line)?.[1];
  if (words === undefined) return null;
  const held = HELD_BY.exec(words);
  if (!held) return `Easel ended: ${words}`;
  const other = held[1] === undefined ? 'it' : `process ${held[1]} (kill ${held[1]})`;
  return `Easel cannot start: ${held[0]}. End ${other}, then start the bot.`;
};
