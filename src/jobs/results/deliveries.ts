import type { Asker } from '../../engine/fair-limit.ts';
import { createLane, type Lane, RetryLater } from '../../engine/lane.ts';
import type { MediaFile } from '../../media/files/media.ts';
import {
  askerOf,
  CAUTIOUS_LIMIT_BYTES,
  type Delivery,
  FAULTS_MS,
  findTask,
  type Job,
  type JobTaskIn,
  jobIdOfTask,
  type LinkReason,
  logFacts,
  needsFrame,
} from '../job/job.ts';
import type { Endings } from '../messages/ending.ts';
import type { PendingMessages } from '../messages/pending-messages.ts';
import { type FilesRefusal, isFilesRefusal } from '../ports/job-messages.ts';
import type { FinishedFile, StepParts } from '../ports/parts.ts';
import type { Fitting } from './fitting.ts';
import { type Conclude, createResultEdits, type ReadyResult, type ShownAt } from './result-edits.ts';
import { LIMIT_SHARE, newFileOf, type ResultFiles } from './result-files.ts';
import type { SourceFrames } from './source-frames.ts';

/** Results on disk, from before the download until they are shown. */
const DELIVERIES_AT_ONCE = 64;
/** The most files of a message. Results go before sounds. */
const FILES_MAX = 10;
/** After Discord refuses a file's size, make it clearly smaller. */
const AFTER_REFUSAL_SHARE = 0.75;

interface DeliveryParts extends Pick<StepParts, 'finish' | 'clock' | 'log' | 'recorder' | 'stop'> {
  files: ResultFiles;
  fitting: Fitting;
  messages: PendingMessages;
  endings: Endings;
  frames: SourceFrames;
  /** The task may be created now; or it failed, and its slot is free. */
  onFramed: (taskKey: string, asker: Asker) => void;
}

type Delivering = JobTaskIn<'delivering'>;
type KeptReason = Extract<Delivery, { how: 'kept' }>['reason'];

/**
 * Delivers results by task key, and before a clip is continued, the frame that it starts from. For a result: downloads each, makes it fit, shows it. A file falls back from attached to smaller to
 * linked; the message falls back from an edit to a new message to the author's history.
 */
export function createDeliveries(parts: DeliveryParts): Lane {
  const { clock, log, files, messages, recorder, endings, stop } = parts;

  /**
   * Reads everything that the recording needs, before the results are shown: a failure in between would show them again. The
   * job's last delivery is recorded in the commit that ends the job, if its message shows everything.
   */
  const prepare = async (job: Job): Promise<Conclude> => {
    const mayEnd = (await endings.isAwaited(job)) ? () => false : messages.isShown;
    return (results, shownAt) => conclude(job, results, shownAt, mayEnd);
  };
  const conclude = async (
    job: Job,
    results: readonly ReadyResult[],
    { shown, ...at }: ShownAt,
    mayEnd: (job: Job) => boolean,
  ): Promise<void> => {
    const delivered = results.map(({ files: _, ...result }) => ({ kind: 'delivered' as const, ...result, ...at }));
    const events = [...delivered, { kind: 'shown' as const, shown }];
    const recorded = await recorder.record(job.id, events, { how: 'durable', mayEnd });
    for (const { taskKey, delivery } of results) {
      await files.remove(taskKey);
      const task = findTask(job, taskKey);
      const durationMs = task && 'finishedAtMs' in task ? clock.now() - task.finishedAtMs : undefined;
      log.info({ ...logFacts(job, taskKey), how: delivery.how, durationMs }, 'task delivered');
    }
    if (recorded?.hasEnded) await endings.afterEnd(recorded.job, 'shown');
  };
  const showResult = createResultEdits({ clock, messages, recorder }, prepare);

  const keep = async (job: Job, task: Delivering, reason: KeptReason): Promise<void> => {
    const concludeWith = await prepare(job);
    const kept = { taskKey: task.key, delivery: { how: 'kept' as const, reason }, files: [] };
    await concludeWith([kept], { location: job.location, atMs: clock.now(), shown: undefined });
  };

  /** @returns why Discord refuses the files; undefined if nothing is left to do. @throws RetryLater */
  const show = async (job: Job, task: Delivering, ready: ReadyResult): Promise<FilesRefusal | undefined> => {
    const { outcome } = await showResult(job.id, ready);
    if (outcome === 'unreachable') await keep(job, task, 'unreachable');
    return isFilesRefusal(outcome) ? outcome : undefined;
  };
  /** What Easel made has no address. */
  const linkOrKeep = async (job: Job, task: Delivering, address?: string, why?: LinkReason): Promise<void> => {
    if (address === undefined) return keep(job, task, keptReasonOf(why));
    const ready = { taskKey: task.key, delivery: { how: 'linked' as const, address, ...(why && { why }) }, files: [] };
    if (await show(job, task, ready)) await keep(job, task, 'unreachable');
  };

  const deliver = async (job: Job, task: Delivering): Promise<void> => {
    if (job.cancelledAtMs !== undefined) return keep(job, task, 'cancelled');
    const fetched = await files.fetch(job, task);
    if (fetched.outcome === 'later') throw new RetryLater();
    if (fetched.outcome === 'too large') return linkOrKeep(job, task, fetched.address);
    if (fetched.outcome === 'not shown') return linkOrKeep(job, task, fetched.address, 'not shown');
    if (fetched.outcome !== 'file') return keep(job, task, fetched.outcome);

    let limitBytes = Math.floor(job.location.uploadLimitBytes * LIMIT_SHARE);
    for (let tries = 0; tries < 2; tries++) {
      const fitted = await parts.fitting.fit(job, task.key, fetched.file, limitBytes);
      if (!fitted) break;
      const file = await parts.finish(fitted, job, { signal: stop, original: fetched.file });
      if (!file) return linkOrKeep(job, task, fetched.address, 'prompt inside');
      const sound = await soundFor(parts, job, fetched.sound, limitBytes);
      const ready = readyResult(task.key, file, sound, fitted === fetched.file ? undefined : fetched.address);
      const refusal = await show(job, task, ready);
      if (refusal === undefined) return;
      if (refusal === 'not accepted') return linkOrKeep(job, task, fetched.address, 'not accepted');
      log.info({ ...logFacts(job, task.key), sizeBytes: file.sizeBytes }, 'Discord refused the size of the file');
      limitBytes = limitAfterRefusal(Math.max(file.sizeBytes, sound?.sizeBytes ?? 0));
    }
    await linkOrKeep(job, task, fetched.address);
  };

  return createLane({
    clock,
    log,
    name: 'task',
    atOnce: DELIVERIES_AT_ONCE,
    step: async (taskKey, { failingForMs }) => {
      const job = await recorder.get(jobIdOfTask(taskKey));
      const task = job && findTask(job, taskKey);
      if (job && task?.state === 'new' && needsFrame(job)) {
        await parts.frames.attach(job, taskKey, failingForMs);
        parts.onFramed(taskKey, askerOf(job));
      }
      if (!job || task?.state !== 'delivering') return undefined;
      await deliver(job, task).catch(async (error: unknown) => {
        await files.putOff(taskKey);
        if (error instanceof RetryLater || failingForMs < FAULTS_MS) throw error;
        log.error({ ...logFacts(job, taskKey), err: error }, 'a result could not be shown; it is in the history');
        await keep(job, task, 'fault');
      });
      return undefined;
    },
  });
}

/** Discord shows every kind of file that Easel makes. */
function keptReasonOf(why: LinkReason | undefined): KeptReason {
  return why === undefined || why === 'not shown' ? 'clip too large' : why;
}

function limitAfterRefusal(largestBytes: number): number {
  return Math.floor(Math.min(CAUTIOUS_LIMIT_BYTES * LIMIT_SHARE, largestBytes * AFTER_REFUSAL_SHARE));
}

/** The sound to send, if there is room for it in the message. */
async function soundFor(
  { finish, stop }: Pick<DeliveryParts, 'finish' | 'stop'>,
  job: Job,
  heard: MediaFile | undefined,
  limitBytes: number,
): Promise<FinishedFile | undefined> {
  if (!heard || heard.sizeBytes > limitBytes || job.tasks.length * 2 > FILES_MAX) return undefined;
  return finish(heard, job, { signal: stop });
}

/** @param originalAddress the original of a smaller copy. */
function readyResult(
  taskKey: string,
  file: FinishedFile,
  sound: FinishedFile | undefined,
  originalAddress: string | undefined,
): ReadyResult {
  const files = [newFileOf(file, taskKey, 'result'), ...(sound ? [newFileOf(sound, taskKey, 'audio')] : [])];
  const madeSmaller = originalAddress !== undefined && file.isLossless !== true;
  const delivery: Delivery = {
    how: 'attached',
    madeSmaller,
    ...(madeSmaller && { originalAddress }),
    ...(madeSmaller && file.isUnsigned && { isUnsigned: true }),
    files: files.map(({ name }) => ({ attachmentId: '', name })),
  };
  return { taskKey, delivery, files };
}
