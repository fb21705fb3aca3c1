import { type Asker, createFairLimit } from '../../engine/fair-limit.ts';
import type { ResultFetcher } from '../../media/fetching/fetch-result.ts';
import type { FitTurns, MediaFile } from '../../media/files/media.ts';

/** Never reached, because only deliveries and redeliveries under way wait here. */
const STEPS_WAITING_MAX = 200;

/** The limits that results pass on their way. Each has its own queue, so that a slow step doesn't hold up another. */
export function createResultLimits() {
  return {
    /**
     * Ended jobs whose results are fetched again, until they are sent. Each may put four files on the disk. Members wait
     * here, each for one at most.
     */
    redeliveries: createFairLimit({ atOnce: 8, waitingMax: 200 }),
    /** Downloads: each holds a connection. */
    fetches: createFairLimit({ atOnce: 32, waitingMax: STEPS_WAITING_MAX }),
    /** Clips that are inspected, copied, or give a frame. Each is a process for a second or two. A server gets one. */
    looks: createFairLimit({ atOnce: 2, waitingMax: STEPS_WAITING_MAX }),
    /** Pictures that are made to fit. Each takes hundreds of megabytes of memory. */
    pictureFits: createFairLimit({ atOnce: 1, waitingMax: STEPS_WAITING_MAX }),
    /** Clips that are encoded. Each takes hundreds of megabytes of memory, for minutes. */
    encodings: createFairLimit({ atOnce: 1, waitingMax: STEPS_WAITING_MAX }),
    /** Uploads of pictures only: each holds a connection. Enough for 60 a second if Discord takes 0.8 seconds for each. */
    pictureUploads: createFairLimit({ atOnce: 48, waitingMax: STEPS_WAITING_MAX }),
    /** Uploads of clips and sounds. Each also takes memory: 80 MiB for a clip of 90 MiB. */
    uploads: createFairLimit({ atOnce: 16, waitingMax: STEPS_WAITING_MAX }),
    /** Edits without files. Members who press Cancel wait here too. */
    shows: createFairLimit({ atOnce: 16, waitingMax: 2_000 }),
  };
}

export type ResultLimits = ReturnType<typeof createResultLimits>;

/** The slots for work on files of one kind. */
export function turnsFor(
  { encodings, looks, pictureFits }: ResultLimits,
  kind: MediaFile['kind'],
  asker: Asker,
  signal: AbortSignal,
): FitTurns {
  const encoders = kind === 'image' ? pictureFits : encodings;
  return {
    look: (work) => looks.run(asker, work, signal),
    encode: (work) => encoders.run(asker, work, signal),
  };
}

/** Downloads one file. */
export type Fetches = Pick<ResultFetcher, 'fetch'>;

/** Downloads under the limit. */
export function limitFetches(
  { fetcher, resultLimits }: { fetcher: Fetches; resultLimits: ResultLimits },
  asker: Asker,
): Fetches {
  return {
    fetch: (address, name, options) =>
      resultLimits.fetches.run(asker, () => fetcher.fetch(address, name, options), options.signal),
  };
}
