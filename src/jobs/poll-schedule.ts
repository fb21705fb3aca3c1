import type { MediaKind } from '../task-api/models.ts';
import { type Durations, hazardPerSecond, medianMs } from './durations.ts';

/** What one poll is worth, as seconds of a member's waiting: a picture is awaited, a clip is come back to. */
const POLL_WORTH_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };
const SHORTEST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Tasks that fail at once are seen by one early look. */
const EARLY_PROBE_MS = 3_000;
const JITTER = 0.1;
/** The jitter makes the early probe come this early: whoever was looked at then needs no other. */
const PROBED_FROM_MS = EARLY_PROBE_MS * (1 - JITTER);

export interface PollSituation {
  kind: MediaKind;
  durations: Durations;
  serviceState: 'queued' | 'running';
  /** Since the create was answered. */
  sinceSubmittedMs: number;
  /** Since the task was first seen running. */
  sinceRunningMs: number | undefined;
  /** Uniform in [0, 1). */
  random: number;
}

/**
 * How long to wait before the next poll of a task: sqrt(2L / h(t)) seconds from the hazard of the model's learned
 * durations, within bounds, with jitter, and with one early probe. While a task is queued its run has not started,
 * so it is looked at as if the run began now.
 */
export function nextPollDelayMs(situation: PollSituation): number {
  const { durations, kind, sinceSubmittedMs, sinceRunningMs } = situation;
  const wanted =
    situation.serviceState === 'queued'
      ? medianMs(durations)
      : steadyDelayMs(kind, durations, sinceRunningMs ?? sinceSubmittedMs);
  const bounded = Math.min(Math.max(wanted, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
  const probed = sinceSubmittedMs < PROBED_FROM_MS ? Math.min(bounded, EARLY_PROBE_MS - sinceSubmittedMs) : bounded;
  const jittered = probed * (1 + JITTER * (2 * situation.random - 1));
  return Math.min(Math.max(jittered, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
}

/**
 * The rule itself. Where nothing ends yet the hazard is all but zero and the rule would sleep through the first ends;
 * so a delay is shortened until the hazard at its end agrees with it.
 */
function steadyDelayMs(kind: MediaKind, durations: Durations, elapsedMs: number): number {
  const delayAt = (ms: number): number =>
    Math.min(LONGEST_DELAY_MS, Math.sqrt((2 * POLL_WORTH_SECONDS[kind]) / hazardPerSecond(durations, ms)) * 1000);
  let delay = delayAt(elapsedMs);
  for (let round = 0; round < 5; round++) {
    const atItsEnd = delayAt(elapsedMs + delay);
    if (atItsEnd >= delay) break;
    delay = (delay + atItsEnd) / 2;
  }
  return delay;
}
