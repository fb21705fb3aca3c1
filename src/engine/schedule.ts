import TinyQueue from 'tinyqueue';
import { type BackOff, backOffMs } from '../time/back-off.ts';
import type { Asker } from './fair-limit.ts';

/** The plan for one key. Keep it small: there may be a hundred thousand. Times are on the monotonic clock. */
export interface Plan {
  readonly key: string;
  readonly asker: Asker;
  /** Infinite if nothing is planned. */
  dueAtMs: number;
  /** Steps that are running or waiting for their turn. */
  steps: number;
  failing: Failing | undefined;
}

/** Failures in a row. */
interface Failing {
  failures: number;
  /** When it started to fail. */
  sinceMs: number;
  /** When the back-off ends. */
  notBeforeMs: number;
}

/** A step that started at `startedMs` and failed. */
interface Failure {
  startedMs: number;
  nowMs: number;
  /** The shortest wait. */
  retryAfterMs: number;
}

/** Upper bound on a requested wait. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Jitter, so that keys that failed together don't retry together. */
const JITTER_SHARE = 0.25;

const NEVER = Number.POSITIVE_INFINITY;

/**
 * When each key is due, and its back-off after failures: doubling, bounded, with jitter by key.
 * @param onDue is called when a key becomes due or is due sooner.
 */
export function createSchedule(backOff: BackOff, onDue: () => void) {
  const plans = new Map<string, Plan>();
  /** In order of time. An entry counts only while its plan has no steps and still has this time. */
  const queue = new TinyQueue<{ plan: Plan; atMs: number; number: number }>(
    [],
    (a, b) => a.atMs - b.atMs || a.number - b.number,
  );
  let number = 0;

  const planOf = (key: string, asker: Asker): Plan => {
    const known = plans.get(key);
    if (known) return known;
    const plan: Plan = { key, asker, dueAtMs: NEVER, steps: 0, failing: undefined };
    plans.set(key, plan);
    return plan;
  };
  const enqueue = (plan: Plan): void => {
    queue.push({ plan, atMs: plan.dueAtMs, number: number++ });
    onDue();
  };
  const makeDue = (plan: Plan, atMs: number): void => {
    if (atMs >= plan.dueAtMs) return;
    plan.dueAtMs = atMs;
    if (plan.steps === 0) enqueue(plan);
  };
  const notBefore = ({ failing }: Plan, atMs: number): number => Math.max(atMs, failing?.notBeforeMs ?? 0);

  return {
    /** Makes the key due at that time, but not before its back-off is over. */
    due: (key: string, asker: Asker, atMs: number): void => {
      const plan = planOf(key, asker);
      makeDue(plan, notBefore(plan, atMs));
    },
    /** Makes everything due now, except keys in a back-off. */
    allDue: (nowMs: number): void => {
      for (const plan of plans.values()) if (plan.steps === 0) makeDue(plan, notBefore(plan, nowMs));
    },
    forget: (key: string): void => {
      const plan = plans.get(key);
      if (plan && plan.steps > 0) {
        plan.failing = undefined;
        plan.dueAtMs = NEVER;
      } else plans.delete(key);
    },
    /** Takes a step of this key, whether it is due or not. Call `started` and `ended` for each step taken. */
    take: (key: string, asker: Asker): Plan => {
      const plan = planOf(key, asker);
      plan.steps += 1;
      return plan;
    },
    /** Takes a step of every key that is due, in order. */
    takeDue: (nowMs: number): Plan[] => {
      const taken: Plan[] = [];
      for (let next = queue.peek(); next && next.atMs <= nowMs; next = queue.peek()) {
        queue.pop();
        const { plan, atMs } = next;
        if (plans.get(plan.key) !== plan || plan.steps > 0 || plan.dueAtMs !== atMs) continue;
        plan.dueAtMs = NEVER;
        plan.steps += 1;
        taken.push(plan);
      }
      return taken;
    },
    /** The step is running now. It covers everything planned before. */
    started: (plan: Plan): void => {
      plan.dueAtMs = NEVER;
    },
    /** @param dueAtMs when the key is due next, as far as its step knows; infinite if it isn't. */
    succeeded: (plan: Plan, dueAtMs: number): void => {
      plan.failing = undefined;
      makeDue(plan, dueAtMs);
    },
    failed: (plan: Plan, failure: Failure): void => {
      plan.failing = afterFailure(plan, failure, backOff);
      plan.dueAtMs = plan.failing.notBeforeMs;
    },
    /** Keeps the plan if more is due, and forgets it otherwise. */
    ended: (plan: Plan): void => {
      plan.steps -= 1;
      if (plan.steps > 0) return;
      if (plan.dueAtMs === NEVER) plans.delete(plan.key);
      else enqueue(plan);
    },
    /** Infinite if nothing is planned. */
    get nextDueAtMs(): number {
      return queue.peek()?.atMs ?? NEVER;
    },
    get size(): number {
      return plans.size;
    },
  };
}

export type Schedule = ReturnType<typeof createSchedule>;

function afterFailure({ key, failing }: Plan, { startedMs, nowMs, retryAfterMs }: Failure, backOff: BackOff): Failing {
  const { failures = 0, sinceMs = startedMs, notBeforeMs = 0 } = failing ?? {};
  // A step that was forced during the wait does not make the wait longer.
  if (notBeforeMs > nowMs) return { failures, sinceMs, notBeforeMs };
  const ownMs = backOffMs(failures, backOff) * (1 - JITTER_SHARE * shareOf(key));
  const waitMs = Math.min(Math.max(ownMs, retryAfterMs), LONGEST_RETRY_AFTER_MS);
  return { failures: failures + 1, sinceMs, notBeforeMs: nowMs + waitMs };
}

/** The same for the same key, in [0, 1). */
function shareOf(key: string): number {
  let hash = 2166136261;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) / 2 ** 32;
}
