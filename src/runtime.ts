import type { Log } from './log.ts';
import type { Store } from './store/store.ts';
import type { Clock } from './time/clock.ts';

/** What nearly every part of the bot runs with. */
interface Runtime {
  clock: Clock;
  log: Log;
  random: () => number;
  store: Store;
  /** Aborts when Easel stops. */
  stop: AbortSignal;
}

/** The members that a function needs. */
export type Needs<Part extends keyof Runtime> = Pick<Runtime, Part>;
