import { BadKeyError, RateLimitedError, RefusedError, TaskApiError, UnavailableError } from '../task-api/errors.ts';
import { kindOf, type ModelId } from '../task-api/models.ts';
import type { Task } from '../task-api/task-api.ts';
import { type JobsContext, logFacts } from './context.ts';
import { type Job, type JobTaskIn, withTask } from './job.ts';
import { nextPollDelayMs } from './poll-schedule.ts';
import type { Poll } from './poller.ts';
import type { Progress } from './progress.ts';
import { untilStored } from './records.ts';
import { afterPoll, leaveUnconfirmed } from './task-steps.ts';

/** What is kept in memory of a task that waits for the service. */
export interface TaskPoll extends Poll {
  modelId: ModelId;
  serviceState: 'queued' | 'running';
  submittedAtMs: number;
  runningSinceMs: number | undefined;
  /** The last poll that saw it unfinished: the end lies after it. */
  unfinishedAtMs: number;
  /** Since when the service does not know the task. */
  refusedSinceMs: number | undefined;
  /** Failures one after the other. */
  failures: number;
}

/** "Not now" for so long means that the service will not tell (an unknown task is not documented). */
const REFUSALS_MS = 30 * 60_000;
const LONGEST_FAILURE_DELAY_MS = 60_000;

export function firstPoll({ clock, models, random }: JobsContext, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const { modelId } = job.request;
  const now = clock.now();
  const delayMs = nextPollDelayMs({
    kind: kindOf(modelId),
    durations: models.durations(modelId),
    serviceState: task.serviceState,
    sinceSubmittedMs: now - task.submittedAtMs,
    sinceRunningMs: task.runningSinceMs === undefined ? undefined : now - task.runningSinceMs,
    random: random(),
  });
  return {
    jobId: job.id,
    taskKey: task.key,
    taskId: task.taskId,
    guildId: job.place.guildId,
    dueAtMs: now + delayMs,
    modelId,
    serviceState: task.serviceState,
    submittedAtMs: task.submittedAtMs,
    runningSinceMs: task.runningSinceMs,
    unfinishedAtMs: task.submittedAtMs,
    refusedSinceMs: undefined,
    failures: 0,
  };
}

/** Looks at a task once. Resolves with when to look again, or undefined when it needs no more looking. Never rejects. */
export type PollTask = (entry: TaskPoll, stop: AbortSignal) => Promise<number | undefined>;

export function createPollTask(context: JobsContext, progress: Progress): PollTask {
  const { clock, limits, log, models, random, taskApi, watch } = context;

  const nextDueAtMs = (entry: TaskPoll): number => {
    const now = clock.now();
    const delayMs = nextPollDelayMs({
      kind: kindOf(entry.modelId),
      durations: models.durations(entry.modelId),
      serviceState: entry.serviceState,
      sinceSubmittedMs: now - entry.submittedAtMs,
      sinceRunningMs: entry.runningSinceMs === undefined ? undefined : now - entry.runningSinceMs,
      random: random(),
    });
    return now + delayMs;
  };

  /** Writes what was seen. Resolves with the job as it is now, or undefined when it no longer waits for this task. */
  const write = (
    entry: TaskPoll,
    stop: AbortSignal,
    decide: (task: JobTaskIn<'submitted'>) => Job['tasks'][number],
  ): Promise<Job | undefined> =>
    untilStored(context, stop, () =>
      context.locks.run(entry.jobId, async () => {
        const job = await context.records.get(entry.jobId);
        const task = job?.tasks.find(({ key }) => key === entry.taskKey);
        if (!job || task?.state !== 'submitted') return undefined;
        const next = decide(task);
        if (next === task) return job;
        const changed = withTask(job, next);
        await context.records.set(entry.jobId, changed);
        const state = next.state === 'submitted' ? next.serviceState : next.state;
        log.info({ ...logFacts(job, entry.taskKey), durationMs: clock.now() - entry.submittedAtMs }, `task ${state}`);
        return changed;
      }),
    );

  const giveUp = async (
    entry: TaskPoll,
    stop: AbortSignal,
    why: 'waited too long' | 'task not found',
  ): Promise<undefined> => {
    log.error(
      { job: entry.jobId, server: entry.guildId, task: entry.taskKey, why },
      'task left unconfirmed: its hold stays until an operator decides',
    );
    await write(entry, stop, (task) => leaveUnconfirmed(task, why));
    await progress.advance(entry.jobId);
  };

  const answered = async (entry: TaskPoll, seen: Task, stop: AbortSignal): Promise<number | undefined> => {
    const now = clock.now();
    if (seen.state === 'unknown')
      log.warn(
        { job: entry.jobId, task: entry.taskKey, status: seen.status },
        'the service tells a state that its document does not list',
      );
    if (seen.state === 'success' || seen.state === 'failed') {
      if (seen.state === 'success') {
        const startedMs = entry.runningSinceMs ?? entry.submittedAtMs;
        await models
          .learnDuration(entry.modelId, entry.unfinishedAtMs - startedMs, now - startedMs)
          .catch((error: unknown) => log.warn({ err: error }, 'a duration could not be kept'));
      }
      const job = await write(entry, stop, (task) => afterPoll(task, seen, now));
      if (job) await progress.advance(entry.jobId);
      return undefined;
    }
    if (now - entry.submittedAtMs > limits.longestWaitMs) return giveUp(entry, stop, 'waited too long');
    if (seen.state === 'running' && entry.serviceState === 'queued') {
      // It began somewhere between the last look and this one.
      entry.runningSinceMs = Math.round((entry.unfinishedAtMs + now) / 2);
      entry.serviceState = 'running';
      const job = await write(entry, stop, (task) => afterPoll(task, seen, entry.runningSinceMs ?? now));
      if (!job) return undefined;
      await progress.refresh(job);
    } else if (seen.state === 'running') {
      const job = await context.records.get(entry.jobId);
      if (!job) return undefined;
      await progress.refresh(job);
    }
    Object.assign(entry, { unfinishedAtMs: now, failures: 0, refusedSinceMs: undefined });
    return nextDueAtMs(entry);
  };

  const failed = async (entry: TaskPoll, error: TaskApiError, stop: AbortSignal): Promise<number | undefined> => {
    const now = clock.now();
    entry.failures += 1;
    if (now - entry.submittedAtMs > limits.longestWaitMs) return giveUp(entry, stop, 'waited too long');
    if (error instanceof RefusedError) {
      entry.refusedSinceMs ??= now;
      if (now - entry.refusedSinceMs > REFUSALS_MS) return giveUp(entry, stop, 'task not found');
    }
    // A bad key is no fault of the task: it is due again as soon as the service is well.
    if (error instanceof BadKeyError) return now;
    const asked =
      error instanceof RateLimitedError || error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : 0;
    const backOffMs = Math.min(1000 * 2 ** Math.min(entry.failures, 10), LONGEST_FAILURE_DELAY_MS);
    return now + Math.max(backOffMs * (0.5 + 0.5 * random()), asked);
  };

  return async (entry, stop) => {
    try {
      const seen = await taskApi.query(entry.taskId, { signal: stop });
      watch.heard();
      return await answered(entry, seen, stop);
    } catch (error) {
      if (stop.aborted) return undefined;
      if (error instanceof TaskApiError) {
        watch.heard(error);
        log.debug({ job: entry.jobId, task: entry.taskKey, err: error }, 'a poll failed');
        try {
          return await failed(entry, error, stop);
        } catch (inner) {
          if (stop.aborted) return undefined;
          log.error(
            { job: entry.jobId, task: entry.taskKey, err: inner },
            'a poll stumbled; the task is looked at again',
          );
          return clock.now() + LONGEST_FAILURE_DELAY_MS;
        }
      }
      log.error({ job: entry.jobId, task: entry.taskKey, err: error }, 'a poll stumbled; the task is looked at again');
      return clock.now() + LONGEST_FAILURE_DELAY_MS;
    }
  };
}
