import { type Asker, createFairLimit, type FairLimit } from '../../engine/fair-limit.ts';
import type { ResultFetcher } from '../../media/fetching/fetch-result.ts';

/** The limits that results pass on their way. Each has its own queue, so that a slow step doesn't hold up another. */
export interface ResultLimits {
  /** Ended jobs whose results are fetched again, until they are sent. Each may put four files on the disk. */
  redeliveries: FairLimit;
  /** Downloads: each holds a connection. */
  fetches: FairLimit;
  /** Files that are made to fit. Each takes hundreds of megabytes of memory. */
  fits: FairLimit;
  /** Uploads of pictures only: each holds a connection. Enough for 60 a second if Discord takes 0.8 seconds for each. */
  pictureUploads: FairLimit;
  /** Uploads of clips and sounds. Each also takes memory: 80 MiB for a clip of 90 MiB. */
  uploads: FairLimit;
  /** Edits without files. */
  shows: FairLimit;
}

/** Downloads one file. */
export type Fetches = Pick<ResultFetcher, 'fetch'>;

/** Members wait for redeliveries, each for one at most. */
const REDELIVERIES_WAITING_MAX = 200;
/** Never reached, because only deliveries and redeliveries under way wait here. */
const STEPS_WAITING_MAX = 200;
/** Members who press Cancel wait here too. */
const SHOWS_WAITING_MAX = 2_000;

export function createResultLimits(): ResultLimits {
  return {
    redeliveries: createFairLimit({ atOnce: 8, waitingMax: REDELIVERIES_WAITING_MAX }),
    fetches: createFairLimit({ atOnce: 32, waitingMax: STEPS_WAITING_MAX }),
    fits: createFairLimit({ atOnce: 1, waitingMax: STEPS_WAITING_MAX }),
    pictureUploads: createFairLimit({ atOnce: 48, waitingMax: STEPS_WAITING_MAX }),
    uploads: createFairLimit({ atOnce: 16, waitingMax: STEPS_WAITING_MAX }),
    shows: createFairLimit({ atOnce: 16, waitingMax: SHOWS_WAITING_MAX }),
  };
}

/** Downloads under the limit. */
export function limitFetches(fetcher: Fetches, { fetches }: Pick<ResultLimits, 'fetches'>, asker: Asker): Fetches {
  return {
    fetch: (address, name, options) => fetches.run(asker, () => fetcher.fetch(address, name, options), options.signal),
  };
}
