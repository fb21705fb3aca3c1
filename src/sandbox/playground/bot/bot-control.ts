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
