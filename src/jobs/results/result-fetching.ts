import { FetchError, type MediaFile } from '../../media/media.ts';
import { TaskApiError } from '../../task-api/errors.ts';
import { type JobsContext, logFacts } from '../context.ts';
import type { Job, JobTaskIn } from '../job.ts';
import { askerOf, fetchingInTurn, type ResultPlaces } from './result-places.ts';

export type Fetched =
  /** `address` is where it was had, which may be another than the record's. */
  | { outcome: 'file'; file: MediaFile; sound: MediaFile | undefined; address: string }
  | { outcome: 'too large'; address: string }
  | { outcome: 'not fetched' | 'refused address' }
  /** It may be had a little later. */
  | { outcome: 'later' };

/** Results on this machine's disk, from when they are fetched until they are delivered. */
export interface ResultFetching {
  /** Fetches a result, or gives the one that is here from an earlier try. */
  fetch(job: Job, task: JobTaskIn<'delivering'>): Promise<Fetched>;
  /** The delivery is put off: the files stay while there is room for them. */
  putOff(taskKey: string): Promise<void>;
  remove(taskKey: string): Promise<void>;
}

/** What results that wait for Discord may take of the disk together; those beyond it are fetched once more. */
const WAITING_MAX_BYTES = 2 * 1024 ** 3;

type File = Extract<Fetched, { outcome: 'file' }>;
const bytesOf = ({ file, sound }: File): number => file.sizeBytes + (sound?.sizeBytes ?? 0);

export function createResultFetching(context: JobsContext, places: ResultPlaces, stop: AbortSignal): ResultFetching {
  const { log, results } = context;
  const here = new Map<string, File>();

  const remove = async (taskKey: string): Promise<void> => {
    here.delete(taskKey);
    try {
      await results.remove(taskKey, soundNameOf(taskKey));
    } catch (error) {
      // What cannot be removed now is removed at the next start.
      log.warn({ task: taskKey, err: error }, 'a result could not be removed');
    }
  };

  /** What was fetched before, unless somebody cleared it away since. */
  const findHere = async (taskKey: string): Promise<File | undefined> => {
    const known = here.get(taskKey);
    if (!known) return undefined;
    const isComplete = await Promise.all([known.file, ...(known.sound ? [known.sound] : [])].map(results.has));
    if (isComplete.every((isThere) => isThere)) return known;
    log.warn({ task: taskKey }, 'a result is gone from the disk; it is fetched again');
    await remove(taskKey);
    return undefined;
  };

  return {
    fetch: async (job, task) => {
      const known = await findHere(task.key);
      if (known) return known;
      const fetcher = fetchingInTurn(context.fetcher, places, askerOf(job));
      const fetched = await fetchResult({ ...context, fetcher }, job, task, stop);
      if (fetched.outcome === 'file') here.set(task.key, fetched);
      return fetched;
    },
    putOff: async (taskKey) => {
      const waitingBytes = [...here.values()].reduce((sum, fetched) => sum + bytesOf(fetched), 0);
      if (waitingBytes > WAITING_MAX_BYTES) await remove(taskKey);
    },
    remove,
  };
}

/** An address that no longer works is asked for once more: the service may have a fresh one. */
async function fetchResult(
  context: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<Fetched> {
  const first = await fetchFrom(context, job, task, task.resultUrl, stop);
  if (!(first instanceof FetchError)) return first;
  if (!first.retry && first.reason !== 'gone') return failed(first, task.resultUrl);
  const address = await freshAddress(context, task, stop);
  if (address === undefined || address === task.resultUrl) return failed(first, task.resultUrl);
  const second = await fetchFrom(context, job, task, address, stop);
  return second instanceof FetchError ? failed(second, address) : second;
}

async function fetchFrom(
  context: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  address: string,
  stop: AbortSignal,
): Promise<File | { outcome: 'later' } | FetchError> {
  const { fetcher, log } = context;
  try {
    const file = await fetcher.fetch(address, task.key, { signal: stop });
    return { outcome: 'file', file, sound: await fetchSound(context, job, task, stop), address };
  } catch (error) {
    stop.throwIfAborted();
    log.warn({ ...logFacts(job, task.key), err: error }, 'the result could not be fetched');
    // Anything else is this machine's own trouble, a full disk for one: it may pass.
    return error instanceof FetchError ? error : { outcome: 'later' };
  }
}

function failed({ reason }: FetchError, address: string): Fetched {
  switch (reason) {
    case 'bad address':
    case 'private address':
      return { outcome: 'refused address' };
    case 'too large':
      return { outcome: 'too large', address };
    case 'not media':
    case 'too many redirects':
      return { outcome: 'not fetched' };
    case 'gone':
    case 'unavailable':
    case 'too slow':
      return { outcome: 'later' };
  }
}

async function freshAddress(
  { taskApi, watch }: JobsContext,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<string | undefined> {
  try {
    const seen = await taskApi.query(task.taskId, { signal: stop });
    watch.heard();
    return seen.state === 'success' ? (seen.resultUrl ?? seen.audioUrl) : undefined;
  } catch (error) {
    if (!(error instanceof TaskApiError)) throw error;
    watch.heard(error);
    return undefined;
  }
}

/** Sound is a companion: where it cannot be had, the result goes without it. */
async function fetchSound(
  { fetcher, log }: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<MediaFile | undefined> {
  if (task.audioUrl === undefined) return undefined;
  try {
    return await fetcher.fetch(task.audioUrl, soundNameOf(task.key), { signal: stop });
  } catch (error) {
    stop.throwIfAborted();
    log.warn({ ...logFacts(job, task.key), err: error }, 'the sound could not be fetched; delivering without it');
    return undefined;
  }
}

/** The name of a task's sound among the results in flight. */
export function soundNameOf(taskKey: string): string {
  return `${taskKey}-sound`;
}
