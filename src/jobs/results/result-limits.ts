import { type Asker, createFairLimit, type FairLimit } from '../../engine/fair-limit.ts';
import type { ResultFetcher } from '../../media/fetching/fetch-result.ts';

/** Where results wait for their turn on their way. Each is a limit of its own: what is slow here holds up nothing there. */
export interface ResultLimits {
  /** Ended jobs whose results are fetched once more, until they were sent: each may fill the disk with four. */
  redeliveries: FairLimit;
  /** Downloads: each holds a connection. */
  fetches: FairLimit;
  /** Pictures that are made smaller: each takes memory by the hundred megabytes, whatever the machine has. */
  fits: FairLimit;
  /** Uploads of pictures alone: each holds a connection. Enough for 60 a second where Discord takes 0.8 seconds for each. */
  pictureUploads: FairLimit;
  /** Uploads of clips and sounds: each may also take memory, 80 MiB for a clip of 90 MiB. */
  uploads: FairLimit;
  /** Edits of messages without a file. */
  shows: FairLimit;
}

/** Members wait for these, and each has one at most. */
const REJOBS_WAITING_MAX = 200;
/** Only what has a place among the deliveries or redeliveries waits here, so that this is never reached. */
const STEPS_WAITING_MAX = 200;
/** Members who press Cancel wait here as well. */
const SHOWS_WAITING_MAX = 2_000;

export function createResultLimits(): ResultLimits {
  return {
    redeliveries: createFairLimit({ atOnce: 8, waitingMax: REJOBS_WAITING_MAX }),
    fetches: createFairLimit({ atOnce: 32, waitingMax: STEPS_WAITING_MAX }),
    fits: createFairLimit({ atOnce: 1, waitingMax: STEPS_WAITING_MAX }),
    pictureUploads: createFairLimit({ atOnce: 48, waitingMax: STEPS_WAITING_MAX }),
    uploads: createFairLimit({ atOnce: 16, waitingMax: STEPS_WAITING_MAX }),
    shows: createFairLimit({ atOnce: 16, waitingMax: SHOWS_WAITING_MAX }),
  };
}

/** The fetcher, each fetch of which waits for its turn. */
export function fetchingInTurn(
  fetcher: ResultFetcher,
  { fetches }: Pick<ResultLimits, 'fetches'>,
  asker: Asker,
): ResultFetcher {
  return {
    fetch: (address, name, options) => fetches.run(asker, () => fetcher.fetch(address, name, options), options.signal),
    close: () => fetcher.close(),
  };
}
