import TinyQueue from 'tinyqueue';

/** What is planned for one key. Times are on the monotonic clock. */
export interface Plan {
  readonly key: string;
  readonly guildId: string;
  /** Infinite while nothing is planned. */
  dueAtMs: number;
  /** The wait after a failure ends. */
  notBeforeMs: number;
  failures: number;
  failingSinceMs: number | undefined;
  /** Steps under way, or waiting for their turn. */
  steps: number;
  /** Somebody wants a step after the one under way, however that goes. */
  isHurried: boolean;
}

/** When which key is due, and how long what failed waits: doubling, bounded, with some share off for each key. */
export interface Schedule {
  plan(key: string, guildId: string): Plan;
  /** The key is due by then, but not before the wait after a failure is over. */
  due(plan: Plan, atMs: number): void;
  /** A step that began at `startedMs` failed by now. @param retryAfterMs the shortest wait. */
  failed(plan: Plan, times: { startedMs: number; nowMs: number }, retryAfterMs: number | undefined): void;
  went(plan: Plan): void;
  begin(plan: Plan): void;
  /** A step is taken: it does what was planned before. */
  taken(plan: Plan): void;
  /** Of each step that has begun: puts it back where more is due, and forgets it where not. */
  end(plan: Plan): void;
  forget(key: string): void;
  /** The key is due now, whatever it waits for. */
  hurry(plan: Plan, nowMs: number): void;
  /** Everything that waits is due now, but for the waits after failures. */
  allDue(nowMs: number): void;
  /** Takes out what is due, whoever was first first. */
  takeDue(nowMs: number): Plan[];
  /** Infinite where nothing is planned. */
  readonly nextDueAtMs: number;
  readonly size: number;
}

const LONGEST_RETRY_MS = 5 * 60_000;
/** Whoever asks for a longer wait is asked again before it is over. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** What failed together is not tried again together. */
const JITTER_SHARE = 0.25;

/** @param onDue is called when something is due that was not, or sooner. */
export function createSchedule(firstRetryMs: number, onDue: () => void): Schedule {
  const plans = new Map<string, Plan>();
  /** What is planned anew is put in again; what its plan does not say any more is passed over. */
  const queue = new TinyQueue<{ plan: Plan; dueAtMs: number; number: number }>(
    [],
    (a, b) => a.dueAtMs - b.dueAtMs || a.number - b.number,
  );
  let number = 0;

  const setDue = (plan: Plan, atMs: number): void => {
    plan.dueAtMs = atMs;
    if (plan.steps > 0 || atMs === Number.POSITIVE_INFINITY) return;
    queue.push({ plan, dueAtMs: atMs, number: number++ });
    onDue();
  };

  const went = (plan: Plan): void => {
    Object.assign(plan, NOTHING_FAILED);
  };

  return {
    plan: (key, guildId) => {
      const plan = plans.get(key) ?? {
        key,
        guildId,
        dueAtMs: Number.POSITIVE_INFINITY,
        ...NOTHING_FAILED,
        steps: 0,
        isHurried: false,
      };
      plans.set(key, plan);
      return plan;
    },
    due: (plan, atMs) => {
      const notBeforeMs = Math.max(atMs, plan.notBeforeMs);
      if (notBeforeMs < plan.dueAtMs) setDue(plan, notBeforeMs);
    },
    failed: (plan, times, retryAfterMs) => putOff(plan, times, retryAfterMs ?? 0, firstRetryMs),
    went,
    begin: (plan) => {
      plan.steps += 1;
    },
    taken: (plan) => {
      plan.dueAtMs = Number.POSITIVE_INFINITY;
      plan.isHurried = false;
    },
    end: (plan) => {
      plan.steps -= 1;
      if (plan.steps > 0) return;
      if (plan.dueAtMs === Number.POSITIVE_INFINITY) plans.delete(plan.key);
      else setDue(plan, plan.dueAtMs);
    },
    forget: (key) => {
      const plan = plans.get(key);
      if (!plan) return;
      went(plan);
      plan.dueAtMs = Number.POSITIVE_INFINITY;
      plan.isHurried = false;
      if (plan.steps === 0) plans.delete(key);
    },
    hurry: (plan, nowMs) => {
      plan.notBeforeMs = 0;
      plan.isHurried = plan.steps > 0;
      if (nowMs < plan.dueAtMs) setDue(plan, nowMs);
    },
    allDue: (nowMs) => {
      for (const plan of plans.values()) {
        const atMs = Math.max(nowMs, plan.notBeforeMs);
        if (plan.steps === 0 && atMs < plan.dueAtMs && plan.dueAtMs !== Number.POSITIVE_INFINITY) setDue(plan, atMs);
      }
    },
    takeDue: (nowMs) => {
      const taken: Plan[] = [];
      for (let next = queue.peek(); next && next.dueAtMs <= nowMs; next = queue.peek()) {
        queue.pop();
        const { plan, dueAtMs } = next;
        if (plans.get(plan.key) !== plan || plan.dueAtMs !== dueAtMs || plan.steps > 0) continue;
        plan.dueAtMs = Number.POSITIVE_INFINITY;
        taken.push(plan);
      }
      return taken;
    },
    get nextDueAtMs() {
      return queue.peek()?.dueAtMs ?? Number.POSITIVE_INFINITY;
    },
    get size() {
      return plans.size;
    },
  };
}

function putOff(
  plan: Plan,
  { startedMs, nowMs }: { startedMs: number; nowMs: number },
  retryAfterMs: number,
  firstRetryMs: number,
): void {
  plan.failingSinceMs ??= startedMs;
  // One that somebody could not wait for changes nothing of the wait.
  if (plan.notBeforeMs <= nowMs) {
    const backOffMs = Math.min(firstRetryMs * 2 ** plan.failures, LONGEST_RETRY_MS);
    const waitMs = Math.max(backOffMs * (1 - JITTER_SHARE * shareOf(plan.key)), retryAfterMs);
    plan.failures += 1;
    plan.notBeforeMs = nowMs + Math.min(waitMs, LONGEST_RETRY_AFTER_MS);
  }
  if (plan.isHurried) plan.notBeforeMs = 0;
  else plan.dueAtMs = plan.notBeforeMs;
}

const NOTHING_FAILED = { notBeforeMs: 0, failures: 0, failingSinceMs: undefined };

/** The same for the same key, in [0, 1). */
function shareOf(key: string): number {
  let hash = 2166136261;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) / 2 ** 32;
}
