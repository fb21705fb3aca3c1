import {
  BadKeyError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskApiError,
  UnavailableError,
} from '../../task-api/errors.ts';
import type { Task } from '../../task-api/task-api.ts';
import type { JobsContext, logFacts } from '../context.ts';
import { type Job, type JobTask, type JobTaskIn, withTask } from '../job.ts';
import type { Progress } from '../progress.ts';
import { replaceTask, untilStored } from '../records/records.ts';
import { afterPoll, leaveUnconfirmed } from '../task-steps.ts';
import { EARLY_PROBE_MS, nextPollDelayMs } from './poll-schedule.ts';
import type { Poll } from './poller.ts';
import { observedRun, type SeenRun, scheduleFor } from './run-times.ts';

/** What is kept in memory of a task that waits for the service; times are on the monotonic clock. */
export interface TaskPoll extends Poll, SeenRun {
  modelId: string;
  serviceState: 'queued' | 'running';
  /** Its record on disk says that it runs. */
  isRunKept: boolean;
  /** When it was submitted, in milliseconds since 1970, as its record has it. */
  submittedDateMs: number;
  /** When this process began to wait for it. */
  takenUpAtMs: number;
  /** When it surely was not done: the end lies after it. Unknown after a restart. */
  unfinishedAtMs: number | undefined;
  /** Since when the service does not know the task. */
  refusedSinceMs: number | undefined;
  /** Failures one after the other. */
  failures: number;
}

/** "Not now" for so long means that the service will not tell (an unknown task is not documented). */
const REFUSALS_MS = 30 * 60_000;
const LONGEST_FAILURE_DELAY_MS = 60_000;
/** A longer Retry-After is asked again before it is over. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** All tasks wait when the service asks for fewer requests, but no longer than this. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/** A task that was just taken: looked at again when the schedule says so. */
export function firstPoll(context: JobsContext, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const recovered = recoveredPoll(context, job, task);
  const entry: TaskPoll = { ...recovered, unfinishedAtMs: recovered.submittedAtMs };
  return { ...entry, dueAtMs: nextDueAtMs(context, entry) };
}

/** A task that a restart found: nobody looked for who knows how long, so it is due at once. */
export function recoveredPoll({ clock }: JobsContext, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const monotonic = (atMs: number): number => clock.monotonicMs() - Math.max(0, clock.now() - atMs);
  const runningSinceMs = task.runningSinceMs === undefined ? undefined : monotonic(task.runningSinceMs);
  return {
    jobId: job.id,
    taskKey: task.key,
    taskId: task.taskId,
    guildId: job.place.guildId,
    dueAtMs: clock.monotonicMs(),
    modelId: job.request.modelId,
    serviceState: task.serviceState,
    isRunKept: task.serviceState === 'running',
    submittedAtMs: monotonic(task.submittedAtMs),
    submittedDateMs: task.submittedAtMs,
    takenUpAtMs: clock.monotonicMs(),
    runningSinceMs,
    queuedAtMs: runningSinceMs,
    unfinishedAtMs: undefined,
    refusedSinceMs: undefined,
    failures: 0,
  };
}

function nextDueAtMs({ clock, models, random }: JobsContext, entry: TaskPoll): number {
  const now = clock.monotonicMs();
  const runTimes = models.runTimes(entry.modelId);
  return (
    now +
    nextPollDelayMs({
      schedule: scheduleFor(runTimes, entry),
      queuedDelayMs: runTimes.queuedDelayMs,
      sinceEarlyFailure: models.durations(entry.modelId).sinceEarlyFailure,
      sinceSubmittedMs: now - entry.submittedAtMs,
      sinceStartedMs: now - (entry.runningSinceMs ?? entry.submittedAtMs),
      random: random(),
    })
  );
}

export interface Polling {
  /** Looks at a task once. Resolves with when to look again, or undefined when it needs no more looking. Never rejects. */
  look(entry: TaskPoll, stop: AbortSignal): Promise<number | undefined>;
  /** Whether its longest wait is over. */
  isOverdue(entry: TaskPoll): boolean;
  /** Leaves the task unconfirmed. @throws StoreError when `stop` aborts while the store fails. */
  giveUp(entry: TaskPoll, stop: AbortSignal, why: 'waited too long' | 'task not found'): Promise<undefined>;
}

/** @param pauseUntil holds back the polls of all tasks. */
export function createPolling(context: JobsContext, progress: Progress, pauseUntil: (atMs: number) => void): Polling {
  const { clock, isClockRight, limits, locks, log, models, random, records, taskApi, watch } = context;
  /** Of all tasks, one after the other: the service counts them together. */
  let rateLimits = 0;

  /** A clock that is wrong would make every task that a start finds too old at once. */
  const isOverdue = ({ submittedDateMs, takenUpAtMs }: TaskPoll): boolean =>
    clock.monotonicMs() - takenUpAtMs > limits.longestWaitMs ||
    (isClockRight() && clock.now() - submittedDateMs > limits.longestWaitMs);

  /** Writes what was seen. Resolves with the task as it is now, or undefined when nobody waits for it any more. */
  const write = async (
    entry: TaskPoll,
    stop: AbortSignal,
    decide: (task: JobTaskIn<'submitted'>) => JobTask,
  ): Promise<JobTask | undefined> => {
    let isAwaited = false;
    const task = await replaceTask(context, entry.jobId, entry.taskKey, stop, (before) => {
      isAwaited = before.state === 'submitted';
      return before.state === 'submitted' ? decide(before) : before;
    });
    return isAwaited ? task : undefined;
  };

  /** As `write`, with whatever is written of the job next. */
  const note = async (
    { jobId, taskKey }: TaskPoll,
    stop: AbortSignal,
    decide: (task: JobTaskIn<'submitted'>) => JobTask,
  ): Promise<JobTask | undefined> => {
    let noted: JobTask | undefined;
    await untilStored(context, stop, () =>
      locks.run(jobId, () =>
        records.note(jobId, (job) => {
          const task = job.tasks.find(({ key }) => key === taskKey);
          if (task?.state !== 'submitted') return job;
          noted = decide(task);
          return withTask(job, noted);
        }),
      ),
    );
    return noted;
  };

  const logState = (entry: TaskPoll, state: string): void =>
    log.info({ ...factsOf(entry), durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) }, `task ${state}`);

  const giveUp: Polling['giveUp'] = async (entry, stop, why) => {
    const task = await write(entry, stop, (before) => leaveUnconfirmed(before, why));
    // Also where it was written already: by a write that seemed to fail.
    void progress.advance(entry.jobId);
    if (!task) return;
    log.error(
      { ...factsOf(entry), why, durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) },
      'task left unconfirmed: its hold stays until an operator decides',
    );
  };

  /** Nobody here waits for the delivery: a look holds one of few places. */
  const finished = async (entry: TaskPoll, seen: Task, stop: AbortSignal): Promise<void> => {
    const now = clock.monotonicMs();
    const nowMs = clock.now();
    const task = await write(entry, stop, (before) => afterPoll(before, seen, nowMs));
    void progress.advance(entry.jobId);
    if (!task) return;
    logState(entry, task.state);
    learn(entry, seen.state, now);
  };

  const learn = (entry: TaskPoll, state: Task['state'], now: number): void => {
    if (entry.unfinishedAtMs === undefined || !isClockRight()) return;
    if (state === 'failed') {
      models.learnFailure(entry.modelId, entry.unfinishedAtMs - entry.submittedAtMs < EARLY_PROBE_MS / 2);
      return;
    }
    const { notBeforeMs, seenAfterMs } = observedRun(entry, entry.unfinishedAtMs, now);
    models.learnDuration(entry.modelId, notBeforeMs, seenAfterMs);
  };

  /** Most are done by the next look: only one that is seen running twice is worth a commit. */
  const seenRunning = async (entry: TaskPoll, stop: AbortSignal): Promise<boolean> => {
    const now = clock.monotonicMs();
    const isFirst = entry.serviceState === 'queued';
    if (!isFirst && entry.isRunKept) return true;
    // Where nobody saw it queued it ran from the start, for all that is known; else from between the last two looks.
    const sinceMs =
      entry.runningSinceMs ??
      (wasWatched(entry) ? entry.submittedAtMs : now - (now - (entry.queuedAtMs ?? entry.submittedAtMs)) / 2);
    const runningSinceMs = Math.round(clock.now() - (now - sinceMs));
    const running = (before: JobTaskIn<'submitted'>): JobTask => ({
      ...before,
      serviceState: 'running',
      runningSinceMs,
    });
    const task = await (isFirst ? note(entry, stop, running) : write(entry, stop, running));
    if (!task) return false;
    entry.runningSinceMs = sinceMs;
    entry.serviceState = 'running';
    entry.isRunKept = !isFirst;
    if (isFirst) logState(entry, 'running');
    return true;
  };

  const answered = async (entry: TaskPoll, seen: Task, stop: AbortSignal): Promise<number | undefined> => {
    const now = clock.monotonicMs();
    if (seen.state === 'success' || seen.state === 'failed') {
      await finished(entry, seen, stop);
      return undefined;
    }
    if (seen.state === 'unknown') {
      log.warn({ ...factsOf(entry), status: seen.status }, 'the service tells a state that its document does not list');
    }
    if (isOverdue(entry)) return giveUp(entry, stop, 'waited too long');
    if (seen.state === 'running') {
      if (!(await seenRunning(entry, stop))) return undefined;
      progress.refresh(entry);
    } else if (seen.state === 'queued') {
      entry.queuedAtMs = now;
    }
    entry.unfinishedAtMs = now;
    entry.failures = 0;
    entry.refusedSinceMs = undefined;
    return nextDueAtMs(context, entry);
  };

  const failed = async (entry: TaskPoll, error: TaskApiError, stop: AbortSignal): Promise<number | undefined> => {
    const now = clock.monotonicMs();
    if (isOverdue(entry)) return giveUp(entry, stop, 'waited too long');
    // Neither is a fault of the task: it is due again as soon as the service answers.
    if (error instanceof BadKeyError || error instanceof NotTheServiceError) return now;
    // A status of 404 from who knows whom says nothing of the task.
    if (error instanceof RefusedError && watch.status !== 'unrecognised') {
      entry.refusedSinceMs ??= now;
      if (now - entry.refusedSinceMs > REFUSALS_MS) return giveUp(entry, stop, 'task not found');
    }
    entry.failures += 1;
    const backOffMs = backOff(entry.failures);
    const asked =
      error instanceof RateLimitedError || error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : 0;
    if (error instanceof RateLimitedError) {
      rateLimits += 1;
      pauseUntil(now + Math.min(error.retryAfterMs ?? backOff(rateLimits), LONGEST_PAUSE_MS));
    }
    return now + Math.max(backOffMs * (0.5 + 0.5 * random()), Math.min(asked, LONGEST_RETRY_AFTER_MS));
  };

  const look: Polling['look'] = async (entry, stop) => {
    try {
      const seen = await taskApi.query(entry.taskId, { signal: stop }).catch((error: unknown) => {
        if (error instanceof TaskApiError) return error;
        throw error;
      });
      if (seen instanceof TaskApiError) {
        watch.heard(seen);
        log.debug({ ...factsOf(entry), err: seen }, 'a poll failed');
        return await failed(entry, seen, stop);
      }
      watch.heard();
      rateLimits = 0;
      return await answered(entry, seen, stop);
    } catch (error) {
      if (stop.aborted) return undefined;
      log.error({ ...factsOf(entry), err: error }, 'a poll stumbled; the task is looked at again');
      return clock.monotonicMs() + LONGEST_FAILURE_DELAY_MS;
    }
  };

  return { look, isOverdue, giveUp };
}

/** Since its create by this process, and it was never in the queue when it looked. */
function wasWatched({ queuedAtMs, unfinishedAtMs }: TaskPoll): boolean {
  return queuedAtMs === undefined && unfinishedAtMs !== undefined;
}

function backOff(failures: number): number {
  return Math.min(1000 * 2 ** Math.min(failures, 10), LONGEST_FAILURE_DELAY_MS);
}

function factsOf({ jobId, guildId, taskKey }: TaskPoll): ReturnType<typeof logFacts> {
  return { job: jobId, server: guildId, task: taskKey };
}
