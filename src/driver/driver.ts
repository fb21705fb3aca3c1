import TinyQueue from 'tinyqueue';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { createFairLimit } from '../turns/fair-limit.ts';

/**
 * What a step came to. Nothing: no more is due until somebody says so. `dueInMs`: nothing failed, and it is due again then.
 * `retryAfterMs`: something is in the way, so it is tried again, later each time, and no sooner than this.
 */
export type Next = undefined | { dueInMs: number } | { retryAfterMs: number | undefined };

export interface StepOptions {
  /** For how long this key has failed in this run of the bot; 0 where it has not. */
  failingForMs: number;
  /** Aborts when the driver stops. */
  signal: AbortSignal;
}

/** Takes the next step of whatever is due, by key: several at once, one at a time for each key, servers in turn. */
export interface Driver {
  /** The key is due by then, but not before the wait after a failure is over. Returns at once. */
  due(key: string, inMs?: number): void;
  /** Takes a step now, whatever the key waits for. Never rejects: what fails is tried again by itself. */
  step(key: string): Promise<void>;
  /** Does something while no step of this key is taken. */
  alone<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Nothing more is due, unless a step under way says so. */
  forget(key: string): void;
  /** Ends the wait after a failure. */
  forgive(key: string): void;
  /** How many keys are due, wait, or have a step under way. */
  readonly size: number;
  /** Takes steps until `signal` aborts; resolves when those under way have ended. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when no step is under way. */
  idle(): Promise<void>;
}

export interface DriverOptions {
  clock: Clock;
  log: Log;
  /** What a key is called in the log. */
  name: string;
  /** Whose turn a step takes. */
  guildOf: (key: string) => string;
  /** Repeating it has to be harmless. */
  step: (key: string, options: StepOptions) => Promise<Next>;
  /** Of all servers; one alone has half. */
  atOnce?: number;
  firstRetryMs?: number;
}

const AT_ONCE = 16;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Whoever asks for a longer wait is asked again before it is over. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Due times come from the time of day, which may be set meanwhile; waits do not. */
const LONGEST_WAIT_MS = 3_600_000;
/** What failed together is not tried again together: each key has its own share off its waits. */
const JITTER_SHARE = 0.25;

interface Plan {
  key: string;
  /** On the monotonic clock, as all times here; infinite while nothing is planned. */
  dueAtMs: number;
  /** The wait after a failure ends. */
  notBeforeMs: number;
  failures: number;
  failingSinceMs: number | undefined;
  /** Steps under way, or waiting for their turn. */
  steps: number;
}

interface Planned {
  plan: Plan;
  dueAtMs: number;
  /** Whoever was first goes first. */
  number: number;
}

export function createDriver(options: DriverOptions): Driver {
  const { clock, log, name, guildOf, atOnce = AT_ONCE, firstRetryMs = FIRST_RETRY_MS } = options;
  const plans = new Map<string, Plan>();
  /** By due time. What is planned anew is put in again; what its plan does not say any more is passed over. */
  const queue = new TinyQueue<Planned>([], (a, b) => a.dueAtMs - b.dueAtMs || a.number - b.number);
  let planned = 0;
  /** A key waits here once at most, so that what waits needs no other bound than what is kept. */
  const limit = createFairLimit({ atOnce, waitingMax: Number.POSITIVE_INFINITY });
  const locks = createKeyedLocks();
  const underWay = new Set<Promise<void>>();
  let stop = new AbortController().signal;
  let wake = new AbortController();

  const planOf = (key: string): Plan => {
    const nothing = { dueAtMs: Number.POSITIVE_INFINITY, notBeforeMs: 0, failures: 0, failingSinceMs: undefined };
    const plan = plans.get(key) ?? { key, ...nothing, steps: 0 };
    plans.set(key, plan);
    return plan;
  };

  const setDue = (plan: Plan, atMs: number): void => {
    plan.dueAtMs = atMs;
    if (plan.steps > 0 || atMs === Number.POSITIVE_INFINITY) return;
    queue.push({ plan, dueAtMs: atMs, number: planned++ });
    wake.abort();
  };

  const due: Driver['due'] = (key, inMs = 0) => {
    const plan = planOf(key);
    const atMs = Math.max(clock.monotonicMs() + Math.min(inMs, LONGEST_WAIT_MS), plan.notBeforeMs);
    if (atMs < plan.dueAtMs) setDue(plan, atMs);
  };

  const failed = (plan: Plan, startedMs: number, retryAfterMs = 0): void => {
    const now = clock.monotonicMs();
    plan.failingSinceMs ??= startedMs;
    if (plan.notBeforeMs <= now) {
      const backOffMs = Math.min(firstRetryMs * 2 ** plan.failures, LONGEST_RETRY_MS);
      const waitMs = Math.max(backOffMs * (1 - JITTER_SHARE * shareOf(plan.key)), retryAfterMs);
      plan.failures += 1;
      plan.notBeforeMs = now + Math.min(waitMs, LONGEST_RETRY_AFTER_MS);
    }
    plan.dueAtMs = plan.notBeforeMs;
  };

  const went = (plan: Plan): void => {
    plan.failures = 0;
    plan.failingSinceMs = undefined;
    plan.notBeforeMs = 0;
  };

  const take = async (plan: Plan): Promise<void> => {
    // What is said from now on counts; what was planned before is done by this step.
    plan.dueAtMs = Number.POSITIVE_INFINITY;
    const startedMs = clock.monotonicMs();
    const failingForMs = startedMs - (plan.failingSinceMs ?? startedMs);
    try {
      const next = await options.step(plan.key, { failingForMs, signal: stop });
      if (next && 'retryAfterMs' in next) return failed(plan, startedMs, next.retryAfterMs);
      went(plan);
      if (next) due(plan.key, next.dueInMs);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ [name]: plan.key, err: error }, `what follows for a ${name} could not be done; it is tried again`);
      failed(plan, startedMs);
    }
  };

  const track = (work: Promise<void>): Promise<void> => {
    const ended = work.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };

  const inPlan = (key: string, work: (plan: Plan) => Promise<void>): Promise<void> => {
    const plan = planOf(key);
    plan.steps += 1;
    const ended = work(plan).finally(() => {
      plan.steps -= 1;
      if (plan.steps > 0) return;
      if (plan.dueAtMs === Number.POSITIVE_INFINITY) plans.delete(key);
      else setDue(plan, plan.dueAtMs);
    });
    return track(ended);
  };
  const step: Driver['step'] = (key) => inPlan(key, (plan) => locks.run(key, () => take(plan)));

  const startDue = (signal: AbortSignal): void => {
    const now = clock.monotonicMs();
    for (let next = queue.peek(); next && next.dueAtMs <= now; next = queue.peek()) {
      queue.pop();
      const { plan, dueAtMs } = next;
      if (plans.get(plan.key) !== plan || plan.dueAtMs !== dueAtMs || plan.steps > 0) continue;
      const asker = { guildId: guildOf(plan.key) };
      const inTurn = () => limit.run(asker, () => locks.run(plan.key, () => take(plan)), signal);
      void inPlan(plan.key, () => inTurn().catch((error: unknown) => ignoreStop(error, signal)));
    }
  };

  /** Until something is due, or `durationMs` is over. */
  const rest = async (durationMs: number): Promise<void> => {
    const { signal } = wake;
    await clock.sleep(durationMs, signal).catch((error: unknown) => ignoreStop(error, signal));
    if (signal.aborted) wake = new AbortController();
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    due,
    step,
    alone: (key, work) => locks.run(key, work),
    forget: (key) => {
      const plan = plans.get(key);
      if (!plan) return;
      plan.dueAtMs = Number.POSITIVE_INFINITY;
      went(plan);
      if (plan.steps === 0) plans.delete(key);
    },
    forgive: (key) => {
      const plan = plans.get(key);
      if (plan) plan.notBeforeMs = 0;
    },
    get size() {
      return plans.size;
    },
    run: async (signal) => {
      stop = signal;
      signal.addEventListener('abort', () => wake.abort(), { once: true });
      while (!signal.aborted) {
        startDue(signal);
        await rest((queue.peek()?.dueAtMs ?? Number.POSITIVE_INFINITY) - clock.monotonicMs());
      }
      await idle();
    },
    idle,
  };
}

function ignoreStop(error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) throw error;
}

/** The same for the same key, in [0, 1). */
function shareOf(key: string): number {
  let hash = 2166136261;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) / 2 ** 32;
}
