import type { Config } from '../config.ts';
import type { JobLimits } from '../jobs/parts.ts';
import type { JobMessages } from '../jobs/ports.ts';
import type { Log } from '../log.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';
import type { Fitter, StillMaker } from '../media/media.ts';
import type { ResultFolder } from '../media/result-folder.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import type { TaskApi } from '../task-api/task-api.ts';
import type { Texts } from '../texts/en.ts';
import type { Clock } from '../time/clock.ts';
import type { ClockCheck } from '../time/clock-check.ts';

/** What the outside gives to the bot; tests give their own. */
export interface Ports {
  clock: Clock;
  random: () => number;
  log: Log;
  /** What tests put in the place of the bot's own. */
  replaced?: Partial<Replaced>;
}

interface Replaced {
  taskApi: TaskApi;
  fetcher: ResultFetcher;
  media: { fitter: Fitter; stills: StillMaker };
  jobMessages: JobMessages;
  clockCheck: ClockCheck;
  limits: Partial<JobLimits>;
}

/** What the parts of every domain are made from. */
export interface Base extends Ports {
  config: Config;
  store: Store;
  results: ResultFolder;
  locks: KeyedLocks;
  texts: Texts;
  /** Ends what waits for Discord or the service. */
  stop: AbortSignal;
  /** What has to be closed again, in the order in which it was made. */
  closing: (() => Promise<unknown>)[];
}

/** An event that parts publish and listen to. The publisher doesn't know its listeners, and so can be created first. */
export interface Topic<Facts> {
  tell(facts: Facts): void;
  /** Listeners return at once, and never throw. */
  listen(listener: (facts: Facts) => void): void;
}

export function createTopic<Facts>(): Topic<Facts> {
  const listeners: ((facts: Facts) => void)[] = [];
  return {
    tell: (facts) => {
      for (const listener of listeners) listener(facts);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
