import type { FairLimit } from '../engine/fair-limit.ts';
import { createLane, type Lane, type Next } from '../engine/lane.ts';
import type { JobsContext } from './context.ts';
import { createEnding } from './ending.ts';
import type { Job } from './job.ts';
import { due } from './life.ts';
import { createPendingMessages, type Show } from './pending-messages.ts';
import type { NewFile } from './ports.ts';
import { createDelivering } from './results/delivering.ts';
import { createDeliveringAll } from './results/delivering-all.ts';
import type { Fitting } from './results/fitting.ts';
import { askerOf, type ResultPlaces } from './results/result-places.ts';

/**
 * Takes jobs as far as they go without waiting for the service: delivers, shows, ends. Everything it decides it reads from the
 * record, so a job that a start found goes the same way as one that never stopped.
 */
export interface Progress {
  /** Something happened to the job: whatever it waited for, it goes on as soon as it has a turn. Returns at once. */
  advance(jobId: string, guildId: string): void;
  /** The same for somebody who waits for it. Never rejects: what does not work is tried again by itself. */
  advanceNow(jobId: string, guildId: string): Promise<void>;
  /** Brings the message of a job that goes on up to date when nothing of more importance is shown. Returns at once. */
  refresh(jobId: string, guildId: string): void;
  /** Until `stop` aborts, and what is under way has ended. */
  run(stop: AbortSignal): Promise<void>;
}

export interface ProgressParts {
  places: ResultPlaces;
  fitting: Fitting;
  /** Settles what was cut short. @returns whether it goes on as a job. */
  settle: (jobId: string) => Promise<boolean>;
  onEnded: (job: Job) => void;
}

/** Most of them wait in queues of their own, or end at once. */
const JOBS_AT_ONCE = 1_000;
/** Edits of all servers that only show how far jobs are. Results and endings don't wait for them. */
const PROGRESS_EDITS_PER_SECOND = 20;
const SECOND_MS = 1_000;

export function createProgress(context: JobsContext, parts: ProgressParts, stop: AbortSignal): Progress {
  const { clock, log, records } = context;
  const { places } = parts;
  const messages = createPendingMessages(context, stop);
  const show: Show = (job, newFiles) =>
    turnsFor(newFiles, places).run(askerOf(job), () => messages.show(job, newFiles), stop);
  const ending = createEnding(context, { show, onEnded: parts.onEnded, forget: messages.forget }, stop);
  const { isShown } = messages;
  const delivering = { ...parts, ...{ show, isShown, isAwaited: ending.isAwaited, afterEnd: ending.afterEnd } };
  const results = createDeliveringAll(context, createDelivering(context, delivering, stop));

  /** Jobs with a step under way, which asks for a progress edit at its end. */
  const stepping = new Set<string>();
  const step = async (jobId: string, failingForMs: number): Promise<Next> => {
    if (!(await parts.settle(jobId))) return undefined;
    const next = await results.deliver(jobId);
    const job = await records.get(jobId);
    if (!job || next) return next;
    if (due(job).some(({ what }) => what === 'end')) return ending.end(job, failingForMs);
    if (!messages.isDue(job)) return undefined;
    // A member pressed a button and looks at the message.
    if (job.cancelledAtMs !== undefined) await show(job, []);
    else refreshing.due(jobId, job.place.guildId);
    return undefined;
  };
  const driver: Lane = createLane({
    ...{ clock, log, name: 'job', atOnce: JOBS_AT_ONCE },
    step: async (jobId, { failingForMs }) => {
      stepping.add(jobId);
      return step(jobId, failingForMs).finally(() => stepping.delete(jobId));
    },
  });

  /** Decides at its turn whether the edit is still worth sending: a step shows more than it does. @returns whether it was sent. */
  const refresh = async (jobId: string): Promise<boolean> => {
    if (stepping.has(jobId)) return false;
    return driver.alone(jobId, async () => {
      const job = await records.get(jobId);
      if (!job || hasNews(job) || !messages.isDue(job)) return false;
      await messages.show(job, []);
      return true;
    });
  };
  const refreshing: Lane = createLane({
    ...{ clock, log, name: 'job message', atOnce: PROGRESS_EDITS_PER_SECOND },
    step: async (jobId, { signal }) => {
      const startedMs = clock.monotonicMs();
      // Holds its slot for a second, which limits the edits of all jobs together, and those of each job to one a second.
      if (await refresh(jobId)) await clock.sleep(startedMs + SECOND_MS - clock.monotonicMs(), signal);
      return undefined;
    },
  });

  return {
    advance: (jobId, guildId) => {
      results.wake(jobId);
      driver.hurry(jobId, guildId);
    },
    advanceNow: driver.step,
    refresh: refreshing.due,
    run: async (signal) => {
      await Promise.all([driver.run(signal), refreshing.run(signal)]);
    },
  };
}

function turnsFor(newFiles: readonly NewFile[], { pictureUploads, shows, uploads }: ResultPlaces): FairLimit {
  if (newFiles.length === 0) return shows;
  return newFiles.every(({ mimeType }) => mimeType.startsWith('image/')) ? pictureUploads : uploads;
}

/** Whether a step shows more of it than how far it is. */
function hasNews(job: Job): boolean {
  return due(job).some(({ what }) => what === 'deliver' || what === 'end');
}
