import type { Accounts } from '../budget/accounts.ts';
import type { ServiceTally } from '../budget/service-tally.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';

import type { Fitter, StillMaker } from '../media/media.ts';
import type { ResultFolder } from '../media/result-folder.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Commit, Store } from '../store/store.ts';
import type { TaskApi } from '../task-api/task-api.ts';
import type { Job } from './job.ts';
import type { Messenger } from './ports.ts';
import type { History } from './records/history.ts';
import type { JobRecords } from './records/job-records.ts';
import type { ModelRecords } from './records/model-records.ts';
import type { SpentIds } from './records/spent-ids.ts';
import type { ServiceWatch } from './service/service-watch.ts';

/** What the life of a job works with; everything outside comes in here. */
export interface JobsContext {
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
  records: JobRecords;
  commit: Commit;
  /** Asked before a create, which nobody can take back. */
  prove?: Store['prove'];
  locks: KeyedLocks;
  models: ModelRecords;
  history: History;
  spent: SpentIds;
  messenger: Messenger;
  fetcher: ResultFetcher;
  /** Makes results fit what Discord takes. */
  fitter: Fitter;
  stills: StillMaker;
  /** Results on their way. */
  results: ResultFolder;
  limits: JobLimits;
  /** Whether somebody takes a job of which nothing was sent back, with its hold, and begins it again. */
  takenBack: (jobId: string) => Promise<boolean>;
  /** After how long a wait a member is told that a result is there; undefined for never. */
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

/** The facts of a job or task that every log line about it carries. */
export function logFacts(job: Job, taskKey?: string): { job: string; server: string; task?: string } {
  const { id, place } = job;
  return { job: id, server: place.guildId, ...(taskKey === undefined ? {} : { task: taskKey }) };
}
