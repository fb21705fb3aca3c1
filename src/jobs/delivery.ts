import { fitPicture } from '../media/fit-picture.ts';
import { FetchError, type MediaFile } from '../media/media.ts';
import { TaskApiError } from '../task-api/errors.ts';
import { type JobsContext, logFacts } from './context.ts';
import { type Delivery, type Job, type JobTask, type JobTaskIn, type ShownFile, withTask } from './job.ts';
import type { NewFile, ShowOutcome } from './ports.ts';

/** Shows a job; `newFiles` are uploaded with it. */
export type Show = (job: Job, newFiles: readonly NewFile[]) => Promise<ShowOutcome>;

export type DeliveryOutcome =
  /** The job with its task delivered; what was shown is this job. */
  | { outcome: 'delivered'; job: Job }
  /** Something is in the way for now. */
  | { outcome: 'later'; retryAfterMs: number | undefined };

type KeptReason = Extract<Delivery, { how: 'kept' }>['reason'];

/** For so long a result that cannot be fetched or shown is tried again. */
const FETCH_TRIES_MS = 15 * 60_000;
const SHOW_TRIES_MS = 6 * 3_600_000;
/** Where Discord refuses a file under the limit it told: what servers without boosts took for years. */
const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;
/** A little room for the request around the file. */
const LIMIT_SHARE = 0.98;

/**
 * Brings one result to its member: fetches it, makes it fit, shows it. The file falls back from attached, to made
 * smaller, to linked; the message from edit to new message to the member's history.
 */
export async function deliver(
  context: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  show: Show,
  stop: AbortSignal,
): Promise<DeliveryOutcome> {
  const ageMs = context.clock.now() - task.firstTryAtMs;
  const withDelivery = (delivery: Delivery): Job => withTask(job, delivered(task, delivery));
  const kept = (reason: KeptReason): DeliveryOutcome => ({
    outcome: 'delivered',
    job: withDelivery({ how: 'kept', reason }),
  });
  if (job.cancelledAtMs !== undefined) return kept('cancelled');

  const fetched = await fetchResult(context, job, task, stop);
  if (fetched === 'later')
    return ageMs < FETCH_TRIES_MS ? { outcome: 'later', retryAfterMs: undefined } : kept('not fetched');
  if (fetched === 'refused address' || fetched === 'not fetched') return kept(fetched);
  const linked: Delivery = { how: 'linked', address: task.resultUrl };
  if (fetched === 'too large') return concluded(await show(withDelivery(linked), []), () => linked);

  const audio = await fetchAudio(context, job, task, stop);
  const limitBytes = Math.floor(job.place.uploadLimitBytes * LIMIT_SHARE);
  for (const limit of [limitBytes, Math.floor(Math.min(limitBytes, CAUTIOUS_LIMIT_BYTES) * LIMIT_SHARE)]) {
    const fitting = await fit(context, fetched, limit);
    if (!fitting) continue;
    const files = newFilesOf(task.key, fitting.file, audio && audio.sizeBytes <= limit ? audio : undefined);
    const names = files.map(({ name }) => ({ attachmentId: '', name }));
    const shown = await show(withDelivery({ how: 'attached', files: names, madeSmaller: fitting.changed }), files);
    if (shown.outcome === 'too large') {
      context.log.info(
        { ...logFacts(job, task.key), sizeBytes: fitting.file.sizeBytes },
        'Discord refused the size of the file',
      );
      continue;
    }
    return concluded(shown, (placed) => ({ how: 'attached', files: placed, madeSmaller: fitting.changed }));
  }

  return concluded(await show(withDelivery(linked), []), () => linked);

  function concluded(shown: ShowOutcome, deliveryOf: (files: ShownFile[]) => Delivery): DeliveryOutcome {
    switch (shown.outcome) {
      case 'shown':
        return { outcome: 'delivered', job: { ...withDelivery(deliveryOf(shown.files)), place: shown.place } };
      case 'unavailable':
        if (ageMs < SHOW_TRIES_MS) return { outcome: 'later', retryAfterMs: shown.retryAfterMs };
        return kept('no place');
      case 'no place':
      case 'too large':
        return kept('no place');
    }
  }
}

function delivered(task: JobTaskIn<'delivering'>, delivery: Delivery): JobTask {
  const { firstTryAtMs: _, ...rest } = task;
  return { ...rest, state: 'delivered', delivery };
}

/** The result on disk, or why not. An address that no longer works is asked for once more: the service may have a fresh one. */
async function fetchResult(
  context: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<MediaFile | 'later' | 'too large' | 'not fetched' | 'refused address'> {
  const { fetcher, log } = context;
  const facts = logFacts(job, task.key);
  try {
    return await fetcher.fetch(task.resultUrl, task.key, { signal: stop }).catch(async (error: unknown) => {
      if (!(error instanceof FetchError) || !(error.retry || error.reason === 'gone')) throw error;
      const address = await freshAddress(context, task, stop);
      if (address === undefined || address === task.resultUrl) throw error;
      return await fetcher.fetch(address, task.key, { signal: stop });
    });
  } catch (error) {
    stop.throwIfAborted();
    log.warn({ ...facts, err: error }, 'the result could not be fetched');
    // Anything else is this machine's own trouble, a full disk for one: it may pass.
    if (!(error instanceof FetchError)) return 'later';
    switch (error.reason) {
      case 'bad address':
      case 'private address':
        return 'refused address';
      case 'too large':
        return 'too large';
      case 'not media':
      case 'too many redirects':
        return 'not fetched';
      case 'gone':
      case 'unavailable':
      case 'too slow':
        return 'later';
    }
  }
}

async function freshAddress(
  { taskApi, watch }: JobsContext,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<string | undefined> {
  try {
    const seen = await taskApi.query(task.taskId, { signal: stop });
    return seen.state === 'success' ? (seen.resultUrl ?? seen.audioUrl) : undefined;
  } catch (error) {
    if (!(error instanceof TaskApiError)) throw error;
    watch.heard(error);
    return undefined;
  }
}

async function fit(
  { results }: JobsContext,
  file: MediaFile,
  limitBytes: number,
): Promise<{ file: MediaFile; changed: boolean } | undefined> {
  if (file.sizeBytes <= limitBytes) return { file, changed: false };
  return file.kind === 'image' ? fitPicture(file, limitBytes, results.path) : undefined;
}

/** Sound is a companion: where it cannot be had, the result goes without it. */
async function fetchAudio(
  { fetcher, log }: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  stop: AbortSignal,
): Promise<MediaFile | undefined> {
  if (task.audioUrl === undefined) return undefined;
  try {
    return await fetcher.fetch(task.audioUrl, soundNameOf(task.key), { signal: stop });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    log.warn({ ...logFacts(job, task.key), err: error }, 'the sound could not be fetched; delivering without it');
    return undefined;
  }
}

function newFilesOf(taskKey: string, file: MediaFile, audio: MediaFile | undefined): NewFile[] {
  const files: NewFile[] = [
    { path: file.path, name: `easel-${taskKey}.${file.extension}`, mimeType: file.mimeType, taskKey, role: 'result' },
  ];
  if (audio) {
    const { path, mimeType, extension } = audio;
    files.push({ path, mimeType, taskKey, role: 'audio', name: `easel-${soundNameOf(taskKey)}.${extension}` });
  }
  return files;
}

/** The name of a task's sound among the results in flight. */
export function soundNameOf(taskKey: string): string {
  return `${taskKey}-sound`;
}
