import type { Accounts } from '../budget/accounts.ts';
import type { ServiceTally } from '../budget/service-tally.ts';
import type { Log } from '../log.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';
import type { Fitter, StillMaker } from '../media/media.ts';
import type { ResultFolder } from '../media/result-folder.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection, Commit, Store } from '../store/store.ts';
import type { TaskApi } from '../task-api/task-api.ts';
import type { Clock } from '../time/clock.ts';
import type { Job } from './job.ts';
import type { JobMessages } from './ports.ts';
import type { History } from './records/history.ts';
import type { ModelRecords } from './records/model-records.ts';
import type { UsedIds } from './records/used-ids.ts';
import type { ServiceWatch } from './service/service-watch.ts';

/** What comes from outside to the life of jobs; each step names what it needs of it. */
export interface JobsParts {
  clock: Clock;
  /** Whether the clock is known to be right: what it makes of times before this process began is believed only then. */
  isClockRight(): boolean;
  /** Uniform in [0, 1). */
  random: () => number;
  log: Log;
  taskApi: TaskApi;
  watch: ServiceWatch;
  accounts: Accounts;
  tally: Pick<ServiceTally, 'charged' | 'ended'>;
  records: Collection<Job>;
  commit: Commit;
  prove?: Store['prove'];
  locks: KeyedLocks;
  models: ModelRecords;
  history: History;
  usedIds: UsedIds;
  jobMessages: JobMessages;
  fetcher: ResultFetcher;
  fitter: Fitter;
  stills: StillMaker;
  results: ResultFolder;
  limits: JobLimits;
  revertToRequest: (jobId: string) => Promise<boolean>;
  notifyAfterMs: (guildId: string, memberId: string) => Promise<number | undefined>;
  /** Told of every job that has ended. */
  onEnded: (jobId: string) => void;
}

export interface JobLimits {
  pollsPerSecond: number;
  pollsAtOnce: number;
  /** No more than the service's client has connections for creates. */
  createsAtOnce: number;
  /** Creates of all servers that are under way or wait for their turn; past it commands are refused. */
  createsMax: number;
  /** A task that is not done by then is left unconfirmed. */
  longestWaitMs: number;
}
