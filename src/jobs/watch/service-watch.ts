import { finding, logFinding } from '../../findings/finding.ts';
import { isServiceTrouble, SERVICE_FINDINGS } from '../../findings/table.ts';
import type { Log } from '../../log.ts';
import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  TaskApiError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { Task, TaskApi } from '../../task-api/task-api.ts';
import type { Clock } from '../../time/clock.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import {
  afterAnsweredCreate,
  afterLostCreate,
  afterOutage,
  afterRefusedCreate,
  afterRestart,
  afterSentCreate,
  type CreateWindow,
  FIRST_WINDOW,
  mayCreate,
  reachOf,
  type Sender,
} from './create-window.ts';
import { reasonForOperator } from './refusal-reason.ts';
import {
  afterCall,
  afterProbe,
  afterTrialSent,
  FIRST_LINE,
  isDoubtful,
  type Line,
  limitedUntilMs,
  pauseMs,
} from './service-line.ts';

/** What Easel tells the operator and members of the service. */
export type ServiceStatus =
  /** Something answers, but it isn't clear yet that it is the service. Work continues as if it were. */
  | 'unrecognised'
  | 'well'
  | 'bad key'
  | 'down'
  | 'not the service'
  /** Probes are answered, but creates of several members were lost in a row. */
  | 'creates fail'
  /** It answers with 429. Creates and polls wait for as long as it says. */
  | 'asks to wait'
  /** It said that it serves no one, because of the account. Each request is still sent, and refused. */
  | 'refuses requests';

/** Two facts: whether anything answers as the service, and whether creates come back. */
interface Condition {
  readonly line: Line;
  readonly window: CreateWindow;
  /** The last refusal of every request, in words for the operator, until a task is created. */
  readonly refusal: string | undefined;
}

export interface ServiceWatchOptions {
  clock: Clock;
  log: Log;
  /** Called after the status has changed. */
  onChange?: () => void;
}

type Probe = (signal: AbortSignal) => Promise<unknown>;

const PROBE_INTERVAL_MS = 10_000;
/** After a failure, a probe follows at once, but at most this often. */
const PROBE_SHORTEST_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 15_000;
/** How long held creates sit out an outage before their holds are released. */
const PATIENCE_MS = 60_000;
/** A create sits out a rate limit that ends within this time. */
export const LIMIT_PATIENCE_MS = 30_000;

/**
 * The service's health, learned from the outcome of every call. While nothing answers as the service, commands are refused
 * before anything is held, waiting creates aren't sent, and polls wait. Each process has its own watch, so that one with a
 * broken connection doesn't stop the others.
 */
export type ServiceWatch = ReturnType<typeof createServiceWatch>;

export function createServiceWatch(options: ServiceWatchOptions) {
  const { clock } = options;
  const kept = keepCondition(options);
  const { become, changeWithin, current } = kept;
  const probing = createProbing(options, kept);
  let lastCreatedAtMs: number | undefined;

  const heard = (next: Condition, error: unknown): void => {
    become(next, error);
    if (isDoubtful(error)) probing.check();
  };
  const may = (from?: Sender, jobs?: number): 'now' | 'soon' | 'no' =>
    mayCreateNow(current(), clock.monotonicMs(), from, jobs);

  return {
    get status(): ServiceStatus {
      return statusOf(current(), clock.monotonicMs());
    },
    /** When it got this status. */
    get sinceMs(): number {
      return kept.sinceMs();
    },
    /** When the service last gave a usable answer, on the monotonic clock. */
    get lastAnswerAtMs(): number | undefined {
      return current().line.lastAnswerAtMs;
    },
    /** When a create last succeeded since the start. */
    get lastCreatedAtMs(): number | undefined {
      return lastCreatedAtMs;
    },
    /** Why the service refuses every request, in its own words without prompts; undefined if it doesn't. */
    get refusal(): string | undefined {
      return current().refusal;
    },
    /** How many creates may be under way at once. */
    get createsAtOnce(): number {
      return current().window.size;
    },
    /** How long the service wants calls of this kind to wait. */
    pauseMs: (call: 'create' | 'query'): number => pauseMs(current().line, call, clock.monotonicMs()),
    /** Whether probes are answered, as far as known. */
    get isAnswering(): boolean {
      return current().line.why === undefined;
    },
    /** Call at a start, before the first create. @param unconfirmed whose creates were lost before. */
    recall: (unconfirmed: readonly Sender[]): void => become({ ...current(), window: afterRestart(unconfirmed) }),
    /** Call with the outcome of every query: nothing for an answer, or the error. */
    recordQuery: (error?: unknown): void => {
      const line = afterCall(current().line, 'query', error, clock.monotonicMs());
      heard({ ...current(), line }, error);
    },
    /** Call with the outcome of every create, its sender and prompt, and how many creates were under way. */
    recordCreate: (asked: Sender & { prompt: string; underWay: number }, error?: unknown): void => {
      if (error === undefined) lastCreatedAtMs = clock.now();
      heard(afterCreate(current(), { ...asked, error }, clock.monotonicMs()), error);
    },
    /**
     * Whether a new create of this member, or of members in general, may be sent: `soon` if it has to wait a little. Changes
     * nothing.
     */
    mayCreate: (from?: Sender): 'now' | 'soon' | 'no' => may(from),
    /**
     * The same for a create that is held, with more patience, or the reason to give it up. Call it right before each create,
     * at most `createsAtOnce` together: `now` counts as sent.
     * @param jobs how many jobs of this member are under way.
     */
    claimCreate: (from: Sender, jobs?: number): 'now' | 'soon' | TaskApiError => {
      const nowMs = clock.monotonicMs();
      const answer = may(from, jobs);
      if (answer === 'now') become(afterSent(current(), from, nowMs));
      if (answer !== 'no') return answer;
      const { line } = current();
      if (line.why instanceof BadKeyError || line.why instanceof NotTheServiceError) return line.why;
      const limitMs = pauseMs(line, 'create', nowMs);
      if (limitMs > 0) return new RateLimitedError(limitMs);
      return kept.isPatient() ? 'soon' : new UnreachableError();
    },
    /** Makes `run` probe at once. */
    check: probing.check,
    /** Resolves once probes are answered. @throws if `signal` aborts. */
    untilAnswering: async (signal: AbortSignal): Promise<void> => {
      while (current().line.why !== undefined) await changeWithin(Number.POSITIVE_INFINITY, signal);
    },
    /** Probes while the service is in doubt, until `signal` aborts. @param probe a call that costs nothing. */
    run: probing.run,
  };
}

/** Asks the service about a task. Resolves with its error if it gives one. */
export async function queryTask(
  { taskApi, watch }: { taskApi: Pick<TaskApi, 'query'>; watch: ServiceWatch },
  taskId: string,
  signal: AbortSignal,
): Promise<Task | TaskApiError> {
  try {
    const seen = await taskApi.query(taskId, { signal });
    watch.recordQuery();
    return seen;
  } catch (error) {
    if (!(error instanceof TaskApiError)) throw error;
    watch.recordQuery(error);
    return error;
  }
}

function statusOf({ line, refusal, window }: Condition, nowMs: number): ServiceStatus {
  const { why } = line;
  if (why instanceof BadKeyError) return 'bad key';
  if (why instanceof NotTheServiceError || why instanceof MalformedError) return 'not the service';
  if (why !== undefined) return 'down';
  if (isShut(window)) return 'creates fail';
  if (refusal !== undefined) return 'refuses requests';
  if (nowMs < limitedUntilMs(line)) return 'asks to wait';
  return line.isRecognised ? 'well' : 'unrecognised';
}

/** Whether members without losses have to wait for a trial, and not only because of losses before a restart. */
const isShut = (window: CreateWindow): boolean =>
  Number.isFinite(window.run.lastAtMs) && ['servers with losses', 'all'].includes(reachOf(window));

function mayCreateNow({ line, window }: Condition, nowMs: number, from?: Sender, jobs?: number) {
  if (line.why !== undefined && nowMs < line.nextTrialAtMs) return 'no';
  const limitMs = pauseMs(line, 'create', nowMs);
  if (limitMs > 0) return limitMs <= LIMIT_PATIENCE_MS ? 'soon' : 'no';
  return mayCreate(window, nowMs, from, jobs);
}

function afterSent({ line, window, refusal }: Condition, from: Sender, nowMs: number): Condition {
  return {
    line: line.why === undefined ? line : afterTrialSent(line, nowMs),
    window: afterSentCreate(window, from, nowMs),
    refusal,
  };
}

interface CreateOutcome extends Sender {
  prompt: string;
  /** How many creates were under way, including this one. */
  underWay: number;
  /** Undefined for a success. */
  error: unknown;
}

function afterCreate(before: Condition, { error, prompt, underWay, ...from }: CreateOutcome, nowMs: number): Condition {
  const line = afterCall(before.line, 'create', error, nowMs);
  if (error === undefined) {
    return { line, window: afterAnsweredCreate(before.window, from, underWay), refusal: undefined };
  }
  const isLost = error instanceof UnconfirmedError;
  return {
    line,
    window: isLost ? afterLostCreate(before.window, from, nowMs) : afterRefusedCreate(before.window),
    refusal: error instanceof NotServedError ? reasonForOperator(error.serviceMessage, [prompt]) : before.refusal,
  };
}

/** Keeps the current condition, and the calls that wait for its status to change. */
function keepCondition({ clock, log, onChange }: ServiceWatchOptions) {
  let condition: Condition = { line: FIRST_LINE, window: FIRST_WINDOW, refusal: undefined };
  let status: ServiceStatus = 'unrecognised';
  let sinceMs = clock.now();
  let troubleSinceMs = clock.monotonicMs();
  let changed = new AbortController();
  const wakeAll = (): void => {
    changed.abort();
    changed = new AbortController();
  };
  return {
    current: (): Condition => condition,
    sinceMs: (): number => sinceMs,
    /** Whether creates that are held wait, although new ones are refused. */
    isPatient: (): boolean =>
      (status === 'down' || status === 'creates fail') && clock.monotonicMs() < troubleSinceMs + PATIENCE_MS,
    become: (next: Condition, error?: unknown): void => {
      condition = next;
      const nowMs = clock.monotonicMs();
      const before = status;
      status = statusOf(next, nowMs);
      if (status === before) return;
      sinceMs = clock.now();
      const facts = status === 'refuses requests' ? { reason: next.refusal } : { err: error };
      if (isServiceTrouble(status)) logFinding(log, finding(SERVICE_FINDINGS[status]), facts);
      else if (isServiceTrouble(before)) {
        const durationMs = Math.round(nowMs - troubleSinceMs);
        log.info({ before, durationMs }, 'the service is well again; jobs continue');
      }
      if (!isServiceTrouble(before)) troubleSinceMs = nowMs;
      wakeAll();
      onChange?.();
    },
    /** Wakes all waiting calls. */
    wakeAll,
    /** Resolves after a change, or after `durationMs`. @throws if `signal` aborts. */
    changeWithin: (durationMs: number, signal: AbortSignal): Promise<void> =>
      clock.sleep(durationMs, AbortSignal.any([signal, changed.signal])).catch(() => signal.throwIfAborted()),
  };
}

/** Probes the service while its condition is in doubt. */
function createProbing(
  { clock }: ServiceWatchOptions,
  { become, changeWithin, current, wakeAll }: ReturnType<typeof keepCondition>,
) {
  let isInDoubt = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;

  const probeOnce = async (signal: AbortSignal, probe: Probe): Promise<void> => {
    const intervalMs = isInDoubt ? PROBE_SHORTEST_INTERVAL_MS : PROBE_INTERVAL_MS;
    await clock.sleep(probedAtMs + intervalMs - clock.monotonicMs(), signal);
    isInDoubt = false;
    probedAtMs = clock.monotonicMs();
    const error = await withinLimit(PROBE_TIMEOUT_MS, signal, probe).then(() => undefined, toTaskApiError);
    if (error !== undefined && !(error instanceof TaskApiError)) return;
    const before = current();
    const line = afterProbe(before.line, error, clock.monotonicMs());
    const isOver = before.line.why !== undefined && line.why === undefined;
    become({ ...before, line, window: isOver ? afterOutage(before.window) : before.window }, error);
  };
  return {
    check: (): void => {
      isInDoubt = true;
      wakeAll();
    },
    run: async (signal: AbortSignal, probe: Probe): Promise<void> => {
      for (;;) {
        const { line } = current();
        const limitedMs = limitedUntilMs(line) - clock.monotonicMs();
        if (isInDoubt || line.why !== undefined) await probeOnce(signal, probe);
        else await changeWithin(limitedMs > 0 ? limitedMs : Number.POSITIVE_INFINITY, signal);
        // The end of a rate limit comes with time alone.
        become(current());
      }
    },
  };
}

/** A probe without an answer in time found nothing that answers. */
const toTaskApiError = (error: unknown): unknown =>
  error instanceof TimeoutError ? new UnavailableError({ cause: error }) : error;
