import type { Job, JobTaskIn, logFacts } from '../job/job.ts';
import { modelOfTask } from '../job/variants.ts';
import type { SeenRun } from '../polling/durations.ts';
import { nextPollDelayMs } from '../polling/poll-schedule.ts';
import type { StepParts } from '../ports/parts.ts';

/** A waiting task in memory. Times are on the monotonic clock. */
export interface TaskPoll extends SeenRun {
  jobId: string;
  taskKey: string;
  taskId: string;
  guildId: string;
  modelId: string;
  /** Whether its record on disk says that it runs. */
  isRunStored: boolean;
  /** When it was submitted, in milliseconds since 1970, from its record. */
  submittedDateMs: number;
  /** When this process started to poll it. */
  pollingSinceMs: number;
  /** When a poll last saw it unfinished. Unknown after a restart. */
  unfinishedAtMs: number | undefined;
  /** When its next poll is due; undefined after a poll that failed. */
  dueAtMs: number | undefined;
  /** When the service first refused to answer for it. */
  refusedSinceMs: number | undefined;
}

export type PollTimes = Pick<StepParts, 'clock' | 'models' | 'random'>;

/** A task that the service just accepted. */
export function firstPoll(context: PollTimes, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const recovered = recoveredPoll(context, job, task);
  return { ...recovered, unfinishedAtMs: recovered.submittedAtMs };
}

/** A task found at a restart. */
export function recoveredPoll({ clock }: Pick<PollTimes, 'clock'>, job: Job, task: JobTaskIn<'submitted'>): TaskPoll {
  const monotonic = (atMs: number): number => clock.monotonicMs() - Math.max(0, clock.now() - atMs);
  const isRunning = task.serviceState === 'running';
  const runningSinceMs = isRunning ? monotonic(task.runningSinceMs ?? task.submittedAtMs) : undefined;
  return {
    jobId: job.id,
    taskKey: task.key,
    taskId: task.taskId,
    guildId: job.location.guildId,
    modelId: modelOfTask(job, task.key),
    isRunStored: isRunning,
    submittedAtMs: monotonic(task.submittedAtMs),
    submittedDateMs: task.submittedAtMs,
    pollingSinceMs: clock.monotonicMs(),
    runningSinceMs,
    queuedAtMs: runningSinceMs,
    unfinishedAtMs: undefined,
    dueAtMs: undefined,
    refusedSinceMs: undefined,
  };
}

/** When to poll a task next that was just polled. */
export function nextDueInMs({ clock, models, random }: PollTimes, run: TaskPoll): number {
  return nextPollDelayMs({
    runTimes: models.runTimes(run.modelId),
    run,
    sinceEarlyFailure: models.durations(run.modelId).sinceEarlyFailure,
    nowMs: clock.monotonicMs(),
    random: random(),
  });
}

export function pollFacts({ jobId, guildId, taskKey }: TaskPoll): ReturnType<typeof logFacts> {
  return { job: jobId, server: guildId, task: taskKey };
}
