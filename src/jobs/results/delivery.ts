import type { MediaFile } from '../../media/media.ts';
import { type JobsContext, logFacts } from '../context.ts';
import { CAUTIOUS_LIMIT_BYTES, type Delivery, type Job, type JobTaskIn, type Place, type ShownFile } from '../job.ts';
import type { NewFile, ShowOutcome } from '../ports.ts';
import type { Fitting } from './fitting.ts';
import { type ResultFetching, soundNameOf } from './result-fetching.ts';

export type DeliveryOutcome =
  | { outcome: 'delivered'; delivery: Delivery; place: Place }
  /** Something is in the way for now. */
  | { outcome: 'later'; waitsFor: 'file' | 'message'; retryAfterMs: number | undefined };

type KeptReason = Extract<Delivery, { how: 'kept' }>['reason'];

export interface DeliveryParts {
  fetching: ResultFetching;
  fitting: Fitting;
  /** Shows the result in the job's message. */
  show: (delivery: Delivery, files: readonly NewFile[]) => Promise<ShowOutcome>;
  /** Called when fetching ended, whichever way: nobody else shows the job from then on. */
  onFetched: () => Promise<void>;
  /** How long fetching this result, or showing it, has failed in this run of the bot. */
  failsForMs: (what: 'file' | 'message') => number;
}

/** For so long a result that cannot be fetched or shown is tried again. */
const FETCH_TRIES_MS = 15 * 60_000;
const SHOW_TRIES_MS = 6 * 3_600_000;
/** A little room for the request around the file. */
export const LIMIT_SHARE = 0.98;
/** A file of which Discord refused the size is made clearly smaller. */
const AFTER_REFUSAL_SHARE = 0.75;

/**
 * Brings one result to its member: fetches it, makes it fit, shows it. The file falls back from attached, to made
 * smaller, to linked; the message from edit to new message to the member's history.
 */
export async function deliver(
  context: JobsContext,
  job: Job,
  task: JobTaskIn<'delivering'>,
  { fetching, fitting, show, onFetched, failsForMs }: DeliveryParts,
): Promise<DeliveryOutcome> {
  const kept = (reason: KeptReason): DeliveryOutcome => ({
    outcome: 'delivered',
    delivery: { how: 'kept', reason },
    place: job.place,
  });
  const concluded = async (
    shown: ShowOutcome,
    deliveryOf: (files: ShownFile[]) => Delivery,
  ): Promise<DeliveryOutcome> => {
    switch (shown.outcome) {
      case 'shown':
        return { outcome: 'delivered', delivery: deliveryOf(shown.files), place: shown.place };
      case 'unavailable':
        if (failsForMs('message') >= SHOW_TRIES_MS) return kept('no place');
        return { outcome: 'later', waitsFor: 'message', retryAfterMs: shown.retryAfterMs };
      case 'file gone':
        await fetching.remove(task.key);
        return { outcome: 'later', waitsFor: 'file', retryAfterMs: undefined };
      case 'no place':
      case 'too large':
        return kept('no place');
    }
  };
  const link = async (address: string): Promise<DeliveryOutcome> => {
    const linked: Delivery = { how: 'linked', address };
    return concluded(await show(linked, []), () => linked);
  };

  if (job.cancelledAtMs !== undefined) return kept('cancelled');

  const fetched = await fetching.fetch(job, task).finally(onFetched);
  switch (fetched.outcome) {
    case 'later':
      if (failsForMs('file') >= FETCH_TRIES_MS) return kept('not fetched');
      return { outcome: 'later', waitsFor: 'file', retryAfterMs: undefined };
    case 'too large':
      return link(fetched.address);
    case 'refused address':
    case 'not fetched':
      return kept(fetched.outcome);
    case 'file':
      break;
  }

  let limitBytes = Math.floor(job.place.uploadLimitBytes * LIMIT_SHARE);
  for (let tries = 0; tries < 2; tries++) {
    const file = await fitting.fit(job, task.key, fetched.file, limitBytes);
    if (!file) break;
    const madeSmaller = file !== fetched.file && file.isLossless !== true;
    const how = { how: 'attached' as const, madeSmaller, ...(madeSmaller && { originalAddress: fetched.address }) };
    const sound = fetched.sound && fetched.sound.sizeBytes <= limitBytes ? fetched.sound : undefined;
    const files = newFilesOf(task.key, file, sound);
    const names = files.map(({ name }) => ({ attachmentId: '', name }));
    const shown = await show({ ...how, files: names }, files);
    if (shown.outcome !== 'too large') return concluded(shown, (placed) => ({ ...how, files: placed }));
    context.log.info({ ...logFacts(job, task.key), sizeBytes: file.sizeBytes }, 'Discord refused the size of the file');
    const largestBytes = Math.max(file.sizeBytes, sound?.sizeBytes ?? 0);
    limitBytes = Math.floor(Math.min(CAUTIOUS_LIMIT_BYTES * LIMIT_SHARE, largestBytes * AFTER_REFUSAL_SHARE));
  }
  return link(fetched.address);
}

function newFilesOf(taskKey: string, file: MediaFile, sound: MediaFile | undefined): NewFile[] {
  const files: NewFile[] = [
    { path: file.path, name: `easel-${taskKey}.${file.extension}`, mimeType: file.mimeType, taskKey, role: 'result' },
  ];
  if (sound) {
    const { path, mimeType, extension } = sound;
    files.push({ path, mimeType, taskKey, role: 'audio', name: `easel-${soundNameOf(taskKey)}.${extension}` });
  }
  return files;
}
