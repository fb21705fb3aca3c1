import type { Log } from '../../log.ts';
import {
  BadKeyError,
  NotServedError,
  NotTheServiceError,
  RefusedError,
  type TaskApiError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { Clock } from '../../time/clock.ts';
import { withinLimit } from '../../time/time-limit.ts';
import { createsAtOnce } from './create-window.ts';
import { type Asked, afterAnswer, isForEverybody, type RefusalRun, reasonForOperator } from './refusal-run.ts';
import {
  AT_START,
  afterCreate,
  afterProbe,
  afterQuery,
  afterTrialBegan,
  type Condition,
  isAnswering,
  isDoubtful,
  isOpen,
  isTrialDue,
  type ServiceStatus,
  statusOf,
} from './service-condition.ts';

/**
 * What the bot knows of the service's health, from the outcome of every call. While the service is not well, commands are
 * refused before anything is held, and what waits to be sent is not; polls wait while nobody answers them. Each of several
 * processes has its own: one whose line to the service is cut must not stop the others, and a fault of the service shows itself
 * to each of them at its next call.
 */
export interface ServiceWatch {
  readonly status: ServiceStatus;
  /** When the service last gave any usable answer, on the monotonic clock. */
  readonly lastAnswerAtMs: number | undefined;
  /** To be told the outcome of every query: nothing for an answer, or the error. */
  heard(error?: unknown): void;
  /**
   * Likewise of every create: who asked for what, and how many creates were under way.
   * @returns the error as it is to be understood: a refusal that everybody gets is NotServedError.
   */
  heardCreate(asked: Asked & { underWay: number }, error?: unknown): unknown;
  /** Why the service refuses everybody, in its own words, without anybody's prompt; undefined while it does not. */
  readonly refusal: string | undefined;
  /** Since when it has this status. */
  readonly sinceMs: number;
  /** When a create was last answered with a task, since the start. */
  readonly lastCreatedAtMs: number | undefined;
  /** How many creates may be under way at once. */
  readonly createsAtOnce: number;
  /** Whether a new job may be begun: this member's, or anyone's. Asking changes nothing. */
  mayCreate(memberId?: string): boolean;
  /**
   * To be awaited right before each create, by no more than `createsAtOnce`. Resolves with nothing when it may be sent: the service
   * is well, or this one is the trial. Resolves with the reason where waiting is over. @throws when `signal` aborts.
   */
  admitCreate(memberId: string, signal: AbortSignal): Promise<TaskApiError | undefined>;
  /** Whether queries are answered, as far as is known. */
  readonly isAnswering: boolean;
  /** Resolves when queries are answered, at once where they are. @throws when `signal` aborts. */
  answering(signal: AbortSignal): Promise<void>;
  /** Has `run` probe at once. */
  check(): void;
  /** Probes while the service is in doubt, until `signal` aborts. @param probe a call that costs nothing. */
  run(signal: AbortSignal, probe: Probe): Promise<void>;
}

type Probe = (signal: AbortSignal) => Promise<unknown>;

const PROBE_INTERVAL_MS = 10_000;
/** After a failure the probe comes at once, but an ill service is not asked more often than this. */
const PROBE_SHORTEST_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 15_000;
/** For so long an outage is sat out by what waits to be sent; then its credits go back. */
const PATIENCE_MS = 60_000;

export interface ServiceWatchOptions {
  clock: Clock;
  log: Log;
  /** Called when the status has changed. */
  onChange?: () => void;
}

export function createServiceWatch(options: ServiceWatchOptions): ServiceWatch {
  const { clock } = options;
  const kept = keepCondition(options);
  const { condition, changeWithin } = kept;
  const probing = createProbing(options, kept);
  let run: RefusalRun | undefined;
  let refusal: string | undefined;
  let lastCreatedAtMs: number | undefined;

  const become = (next: Condition, error: unknown): void => {
    kept.become(next, { error, refusal });
    if (isDoubtful(error)) probing.check();
  };

  return {
    get status() {
      return statusOf(condition());
    },
    get lastAnswerAtMs() {
      return condition().lastAnswerAtMs;
    },
    heard: (error) => become(afterQuery(condition(), error, clock.monotonicMs()), error),
    heardCreate: ({ memberId, prompt, underWay }, error) => {
      run = afterAnswer(run, error, { memberId, prompt });
      if (error === undefined) lastCreatedAtMs = clock.now();
      const judged =
        error instanceof RefusedError && isForEverybody(run)
          ? new NotServedError(error.serviceMessage, { cause: error })
          : error;
      if (judged instanceof NotServedError) refusal = reasonForOperator(judged.serviceMessage, prompt);
      become(afterCreate(condition(), { error: judged, memberId, underWay }, clock.monotonicMs()), judged);
      return judged;
    },
    get sinceMs() {
      return kept.sinceMs();
    },
    get lastCreatedAtMs() {
      return lastCreatedAtMs;
    },
    get refusal() {
      return statusOf(condition()) === 'refuses requests' ? refusal : undefined;
    },
    get createsAtOnce() {
      return createsAtOnce(condition().window);
    },
    mayCreate: (memberId) => isOpen(condition(), memberId) || isTrialDue(condition(), clock.monotonicMs()),
    admitCreate: async (memberId, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const now = condition();
        if (isOpen(now, memberId)) return undefined;
        if (isTrialDue(now, clock.monotonicMs())) {
          kept.become(afterTrialBegan(now, clock.monotonicMs()), {});
          return undefined;
        }
        // Creates of others do not wait behind this member's.
        if (isOpen(now)) return new UnreachableError();
        const patienceMs = now.notWellSinceMs + PATIENCE_MS - clock.monotonicMs();
        const hopeless = errorOf(statusOf(now), refusal) ?? (patienceMs <= 0 ? new UnreachableError() : undefined);
        if (hopeless) return hopeless;
        await changeWithin(Math.min(patienceMs, now.nextTrialAtMs - clock.monotonicMs()), signal);
      }
    },
    get isAnswering() {
      return isAnswering(condition());
    },
    check: probing.check,
    answering: async (signal) => {
      while (!isAnswering(condition())) await changeWithin(Number.POSITIVE_INFINITY, signal);
    },
    run: probing.run,
  };
}

/** Why nothing is sent, where waiting a moment would not help. */
function errorOf(status: ServiceStatus, refusal: string | undefined): TaskApiError | undefined {
  if (status === 'bad key') return new BadKeyError();
  if (status === 'refuses requests') return new NotServedError(refusal ?? '');
  return status === 'not the service' ? new NotTheServiceError('found before') : undefined;
}

/** The condition as it is, for those who wait for another. */
interface KeptCondition {
  condition(): Condition;
  sinceMs(): number;
  become(next: Condition, why: Pick<ChangeFacts, 'error' | 'refusal'>): void;
  /** Wakes all who wait. */
  stir(): void;
  /** Resolves after a change, or after `durationMs`. @throws when `signal` aborts. */
  changeWithin(durationMs: number, signal: AbortSignal): Promise<void>;
}

function keepCondition({ clock, log, onChange }: ServiceWatchOptions): KeptCondition {
  let condition = AT_START;
  let sinceMs = clock.now();
  let changed = new AbortController();
  const stir = (): void => {
    changed.abort();
    changed = new AbortController();
  };
  return {
    condition: () => condition,
    sinceMs: () => sinceMs,
    become: (next, why) => {
      const before = condition;
      condition = next;
      if (statusOf(next) === statusOf(before)) return;
      sinceMs = clock.now();
      tellChange(log, before, next, { ...why, nowMs: clock.monotonicMs() });
      stir();
      onChange?.();
    },
    stir,
    changeWithin: (durationMs, signal) =>
      clock.sleep(durationMs, AbortSignal.any([signal, changed.signal])).catch(() => signal.throwIfAborted()),
  };
}

/** Asks the service while it is in doubt. */
function createProbing({ clock }: ServiceWatchOptions, { become, changeWithin, condition, stir }: KeptCondition) {
  let isInDoubt = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  const probeOnce = async (signal: AbortSignal, probe: Probe): Promise<void> => {
    const intervalMs = isInDoubt ? PROBE_SHORTEST_INTERVAL_MS : PROBE_INTERVAL_MS;
    await clock.sleep(probedAtMs + intervalMs - clock.monotonicMs(), signal);
    isInDoubt = false;
    probedAtMs = clock.monotonicMs();
    const heard = (error?: unknown): void => become(afterProbe(condition(), error, clock.monotonicMs()), { error });
    await withinLimit(PROBE_TIMEOUT_MS, signal, probe).then(() => heard(), heard);
  };
  return {
    check: (): void => {
      isInDoubt = true;
      stir();
    },
    run: async (signal: AbortSignal, probe: Probe): Promise<void> => {
      for (;;) {
        if (isInDoubt || !isAnswering(condition())) await probeOnce(signal, probe);
        else await changeWithin(Number.POSITIVE_INFINITY, signal);
      }
    },
  };
}

interface ChangeFacts {
  error?: unknown;
  refusal?: string | undefined;
  nowMs: number;
}

function tellChange(log: Log, before: Condition, next: Condition, { error, refusal, nowMs }: ChangeFacts): void {
  const facts = error === undefined ? {} : { err: error };
  const statusBefore = statusOf(before);
  switch (statusOf(next)) {
    case 'well':
      if (statusBefore === 'unrecognised') return;
      log.info(
        { before: statusBefore, durationMs: Math.round(nowMs - before.notWellSinceMs) },
        'the service is well again; jobs go on',
      );
      return;
    case 'bad key':
      log.error(
        'the service refuses the key: set a valid TASK_API_KEY and restart, or enable the key again; jobs wait',
      );
      return;
    case 'not the service':
      log.error(
        facts,
        'what answers at TASK_API_URL is not the generation service: set its address and restart; jobs wait',
      );
      return;
    case 'refuses requests':
      log.error(
        { reason: refusal },
        'the service refuses every request: look at its account page; new requests are refused but for a trial now and then',
      );
      return;
    case 'creates fail':
      log.warn(facts, 'the answers to creates are lost: new requests are refused but for a trial now and then');
      return;
    case 'down':
      log.warn(facts, 'the service cannot be reached: jobs wait, and it is tried every 10 seconds');
      return;
    case 'unrecognised':
      return;
  }
}
