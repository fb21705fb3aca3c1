import type { Next } from '../../engine/lane.ts';
import type { Task } from '../../task-api/task-api.ts';
import { findTask, type JobTask } from '../job/job.ts';
import type { JobEvent } from '../job/life.ts';
import { observedRun } from '../polling/durations.ts';
import { EARLY_PROBE_MS } from '../polling/poll-schedule.ts';
import type { StepParts } from '../ports/parts.ts';
import { nextDueInMs, type PollTimes, pollFacts, type TaskPoll } from './task-poll.ts';

/** How often a success is asked for the address that it still lacks. */
const ADDRESS_POLL_INTERVAL_MS = 5_000;

/** Everything that polls need. */
export interface PollingContext
  extends PollTimes,
    Pick<StepParts, 'isClockRight' | 'limits' | 'log' | 'onPolled' | 'recorder' | 'stop' | 'taskApi' | 'watch'> {
  /** Called when a task of this job runs, because its message may show more. */
  onRunning: (jobId: string, guildId: string) => void;
}

/** Whether its longest wait is over. With a wrong clock, all tasks found at a start would seem too old. */
export function isOverdue(
  { clock, isClockRight, limits }: PollingContext,
  { submittedDateMs, pollingSinceMs }: TaskPoll,
): boolean {
  return (
    clock.monotonicMs() - pollingSinceMs > limits.longestWaitMs ||
    (isClockRight() && clock.now() - submittedDateMs > limits.longestWaitMs)
  );
}

/** Handles the service's answer about a task. @returns when to poll next; undefined if the task needs no more polls. */
export async function afterPollAnswer(context: PollingContext, entry: TaskPoll, seen: Task): Promise<Next> {
  const now = context.clock.monotonicMs();
  if (seen.state === 'success' || seen.state === 'failed') return finish(context, entry, seen);
  if (seen.state === 'unknown') {
    const facts = { ...pollFacts(entry), status: seen.status };
    context.log.warn(facts, 'the service reported a state that its document does not list');
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

/** Leaves the task unconfirmed. @throws StoreError if the bot stops while the store fails. */
export async function giveUp(
  context: PollingContext,
  entry: TaskPoll,
  why: 'waited too long' | 'task not found',
): Promise<undefined> {
  const { clock, log } = context;
  const task = await write(context, entry, { kind: 'given up', taskKey: entry.taskKey, why });
  if (!task) return;
  log.error(
    { ...pollFacts(entry), why, durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) },
    'task left unconfirmed: its hold stays until an operator decides',
  );
}

async function finish(context: PollingContext, entry: TaskPoll, seen: Task): Promise<Next> {
  const { clock } = context;
  const now = clock.monotonicMs();
  const task = await write(context, entry, { kind: 'seen', taskKey: entry.taskKey, seen, atMs: clock.now() });
  if (!task) return undefined;
  if (task.state === 'submitted') return { dueInMs: ADDRESS_POLL_INTERVAL_MS };
  logState(context, entry, task.state);
  learn(context, entry, seen.state, now);
  return undefined;
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

/** Commits only if a second poll sees it running, because most tasks are done by then. @returns whether the job still waits. */
async function seenRunning(context: PollingContext, entry: TaskPoll, seen: Task): Promise<boolean> {
  const { clock } = context;
  const { jobId, taskKey } = entry;
  const now = clock.monotonicMs();
  const isFirst = entry.runningSinceMs === undefined;
  if (!isFirst && entry.isRunStored) return true;
  // A task that was never seen queued counts as running from the start; otherwise since halfway between the last two polls.
  const sinceMs =
    entry.runningSinceMs ??
    (wasWatched(entry) ? entry.submittedAtMs : now - (now - (entry.queuedAtMs ?? entry.submittedAtMs)) / 2);
  const atMs = Math.round(clock.now() - (now - sinceMs));
  const how = isFirst ? 'remembered' : 'durable';
  const recorded = await context.recorder.record(jobId, { kind: 'seen', taskKey, seen, atMs }, { how });
  if (!recorded || findTask(recorded.job, taskKey)?.state !== 'submitted') return false;
  entry.runningSinceMs = sinceMs;
  entry.isRunStored = !isFirst;
  if (isFirst) logState(context, entry, 'running');
  return true;
}

/** Records what a poll saw. Resolves with the task, or undefined if the job no longer waits for it. */
async function write(
  { recorder }: PollingContext,
  { jobId, taskKey }: TaskPoll,
  event: JobEvent,
): Promise<JobTask | undefined> {
  const recorded = await recorder.record(jobId, event, { how: 'durable' });
  const isAwaited = recorded && findTask(recorded.before, taskKey)?.state === 'submitted';
  return isAwaited ? findTask(recorded.job, taskKey) : undefined;
}

function logState({ clock, log }: PollingContext, entry: TaskPoll, state: string): void {
  log.info({ ...pollFacts(entry), durationMs: Math.round(clock.monotonicMs() - entry.submittedAtMs) }, `task ${state}`);
}

/** Whether this process has polled it since its create and never saw it queued. */
function wasWatched({ queuedAtMs, unfinishedAtMs }: TaskPoll): boolean {
  return queuedAtMs === undefined && unfinishedAtMs !== undefined;
}
