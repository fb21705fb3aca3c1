import type { Clock } from '../../time/clock.ts';
import type { Job, JobTaskIn, logFacts } from '../job.ts';
import type { SeenRun } from '../polling/durations.ts';
import { nextPollDelayMs } from '../polling/poll-schedule.ts';
import type { ModelRecords } from '../records/model-records.ts';
import { modelOfTask } from '../variants.ts';

/** What is kept in memory of a task that waits for the service; times are on the monotonic clock. */
export interface TaskPoll extends SeenRun {
  jobId: string;
  taskKey: string;
  taskId: string;
  guildId: string;
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
}

export interface PollTimes {
  clock: Clock;
  models: ModelRecords;
  /** Uniform in [0, 1). */
  random: () => number;
}

/** A task that was just taken. */
export function firstPoll(context: PollTimes, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const recovered = recoveredPoll(context, job, task);
  return { ...recovered, unfinishedAtMs: recovered.submittedAtMs };
}

/** A task that a restart found. */
export function recoveredPoll({ clock }: Pick<PollTimes, 'clock'>, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const monotonic = (atMs: number): number => clock.monotonicMs() - Math.max(0, clock.now() - atMs);
  const runningSinceMs = task.runningSinceMs === undefined ? undefined : monotonic(task.runningSinceMs);
  return {
    jobId: job.id,
    taskKey: task.key,
    taskId: task.taskId,
    guildId: job.location.guildId,
    modelId: modelOfTask(job, task.key),
    serviceState: task.serviceState,
    isRunKept: task.serviceState === 'running',
    submittedAtMs: monotonic(task.submittedAtMs),
    submittedDateMs: task.submittedAtMs,
    takenUpAtMs: clock.monotonicMs(),
    runningSinceMs,
    queuedAtMs: runningSinceMs,
    unfinishedAtMs: undefined,
    refusedSinceMs: undefined,
  };
}

/** When to look again at a task that was just looked at. */
export function nextDueInMs({ clock, models, random }: PollTimes, run: TaskPoll): number {
  return nextPollDelayMs({
    runTimes: models.runTimes(run.modelId),
    run,
    sinceEarlyFailure: models.durations(run.modelId).sinceEarlyFailure,
    nowMs: clock.monotonicMs(),
    random: random(),
  });
}

export function factsOf({ jobId, guildId, taskKey }: TaskPoll): ReturnType<typeof logFacts> {
  return { job: jobId, server: guildId, task: taskKey };
}
