import { FetchError } from '../../media/fetching/fetch-failure.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import { askerOf, type Job } from '../job/job.ts';
import { picturesOf, usesPictures } from '../job/sources.ts';
import type { StepParts } from '../ports/parts.ts';
import { limitFetches, type ResultLimits } from './result-limits.ts';

/** For fetching a picture. */
const FETCH_LIMIT_MS = 10_000;

/**
 * Whether a job starts from a picture like one that moderators removed. Easel's own pictures were checked when they were made.
 * One that can't be fetched in time is left to the service.
 */
export function createRemovedSources(
  parts: Pick<StepParts, 'fetcher' | 'known' | 'results' | 'stop'> & { resultLimits: ResultLimits },
) {
  const { known, results, stop } = parts;
  return async (job: Job, taskKey: string): Promise<boolean> => {
    const asker = askerOf(job);
    if (!usesPictures(job.request) || !(await known.hasAny(asker.guildId))) return false;
    const { fetch } = limitFetches(parts, asker);
    const name = `${taskKey}-source`;
    const isRemoved = async (address: string): Promise<boolean> => {
      const file = await withinLimit(FETCH_LIMIT_MS, stop, (signal) => fetch(address, name, { signal }));
      return known.includes({ ...asker, jobId: job.id }, file, stop);
    };
    try {
      for (const { address, kind } of picturesOf(job.request))
        if (address !== undefined && kind !== 'work' && (await isRemoved(address).catch(unlessUnfetched))) return true;
      return false;
    } finally {
      await results.remove(name);
    }
  };
}

function unlessUnfetched(error: unknown): false {
  if (error instanceof FetchError || error instanceof TimeoutError) return false;
  throw error;
}
