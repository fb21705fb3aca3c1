import type { BotProcess } from '../bot-process.ts';
import type { BotControl } from './bot-control.ts';

const LINES_KEPT = 500;

/** Keeps the end of the bot's log, and knows whether it is starting, running or gone. */
export class BotKeeper implements BotControl {
  readonly #listeners = new Set<() => void>();
  readonly #log: string[] = [];
  #bot: BotProcess | undefined;
  #isStarting = false;

  /** The process that it keeps; its lines come to `onLine`. */
  keep(bot: BotProcess): void {
    this.#bot = bot;
  }

  readonly onLine = (line: string): void => {
    this.#log.push(line);
    if (this.#log.length > LINES_KEPT) this.#log.shift();
    this.#tell();
  };

  get state(): BotControl['state'] {
    if (!this.#bot?.isRunning) return 'stopped';
    return this.#isStarting ? 'starting' : 'running';
  }

  get log(): readonly string[] {
    return this.#log;
  }

  async start(): Promise<void> {
    if (this.#bot?.isRunning !== false) return;
    const ready = this.#bot.start();
    this.#isStarting = true;
    this.#tell();
    // What kept it from starting stands in the log already; whoever looks sees that it is not running.
    ready
      .catch(() => undefined)
      .finally(() => {
        this.#isStarting = false;
        this.#tell();
      });
  }

  /** Has the bot look at the clock again. */
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
