import type { MediaKind } from '../../task-api/models.ts';
import { at, cellAt, endedSecondsOf, medianMs, type RunLaw } from './run-law.ts';

/** What one poll is worth, as seconds of a member's waiting: a picture is awaited, a clip is come back to. */
const POLL_WORTH_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };
const SHORTEST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Tasks that fail at once are seen by one early look. */
export const EARLY_PROBE_MS = 3_000;
/** After so many tasks of which none failed early, the early look is left out. */
export const QUIET_TASKS = 20;
const JITTER = 0.1;
/** The jitter makes the early probe come this early: whoever was looked at then needs no other. */
const PROBED_FROM_MS = EARLY_PROBE_MS * (1 - JITTER);
/** Times the median run between two looks at a queue: as simulated, the best between polls and late sight of short runs. */
const QUEUED_SHARE = 1.15;

/** Where to look next, for every moment of a run: computed once for what was learned, and then only looked up. */
export interface PollSchedule {
  readonly kind: MediaKind;
  readonly times: Float64Array;
  /** In seconds, for the look after one at each of `times`. */
  readonly delays: Float64Array;
}

/** How long to leave a task in the queue alone. */
export function queuedDelayMs(law: RunLaw): number {
  return bounded(QUEUED_SHARE * medianMs(law));
}

export interface PollSituation {
  /** Of its run; undefined while it was last seen in the queue. */
  schedule: PollSchedule | undefined;
  queuedDelayMs: number;
  /** How many tasks of the model ended since one may have failed at once. */
  sinceEarlyFailure: number;
  /** Since the create was answered. */
  sinceSubmittedMs: number;
  /** Since its run began, or since the create where nobody saw it queued. */
  sinceStartedMs: number;
  /** Uniform in [0, 1). */
  random: number;
}

/** How long to wait before the next poll of a task: as the schedule says, within bounds, with jitter. */
export function nextPollDelayMs(situation: PollSituation): number {
  const { schedule, sinceSubmittedMs, random } = situation;
  const wanted = schedule ? scheduledDelayMs(schedule, situation.sinceStartedMs) : situation.queuedDelayMs;
  const isProbed = situation.sinceEarlyFailure < QUIET_TASKS && sinceSubmittedMs < PROBED_FROM_MS;
  const probed = isProbed ? Math.min(wanted, EARLY_PROBE_MS - sinceSubmittedMs) : wanted;
  return bounded(bounded(probed) * (1 + JITTER * (2 * random - 1)));
}

const bounded = (delayMs: number): number => Math.min(Math.max(delayMs, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);

/** Aims at the moment at which the nearest computed look aims. */
function scheduledDelayMs({ kind, times, delays }: PollSchedule, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  if (seconds >= at(times, times.length - 1)) return lateDelay(kind, seconds) * 1000;
  const cell = cellAt(times, seconds);
  const nearest = seconds - at(times, cell) < at(times, cell + 1) - seconds ? cell : cell + 1;
  return (at(times, nearest) + at(delays, nearest) - seconds) * 1000;
}

/** Later than anything that the law knows: as if every doubling of the time ended half of the tasks. */
function lateDelay(kind: MediaKind, seconds: number): number {
  return bounded(Math.sqrt(2 * POLL_WORTH_SECONDS[kind] * seconds) * 1000) / 1000;
}

/** Where the jitter takes a look, as three points that weigh as it does (Gauss and Legendre), with their weights. */
const JITTERED = [
  { factor: 1 - JITTER * Math.sqrt(0.6), weight: 5 / 18 },
  { factor: 1, weight: 8 / 18 },
  { factor: 1 + JITTER * Math.sqrt(0.6), weight: 5 / 18 },
] as const;

interface Costs {
  law: RunLaw;
  worthSeconds: number;
  /** Seconds for which the tasks that ended by each moment have been waiting for a look, in the mean of all tasks. */
  lateness: Float64Array;
  /** Expected cost after an unavailing look, times the part of tasks that still run then. */
  rest: Float64Array;
}

/**
 * The looks with the least expected cost: what they are worth, and the seconds between a task's end and the look that saw
 * it. By dynamic programming from the end: at each moment the best next look is the one after which the rest costs least.
 */
export function scheduleOf(kind: MediaKind, law: RunLaw): PollSchedule {
  const { times, ended } = law;
  const last = times.length - 1;
  const rest = new Float64Array(times.length);
  const delays = new Float64Array(times.length);
  const costs: Costs = { law, worthSeconds: POLL_WORTH_SECONDS[kind], lateness: endedSecondsOf(law), rest };
  delays[last] = lateDelay(kind, at(times, last));
  rest[last] = (1 - at(ended, last)) * at(delays, last);
  for (let from = last - 1; from >= 0; from--) {
    const { delay, cost } = bestLook(costs, from);
    delays[from] = delay;
    rest[from] = cost;
  }
  return { kind, times, delays };
}

function bestLook(costs: Costs, from: number): { delay: number; cost: number } {
  const { times } = costs.law;
  const time = at(times, from);
  // Where the last candidate's looks lie: they only move on.
  const cells = JITTERED.map(() => from);
  const best = { delay: LONGEST_DELAY_MS / 1000, cost: Number.POSITIVE_INFINITY };
  let delay = SHORTEST_DELAY_MS / 1000;
  for (let next = from + 1; delay < LONGEST_DELAY_MS / 1000; next++) {
    const { wasted, cost } = costOfLook(costs, from, delay, cells);
    if (cost < best.cost) Object.assign(best, { delay, cost });
    // Waiting still longer wastes still more.
    if (wasted > best.cost) return best;
    delay = next < times.length ? Math.max(delay, at(times, next) - time) : LONGEST_DELAY_MS / 1000;
  }
  const { cost } = costOfLook(costs, from, delay, cells);
  return cost < best.cost ? { delay, cost } : best;
}

/** What a look after `delay` costs itself, and with all that is left to pay after it. */
function costOfLook(
  { law: { times, ended }, worthSeconds, lateness, rest }: Costs,
  from: number,
  delay: number,
  cells: number[],
): { wasted: number; cost: number } {
  const last = times.length - 1;
  const time = at(times, from);
  let wasted = worthSeconds * (1 - at(ended, from));
  let after = 0;
  let stays = 0;
  for (const [point, { factor, weight }] of JITTERED.entries()) {
    const look = time + bounded(delay * factor * 1000) / 1000;
    let cell = cells[point] ?? from;
    while (cell < last - 1 && at(times, cell + 1) < look) cell += 1;
    cells[point] = cell;
    const since = look - at(times, cell);
    const part = Math.min(1, since / (at(times, cell + 1) - at(times, cell)));
    const risen = part * (at(ended, cell + 1) - at(ended, cell));
    const late = at(lateness, cell) + since * (at(ended, cell) + risen / 2);
    wasted += weight * (late - at(lateness, from) - at(ended, from) * (look - time));
    after += weight * part * at(rest, cell + 1);
    if (cell === from) stays += weight * (1 - part);
    else after += weight * (1 - part) * at(rest, cell);
  }
  // A look in the cell that it comes from has part of the very cost that is sought still before it.
  return { wasted, cost: (wasted + after) / (1 - stays) };
}
