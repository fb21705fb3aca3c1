import TinyQueue from 'tinyqueue';
import { type BackOff, backOffMs } from '../time/back-off.ts';
import type { Asker } from './fair-limit.ts';

/** The plan for one key. Keep it small: there may be a hundred thousand. Times are on the monotonic clock. */
export interface Plan {
  readonly key: string;
  readonly asker: Asker;
  /** Infinite if nothing is planned. Doesn't change while the plan waits in the queue, which sorts by it. */
  dueAtMs: number;
  /** Its place among plans that are due at the same time. */
  number: number;
  /** Steps that are running or waiting for their turn. */
  steps: number;
  failing: Failing | undefined;
  /** Another step follows the running one, even if that one fails. */
  isHurried: boolean;
}

/** Failures in a row. */
export interface Failing {
  failures: number;
  /** When it started to fail for this reason. */
  sinceMs: number;
  why: string | undefined;
  /** When the back-off ends. */
  notBeforeMs: number;
}

/** A step that started at `startedMs` and failed. */
export interface Failure {
  startedMs: number;
  nowMs: number;
  /** The shortest wait. */
  retryAfterMs: number;
  why: string | undefined;
}

/** When each key is due, and its back-off after failures: doubling, bounded, with jitter by key. */
export interface Schedule {
  plan(key: string, asker: Asker): Plan;
  /** Makes the key due at that time, but not before its back-off is over. */
  due(plan: Plan, atMs: number): void;
  failed(plan: Plan, failure: Failure): void;
  /** @returns the plan to continue with. */
  begin(plan: Plan): Plan;
  /** A step has started, which covers everything planned before. */
  taken(plan: Plan): void;
  /** Call once for each started step: keeps the plan if more is due, and forgets it otherwise. */
  end(plan: Plan): void;
  forget(key: string): void;
  /** Makes the key due now, even during a back-off. */
  hurry(plan: Plan, nowMs: number): void;
  /** Makes everything due now, except keys in a back-off. */
  allDue(nowMs: number): void;
  /** Removes and returns the plans that are due, in order. */
  takeDue(nowMs: number): Plan[];
  /** Infinite if nothing is planned. */
  readonly nextDueAtMs: number;
  readonly size: number;
}

/** Upper bound on a requested wait. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Jitter, so that keys that failed together don't retry together. */
const JITTER_SHARE = 0.25;

const NEVER = Number.POSITIVE_INFINITY;

/** @param onDue is called when a key becomes due or is due sooner. */
export function createSchedule(backOff: BackOff, onDue: () => void): Schedule {
  const plans = new Map<string, Plan>();
  /** The plans without steps. One that changes is replaced by a copy; the queue passes over those that were replaced. */
  const queue = new TinyQueue<Plan>([], (a, b) => a.dueAtMs - b.dueAtMs || a.number - b.number);
  let number = 0;

  /** A plan that may change. */
  const unqueued = (plan: Plan): Plan => {
    if (plan.steps > 0) return plan;
    const copy = { ...plan };
    plans.set(plan.key, copy);
    return copy;
  };
  const setDue = (plan: Plan, atMs: number): void => {
    const changed = unqueued(plan);
    changed.dueAtMs = atMs;
    if (changed.steps > 0) return;
    changed.number = number++;
    queue.push(changed);
    onDue();
  };
  const notBefore = ({ failing }: Plan, atMs: number): number => Math.max(atMs, failing?.notBeforeMs ?? 0);

  return {
    plan: (key, asker) => {
      const known = plans.get(key);
      if (known) return known;
      const plan: Plan = { key, asker, dueAtMs: NEVER, number: 0, steps: 0, failing: undefined, isHurried: false };
      plans.set(key, plan);
      return plan;
    },
    due: (plan, atMs) => {
      const dueAtMs = notBefore(plan, atMs);
      if (dueAtMs < plan.dueAtMs) setDue(plan, dueAtMs);
    },
    failed: (plan, failure) => {
      plan.failing = afterFailure(plan, failure, backOff);
      if (!plan.isHurried) plan.dueAtMs = plan.failing.notBeforeMs;
    },
    begin: (plan) => {
      const started = unqueued(plan);
      started.steps += 1;
      return started;
    },
    taken: (plan) => {
      plan.dueAtMs = NEVER;
      plan.isHurried = false;
    },
    end: (plan) => {
      plan.steps -= 1;
      if (plan.steps > 0) return;
      if (plan.dueAtMs === NEVER) plans.delete(plan.key);
      else setDue(plan, plan.dueAtMs);
    },
    forget: (key) => {
      const plan = plans.get(key);
      if (plan && plan.steps > 0) {
        plan.failing = undefined;
        plan.dueAtMs = NEVER;
        plan.isHurried = false;
      } else plans.delete(key);
    },
    hurry: (plan, nowMs) => {
      if (plan.failing) plan.failing.notBeforeMs = 0;
      plan.isHurried = plan.steps > 0;
      if (nowMs < plan.dueAtMs) setDue(plan, nowMs);
    },
    allDue: (nowMs) => {
      for (const plan of plans.values()) {
        const atMs = notBefore(plan, nowMs);
        if (plan.steps === 0 && atMs < plan.dueAtMs && plan.dueAtMs !== NEVER) setDue(plan, atMs);
      }
    },
    takeDue: (nowMs) => {
      const taken: Plan[] = [];
      for (let next = queue.peek(); next && next.dueAtMs <= nowMs; next = queue.peek()) {
        queue.pop();
        if (plans.get(next.key) !== next) continue;
        next.dueAtMs = NEVER;
        taken.push(next);
      }
      return taken;
    },
    get nextDueAtMs() {
      return queue.peek()?.dueAtMs ?? NEVER;
    },
    get size() {
      return plans.size;
    },
  };
}

function afterFailure(
  { key, failing, isHurried }: Plan,
  { startedMs, nowMs, retryAfterMs, why }: Failure,
  backOff: BackOff,
): Failing {
  const { failures = 0, notBeforeMs = 0 } = failing ?? {};
  const sinceMs = failing && failing.why === why ? failing.sinceMs : startedMs;
  if (isHurried) return { failures: failures + 1, sinceMs, why, notBeforeMs: nowMs };
  // A step that was forced during the wait does not make the wait longer.
  if (notBeforeMs > nowMs) return { failures, sinceMs, why, notBeforeMs };
  const ownMs = backOffMs(failures, backOff) * (1 - JITTER_SHARE * shareOf(key));
  const waitMs = Math.min(Math.max(ownMs, retryAfterMs), LONGEST_RETRY_AFTER_MS);
  return { failures: failures + 1, sinceMs, why, notBeforeMs: nowMs + waitMs };
}

/** The same for the same key, in [0, 1). */
function shareOf(key: string): number {
  let hash = 2166136261;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) / 2 ** 32;
}
