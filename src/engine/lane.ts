import { type Clock, NO_LONGER } from '../clock.ts';
import type { Log } from '../log.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { createFairCount } from './fair-count.ts';
import type { Asker } from './fair-limit.ts';
import { createFairQueue } from './fair-queue.ts';
import { createSchedule, type Plan, type Schedule } from './schedule.ts';

/** What follows a step that did not fail: nothing until `due` is called, or the next step then. */
export type Next = undefined | { dueInMs: number };

/** A step cannot be done now for a reason that is expected: it is tried again, later each time, without a line in the log. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** No sooner than this. */
  readonly retryAfterMs: number;
  /** What is in the way, where a step tells several such things apart. */
  readonly why: string | undefined;

  constructor(retryAfterMs = 0, { why, ...options }: ErrorOptions & { why?: string } = {}) {
    super('to be tried again later', options);
    this.retryAfterMs = retryAfterMs;
    this.why = why;
  }
}

export interface StepOptions {
  /** How often this key has failed in a row in this run of the bot; 0 where it has not. */
  failures: number;
  /** For how long it has failed for the same reason, and that reason, where `RetryLater` told it. */
  failingForMs: number;
  failingWhy: string | undefined;
  /** Aborts when the lane stops. */
  signal: AbortSignal;
}

/**
 * The bot's one engine: takes the steps of one kind that are due, by key. Several at once, but one at a time for each key;
 * servers take turns, and so do the members of a server.
 */
export interface Lane {
  /**
   * The key is due by then, but not before the wait after a failure is over. Returns at once.
   * @param asker whose turn its steps take: a server's id, or that and a member's.
   */
  due(key: string, asker: string | Asker, inMs?: number): void;
  /** Takes a step now, also during a wait. Never rejects: a step that fails is tried again by itself. */
  step(key: string, asker: string | Asker): Promise<void>;
  /** Does something while no step of this key is taken. */
  alone<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Nothing more is due, unless a step under way says so. */
  forget(key: string): void;
  /** The key is due now, also where it waits after a failure, or where a step under way fails. Returns at once. */
  hurry(key: string, asker: string | Asker): void;
  /** Whether the key is due at some time, or has a step under way. */
  has(key: string): boolean;
  /** No step is taken before then. @param atMs on the monotonic clock. */
  pauseUntil(atMs: number): void;
  /** How many keys are due, wait, or have a step under way. */
  readonly size: number;
  /** How many steps are under way that had to wait for their turn. */
  readonly running: number;
  /** Takes steps until `signal` aborts; resolves when those under way have ended. */
  run(signal: AbortSignal): Promise<void>;
}

export interface LaneOptions {
  clock: Clock;
  log: Log;
  /** What a key is called in the log. */
  name: string;
  /** Repeating it has to be harmless. */
  step: (key: string, options: StepOptions) => Promise<Next>;
  /** Steps at once of all servers. Asked each time, where that changes. */
  atOnce?: number | (() => number);
  /** Room is kept for servers that come later: one server alone has half of the steps at once. True where left out. */
  keepsRoom?: boolean;
  /** In any `s` seconds at most `perSecond * (s + CATCH_UP_MS / 1000) + 1` steps start. */
  perSecond?: number;
  /** Resolves when steps may be taken. @throws when `signal` aborts. */
  allowed?: (signal: AbortSignal) => Promise<void>;
  /** Due times come from the time of day: all are looked at anew where that was set. True where left out. */
  followsTimeOfDay?: boolean;
  /** Waits after failures double, from the first to the longest. */
  firstRetryMs?: number;
  longestRetryMs?: number;
}

const AT_ONCE = 16;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Upper bound on any wait, so that a missed wake-up costs at most an hour. */
const LONGEST_WAIT_MS = 3_600_000;
const CLOCK_LOOK_INTERVAL_MS = 60_000;
/** Clocks are slewed by less, all the time. */
const CLOCK_STEP_MS = 2_000;
/** A timer wakes late, by a millisecond or more: steps that were held back for that long start together, and always one. */
export const CATCH_UP_MS = 20;

export function createLane(options: LaneOptions): Lane {
  const { clock } = options;
  const { firstRetryMs: firstMs = FIRST_RETRY_MS, longestRetryMs: longestMs = LONGEST_RETRY_MS } = options;
  let wake = new AbortController();
  const onWork = (): void => wake.abort(NO_LONGER);
  const schedule = createSchedule({ firstMs, longestMs }, onWork);
  const steps = createSteps(options, schedule);
  const turns = createTurns(options, steps.start, onWork);
  /** Looks at all anew where the time of day was set since. */
  const followClock =
    options.followsTimeOfDay === false
      ? () => undefined
      : createClockFollower(clock, () => schedule.allDue(clock.monotonicMs()));

  const planOf = (key: string, asker: string | Asker): Plan =>
    schedule.plan(key, typeof asker === 'string' ? { guildId: asker } : asker);

  /** Until a key is due, a step may start, or `durationMs` is over. */
  const rest = async (durationMs: number): Promise<void> => {
    const { signal } = wake;
    await clock.sleep(durationMs, signal).catch((error: unknown) => ignoreStop(error, signal));
    if (signal.aborted) wake = new AbortController();
  };
  const turn = async (signal: AbortSignal): Promise<void> => {
    followClock();
    for (const plan of schedule.takeDue(clock.monotonicMs())) {
      schedule.begin(plan);
      turns.add(plan);
    }
    const nextStartAtMs = await turns.startAll(signal);
    if (schedule.size === 0) return rest(Number.POSITIVE_INFINITY);
    const wakeAtMs = Math.min(schedule.nextDueAtMs, nextStartAtMs);
    await rest(Math.min(wakeAtMs - clock.monotonicMs(), CLOCK_LOOK_INTERVAL_MS));
  };

  return {
    due: (key, asker, inMs = 0) => schedule.due(planOf(key, asker), dueAtMs(clock, inMs)),
    step: (key, asker) => {
      const plan = planOf(key, asker);
      schedule.begin(plan);
      return steps.start(plan);
    },
    alone: steps.alone,
    forget: schedule.forget,
    hurry: (key, asker) => schedule.hurry(planOf(key, asker), clock.monotonicMs()),
    has: schedule.has,
    pauseUntil: turns.pauseUntil,
    get size() {
      return schedule.size;
    },
    get running() {
      return turns.running;
    },
    run: async (signal) => {
      steps.stopWith(signal);
      signal.addEventListener('abort', onWork, { once: true });
      while (!signal.aborted) await turn(signal).catch((error: unknown) => ignoreStop(error, signal));
      await steps.ended();
    },
  };
}

const dueAtMs = (clock: Clock, inMs: number): number => clock.monotonicMs() + Math.min(inMs, LONGEST_WAIT_MS);

/** Takes steps, one at a time for each key, and plans what follows them. */
function createSteps({ clock, log, name, step }: LaneOptions, schedule: Schedule) {
  const locks = createKeyedLocks();
  const underWay = new Set<Promise<void>>();
  let stop = new AbortController().signal;

  const take = async (plan: Plan): Promise<void> => {
    schedule.taken(plan);
    const startedMs = clock.monotonicMs();
    const failed = (retryAfterMs = 0, why?: string): void =>
      schedule.failed(plan, { startedMs, nowMs: clock.monotonicMs(), retryAfterMs, why });
    try {
      const { failures = 0, sinceMs = startedMs, why: failingWhy } = plan.failing ?? {};
      const next = await step(plan.key, { failures, failingForMs: startedMs - sinceMs, failingWhy, signal: stop });
      plan.failing = undefined;
      if (next) schedule.due(plan, dueAtMs(clock, next.dueInMs));
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof RetryLater) return failed(error.retryAfterMs, error.why);
      log.error({ [name]: plan.key, err: error }, `what follows for a ${name} could not be done; it is tried again`);
      failed();
    }
  };

  return {
    /** Of a plan that has begun. */
    start: (plan: Plan): Promise<void> => {
      const ended = locks
        .run(plan.key, () => take(plan))
        .finally(() => {
          schedule.end(plan);
          underWay.delete(ended);
        });
      underWay.add(ended);
      return ended;
    },
    alone: locks.run,
    stopWith: (signal: AbortSignal): void => {
      stop = signal;
    },
    ended: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Starts the steps that are due as far as the lane's limits allow, servers and their members in turn. */
function createTurns(
  { clock, atOnce = AT_ONCE, keepsRoom = true, perSecond = Number.POSITIVE_INFINITY, allowed }: LaneOptions,
  start: (plan: Plan) => Promise<void>,
  onRoom: () => void,
) {
  const ready = createFairQueue<Plan>(
    ({ asker }) => asker.guildId,
    ({ asker }) => asker.memberId ?? '',
  );
  const running = createFairCount();
  const spacingMs = 1000 / perSecond;
  const catchUpMs = Math.max(CATCH_UP_MS, spacingMs);
  let nextAtMs = 0;

  const most = (): number => (typeof atOnce === 'number' ? atOnce : atOnce());
  const mayRun = (guildId: string): boolean => !keepsRoom || running.hasRoom(guildId, 1, most());
  const startOne = (plan: Plan): void => {
    nextAtMs = Math.max(nextAtMs, clock.monotonicMs() - catchUpMs) + spacingMs;
    const { guildId } = plan.asker;
    running.add(guildId, 1);
    void start(plan).finally(() => {
      running.add(guildId, -1);
      if (ready.size > 0) onRoom();
    });
  };

  return {
    add: ready.add,
    /** @returns when the limit of steps a second lets the next one start; infinite where none is ready or has room. */
    startAll: async (signal: AbortSignal): Promise<number> => {
      if (ready.size > 0) await allowed?.(signal);
      // Where no server may, none of perhaps thousands is asked.
      while (ready.size > 0 && running.all < most()) {
        if (nextAtMs > clock.monotonicMs()) return nextAtMs;
        const plan = ready.take(mayRun);
        if (!plan) break;
        startOne(plan);
      }
      return Number.POSITIVE_INFINITY;
    },
    pauseUntil: (atMs: number): void => {
      nextAtMs = Math.max(nextAtMs, atMs);
    },
    get running() {
      return running.all;
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
