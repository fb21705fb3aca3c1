import type { Durations } from '../../src/jobs/durations.ts';
import { nextPollDelayMs } from '../../src/jobs/poll-schedule.ts';
import type { MediaKind } from '../../src/task-api/models.ts';
import { createRandom, normalFrom } from './random.ts';

/** What one poll is worth, in seconds of waiting; the design's own numbers, not the code's. */
const WORTH_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };

export interface Service {
  kind: MediaKind;
  medianSeconds: number;
  spread: number;
}

/** Durations of so many tasks of a service, in milliseconds; the same ones every time. */
export function tasksOf({ medianSeconds, spread }: Service, count: number): number[] {
  const normal = normalFrom(createRandom(11));
  return Array.from({ length: count }, () => Math.exp(Math.log(medianSeconds) + spread * normal()) * 1000);
}

/** The mean cost of a task in seconds: what its polls are worth, and how late its end was seen. */
export function costOf(kind: MediaKind, tasks: readonly number[], nextDelayMs: (elapsedMs: number) => number): number {
  let seconds = 0;
  for (const endsMs of tasks) {
    let now = 0;
    let polls = 0;
    do {
      now += nextDelayMs(now);
      polls += 1;
    } while (now < endsMs);
    seconds += polls * WORTH_SECONDS[kind] + (now - endsMs) / 1000;
  }
  return seconds / tasks.length;
}

/** The cost of Easel's rule, where it has learned the service. */
export function costOfRule({ kind, medianSeconds, spread }: Service, tasks: readonly number[]): number {
  const durations: Durations = { seen: 100, meanLogSeconds: Math.log(medianSeconds), varianceLogSeconds: spread ** 2 };
  const random = createRandom(5);
  return costOf(kind, tasks, (elapsedMs) =>
    nextPollDelayMs({
      ...{ kind, durations, serviceState: 'running', sinceSubmittedMs: elapsedMs, sinceRunningMs: elapsedMs },
      random: random(),
    }),
  );
}

/** The least that any fixed interval costs. */
export function costOfBestInterval({ kind, medianSeconds }: Service, tasks: readonly number[]): number {
  const shortest = 0.3;
  const longest = Math.max(30, medianSeconds);
  let best = Number.POSITIVE_INFINITY;
  for (let seconds = shortest; seconds < longest; seconds *= 1.08) {
    best = Math.min(
      best,
      costOf(kind, tasks, () => seconds * 1000),
    );
  }
  return best;
}
