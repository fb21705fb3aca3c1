import type { BotProcess } from '../../bot-process.ts';
import { Listeners } from '../../listeners.ts';
import type { BotState } from '../protocol.ts';

/** One process of the bot, or several that share the servers. */
export type Bots = readonly [BotKeeper, ...BotKeeper[]];

const LINES_KEPT = 500;

/** A process of the bot, as the playground controls it. Keeps the end of its log, and reports changes. */
export class BotKeeper {
  readonly changes = new Listeners<void>();
  readonly #bot: BotProcess;
  readonly #log: string[] = [];
  #problem: string | null = null;

  constructor(bot: BotProcess) {
    this.#bot = bot;
  }

  /** Takes a line of the process's log. */
  onLine(line: string): void {
    this.#log.push(line);
    this.#problem = problemIn(line) ?? this.#problem;
    if (this.#log.length > LINES_KEPT) this.#log.shift();
    this.changes.emit();
  }

  get state(): BotState {
    return this.#bot.state;
  }

  /** Undefined while no process runs. */
  get pid(): number | undefined {
    return this.#bot.pid;
  }

  /** Why the process ended by itself and what to do about it; null while it runs, and after a stop. */
  get problem(): string | null {
    return this.state === 'stopped' ? this.#problem : null;
  }

  /** The last lines, oldest first. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Does nothing while the process runs. Doesn't wait until the bot is ready. */
  start(): void {
    if (this.state !== 'stopped') return;
    const settled = this.#bot.start();
    this.#problem = null;
    this.changes.emit();
    // The log says what prevented the start, and the page shows that the bot isn't running.
    settled.catch(() => undefined).finally(() => this.changes.emit());
  }

  /** Kills the process without warning (SIGKILL). Resolves when it is gone. */
  async kill(): Promise<void> {
    await this.#bot.kill();
    this.onLine('— killed —');
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
