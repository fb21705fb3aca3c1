import {
  BadKeyError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskApiError,
  UnavailableError,
} from '../../task-api/errors.ts';
import type { JobsContext } from '../context.ts';
import type { Progress } from '../progress.ts';
import { afterAnswer, giveUp, isOverdue, type PollingContext } from './poll-answers.ts';
import { factsOf, type TaskPoll } from './task-poll.ts';

/** "Not now" for so long means that the service will not tell (an unknown task is not documented). */
const REFUSALS_MS = 30 * 60_000;
const LONGEST_FAILURE_DELAY_MS = 60_000;
/** A longer Retry-After is asked again before it is over. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** All tasks wait when the service asks for fewer requests, but no longer than this. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export interface Polling {
  /** Looks at a task once. Resolves with when to look again, or undefined when it needs no more looking. Never rejects. */
  look(entry: TaskPoll, stop: AbortSignal): Promise<number | undefined>;
  /** Whether its longest wait is over. */
  isOverdue(entry: TaskPoll): boolean;
  /** Leaves the task unconfirmed. @throws StoreError when `stop` aborts while the store fails. */
  giveUp(entry: TaskPoll, stop: AbortSignal, why: 'waited too long' | 'task not found'): Promise<undefined>;
}

/** @param pauseUntil holds back the polls of all tasks of this process: others hear for themselves that they ask too often. */
export function createPolling(jobs: JobsContext, progress: Progress, pauseUntil: (atMs: number) => void): Polling {
  const { clock, log, random, taskApi, watch } = jobs;
  const context: PollingContext = { ...jobs, progress };
  /** Of all tasks, one after the other: the service counts them together. */
  let rateLimits = 0;

  const failed = async (entry: TaskPoll, error: TaskApiError, stop: AbortSignal): Promise<number | undefined> => {
    const now = clock.monotonicMs();
    if (isOverdue(context, entry)) return giveUp(context, entry, stop, 'waited too long');
    // Neither is a fault of the task: it is due again as soon as the service answers.
    if (error instanceof BadKeyError || error instanceof NotTheServiceError) return now;
    // A status of 404 from who knows whom says nothing of the task.
    if (error instanceof RefusedError && watch.status !== 'unrecognised') {
      entry.refusedSinceMs ??= now;
      if (now - entry.refusedSinceMs > REFUSALS_MS) return giveUp(context, entry, stop, 'task not found');
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
      return await afterAnswer(context, entry, seen, stop);
    } catch (error) {
      if (stop.aborted) return undefined;
      log.error({ ...factsOf(entry), err: error }, 'a poll stumbled; the task is looked at again');
      return clock.monotonicMs() + LONGEST_FAILURE_DELAY_MS;
    }
  };

  return {
    look,
    isOverdue: (entry) => isOverdue(context, entry),
    giveUp: (entry, stop, why) => giveUp(context, entry, stop, why),
  };
}

function backOff(failures: number): number {
  return Math.min(1000 * 2 ** Math.min(failures, 10), LONGEST_FAILURE_DELAY_MS);
}
