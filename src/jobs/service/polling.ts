import { every } from '../../engine/every.ts';
import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import { RateLimitedError, RefusedError, TaskApiError, UnavailableError } from '../../task-api/errors.ts';
import type { Job, JobTaskIn } from '../job/job.ts';
import { queryTask } from '../watch/service-watch.ts';
import { afterPollAnswer, giveUp, isOverdue, type PollingContext } from './poll-answers.ts';
import { firstPoll, nextDueInMs, pollFacts, recoveredPoll, type TaskPoll } from './task-poll.ts';

/** Refused polls for this long mean that the task is unknown to the service; its document names no answer for that. */
const REFUSALS_MS = 30 * 60_000;
const LONGEST_RETRY_MS = 60_000;
const OVERDUE_CHECK_INTERVAL_MS = 60_000;

/** Polls all waiting tasks on their models' schedules, under one limit of polls a second. */
export function createPolling(context: PollingContext) {
  const { clock, limits, log, stop, watch } = context;
  const entries = new Map<string, TaskPoll>();

  const failed = async (entry: TaskPoll, error: TaskApiError): Promise<Next> => {
    const now = clock.monotonicMs();
    if (isOverdue(context, entry)) return giveUp(context, entry, 'waited too long');
    // A status alone, such as a proxy's 404, is not the service's word about the task.
    if (error instanceof RefusedError && error.status === undefined) {
      entry.refusedSinceMs ??= now;
      if (now - entry.refusedSinceMs > REFUSALS_MS) return giveUp(context, entry, 'task not found');
    }
    if (error instanceof RateLimitedError) {
      // The service counts requests together, so this concerns all tasks.
      const pauseMs = watch.pauseMs('query');
      lane.pauseUntil(now + pauseMs);
      throw new RetryLater(pauseMs);
    }
    throw new RetryLater(error instanceof UnavailableError ? error.retryAfterMs : undefined);
  };

  const look = async (entry: TaskPoll): Promise<Next> => {
    if (entry.dueAtMs !== undefined) context.onPolled?.(clock.monotonicMs() - entry.dueAtMs);
    entry.dueAtMs = undefined;
    const seen = await queryTask(context, entry.taskId, stop);
    if (seen instanceof TaskApiError) {
      log.debug({ ...pollFacts(entry), err: seen }, 'a poll failed');
      return failed(entry, seen);
    }
    return afterPollAnswer(context, entry, seen);
  };

  /** @throws what a poll threw, unless the task has waited too long. */
  const unlessOverdue = async (entry: TaskPoll, error: unknown): Promise<Next> => {
    if (error instanceof RetryLater || stop.aborted || !isOverdue(context, entry)) throw error;
    log.error({ ...pollFacts(entry), err: error }, 'a poll failed');
    return giveUp(context, entry, 'waited too long');
  };

  const lane = createLane({
    clock,
    log,
    name: 'task',
    step: async (taskKey) => {
      const entry = entries.get(taskKey);
      const next = entry && (await look(entry).catch((error: unknown) => unlessOverdue(entry, error)));
      if (!next) entries.delete(taskKey);
      else if (entry) entry.dueAtMs = clock.monotonicMs() + next.dueInMs;
      return next;
    },
    atOnce: limits.pollsAtOnce,
    keepsRoom: false,
    followsTimeOfDay: false,
    perSecond: limits.pollsPerSecond,
    allowed: watch.untilAnswering,
    longestRetryMs: LONGEST_RETRY_MS,
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
    /** Starts polling a task, unless it is polled already. @param isNew if this process created it. */
    watch: (job: Job, task: JobTaskIn<'submitted'>, isNew: boolean): void => {
      if (entries.has(task.key)) return;
      const entry = isNew ? firstPoll(context, job, task) : recoveredPoll(context, job, task);
      entries.set(task.key, entry);
      const dueInMs = isNew ? nextDueInMs(context, entry) : 0;
      entry.dueAtMs = clock.monotonicMs() + dueInMs;
      lane.due(task.key, entry, dueInMs);
    },
    /** The number of waiting tasks. */
    get size(): number {
      return entries.size;
    },
    /** Any waiting task, for a probe of the service. */
    waitingTaskId: (): string | undefined => entries.values().next().value?.taskId,
    run: async (): Promise<void> => {
      const timer = { clock, log, name: 'overdue tasks', signal: stop };
      await Promise.all([lane.run(stop), every(OVERDUE_CHECK_INTERVAL_MS, giveUpOverdue, timer)]);
    },
  };
}
