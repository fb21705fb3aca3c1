import type { Next } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { Task, TaskApi } from '../../task-api/task-api.ts';
import { type JobTask, taskIn } from '../job.ts';
import type { JobEvent } from '../life.ts';
import { observedRun } from '../polling/durations.ts';
import { EARLY_PROBE_MS } from '../polling/poll-schedule.ts';
import type { JobRecorder } from '../records/recorder.ts';
import type { ServiceWatch } from './service-watch.ts';
import { factsOf, nextDueInMs, type PollTimes, type TaskPoll } from './task-poll.ts';

/** What a look at a task works with. */
export interface PollingContext extends PollTimes {
  /** Whether the clock is known to be right; only then do times from before this process count. */
  isClockRight(): boolean;
  limits: { pollsPerSecond: number; pollsAtOnce: number; longestWaitMs: number };
  log: Log;
  recorder: Pick<JobRecorder, 'record'>;
  taskApi: Pick<TaskApi, 'query'>;
  watch: ServiceWatch;
  /** A task of this job runs: its message may show more of it. */
  onRunning: (jobId: string, guildId: string) => void;
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
export async function afterAnswer(context: PollingContext, entry: TaskPoll, seen: Task): Promise<Next> {
  const now = context.clock.monotonicMs();
  if (seen.state === 'success' || seen.state === 'failed') return finish(context, entry, seen);
  if (seen.state === 'unknown') {
    const facts = { ...factsOf(entry), status: seen.status };
    context.log.warn(facts, 'the service tells a state that its document does not list');
  }
  if (isOverdue(context, entry)) return giveUp(context, entry, 'waited too long');
  if (seen.state === 'running') {
    if (!(await seenRunning(context, entry, seen))) return undefined;
    context.onRunning(entry.jobId, entry.guildId);
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
  why: 'waited too long' | 'task not found',
): Promise<undefined> {
  const { clock, log } = context;
  const task = await write(context, entry, { kind: 'given up', taskKey: entry.taskKey, why });
  if (!task) return;
  log.error(
    { ...factsOf(entry), why, durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) },
    'task left unconfirmed: its hold stays until an operator decides',
  );
}

async function finish(context: PollingContext, entry: TaskPoll, seen: Task): Promise<undefined> {
  const { clock } = context;
  const now = clock.monotonicMs();
  const task = await write(context, entry, { kind: 'seen', taskKey: entry.taskKey, seen, atMs: clock.now() });
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
async function seenRunning(context: PollingContext, entry: TaskPoll, seen: Task): Promise<boolean> {
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
  const how = isFirst ? 'remembered' : 'durable';
  const recorded = await context.recorder.record(jobId, { kind: 'seen', taskKey, seen, atMs }, { how });
  if (!recorded || taskIn(recorded.job, taskKey)?.state !== 'submitted') return false;
  entry.runningSinceMs = sinceMs;
  entry.serviceState = 'running';
  entry.isRunKept = !isFirst;
  if (isFirst) logState(context, entry, 'running');
  return true;
}

/** Writes what was seen. Resolves with the task as it is now, or undefined when nobody waits for it any more. */
async function write(
  { recorder }: PollingContext,
  { jobId, taskKey }: TaskPoll,
  event: JobEvent,
): Promise<JobTask | undefined> {
  const recorded = await recorder.record(jobId, event, { how: 'durable' });
  const isAwaited = recorded && taskIn(recorded.before, taskKey)?.state === 'submitted';
  return isAwaited ? taskIn(recorded.job, taskKey) : undefined;
}

function logState({ clock, log }: PollingContext, entry: TaskPoll, state: string): void {
  log.info({ ...factsOf(entry), durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) }, `task ${state}`);
}

/** Since its create by this process, and it was never in the queue when it looked. */
function wasWatched({ queuedAtMs, unfinishedAtMs }: TaskPoll): boolean {
  return queuedAtMs === undefined && unfinishedAtMs !== undefined;
}
