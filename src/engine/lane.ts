import type { Needs } from '../runtime.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { type Clock, NO_LONGER } from '../time/clock.ts';
import { type Asker, createFairCount } from './fair-limit.ts';
import { createFairQueue } from './fair-queue.ts';
import { createSchedule, type Plan, type Schedule } from './schedule.ts';

/** What follows a successful step: nothing until `due` is called, or the next step in this time, unless it is due sooner. */
export type Next = undefined | { dueInMs: number };

/** Thrown by a step that can't run now for an expected reason. The engine retries with back-off and logs nothing. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** The shortest wait before the retry. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs = 0, options?: ErrorOptions) {
    super('to be tried again later', options);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface StepOptions {
  /** How often this key has failed in a row since the bot started. */
  failures: number;
  /** How long it has been failing, for any reasons. */
  failingForMs: number;
  /** Aborts when the lane stops. */
  signal: AbortSignal;
}

export interface LaneOptions extends Needs<'clock' | 'log'> {
  /** The log field for a key. */
  name: string;
  /** Must be safe to repeat. */
  step: (key: string, options: StepOptions) => Promise<Next>;
  /** The most steps at once, over all servers. A function if that changes. */
  atOnce?: number | (() => number);
  /** Keeps room for other servers: one server alone gets half of the steps at once. True if left out. */
  keepsRoom?: boolean;
  /** That server gets this many steps in any case, if there are that many. */
  batch?: number;
  /** In any `s` seconds at most `perSecond * (s + CATCH_UP_MS / 1000) + 1` steps start. */
  perSecond?: number;
  /** Resolves when steps may run. @throws when `signal` aborts. */
  allowed?: (signal: AbortSignal) => Promise<void>;
  /** Due times come from the time of day, so all are checked again when it changes. True if left out. */
  followsTimeOfDay?: boolean;
  /** Back-off doubles from the first wait to the longest. */
  firstRetryMs?: number | undefined;
  longestRetryMs?: number;
}

const AT_ONCE = 16;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Upper bound on any wait, so that a missed wake-up costs at most an hour. */
const LONGEST_WAIT_MS = 3_600_000;
const CLOCK_LOOK_INTERVAL_MS = 60_000;
/** Larger steps count as a changed clock; normal clock discipline stays below. */
const CLOCK_STEP_MS = 2_000;
/** Timers fire a millisecond or more late, so steps held back for that long start together. */
export const CATCH_UP_MS = 20;

/**
 * The engine: takes due steps of one kind, by key. It runs several steps at once but one for each key. Servers take
 * turns, and so do the members of a server.
 */
export type Lane = ReturnType<typeof createLane>;

export function createLane(options: LaneOptions) {
  const { clock } = options;
  const { firstRetryMs: firstMs = FIRST_RETRY_MS, longestRetryMs: longestMs = LONGEST_RETRY_MS } = options;
  let wake = new AbortController();
  const onWork = (): void => wake.abort(NO_LONGER);
  const schedule = createSchedule({ firstMs, longestMs }, onWork);
  const steps = createSteps(options, schedule);
  const starter = createStarter(options, steps.start, onWork);
  /** Checks all due times again if the time of day changed. */
  const followClock =
    options.followsTimeOfDay === false
      ? () => undefined
      : createClockFollower(clock, () => schedule.allDue(clock.monotonicMs()));

  /** Waits until a key is due, a step may start, or `durationMs` has passed. */
  const rest = async (durationMs: number): Promise<void> => {
    const { signal } = wake;
    await clock.sleep(durationMs, signal).catch((error: unknown) => ignoreStop(error, signal));
    if (signal.aborted) wake = new AbortController();
  };
  const startDue = async (signal: AbortSignal): Promise<void> => {
    followClock();
    for (const plan of schedule.takeDue(clock.monotonicMs())) starter.add(plan);
    const nextStartAtMs = await starter.startAll(signal);
    if (schedule.size === 0) return rest(Number.POSITIVE_INFINITY);
    const wakeAtMs = Math.min(schedule.nextDueAtMs, nextStartAtMs);
    await rest(Math.min(wakeAtMs - clock.monotonicMs(), CLOCK_LOOK_INTERVAL_MS));
  };

  return {
    /**
     * Makes the key due at that time, but not before its back-off is over. Returns at once.
     * @param asker whose turn its steps take: a server's id, or a server's and a member's.
     */
    due: (key: string, asker: string | Asker, inMs = 0): void =>
      schedule.due(key, toAsker(asker), dueAtMs(clock, inMs)),
    /** Takes a step now, even during a back-off, or after a running one. Never rejects: the engine retries a step that fails. */
    step: (key: string, asker: string | Asker): Promise<void> => steps.start(schedule.take(key, toAsker(asker))),
    /** Runs `work` while no step of this key runs. */
    runExclusive: steps.runExclusive,
    /** Cancels what is due for the key, unless a running step makes it due again. */
    forget: schedule.forget,
    /** Takes no step before this time. @param atMs on the monotonic clock. */
    pauseUntil: starter.pauseUntil,
    /** The number of keys that are due, waiting or running. */
    get size(): number {
      return schedule.size;
    },
    /** How many steps are under way that had to wait for their turn. */
    get running(): number {
      return starter.running;
    },
    /** Takes steps until `signal` aborts. Resolves when running steps have ended. */
    run: async (signal: AbortSignal): Promise<void> => {
      steps.stopWith(signal);
      signal.addEventListener('abort', onWork, { once: true });
      while (!signal.aborted) await startDue(signal).catch((error: unknown) => ignoreStop(error, signal));
      await steps.ended();
    },
  };
}

const toAsker = (asker: string | Asker): Asker => (typeof asker === 'string' ? { guildId: asker } : asker);

const dueAtMs = (clock: Clock, inMs: number): number => clock.monotonicMs() + Math.min(inMs, LONGEST_WAIT_MS);

/** Runs steps, one at a time for each key, and plans what follows. */
function createSteps({ clock, log, name, step }: LaneOptions, schedule: Schedule) {
  const locks = createKeyedLocks();
  const underWay = new Set<Promise<void>>();
  let stop = new AbortController().signal;

  const run = async (plan: Plan): Promise<void> => {
    schedule.started(plan);
    const startedMs = clock.monotonicMs();
    const failed = (retryAfterMs = 0): void =>
      schedule.failed(plan, { startedMs, nowMs: clock.monotonicMs(), retryAfterMs });
    try {
      const { failures = 0, sinceMs = startedMs } = plan.failing ?? {};
      const options = { failures, failingForMs: startedMs - sinceMs, signal: stop };
      const next = await step(plan.key, options);
      schedule.succeeded(plan, next ? dueAtMs(clock, next.dueInMs) : Number.POSITIVE_INFINITY);
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof RetryLater) return failed(error.retryAfterMs);
      log.error({ [name]: plan.key, err: error }, `a step of a ${name} failed; retrying`);
      failed();
    }
  };

  return {
    /** Runs a step that was taken from the schedule. */
    start: (plan: Plan): Promise<void> => {
      const ended = locks
        .run(plan.key, () => run(plan))
        .finally(() => {
          schedule.ended(plan);
          underWay.delete(ended);
        });
      underWay.add(ended);
      return ended;
    },
    runExclusive: locks.run,
    stopWith: (signal: AbortSignal): void => {
      stop = signal;
    },
    ended: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Starts due steps within the lane's limits, servers and their members in turn. */
function createStarter(
  { clock, atOnce = AT_ONCE, batch, keepsRoom = true, perSecond = Number.POSITIVE_INFINITY, allowed }: LaneOptions,
  start: (plan: Plan) => Promise<void>,
  onRoom: () => void,
) {
  const ready = createFairQueue<Plan>(
    ({ asker }) => asker.guildId,
    ({ asker }) => asker.memberId ?? '',
  );
  const running = createFairCount(batch);
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
    /** @returns when the rate limit allows the next step; infinite if none is ready or has room. */
    startAll: async (signal: AbortSignal): Promise<number> => {
      if (ready.size > 0) await allowed?.(signal);
      // When all slots are taken, asks none of perhaps thousands of servers.
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
