import type { Clock } from '../clock.ts';
import type { ClockCheck } from '../clock-check.ts';
import type { Config } from '../config.ts';
import type { JobLimits } from '../jobs/parts.ts';
import type { Messenger } from '../jobs/ports.ts';
import type { Log } from '../log.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';
import type { Fitter, StillMaker } from '../media/media.ts';
import type { ResultFolder } from '../media/result-folder.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import type { TaskApi } from '../task-api/task-api.ts';
import type { Texts } from '../texts/en.ts';

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
  messenger: Messenger;
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
