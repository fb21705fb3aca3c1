import { every } from '../../engine/every.ts';
import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import {
  BadKeyError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskApiError,
  UnavailableError,
} from '../../task-api/errors.ts';
import { backOffMs } from '../../time/back-off.ts';
import type { Job, JobTaskIn } from '../job.ts';
import { afterAnswer, giveUp, isOverdue, type PollingContext } from './poll-answers.ts';
import { factsOf, firstPoll, nextDueInMs, recoveredPoll, type TaskPoll } from './task-poll.ts';

/** "Not now" for this long means that the service will not tell (an unknown task is not documented). */
const REFUSALS_MS = 30 * 60_000;
/** All tasks wait when the service asks for fewer requests, but no longer than this. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const BACK_OFF = { firstMs: 2_000, longestMs: 60_000 };
const OVERDUE_CHECK_INTERVAL_MS = 60_000;

/** Asks the service for all tasks that wait, each when its law says so, under one limit of polls a second. */
export interface Polling {
  /** Looks after a task that waits; one that it looks after already is left alone. @param isNew where this process had it created. */
  watch(job: Job, task: JobTaskIn<'submitted'>, isNew: boolean): void;
  /** How many tasks wait for the service. */
  readonly size: number;
  /** Any task that waits: what a probe of the service may ask for. */
  waitingTaskId(): string | undefined;
  run(): Promise<void>;
}

export function createPolling(context: PollingContext, stop: AbortSignal): Polling {
  const { clock, limits, log, taskApi, watch } = context;
  const entries = new Map<string, TaskPoll>();
  /** Of all tasks, one after the other: the service counts them together. */
  let rateLimits = 0;

  const failed = async (entry: TaskPoll, error: TaskApiError): Promise<Next> => {
    const now = clock.monotonicMs();
    if (isOverdue(context, entry)) return giveUp(context, entry, 'waited too long');
    // Neither is a fault of the task: it is due again as soon as the service answers.
    if (error instanceof BadKeyError || error instanceof NotTheServiceError) return { dueInMs: 0 };
    // A status of 404 from who knows whom says nothing of the task.
    if (error instanceof RefusedError && watch.status !== 'unrecognised') {
      entry.refusedSinceMs ??= now;
      if (now - entry.refusedSinceMs > REFUSALS_MS) return giveUp(context, entry, 'task not found');
    }
    if (error instanceof RateLimitedError) {
      const pauseMs = error.retryAfterMs ?? backOffMs(rateLimits, BACK_OFF);
      rateLimits += 1;
      lane.pauseUntil(now + Math.min(pauseMs, LONGEST_PAUSE_MS));
    }
    const isAsked = error instanceof RateLimitedError || error instanceof UnavailableError;
    throw new RetryLater(isAsked ? error.retryAfterMs : undefined);
  };

  const look = async (entry: TaskPoll): Promise<Next> => {
    const seen = await taskApi.query(entry.taskId, { signal: stop }).catch((error: unknown) => {
      if (error instanceof TaskApiError) return error;
      throw error;
    });
    if (seen instanceof TaskApiError) {
      watch.heard(seen);
      log.debug({ ...factsOf(entry), err: seen }, 'a poll failed');
      return failed(entry, seen);
    }
    watch.heard();
    rateLimits = 0;
    return afterAnswer(context, entry, seen);
  };

  const lane = createLane({
    clock,
    log,
    name: 'task',
    step: async (taskKey) => {
      const entry = entries.get(taskKey);
      const next = entry && (await look(entry));
      if (!next) entries.delete(taskKey);
      return next;
    },
    atOnce: limits.pollsAtOnce,
    keepsRoom: false,
    followsTimeOfDay: false,
    perSecond: limits.pollsPerSecond,
    allowed: watch.answering,
    longestRetryMs: BACK_OFF.longestMs,
  });

  /** Nothing is polled while the service doesn't answer, but no wait is forever. */
  const giveUpOverdue = async (): Promise<void> => {
    if (watch.isAnswering) return;
    for (const [taskKey, entry] of entries) {
      if (!isOverdue(context, entry)) continue;
      await giveUp(context, entry, 'waited too long');
      entries.delete(taskKey);
      lane.forget(taskKey);
    }
  };

  return {
    watch: (job, task, isNew) => {
      if (entries.has(task.key)) return;
      const entry = isNew ? firstPoll(context, job, task) : recoveredPoll(context, job, task);
      entries.set(task.key, entry);
      lane.due(task.key, entry, isNew ? nextDueInMs(context, entry) : 0);
    },
    get size() {
      return entries.size;
    },
    waitingTaskId: () => entries.values().next().value?.taskId,
    run: async () => {
      const timer = { clock, log, name: 'overdue tasks', signal: stop };
      await Promise.all([lane.run(stop), every(OVERDUE_CHECK_INTERVAL_MS, giveUpOverdue, timer)]);
    },
  };
}
