import type { Asker } from '../../engine/fair-limit.ts';
import { FetchError } from '../../media/fetching/fetch-failure.ts';
import type { MediaFile } from '../../media/files/media.ts';
import { TaskApiError } from '../../task-api/errors.ts';
import type { Task } from '../../task-api/task-api.ts';
import {
  askerOf,
  type ClipRefusal,
  type FromClips,
  fromClipsOf,
  isMadeHere,
  type Job,
  type JobTaskIn,
  logFacts,
} from '../job/job.ts';
import type { NewFile } from '../ports/job-messages.ts';
import type { FinishedFile, StepParts } from '../ports/parts.ts';
import { queryTask } from '../watch/service-watch.ts';
import { type Fetches, limitFetches, type ResultLimits } from './result-limits.ts';

export interface ResultParts
  extends Pick<StepParts, 'clock' | 'known' | 'taskApi' | 'watch' | 'log' | 'results' | 'stop'> {
  fetcher: Fetches;
  resultLimits: ResultLimits;
}

type Fetched =
  /** `address` is where it came from, which may differ from the record's; undefined for what Easel made. */
  | { outcome: 'file'; file: MediaFile; sound: MediaFile | undefined; address: string | undefined }
  | { outcome: 'too large' | 'not shown'; address: string }
  /** Easel can't make it from its clips. */
  | { outcome: ClipRefusal }
  | { outcome: 'not fetched' | 'not media' | 'refused address' }
  /** It looks like one that moderators removed. */
  | { outcome: 'removed picture' }
  /** Retry later. */
  | { outcome: 'later' };

/** Leaves some room for the mark in the file, and for the request around it. */
export const LIMIT_SHARE = 0.98;
/** How long to keep retrying a failed download. */
const FETCH_TRIES_MS = 15 * 60_000;
/** Disk space for results that wait for Discord; those beyond it are fetched again. */
const WAITING_MAX_BYTES = 2 * 1024 ** 3;

/**
 * Makes a file named `<name>.<extension>` from clips. `later`: a clip can't be fetched right now.
 * @throws the signal's reason, or the file system's error. Leaves nothing behind then.
 */
export type MakeFromClips = (
  fromClips: FromClips,
  name: string,
  asker: Asker,
  signal: AbortSignal,
) => Promise<MediaFile | ClipRefusal | 'later'>;

type File = Extract<Fetched, { outcome: 'file' }>;
const bytesOf = ({ file, sound }: File): number => file.sizeBytes + (sound?.sizeBytes ?? 0);

/** Results on this machine's disk, from the download until the delivery. */
export function createResultFiles(parts: ResultParts & { clipWork: { make: MakeFromClips } }) {
  const { clipWork, clock, log, results, stop } = parts;
  const here = new Map<string, File>();
  /** Since when the downloads of a task have failed. Failures of anything else don't count, and a file that was here starts anew. */
  const failingSinceMs = new Map<string, number>();

  const remove = async (taskKey: string): Promise<void> => {
    here.delete(taskKey);
    failingSinceMs.delete(taskKey);
    try {
      await results.remove(taskKey, soundNameOf(taskKey));
    } catch (error) {
      // The next start removes it.
      log.warn({ task: taskKey, err: error }, 'a result could not be removed');
    }
  };

  /** A result fetched before, if its files still exist. */
  const findHere = async (taskKey: string): Promise<File | undefined> => {
    const known = here.get(taskKey);
    if (!known) return undefined;
    const isComplete = await Promise.all([known.file, ...(known.sound ? [known.sound] : [])].map(results.has));
    if (isComplete.every((isThere) => isThere)) return known;
    log.warn({ task: taskKey }, 'a result disappeared from the disk; it is fetched again');
    await remove(taskKey);
    return undefined;
  };

  const makeFromClips = async (job: Job, taskKey: string, fromClips: FromClips): Promise<Fetched> => {
    const made = await clipWork.make(fromClips, taskKey, askerOf(job), stop);
    return typeof made === 'string'
      ? { outcome: made }
      : { outcome: 'file', file: made, sound: undefined, address: undefined };
  };

  const unlessRemoved = async (job: Job, fetched: File): Promise<Fetched> => {
    const isRemoved = await parts.known.includes({ ...askerOf(job), jobId: job.id }, fetched.file, stop);
    return isRemoved ? { outcome: 'removed picture' } : fetched;
  };

  return {
    /** Fetches a result or makes it from its clips, unless it is here from an earlier try. */
    fetch: async (job: Job, task: JobTaskIn<'delivering'>): Promise<Fetched> => {
      const found = await findHere(task.key);
      if (found) return unlessRemoved(job, found);
      const fetcher = limitFetches(parts, askerOf(job));
      const startedMs = clock.monotonicMs();
      const fromClips = isMadeHere(job.request) ? fromClipsOf(job.request) : undefined;
      const fetched = fromClips
        ? await makeFromClips(job, task.key, fromClips)
        : await fetchResult({ ...parts, fetcher }, job, task);
      if (fetched.outcome === 'later') {
        const sinceMs = failingSinceMs.get(task.key) ?? startedMs;
        failingSinceMs.set(task.key, sinceMs);
        return clock.monotonicMs() - sinceMs < FETCH_TRIES_MS ? fetched : { outcome: 'not fetched' };
      }
      if (fetched.outcome !== 'file') return fetched;
      here.set(task.key, fetched);
      return unlessRemoved(job, fetched);
    },
    /** Postpones the delivery; the files stay while there is room for them. */
    putOff: async (taskKey: string): Promise<void> => {
      const waitingBytes = [...here.values()].reduce((sum, fetched) => sum + bytesOf(fetched), 0);
      if (waitingBytes > WAITING_MAX_BYTES) await remove(taskKey);
    },
    remove,
  };
}

export type ResultFiles = ReturnType<typeof createResultFiles>;

/** If the address no longer works, asks the service for a new one. */
async function fetchResult(parts: ResultParts, job: Job, task: JobTaskIn<'delivering'>): Promise<Fetched> {
  const { stop } = parts;
  const facts = logFacts(job, task.key);
  const fetchFrom = async (address: string): Promise<Fetched> => {
    try {
      const file = await parts.fetcher.fetch(address, task.key, { signal: stop });
      const sound = await fetchSound(parts, task.audioUrl, soundNameOf(task.key), facts, stop);
      return { outcome: 'file', file, sound, address };
    } catch (error) {
      stop.throwIfAborted();
      // Other errors are this machine's own, for example a full disk, and may pass.
      if (!(error instanceof FetchError)) throw error;
      parts.log.warn({ ...facts, err: error }, 'the result could not be fetched');
      return failed(error, address);
    }
  };
  const first = await fetchFrom(task.resultUrl);
  if (first.outcome !== 'later') return first;
  const seen = await queryTask(parts, task.taskId, stop);
  const address = seen instanceof TaskApiError ? undefined : addressOf(seen);
  return address === undefined || address === task.resultUrl ? first : fetchFrom(address);
}

function failed({ reason }: FetchError, address: string): Fetched {
  switch (reason) {
    case 'bad address':
    case 'private address':
      return { outcome: 'refused address' };
    case 'too large':
    case 'not shown':
      return { outcome: reason, address };
    case 'not media':
      return { outcome: 'not media' };
    case 'too many redirects':
    case 'not there yet':
    case 'gone':
    case 'unavailable':
    case 'too slow':
      return { outcome: 'later' };
  }
}

export function addressOf(seen: Task): string | undefined {
  return seen.state === 'success' ? (seen.resultUrl ?? seen.audioUrl) : undefined;
}

/** Fetches a result's sound. If that fails, the result goes out without it. */
export async function fetchSound(
  { fetcher, log }: Pick<ResultParts, 'fetcher' | 'log'>,
  address: string | undefined,
  name: string,
  facts: object,
  signal: AbortSignal,
): Promise<MediaFile | undefined> {
  if (address === undefined) return undefined;
  try {
    return await fetcher.fetch(address, name, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    log.warn({ ...facts, err: error }, 'the sound could not be fetched; the result goes out without it');
    return undefined;
  }
}

/** The file name of a task's sound on disk. */
export function soundNameOf(taskKey: string): string {
  return `${taskKey}-sound`;
}

/** A task's file as a message attaches it. */
export function newFileOf(
  { path, pieces, mimeType, extension }: FinishedFile,
  taskKey: string,
  role: NewFile['role'],
): NewFile {
  const shown = role === 'result' ? taskKey : role === 'audio' ? soundNameOf(taskKey) : `${taskKey}-frame`;
  return { path, ...(pieces && { pieces }), mimeType, name: `easel-${shown}.${extension}`, taskKey, role };
}
