import { FetchError, type MediaFile } from '../../media/media.ts';
import { TaskApiError } from '../../task-api/errors.ts';
import type { JobsContext } from '../context.ts';
import { createMessageFetching, type MessageFetching } from '../from-message.ts';
import { isFetchable, type JobTask } from '../job.ts';
import type { NewFile } from '../ports.ts';
import type { HistoryEntry } from '../records/history.ts';
import { LIMIT_SHARE } from './delivery.ts';
import type { Fitting } from './fitting.ts';
import { soundNameOf } from './result-fetching.ts';
import { fetchingInTurn, type ResultPlaces } from './result-places.ts';

/** What could be had once more of an ended job. */
export interface FetchedAgain {
  /** Results, each with its sound after it; with the addresses that they came from, should they not be taken. */
  files: (NewFile & { address: string; sizeBytes: number })[];
  /** Addresses of results that are too large to upload. */
  links: string[];
  /** Results that neither the service nor the job's message has any more. */
  gone: number;
  /** Results that could not be fetched just now. */
  failed: number;
  /** A picture of the first clip, where nothing else is a picture, one can be taken, and it has room beside the files. */
  still(): Promise<Still | undefined>;
  /** Removes the files; to be called when they were sent. */
  discard(): Promise<void>;
}

type FetchedTasks = Pick<FetchedAgain, 'files' | 'links' | 'gone' | 'failed'>;

export type Still = Pick<NewFile, 'path' | 'name' | 'mimeType'>;

/**
 * Asks the service for fresh addresses of a job's results, and fetches them; what it does not give is taken from the job's
 * own message, where that shows it.
 * @throws the signal's reason when it aborted; the file system's error when the disk failed. Nothing is left behind then.
 */
export async function fetchAgain(
  outer: JobsContext,
  { places, fitting }: { places: ResultPlaces; fitting: Fitting },
  entry: HistoryEntry,
  limitBytes: number,
  signal: AbortSignal,
): Promise<FetchedAgain> {
  const context = { ...outer, fetcher: fetchingInTurn(outer.fetcher, places, entry) };
  const names: string[] = [];
  const fittingBytes = Math.floor(limitBytes * LIMIT_SHARE);
  const fetched: FetchedAgain = {
    files: [],
    links: [],
    gone: 0,
    failed: 0,
    still: () => stillOf(fetched.files, fittingBytes, (clip) => fitting.stillOf(entry, clip, signal)),
    discard: async () => {
      await context.results.remove(...names);
    },
  };
  const fit: Fit = (file) => fitting.fitOnce(entry, file, fittingBytes, signal);
  const message = createMessageFetching(context, entry, names, signal);
  const fetchTask = async (task: JobTask & { taskId: string }): Promise<FetchedTasks> => {
    const own: FetchedTasks = { files: [], links: [], gone: 0, failed: 0 };
    // Two presses at once must not share a file.
    const name = `again-${task.key}-${Math.floor(context.random() * 1e9).toString(36)}`;
    names.push(name, soundNameOf(name));
    const missing = await fetchOne(context, task, name, { limitBytes: fittingBytes, fit }, own, signal);
    if (missing && !(await takeFromMessage(message, task, name, fit, own))) own[missing] += 1;
    return own;
  };
  // Every one ends before anything is removed.
  const tasks = await Promise.allSettled(entry.tasks.filter(isFetchable).map(fetchTask));
  const failure = tasks.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') {
    await fetched.discard();
    throw failure.reason;
  }
  for (const task of tasks) if (task.status === 'fulfilled') add(fetched, task.value);
  return fetched;
}

function add(into: FetchedTasks, { files, links, gone, failed }: FetchedTasks): void {
  into.files.push(...files);
  into.links.push(...links);
  into.gone += gone;
  into.failed += failed;
}

async function stillOf(
  files: FetchedAgain['files'],
  limitBytes: number,
  take: (clip: NewFile) => Promise<MediaFile | undefined>,
): Promise<Still | undefined> {
  const clip = files.find(({ mimeType }) => mimeType.startsWith('video/'));
  if (!clip || files.some(({ mimeType }) => mimeType.startsWith('image/'))) return undefined;
  const still = await take(clip);
  const filesBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (!still || filesBytes + still.sizeBytes > limitBytes) return undefined;
  const { path, mimeType, extension } = still;
  return { path, mimeType, name: `easel-${clip.taskKey}-still.${extension}` };
}

/** Undefined where it cannot be made to fit. */
type Fit = (file: MediaFile) => Promise<MediaFile | undefined>;

/** @returns what is to be said where the service does not give it. */
async function fetchOne(
  context: JobsContext,
  task: { key: string; taskId: string },
  name: string,
  { limitBytes, fit }: { limitBytes: number; fit: Fit },
  into: FetchedTasks,
  signal: AbortSignal,
): Promise<'gone' | 'failed' | undefined> {
  const { fetcher, taskApi, watch } = context;
  try {
    const seen = await taskApi.query(task.taskId, { signal });
    watch.heard();
    const address = seen.state === 'success' ? (seen.resultUrl ?? seen.audioUrl) : undefined;
    if (address === undefined) return 'gone';
    const fetched = await fetcher.fetch(address, name, { signal });
    const file = await fit(fetched);
    if (!file) {
      into.links.push(address);
      return undefined;
    }
    into.files.push(newFile(file, address, task.key, 'result'));
    if (seen.state !== 'success' || seen.audioUrl === undefined || seen.audioUrl === address) return undefined;
    const sound = await fetchSound(context, task.key, seen.audioUrl, soundNameOf(name), signal);
    if (sound && sound.sizeBytes <= limitBytes) into.files.push(newFile(sound, seen.audioUrl, task.key, 'audio'));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskApiError) {
      watch.heard(error);
      return 'failed';
    }
    if (error instanceof FetchError) return error.reason === 'gone' ? 'gone' : 'failed';
    throw error;
  }
}

/** Sound is a companion here as in the first delivery: where it cannot be had, the result comes without it. */
async function fetchSound(
  { fetcher, log }: JobsContext,
  taskKey: string,
  address: string,
  name: string,
  signal: AbortSignal,
): Promise<MediaFile | undefined> {
  try {
    return await fetcher.fetch(address, name, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    log.warn({ task: taskKey, err: error }, 'the sound could not be fetched again; the result comes without it');
    return undefined;
  }
}

/** Not as links: the addresses of Discord's files end within a day. @returns whether all of the task's files were had. */
async function takeFromMessage(
  message: MessageFetching,
  task: JobTask,
  name: string,
  fit: Fit,
  into: FetchedTasks,
): Promise<boolean> {
  const files: FetchedAgain['files'] = [];
  for (const [index, { file, address }] of (await message.fetch(task, name)).entries()) {
    const fitting = await fit(file);
    if (!fitting) return false;
    files.push(newFile(fitting, address, task.key, index === 0 ? 'result' : 'audio'));
  }
  into.files.push(...files);
  return files.length > 0;
}

function newFile(
  { path, mimeType, extension, sizeBytes }: MediaFile,
  address: string,
  taskKey: string,
  role: NewFile['role'],
): FetchedAgain['files'][number] {
  const shown = role === 'audio' ? soundNameOf(taskKey) : taskKey;
  return { path, mimeType, name: `easel-${shown}.${extension}`, taskKey, role, address, sizeBytes };
}
