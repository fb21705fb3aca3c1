import { type Clock, NO_LONGER } from '../clock.ts';
import type { Log } from '../log.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { createFairLimit } from '../turns/fair-limit.ts';
import { createSchedule, type Plan } from './schedule.ts';

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
  /**
   * The key is due by then, but not before the wait after a failure is over. Returns at once.
   * @param guildId whose turn its steps take.
   */
  due(key: string, guildId: string, inMs?: number): void;
  /** Takes a step now, whatever the key waits for. Never rejects: what fails is tried again by itself. */
  step(key: string, guildId: string): Promise<void>;
  /** Does something while no step of this key is taken. */
  alone<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Nothing more is due, unless a step under way says so. */
  forget(key: string): void;
  /** The key is due now, whatever it waits for, and also where a step under way fails. Returns at once. */
  hurry(key: string, guildId: string): void;
  /** How many keys are due, wait, or have a step under way. */
  readonly size: number;
  /** Takes steps until `signal` aborts; resolves when those under way have ended. */
  run(signal: AbortSignal): Promise<void>;
}

export interface DriverOptions {
  clock: Clock;
  log: Log;
  /** What a key is called in the log. */
  name: string;
  /** Repeating it has to be harmless. */
  step: (key: string, options: StepOptions) => Promise<Next>;
  /** Of all servers; one alone has half. */
  atOnce?: number;
  firstRetryMs?: number;
}

const AT_ONCE = 16;
const FIRST_RETRY_MS = 2_000;
/** Whatever waits is looked at once an hour. */
const LONGEST_WAIT_MS = 3_600_000;
/** Due times come from the time of day, which somebody may set, or a machine that slept; waits do not. */
const CLOCK_LOOK_INTERVAL_MS = 60_000;
/** Clocks are slewed by less, all the time. */
const CLOCK_STEP_MS = 2_000;

export function createDriver(options: DriverOptions): Driver {
  const { clock, log, name, atOnce = AT_ONCE, firstRetryMs = FIRST_RETRY_MS } = options;
  const schedule = createSchedule(firstRetryMs, () => wake.abort(NO_LONGER));
  /** A key waits here once at most, so that what waits needs no other bound than what is kept. */
  const limit = createFairLimit({ atOnce, waitingMax: Number.POSITIVE_INFINITY });
  const locks = createKeyedLocks();
  const underWay = new Set<Promise<void>>();
  let stop = new AbortController().signal;
  let wake = new AbortController();

  const due: Driver['due'] = (key, guildId, inMs = 0) =>
    schedule.due(schedule.plan(key, guildId), clock.monotonicMs() + Math.min(inMs, LONGEST_WAIT_MS));

  /** Looks at all anew where the time of day was set since. */
  const followClock = createClockFollower(clock, () => schedule.allDue(clock.monotonicMs()));

  const take = async (plan: Plan): Promise<void> => {
    // What is said from now on counts; what was planned before is done by this step.
    schedule.taken(plan);
    const startedMs = clock.monotonicMs();
    const failed = (retryAfterMs?: number): void =>
      schedule.failed(plan, { startedMs, nowMs: clock.monotonicMs() }, retryAfterMs);
    try {
      const failingForMs = startedMs - (plan.failingSinceMs ?? startedMs);
      const next = await options.step(plan.key, { failingForMs, signal: stop });
      if (next && 'retryAfterMs' in next) return failed(next.retryAfterMs);
      schedule.went(plan);
      if (next) due(plan.key, plan.guildId, next.dueInMs);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ [name]: plan.key, err: error }, `what follows for a ${name} could not be done; it is tried again`);
      failed();
    }
  };

  const begin = (plan: Plan, work: (taken: () => Promise<void>) => Promise<void>): Promise<void> => {
    schedule.begin(plan);
    const ended = work(() => locks.run(plan.key, () => take(plan))).finally(() => {
      schedule.end(plan);
      underWay.delete(ended);
    });
    underWay.add(ended);
    return ended;
  };

  /** Until something is due, or `durationMs` is over. */
  const rest = async (durationMs: number): Promise<void> => {
    const { signal } = wake;
    await clock.sleep(durationMs, signal).catch((error: unknown) => ignoreStop(error, signal));
    if (signal.aborted) wake = new AbortController();
  };

  return {
    due,
    step: (key, guildId) => begin(schedule.plan(key, guildId), (taken) => taken()),
    alone: (key, work) => locks.run(key, work),
    forget: schedule.forget,
    hurry: (key, guildId) => schedule.hurry(schedule.plan(key, guildId), clock.monotonicMs()),
    get size() {
      return schedule.size;
    },
    run: async (signal) => {
      stop = signal;
      signal.addEventListener('abort', () => wake.abort(NO_LONGER), { once: true });
      while (!signal.aborted) {
        followClock();
        for (const plan of schedule.takeDue(clock.monotonicMs())) {
          const asker = { guildId: plan.guildId };
          void begin(plan, (taken) => limit.run(asker, taken, signal).catch((error) => ignoreStop(error, signal)));
        }
        const waitMs = schedule.nextDueAtMs - clock.monotonicMs();
        await rest(waitMs === Number.POSITIVE_INFINITY ? waitMs : Math.min(waitMs, CLOCK_LOOK_INTERVAL_MS));
      }
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function createClockFollower(clock: Clock, onStep: () => void): () => void {
  const aheadMs = (): number => clock.now() - clock.monotonicMs();
  let knownMs = aheadMs();
  return () => {
    const nowMs = aheadMs();
    if (Math.abs(nowMs - knownMs) < CLOCK_STEP_MS) return;
    knownMs = nowMs;
    onStep();
  };
}

function ignoreStop(error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) throw error;
}
