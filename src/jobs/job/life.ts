import { type Booking, isBelievable } from '../../budget/account/bookings.ts';
import type { Charge } from '../../budget/service-tally.ts';
import {
  BadKeyError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskIdInUseError,
  UnconfirmedError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { CreatedTask, Task } from '../../task-api/task-api.ts';
import {
  type Delivery,
  type Failure,
  isCancellable,
  isEnded,
  type Job,
  type JobTask,
  type JobTaskIn,
  type MessageLocation,
  needsFrame,
  type Resolved,
  type Shown,
  type UnconfirmedReason,
  withoutToken,
  withTask,
} from './job.ts';

/**
 * The whole life of a job as pure functions: `due` says which steps are next; `after` gives the record after an event and
 * what the same commit books.
 *
 *   new -> submitting -> submitted -> delivering -> delivered
 *                     \            \-> failed
 *                      \-> unconfirmed (also from submitted, when the wait is over)
 */

export type Due =
  | { what: 'create'; task: JobTaskIn<'new'> }
  /** Take the frame from which it continues a clip. */
  | { what: 'frame'; task: JobTaskIn<'new'> }
  | { what: 'poll'; task: JobTaskIn<'submitted'> }
  | { what: 'deliver'; task: JobTaskIn<'delivering'> }
  /** Show progress in its message; later if more will soon be known. */
  | { what: 'show'; inMs: number }
  /** Show the end in its message; then nothing is left to do. */
  | { what: 'end' };

/** Most creates are answered within this time. */
const SENDING_MS = 2_000;
/** After this time, the message says that the result is on its way; most arrive earlier. */
const ON_ITS_WAY_AFTER_MS = 10_000;
/** How long a success may lack the address of its result before it counts as one without a result. */
const ADDRESS_WITHIN_MS = 60_000;

/** The next steps of a job: those of each task, then those of the job. */
export function due(job: Job, nowMs: number): Due[] {
  const ofTasks = job.tasks.flatMap((task): Due[] => {
    switch (task.state) {
      case 'new':
        return [{ what: needsFrame(job) ? 'frame' : 'create', task }];
      case 'submitted':
        return [{ what: 'poll', task }];
      case 'delivering':
        return [{ what: 'deliver', task }];
      default:
        return [];
    }
  });
  return [...ofTasks, isOver(job) ? { what: 'end' } : { what: 'show', inMs: showInMs(job, nowMs) }];
}

/** Whether all its tasks have ended. */
export function isOver(job: Job): boolean {
  return job.tasks.every(isEnded);
}

/** Time until the message says that a result is on its way; 0 if none is, or it already says so. */
export function resultInMs({ tasks }: Job, nowMs: number): number {
  const waits = tasks.map((task) =>
    task.state === 'delivering' ? Math.min(task.finishedAtMs - nowMs, 0) + ON_ITS_WAY_AFTER_MS : 0,
  );
  return Math.max(0, ...waits);
}

/** Time until its message shows progress; later if it can then show more. */
function showInMs(job: Job, nowMs: number): number {
  const isSending = job.tasks.some(({ state }) => state === 'new' || state === 'submitting');
  return Math.max(isSending ? SENDING_MS : 0, resultInMs(job, nowMs));
}

export type CreateEvent = { taskKey: string } /** Nothing is sent: Easel makes it from clips. */ & (
  | { kind: 'made here'; atMs: number }
  | { kind: 'sending' }
  /** The service surely didn't accept it; it will be sent again. */
  | { kind: 'not sent' }
  /** Other tasks cost so much that this one is no longer covered. */
  | { kind: 'over budget' }
  | { kind: 'removed source' }
  /** @param budgetCredits the most that the server can spend, and so be charged */
  | { kind: 'created'; created: CreatedTask; budgetCredits: number; atMs: number }
  | { kind: 'create failed'; error: unknown }
);

export type JobEvent =
  /** Found at a start: new tasks were not sent, tasks being sent are unconfirmed, the others continue. */
  | { kind: 'found' }
  /** The message that answered the member. */
  | { kind: 'answered'; messageId: string }
  /** Its message shows this now. Nothing changes if that is undefined. */
  | { kind: 'shown'; shown: Shown | undefined }
  | { kind: 'cancelled'; atMs: number }
  /** The interaction's token has expired. */
  | { kind: 'token ended' }
  /** The frame from which it continues a clip is attached to its message. */
  | { kind: 'framed'; frame: NonNullable<Job['frame']>; location: MessageLocation }
  | { kind: 'not framed'; taskKey: string }
  | CreateEvent
  /** A poll's answer. @param atMs when that state was reached. */
  | { kind: 'seen'; taskKey: string; seen: Task; atMs: number }
  | { kind: 'given up'; taskKey: string; why: UnconfirmedReason }
  /** Downloading the result takes long. */
  | { kind: 'late'; taskKey: string }
  /** This many more tries to make it fit were started; if left out, all of them ended. */
  | { kind: 'fits'; taskKey: string; more?: number }
  /** @param atMs when it was shown or given up. */
  | { kind: 'delivered'; taskKey: string; delivery: Delivery; location: MessageLocation; atMs: number }
  | { kind: 'resolved'; taskKey: string; resolved: Resolved };

export interface After {
  /** The same record if nothing changes. */
  job: Job;
  /** Bookings are safe to repeat. */
  bookings: Booking[];
  charges: Charge[];
  /** Service ids of tasks that are now known. */
  taskIds: string[];
}

/** Applies events in any order. An event that doesn't fit the record changes nothing. */
export function after(job: Job, ...events: JobEvent[]): After {
  const next = events.reduce(jobAfter, job);
  const effects = next.tasks.map((task, index) => effectOf(job.tasks[index], task));
  return {
    job: next,
    bookings: effects.flatMap(({ bookings }) => bookings),
    charges: effects.flatMap(({ charges }) => charges),
    taskIds: next.tasks.flatMap((task, index) => newTaskIdOf(job.tasks[index], task)),
  };
}

function newTaskIdOf(before: JobTask | undefined, task: JobTask): string[] {
  const [idBefore, id] = [before, task].map((one) => (one && 'taskId' in one ? one.taskId : undefined));
  return !id || id === idBefore ? [] : [id];
}

function jobAfter(job: Job, event: JobEvent): Job {
  switch (event.kind) {
    case 'found': {
      const tasks = job.tasks.map(taskFound);
      return tasks.every((task, index) => task === job.tasks[index]) ? job : { ...job, tasks };
    }
    case 'answered':
      return { ...job, location: { ...job.location, messageId: event.messageId } };
    case 'shown':
      return event.shown ? { ...job, shown: event.shown } : job;
    case 'cancelled':
      return isCancellable(job) ? { ...job, cancelledAtMs: event.atMs } : job;
    case 'token ended':
      return { ...job, location: withoutToken(job.location) };
    case 'framed':
      return { ...job, frame: event.frame, location: event.location };
    default: {
      const before = job.tasks.find(({ key }) => key === event.taskKey);
      const task = before && taskAfter(before, event);
      if (!task || task === before) return job;
      return { ...withTask(job, task), location: event.kind === 'delivered' ? event.location : job.location };
    }
  }
}

type TaskEvent = Extract<JobEvent, { taskKey: string }>;

function taskAfter(task: JobTask, event: TaskEvent): JobTask {
  switch (event.kind) {
    case 'sending':
      return task.state === 'new' ? { ...task, state: 'submitting' } : task;
    case 'not sent':
      return task.state === 'submitting' ? { ...task, state: 'new' } : task;
    case 'created':
      return task.state === 'submitting' ? accepted(task, event) : task;
    case 'not framed':
      return task.state === 'new' ? giveBack(task, { reason: 'no frame' }) : task;
    case 'over budget':
    case 'removed source':
      return task.state === 'new' ? giveBack(task, { reason: event.kind }) : task;
    case 'made here':
      return task.state === 'new' ? madeHere(task, event.atMs) : task;
    case 'create failed':
      return task.state === 'new' || task.state === 'submitting' ? afterFailedCreate(task, event.error) : task;
    case 'seen':
      return task.state === 'submitted' ? afterPoll(task, event.seen, event.atMs) : task;
    case 'given up':
      return task.state === 'submitted' ? leaveUnconfirmed(task, event.why) : task;
    case 'late':
      return task.state === 'delivering' && !task.isLate ? { ...task, isLate: true } : task;
    case 'fits':
      return task.state === 'delivering' ? withFitsStarted(task, event.more) : task;
    case 'delivered': {
      if (task.state !== 'delivering') return task;
      const { isLate: _, fitAttempts: __, finishedAtMs: ___, ...rest } = task;
      return { ...rest, state: 'delivered', delivery: event.delivery, deliveredAtMs: event.atMs };
    }
    case 'resolved':
      return resolve(task, event.resolved);
  }
}

/** Applies the operator's decision; the same record if the task isn't unconfirmed. */
function resolve(task: JobTask, resolved: Resolved): JobTask {
  return task.state === 'unconfirmed' ? { ...task, resolved } : task;
}

function taskFound(task: JobTask): JobTask {
  switch (task.state) {
    case 'new':
      return giveBack(task, { reason: 'interrupted' });
    case 'submitting':
      return leaveUnconfirmed(task, 'interrupted');
    default:
      return task;
  }
}

function withFitsStarted(task: JobTaskIn<'delivering'>, more: number | undefined): JobTaskIn<'delivering'> {
  const { fitAttempts = 0, ...rest } = task;
  const started = more === undefined ? 0 : fitAttempts + more;
  if (started === fitAttempts) return task;
  return started > 0 ? { ...rest, fitAttempts: started } : rest;
}

/** The service accepted the task. A charge that no one believes needs an operator. */
function accepted(
  task: JobTask,
  { created, budgetCredits, atMs: submittedAtMs }: Extract<CreateEvent, { kind: 'created' }>,
): JobTask {
  const { key, quoteCredits } = task;
  const { taskId, chargedCredits } = created;
  if (!isBelievable(chargedCredits, quoteCredits, budgetCredits)) {
    return { ...leaveUnconfirmed(task, 'absurd charge', taskId), claimedCredits: chargedCredits };
  }
  return { key, quoteCredits, taskId, chargedCredits, submittedAtMs, state: 'submitted', serviceState: 'queued' };
}

/** It costs nothing, and its file is made when it is delivered. */
function madeHere({ key, quoteCredits }: JobTaskIn<'new'>, atMs: number): JobTaskIn<'delivering'> {
  const none = { taskId: '', chargedCredits: 0, resultUrl: '' };
  return { key, quoteCredits, ...none, submittedAtMs: atMs, finishedAtMs: atMs, state: 'delivering' };
}

/** Ends a task whose credits return. */
export function giveBack(task: JobTask, failure: Failure): JobTaskIn<'failed'> {
  const { key, quoteCredits } = task;
  const failed = { key, quoteCredits, state: 'failed', failure } as const;
  if (task.state !== 'submitted') return { ...failed, returnedCredits: quoteCredits };
  return { ...failed, returnedCredits: task.chargedCredits, taskId: task.taskId };
}

/** `knownTaskId` lets an operator look the task up, if the service named it. */
function leaveUnconfirmed(task: JobTask, reason: UnconfirmedReason, knownTaskId?: string): JobTaskIn<'unconfirmed'> {
  const { key, quoteCredits } = task;
  if (task.state !== 'submitted') {
    const known = knownTaskId === undefined ? {} : { taskId: knownTaskId };
    return { key, quoteCredits, state: 'unconfirmed', reason, ...known };
  }
  const { taskId, chargedCredits } = task;
  return { key, quoteCredits, taskId, chargedCredits, state: 'unconfirmed', reason };
}

/** What a failed create proves: that nothing was accepted, or nothing at all. */
function afterFailedCreate(task: JobTask, error: unknown): JobTask {
  if (error instanceof RefusedError) {
    return giveBack(task, { reason: 'refused', serviceMessage: error.serviceMessage });
  }
  if (error instanceof NotServedError) return giveBack(task, { reason: 'not served' });
  if (error instanceof BadKeyError) return giveBack(task, { reason: 'bad key' });
  if (error instanceof NotTheServiceError) return giveBack(task, { reason: 'not the service' });
  if (error instanceof RateLimitedError) return giveBack(task, { reason: 'too many requests' });
  if (error instanceof UnreachableError) return giveBack(task, { reason: 'unreachable' });
  // Only faults of Easel's own are left, and a task that is still new was surely not sent.
  if (task.state === 'new') return giveBack(task, { reason: 'interrupted' });
  if (error instanceof TaskIdInUseError) return leaveUnconfirmed(task, 'id in use');
  return leaveUnconfirmed(task, 'answer lost', error instanceof UnconfirmedError ? error.taskId : undefined);
}

function afterPoll(task: JobTaskIn<'submitted'>, seen: Task, atMs: number): JobTask {
  switch (seen.state) {
    case 'queued':
    case 'unknown':
      return task;
    case 'running':
      return task.serviceState === 'running' ? task : { ...task, serviceState: 'running', runningSinceMs: atMs };
    case 'failed':
      return giveBack(task, { reason: 'failed by the service' });
    case 'success':
      return afterSuccess(task, seen, atMs);
  }
}

/** Some services report success a little before the address of the result is there. */
function afterSuccess(task: JobTaskIn<'submitted'>, seen: Extract<Task, { state: 'success' }>, atMs: number): JobTask {
  // A time in the future was written by a clock that was ahead, and says nothing.
  const withoutAddressSinceMs = Math.min(task.withoutAddressSinceMs ?? atMs, atMs);
  if (seen.resultUrl === undefined && atMs - withoutAddressSinceMs < ADDRESS_WITHIN_MS)
    return task.withoutAddressSinceMs === withoutAddressSinceMs ? task : { ...task, withoutAddressSinceMs };
  const { key, quoteCredits, taskId, chargedCredits, submittedAtMs } = task;
  const resultUrl = resultUrlOf(seen);
  // A success without an address counts as a failure then, and its hold is released.
  if (resultUrl === undefined) return giveBack(task, { reason: 'no result' });
  const audioUrl = seen.resultUrl === undefined ? undefined : seen.audioUrl;
  return {
    key,
    quoteCredits,
    taskId,
    chargedCredits,
    submittedAtMs,
    finishedAtMs: atMs,
    resultUrl,
    ...(audioUrl === undefined ? {} : { audioUrl }),
    state: 'delivering',
  };
}

/** A success without an address is one without a result. */
export function resultUrlOf({ resultUrl, audioUrl }: Extract<Task, { state: 'success' }>): string | undefined {
  return resultUrl ?? audioUrl;
}

type Effect = Pick<After, 'bookings' | 'charges'>;
const NOTHING: Effect = { bookings: [], charges: [] };

/** What a task's event books in its server's account and the service's tally. Every hold ends here, once. */
function effectOf(before: JobTask | undefined, task: JobTask): Effect {
  if (before?.state === task.state) return NOTHING;
  const { key: taskKey } = task;
  switch (task.state) {
    case 'submitted': {
      const { chargedCredits: credits, quoteCredits, taskId } = task;
      const bookings: Booking[] = credits === quoteCredits ? [] : [{ kind: 'correct', taskKey, credits }];
      return { bookings, charges: [{ taskId, credits, ending: null }] };
    }
    case 'delivering': {
      const { chargedCredits: credits, taskId } = task;
      return {
        bookings: [{ kind: 'settle', taskKey, credits }],
        charges: taskId === '' ? [] : [{ taskId, credits, ending: 'kept' }],
      };
    }
    case 'failed': {
      const { failure, returnedCredits: credits, taskId } = task;
      // A success without an address costs the operator, not the server.
      const ending = failure.reason === 'no result' ? 'written off' : 'refunded';
      return {
        bookings: [{ kind: 'release', taskKey, why: failure.reason }],
        charges: taskId === undefined ? [] : [{ taskId, credits, ending }],
      };
    }
    case 'unconfirmed':
      return {
        bookings: [{ kind: 'mark unconfirmed', taskKey, claimedCredits: task.claimedCredits }],
        charges: [],
      };
    default:
      return NOTHING;
  }
}
