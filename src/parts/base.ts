import type { Config } from '../config.ts';
import type { DiscordRest } from '../discord/rest/rest.ts';
import type { Finding } from '../findings/finding.ts';
import type { JobMessages } from '../jobs/ports/job-messages.ts';
import type { JobLimits, JobsParts } from '../jobs/ports/parts.ts';
import type { ResultFetcher } from '../media/fetching/fetch-result.ts';
import type { ResultFolder } from '../media/files/result-folder.ts';
import type { HashPicture } from '../media/pictures/picture-hasher.ts';
import type { Needs } from '../runtime.ts';
import type { VacantShards } from '../store/database/shards.ts';
import type { openStore } from '../store/open-store.ts';
import type { TaskApi } from '../task-api/task-api.ts';
import type { Texts } from '../texts/en.ts';
import type { ClockCheck } from '../time/clock-check.ts';
import type { Metering } from './metering.ts';

/** What the bot gets from outside. Tests pass their own. */
export interface Ports extends Needs<'clock' | 'log' | 'random'> {
  /** A secret's value now, if it can be read again. */
  rereadSecret?: (variable: 'TASK_API_KEY') => string | undefined;
  /** What is wrong with the set-up from the start on. */
  findings?: readonly Finding[];
  /** Replacements for the bot's own parts, for tests. */
  replaced?: Partial<Replaced>;
}

/** What starting needs as well. */
export interface AppPorts extends Ports {
  openStore: typeof openStore;
}

interface Replaced {
  taskApi: TaskApi;
  fetcher: ResultFetcher;
  media: Pick<JobsParts, 'clips' | 'finish' | 'fitter'> & { hashPicture: HashPicture };
  rest: DiscordRest;
  jobMessages: JobMessages;
  clockCheck: ClockCheck;
  limits: Partial<JobLimits>;
  /** Calls to Discord per second of the machine's clock. */
  callsPerSecond: number;
}

/** What every part is built from. */
export interface Base extends Ports, Needs<'stop' | 'store'> {
  config: Config;
  results: ResultFolder;
  texts: Texts;
  metering: Metering;
  /** Publishes shards that have no process. */
  vacancies: Topic<VacantShards>;
  /** Functions that close parts, in the order in which the parts were created. */
  closing: (() => Promise<unknown>)[];
}

/** An event that parts publish and listen to. The publisher doesn't know its listeners, and so can be created first. */
export type Topic<Facts> = ReturnType<typeof createTopic<Facts>>;

export function createTopic<Facts>() {
  const listeners: ((facts: Facts) => void)[] = [];
  return {
    publish: (facts: Facts): void => {
      for (const listener of listeners) listener(facts);
    },
    /** Listeners return at once and never throw. */
    subscribe: (listener: (facts: Facts) => void): void => {
      listeners.push(listener);
    },
  };
}
