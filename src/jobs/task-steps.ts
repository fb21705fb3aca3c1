import { AMOUNT_MAX_CREDITS } from '../budget/amounts.ts';
import {
  BadKeyError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnconfirmedError,
  UnreachableError,
} from '../task-api/errors.ts';
import type { CreatedTask, Task } from '../task-api/task-api.ts';
import type { Failure, Job, JobTask, JobTaskIn, Resolved, UnconfirmedReason } from './job.ts';

/**
 * The steps of a task, as pure functions from one record to the next:
 *
 *   new -> submitting -> submitted -> settling -> delivering -> delivered
 *                     \            \-> releasing -> failed
 *                      \-> unconfirmed (also from submitted, when the wait is over)
 */

export function backToNew({ key, quoteCredits }: JobTask): JobTaskIn<'new'> {
  return { key, quoteCredits, state: 'new' };
}

export function beginSubmitting({ key, quoteCredits }: JobTask): JobTaskIn<'submitting'> {
  return { key, quoteCredits, state: 'submitting' };
}

/** The service took the task. A charge that no book can hold is an operator's to look at. */
export function accept(
  task: JobTask,
  created: CreatedTask,
  submittedAtMs: number,
): JobTaskIn<'submitted' | 'unconfirmed'> {
  const { key, quoteCredits } = task;
  const { taskId, chargedCredits } = created;
  if (chargedCredits > AMOUNT_MAX_CREDITS) return leaveUnconfirmed(task, 'answer lost', taskId);
  return { key, quoteCredits, taskId, chargedCredits, submittedAtMs, state: 'submitted', serviceState: 'queued' };
}

export function giveBack(task: JobTask, failure: Failure): JobTaskIn<'releasing'> {
  const { key, quoteCredits } = task;
  const released = { key, quoteCredits, state: 'releasing', failure } as const;
  if (task.state !== 'submitted') return { ...released, returnedCredits: quoteCredits };
  return { ...released, returnedCredits: task.chargedCredits, taskId: task.taskId };
}

/** `knownTaskId` is what an operator can look the task up by, where the service let it be known. */
export function leaveUnconfirmed(
  task: JobTask,
  reason: UnconfirmedReason,
  knownTaskId?: string,
): JobTaskIn<'unconfirmed'> {
  const { key, quoteCredits } = task;
  if (task.state !== 'submitted') {
    const known = knownTaskId === undefined ? {} : { taskId: knownTaskId };
    return { key, quoteCredits, state: 'unconfirmed', reason, ...known };
  }
  const { taskId, chargedCredits } = task;
  return { key, quoteCredits, taskId, chargedCredits, state: 'unconfirmed', reason };
}

/** The operator found out what became of it; the same record where nobody had to. */
export function resolve(task: JobTask, resolved: Resolved): JobTask {
  return task.state === 'unconfirmed' ? { ...task, resolved } : task;
}

/** What a failed create proves: that nothing was taken, or that nobody knows. */
export function afterFailedCreate(task: JobTask, error: unknown): JobTaskIn<'releasing' | 'unconfirmed'> {
  if (error instanceof RefusedError) {
    return giveBack(task, { reason: 'refused', serviceMessage: error.serviceMessage });
  }
  if (error instanceof NotServedError) return giveBack(task, { reason: 'not served' });
  if (error instanceof BadKeyError) return giveBack(task, { reason: 'bad key' });
  if (error instanceof NotTheServiceError) return giveBack(task, { reason: 'not the service' });
  if (error instanceof RateLimitedError) return giveBack(task, { reason: 'too many requests' });
  if (error instanceof UnreachableError) return giveBack(task, { reason: 'unreachable' });
  return leaveUnconfirmed(task, 'answer lost', error instanceof UnconfirmedError ? error.taskId : undefined);
}

/** What a poll's answer makes of a task that was waiting; the same record when nothing changed. */
export function afterPoll(
  task: JobTaskIn<'submitted'>,
  seen: Task,
  nowMs: number,
): JobTaskIn<'submitted' | 'settling' | 'releasing'> {
  switch (seen.state) {
    case 'queued':
    case 'unknown':
      return task;
    case 'running':
      return task.serviceState === 'running' ? task : { ...task, serviceState: 'running', runningSinceMs: nowMs };
    case 'failed':
      return giveBack(task, { reason: 'failed by the service' });
    case 'success': {
      const { key, quoteCredits, taskId, chargedCredits, submittedAtMs } = task;
      const resultUrl = seen.resultUrl ?? seen.audioUrl;
      // A success without an address is a failure that nobody can explain; the credits go back as for any failure.
      if (resultUrl === undefined) return giveBack(task, { reason: 'no result' });
      const audioUrl = seen.resultUrl === undefined ? undefined : seen.audioUrl;
      return {
        ...{ key, quoteCredits, taskId, chargedCredits, submittedAtMs, finishedAtMs: nowMs, resultUrl },
        ...(audioUrl === undefined ? {} : { audioUrl }),
        state: 'settling',
      };
    }
  }
}

/**
 * What a restart makes of a stored job: nothing was sent for `new`, nobody knows of `submitting`, and the rest goes on
 * from where it was.
 */
export function afterRestart(job: Job): Job {
  return {
    ...job,
    tasks: job.tasks.map((task) => {
      if (task.state === 'new') return giveBack(task, { reason: 'interrupted' });
      if (task.state === 'submitting') return leaveUnconfirmed(task, 'interrupted');
      return task;
    }),
  };
}
