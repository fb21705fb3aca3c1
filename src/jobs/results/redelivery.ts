import type { FairLimit } from '../../engine/fair-limit.ts';
import { FetchError } from '../../media/fetching/fetch-failure.ts';
import type { MediaFile } from '../../media/files/media.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import { TaskApiError } from '../../task-api/errors.ts';
import {
  askerOf,
  fromClipsOf,
  isFetchable,
  isMadeHere,
  type Job,
  type JobTask,
  type LinkReason,
  logFacts,
  refOf,
} from '../job/job.ts';
import type { NewFile } from '../ports/job-messages.ts';
import type { FinishedFile, StepParts } from '../ports/parts.ts';
import { queryTask } from '../watch/service-watch.ts';
import type { ClipWork } from './clip-work.ts';
import type { Fitting } from './fitting.ts';
import { addressOf, fetchSound, LIMIT_SHARE, newFileOf, type ResultParts, soundNameOf } from './result-files.ts';
import { limitFetches } from './result-limits.ts';

/** Where a result is that isn't uploaded: too large, unless it says why. */
export interface ResultLink {
  address: string;
  why?: LinkReason;
}

/** The results of a job that could be fetched again. */
export interface FetchedAgain {
  /**
   * Results, each followed by its sound, with their addresses in case Discord doesn't accept the files. What Easel made has
   * none.
   */
  files: (NewFile & { address: string; sizeBytes: number })[];
  /** Results that can't be uploaded. */
  links: ResultLink[];
  /** How many results neither the service nor the job's message has. */
  gone: number;
  /** How many results could not be fetched right now. */
  failed: number;
  /** A still of the first clip, if there is no picture, it can be made, and it fits in addition to the files. */
  still(): Promise<Still | undefined>;
  /** Removes the files; call it after they were sent. */
  discard(): Promise<void>;
}

export type Still = Pick<NewFile, 'path' | 'pieces' | 'name' | 'mimeType'>;

/** What could be fetched of one task. */
type FetchedTask = { files: FetchedAgain['files']; link?: ResultLink } | 'gone' | 'failed';

interface RedeliveryParts extends ResultParts, Pick<StepParts, 'finish' | 'jobMessages' | 'known'> {
  clipWork: ClipWork;
  fitting: Fitting;
}

/** Fetches the results of jobs again, one job of a member at a time. */
export function createFetchAgain(parts: RedeliveryParts) {
  const { resultLimits, stop } = parts;
  const locks = createKeyedLocks();
  let presses = 0;
  return (entry: Job, limitBytes: number, signal: AbortSignal = stop): Promise<FetchedAgain> => {
    const either = AbortSignal.any([stop, signal]);
    const fetch = () => fetchAgain(parts, entry, limitBytes, either, ++presses);
    const fetched = locks.run(entry.memberId, async () => {
      either.throwIfAborted();
      return heldUntilDiscarded(resultLimits.redeliveries, entry, fetch, either);
    });
    return unlessAborted(either, fetched);
  };
}

/** Waits no longer than the signal allows, for work that ends by itself then. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, aborted]);
}

/** Holds the slot until the files are discarded, because until then they use the disk and are sent. */
function heldUntilDiscarded(
  limit: FairLimit,
  job: Job,
  fetch: () => Promise<FetchedAgain>,
  signal: AbortSignal,
): Promise<FetchedAgain> {
  return new Promise((resolve, reject) => {
    const hold = async (): Promise<void> => {
      const fetched = await fetch();
      await new Promise<void>((release) => {
        resolve({ ...fetched, discard: () => fetched.discard().finally(release) });
      });
    };
    limit.run(askerOf(job), hold, signal).catch(reject);
  });
}

/**
 * Asks the service for new addresses of a job's results and fetches them. Results that it no longer has come from the job's
 * own message, if that shows them.
 * @param press of any member: two at once never share a file
 * @throws the signal's reason if it aborts, or the file system's error. Leaves no files then.
 */
async function fetchAgain(
  parts: RedeliveryParts,
  entry: Job,
  limitBytes: number,
  signal: AbortSignal,
  press: number,
): Promise<FetchedAgain> {
  const { fitting, jobMessages, results } = parts;
  const asker = askerOf(entry);
  const fetcher = limitFetches(parts, asker);
  const names: string[] = [];
  const fittingBytes = Math.floor(limitBytes * LIMIT_SHARE);
  let addresses: ReturnType<typeof jobMessages.addressesOf> | undefined;
  const context: TaskContext = {
    ...parts,
    entry,
    signal,
    fetcher: {
      fetch: async (address, name, options) => {
        names.push(name);
        const file = await fetcher.fetch(address, name, options);
        if (await parts.known.includes(refOf(entry), file, signal)) throw new FetchError('gone');
        return file;
      },
    },
    limitBytes: fittingBytes,
    fit: (file) => fitting.fitOnce(asker, file, fittingBytes, signal),
    finish: (file, original) => parts.finish(file, entry, { signal, ...(original && { original }) }),
    shownAddresses: () => {
      addresses ??= jobMessages.addressesOf(entry.location, { signal });
      return addresses;
    },
  };
  const fetchTask = async (task: JobTask & { taskId: string }): Promise<FetchedTask> => {
    const name = `again${press}-${task.key}`;
    if (isMadeHere(entry.request)) {
      names.push(name);
      return (await fromMessage(context, task, name)) ?? (await fromClips(context, task.key, name));
    }
    const fetched = await fromService(context, task, name);
    return typeof fetched === 'string' ? ((await fromMessage(context, task, name)) ?? fetched) : fetched;
  };
  const discard = (): Promise<void> => results.remove(...names);
  // All end before anything is removed.
  const settled = await Promise.allSettled(entry.tasks.filter(isFetchable).map(fetchTask));
  const failure = settled.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') {
    await discard();
    throw failure.reason;
  }
  const tasks = settled.flatMap((task) => (task.status === 'fulfilled' ? [task.value] : []));
  const found = tasks.filter((task) => typeof task !== 'string');
  const files = found.flatMap((task) => task.files);
  return {
    files,
    links: found.flatMap(({ link }) => link ?? []),
    gone: tasks.filter((task) => task === 'gone').length,
    failed: tasks.filter((task) => task === 'failed').length,
    still: () =>
      stillOf(files, fittingBytes, async (clip) => {
        const still = await fitting.stillOf(asker, clip, signal);
        return still && parts.finish(still, entry, { signal, original: clip });
      }),
    discard,
  };
}

interface TaskContext extends Pick<RedeliveryParts, 'clipWork' | 'fetcher' | 'log' | 'taskApi' | 'watch'> {
  entry: Job;
  signal: AbortSignal;
  limitBytes: number;
  /** Undefined if it can't be made to fit. */
  fit: (file: MediaFile) => Promise<MediaFile | undefined>;
  finish: (file: MediaFile, original?: MediaFile) => Promise<FinishedFile | undefined>;
  /** Current addresses of the files of the job's own message, by id. */
  shownAddresses: () => Promise<ReadonlyMap<string, string>>;
}

async function fromService(
  context: TaskContext,
  task: { key: string; taskId: string },
  name: string,
): Promise<FetchedTask> {
  const { entry, fetcher, finish, fit, limitBytes, signal } = context;
  const seen = await queryTask(context, task.taskId, signal);
  signal.throwIfAborted();
  if (seen instanceof TaskApiError) return 'failed';
  const address = addressOf(seen);
  if (address === undefined) return 'gone';
  try {
    const fetched = await fetcher.fetch(address, name, { signal });
    const fitted = await fit(fetched);
    if (!fitted) return { files: [], link: { address } };
    const file = await finish(fitted, fetched);
    if (!file) return { files: [], link: { address, why: 'prompt inside' } };
    const files = [{ ...newFileOf(file, task.key, 'result'), address, sizeBytes: file.sizeBytes }];
    const audioUrl = 'audioUrl' in seen && seen.audioUrl !== address ? seen.audioUrl : undefined;
    const facts = logFacts(entry, task.key);
    const heard = await fetchSound(context, audioUrl, soundNameOf(name), facts, signal);
    const sound = heard && (await finish(heard));
    if (sound && audioUrl !== undefined && sound.sizeBytes <= limitBytes)
      files.push({ ...newFileOf(sound, task.key, 'audio'), address: audioUrl, sizeBytes: sound.sizeBytes });
    return { files };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    if (error.reason === 'too large') return { files: [], link: { address } };
    if (error.reason === 'not shown') return { files: [], link: { address, why: 'not shown' } };
    return ['gone', 'not media', 'bad address', 'private address'].includes(error.reason) ? 'gone' : 'failed';
  }
}

/** Makes again what Easel made. There is no address to link. */
async function fromClips(context: TaskContext, taskKey: string, name: string): Promise<FetchedTask> {
  const { clipWork, entry, finish, fit, signal } = context;
  const asked = fromClipsOf(entry.request);
  const made = asked && (await clipWork.make(asked, name, askerOf(entry), signal));
  if (made === 'later') return 'failed';
  if (made === undefined || typeof made === 'string') return 'gone';
  const fitted = await fit(made);
  const file = fitted && (await finish(fitted, made));
  return file ? { files: [{ ...newFileOf(file, taskKey, 'result'), address: '', sizeBytes: file.sizeBytes }] } : 'gone';
}

/**
 * Fetches results from the job's own message. Never as links, because addresses of Discord's files expire within a day.
 * @returns undefined if not all of the task's files can be fetched.
 */
async function fromMessage(
  { entry, fetcher, finish, fit, log, shownAddresses, signal }: TaskContext,
  task: JobTask,
  name: string,
): Promise<FetchedTask | undefined> {
  if (task.state !== 'delivered' || task.delivery.how !== 'attached') return undefined;
  const shown = await shownAddresses();
  const files: FetchedAgain['files'] = [];
  try {
    for (const [index, { attachmentId }] of task.delivery.files.entries()) {
      const address = shown.get(attachmentId);
      const fetched = address && (await fetcher.fetch(address, `${name}-message${index}`, { signal }));
      const fitted = fetched && (await fit(fetched));
      const file = fitted && (await finish(fitted, fetched));
      if (!file) return undefined;
      const role = index === 0 ? 'result' : 'audio';
      files.push({ ...newFileOf(file, task.key, role), address, sizeBytes: file.sizeBytes });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    const facts = logFacts(entry, task.key);
    log.info({ ...facts, err: error }, 'a result could not be fetched from its message either');
    return undefined;
  }
  return files.length > 0 ? { files } : undefined;
}

async function stillOf(
  files: FetchedAgain['files'],
  limitBytes: number,
  take: (clip: NewFile) => Promise<FinishedFile | undefined>,
): Promise<Still | undefined> {
  const clip = files.find(({ mimeType }) => mimeType.startsWith('video/'));
  if (!clip || files.some(({ mimeType }) => mimeType.startsWith('image/'))) return undefined;
  const still = await take(clip);
  const filesBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (!still || filesBytes + still.sizeBytes > limitBytes) return undefined;
  const { path, pieces, mimeType, extension } = still;
  return { path, ...(pieces && { pieces }), mimeType, name: `easel-${clip.taskKey}-still.${extension}` };
}
