import type { Next } from '../../engine/lane.ts';
import type { Task } from '../../task-api/task-api.ts';
import type { JobsContext } from '../context.ts';
import type { JobTask } from '../job.ts';
import type { JobEvent } from '../life.ts';
import type { Progress } from '../progress.ts';
import { keepRemembered, noteSurely, remember, taskIn, untilStored } from '../records/records.ts';
import { EARLY_PROBE_MS } from './poll-schedule.ts';
import { observedRun } from './run-times.ts';
import { factsOf, nextDueInMs, type TaskPoll } from './task-poll.ts';

/** What a look at a task works with. */
export interface PollingContext extends JobsContext {
  progress: Progress;
}

/** Whether its longest wait is over. A clock that is wrong would make every task that a start finds too old at once. */
export function isOverdue(
  { clock, isClockRight, limits }: PollingContext,
  { submittedDateMs, takenUpAtMs }: TaskPoll,
): boolean {
  return (
    clock.monotonicMs() - takenUpAtMs > limits.longestWaitMs ||
    (isClockRight() && clock.now() - submittedDateMs > limits.longestWaitMs)
  );
}

/** What follows from what the service says of a task. @returns when to look again, or undefined when nobody has to. */
export async function afterAnswer(
  context: PollingContext,
  entry: TaskPoll,
  seen: Task,
  stop: AbortSignal,
): Promise<Next> {
  const now = context.clock.monotonicMs();
  if (seen.state === 'success' || seen.state === 'failed') return finish(context, entry, seen, stop);
  if (seen.state === 'unknown') {
    const facts = { ...factsOf(entry), status: seen.status };
    context.log.warn(facts, 'the service tells a state that its document does not list');
  }
  if (isOverdue(context, entry)) return giveUp(context, entry, stop, 'waited too long');
  if (seen.state === 'running') {
    if (!(await seenRunning(context, entry, seen, stop))) return undefined;
    context.progress.refresh(entry.jobId, entry.guildId);
  } else if (seen.state === 'queued') {
    entry.queuedAtMs = now;
  }
  entry.unfinishedAtMs = now;
  entry.refusedSinceMs = undefined;
  return { dueInMs: nextDueInMs(context, entry) };
}

/** Leaves the task unconfirmed. @throws StoreError when `stop` aborts while the store fails. */
export async function giveUp(
  context: PollingContext,
  entry: TaskPoll,
  stop: AbortSignal,
  why: 'waited too long' | 'task not found',
): Promise<undefined> {
  const { clock, log, progress } = context;
  const task = await write(context, entry, stop, { kind: 'given up', taskKey: entry.taskKey, why });
  // Also where it was written already: by a write that seemed to fail.
  progress.advance(entry.jobId, entry.guildId);
  if (!task) return;
  log.error(
    { ...factsOf(entry), why, durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) },
    'task left unconfirmed: its hold stays until an operator decides',
  );
}

/** Nobody here waits for the delivery: a look holds one of few places. */
async function finish(context: PollingContext, entry: TaskPoll, seen: Task, stop: AbortSignal): Promise<undefined> {
  const { clock, progress } = context;
  const now = clock.monotonicMs();
  const task = await write(context, entry, stop, { kind: 'seen', taskKey: entry.taskKey, seen, atMs: clock.now() });
  progress.advance(entry.jobId, entry.guildId);
  if (!task) return;
  logState(context, entry, task.state);
  learn(context, entry, seen.state, now);
}

function learn({ isClockRight, models }: PollingContext, entry: TaskPoll, state: Task['state'], now: number): void {
  if (entry.unfinishedAtMs === undefined || !isClockRight()) return;
  if (state === 'failed') {
    models.learnFailure(entry.modelId, entry.unfinishedAtMs - entry.submittedAtMs < EARLY_PROBE_MS / 2);
    return;
  }
  const { notBeforeMs, seenAfterMs } = observedRun(entry, entry.unfinishedAtMs, now);
  models.learnDuration(entry.modelId, notBeforeMs, seenAfterMs);
}

/** Most are done by the next look: only one that is seen running twice is worth a commit. @returns whether anybody waits for it. */
async function seenRunning(context: PollingContext, entry: TaskPoll, seen: Task, stop: AbortSignal): Promise<boolean> {
  const { clock } = context;
  const { jobId, taskKey } = entry;
  const now = clock.monotonicMs();
  const isFirst = entry.serviceState === 'queued';
  if (!isFirst && entry.isRunKept) return true;
  // Where nobody saw it queued it ran from the start, for all that is known; else from between the last two looks.
  const sinceMs =
    entry.runningSinceMs ??
    (wasWatched(entry) ? entry.submittedAtMs : now - (now - (entry.queuedAtMs ?? entry.submittedAtMs)) / 2);
  const atMs = Math.round(clock.now() - (now - sinceMs));
  const job = isFirst
    ? (await remember(context, jobId, { kind: 'seen', taskKey, seen, atMs }))?.job
    : await untilStored(context, stop, () => keepRemembered(context, jobId));
  if (!job || taskIn(job, taskKey)?.state !== 'submitted') return false;
  entry.runningSinceMs = sinceMs;
  entry.serviceState = 'running';
  entry.isRunKept = !isFirst;
  if (isFirst) logState(context, entry, 'running');
  return true;
}

/** Writes what was seen. Resolves with the task as it is now, or undefined when nobody waits for it any more. */
async function write(
  context: PollingContext,
  { jobId, taskKey }: TaskPoll,
  stop: AbortSignal,
  event: JobEvent,
): Promise<JobTask | undefined> {
  const happened = await noteSurely(context, jobId, event, stop);
  const isAwaited = happened && taskIn(happened.before, taskKey)?.state === 'submitted';
  return isAwaited ? taskIn(happened.job, taskKey) : undefined;
}

function logState({ clock, log }: PollingContext, entry: TaskPoll, state: string): void {
  log.info({ ...factsOf(entry), durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) }, `task ${state}`);
}

/** Since its create by this process, and it was never in the queue when it looked. */
function wasWatched({ queuedAtMs, unfinishedAtMs }: TaskPoll): boolean {
  return queuedAtMs === undefined && unfinishedAtMs !== undefined;
}
