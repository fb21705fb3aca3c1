import { RetryLater } from '../../engine/lane.ts';
import { askerOf, fromClipsOf, type Job, logFacts } from '../job/job.ts';
import type { PendingMessages } from '../messages/pending-messages.ts';
import type { StepParts } from '../ports/parts.ts';
import { recordTask } from '../records/recorder.ts';
import type { ClipWork } from './clip-work.ts';
import type { Fitting } from './fitting.ts';
import { LIMIT_SHARE, newFileOf } from './result-files.ts';

/** How long to retry. The member waits, and their credits are held. */
const TRIES_MS = 2 * 60_000;

interface SourceFrameParts extends Pick<StepParts, 'finish' | 'log' | 'recorder' | 'results' | 'stop'> {
  clipWork: ClipWork;
  fitting: Fitting;
  messages: PendingMessages;
}

export type SourceFrames = ReturnType<typeof createSourceFrames>;

/**
 * Attaches the last frame of a clip to the pending message of the job that continues it, because the service fetches it
 * from an address.
 */
export function createSourceFrames(parts: SourceFrameParts) {
  const { clipWork, finish, fitting, log, messages, recorder, results, stop } = parts;

  const takeFrame = async (job: Job, name: string) => {
    const fromClips = fromClipsOf(job.request);
    const made = fromClips ? await clipWork.make(fromClips, name, askerOf(job), stop) : 'clip gone';
    if (made === 'later') throw new RetryLater();
    if (typeof made === 'string') return undefined;
    const fitted = await fitting.fitOnce(
      askerOf(job),
      made,
      Math.floor(job.location.uploadLimitBytes * LIMIT_SHARE),
      stop,
    );
    return fitted && finish(fitted, job, { signal: stop, original: made });
  };

  /** @returns whether the message shows it. */
  const attach = async (job: Job, taskKey: string): Promise<boolean> => {
    const name = `${taskKey}-frame`;
    try {
      const frame = await takeFrame(job, name);
      if (!frame) return false;
      const file = newFileOf(frame, taskKey, 'frame');
      const attached = { ...job, frame: { attachmentId: '', name: file.name, address: '' } };
      // Any other edit would remove the frame from the message until the record names it.
      return await messages.runExclusive(job.id, async () => {
        const shown = await messages.show(attached, [file]);
        const [sent] = shown.outcome === 'shown' ? shown.files : [];
        if (shown.outcome !== 'shown' || !sent?.address) return false;
        const framed = { kind: 'framed' as const, frame: sent, location: shown.location };
        await recorder.record(job.id, [framed, { kind: 'shown', shown: shown.shown }], { how: 'durable' });
        return true;
      });
    } finally {
      await results.remove(name);
    }
  };

  return {
    /** Ends the task if the frame can't be had. @throws RetryLater, and other errors, before it gives up. */
    attach: async (job: Job, taskKey: string, failingForMs: number): Promise<void> => {
      const isAttached = await attach(job, taskKey).catch((error: unknown) => {
        if (stop.aborted || failingForMs < TRIES_MS) throw error;
        log.error({ ...logFacts(job, taskKey), err: error }, 'the last frame of a clip could not be taken');
        return false;
      });
      if (!isAttached) await recordTask(recorder, job.id, { kind: 'not framed', taskKey });
    },
  };
}
