import { finding, logFinding } from '../../findings/finding.ts';
import { isServiceTrouble, SERVICE_FINDINGS } from '../../findings/table.ts';
import type { Log } from '../../log.ts';
import {
  BadKeyError,
  NotServedError,
  NotTheServiceError,
  RefusedError,
  TaskApiError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { Task, TaskApi } from '../../task-api/task-api.ts';
import type { Clock } from '../../time/clock.ts';
import { withinLimit } from '../../time/time-limit.ts';
import type { Sender } from './create-window.ts';
import {
  afterCreateAnswer,
  type CreateAttempt,
  type RepeatedRefusal,
  reasonForOperator,
  refusesEveryone,
} from './repeated-refusals.ts';
import {
  AT_START,
  afterCreate,
  afterProbe,
  afterQuery,
  afterSent,
  type Condition,
  isAnswering,
  isDoubtful,
  isPatient,
  mayCreate,
  type ServiceStatus,
  statusOf,
} from './service-condition.ts';

type Probe = (signal: AbortSignal) => Promise<unknown>;

const PROBE_INTERVAL_MS = 10_000;
/** After a failure, a probe follows at once, but at most this often. */
const PROBE_SHORTEST_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 15_000;

export interface ServiceWatchOptions {
  clock: Clock;
  log: Log;
  /** Called after the status has changed. */
  onChange?: () => void;
}

/**
 * The service's health, learned from the outcome of every call. While the service isn't well, commands are refused before
 * anything is held, waiting creates aren't sent, and polls wait for answers. Each process has its own watch, so that one
 * with a broken connection doesn't stop the others; each notices a fault at its next call.
 */
export type ServiceWatch = ReturnType<typeof createServiceWatch>;

export function createServiceWatch(options: ServiceWatchOptions) {
  const { clock } = options;
  const kept = keepCondition(options);
  const { condition, changeWithin } = kept;
  const probing = createProbing(options, kept);
  let repeated: RepeatedRefusal | undefined;
  let refusal: string | undefined;
  let lastCreatedAtMs: number | undefined;

  const become = (next: Condition, error: unknown): void => {
    kept.become(next, { error, refusal });
    if (isDoubtful(error)) probing.check();
  };

  return {
    get status(): ServiceStatus {
      return statusOf(condition());
    },
    /** When the service last gave a usable answer, on the monotonic clock. */
    get lastAnswerAtMs(): number | undefined {
      return condition().lastAnswerAtMs;
    },
    /** Call with the outcome of every query: nothing for an answer, or the error. */
    recordQuery: (error?: unknown): void => become(afterQuery(condition(), error, clock.monotonicMs()), error),
    /**
     * Call with the outcome of every create, its sender and prompt, and how many creates were under way.
     * @returns the error to handle: NotServedError for a refusal that every request gets.
     */
    recordCreate: ({ underWay, ...asked }: CreateAttempt & Sender & { underWay: number }, error?: unknown): unknown => {
      repeated = afterCreateAnswer(repeated, error, asked);
      if (error === undefined) lastCreatedAtMs = clock.now();
      const judged =
        error instanceof RefusedError && refusesEveryone(repeated)
          ? new NotServedError(error.serviceMessage, { cause: error })
          : error;
      if (judged instanceof NotServedError) refusal = reasonForOperator(judged.serviceMessage, [asked.prompt]);
      become(afterCreate(condition(), { error: judged, from: asked, underWay }, clock.monotonicMs()), judged);
      return judged;
    },
    /** When it got this status. */
    get sinceMs(): number {
      return kept.sinceMs();
    },
    /** When a create last succeeded since the start. */
    get lastCreatedAtMs(): number | undefined {
      return lastCreatedAtMs;
    },
    /** Why the service refuses every request, in its own words without prompts; undefined if it doesn't. */
    get refusal(): string | undefined {
      return statusOf(condition()) === 'refuses requests' ? refusal : undefined;
    },
    /** How many creates may be under way at once. */
    get createsAtOnce(): number {
      return condition().window.size;
    },
    /**
     * Whether a new create of this member, or of members in general, may be sent: `soon` if it has to wait a little. Changes
     * nothing.
     */
    mayCreate: (from?: Sender): 'now' | 'soon' | 'no' => mayCreate(condition(), clock.monotonicMs(), from),
    /**
     * The same for a create that is held, with more patience, or the reason to give it up. Call it right before each create,
     * at most `createsAtOnce` together: `now` counts as sent.
     */
    claimCreate: (from: Sender): 'now' | 'soon' | TaskApiError => {
      const nowMs = clock.monotonicMs();
      const may = mayCreate(condition(), nowMs, from);
      if (may === 'now') kept.become(afterSent(condition(), from, nowMs), {});
      if (may !== 'no') return may;
      const noUse = errorOf(statusOf(condition()), refusal);
      return noUse ?? (isPatient(condition(), nowMs) ? 'soon' : new UnreachableError());
    },
    /** Whether queries are answered, as far as known. */
    get isAnswering(): boolean {
      return isAnswering(condition());
    },
    /** Makes `run` probe at once. */
    check: probing.check,
    /** Resolves once queries are answered. @throws if `signal` aborts. */
    untilAnswering: async (signal: AbortSignal): Promise<void> => {
      while (!isAnswering(condition())) await changeWithin(Number.POSITIVE_INFINITY, signal);
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

/** The reason to give up at once, if waiting wouldn't help. */
function errorOf(status: ServiceStatus, refusal: string | undefined): TaskApiError | undefined {
  if (status === 'bad key') return new BadKeyError();
  if (status === 'refuses requests') return new NotServedError(refusal ?? '');
  return status === 'not the service' ? new NotTheServiceError('found before') : undefined;
}

/** Keeps the current condition, and the calls that wait for it to change. */
function keepCondition({ clock, log, onChange }: ServiceWatchOptions) {
  let condition = AT_START;
  let sinceMs = clock.now();
  let changed = new AbortController();
  const wakeAll = (): void => {
    changed.abort();
    changed = new AbortController();
  };
  return {
    condition: (): Condition => condition,
    sinceMs: (): number => sinceMs,
    become: (next: Condition, why: ChangeReason): void => {
      const before = condition;
      condition = next;
      if (statusOf(next) === statusOf(before)) return;
      sinceMs = clock.now();
      logChange(log, statusOf(before), statusOf(next), why, clock.monotonicMs() - before.notWellSinceMs);
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
  { become, changeWithin, condition, wakeAll }: ReturnType<typeof keepCondition>,
) {
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
      wakeAll();
    },
    run: async (signal: AbortSignal, probe: Probe): Promise<void> => {
      for (;;) {
        if (isInDoubt || !isAnswering(condition())) await probeOnce(signal, probe);
        else await changeWithin(Number.POSITIVE_INFINITY, signal);
      }
    },
  };
}

/** The error that changed the status, and why the service refuses every request. */
interface ChangeReason {
  error?: unknown;
  refusal?: string | undefined;
}

function logChange(
  log: Log,
  before: ServiceStatus,
  status: ServiceStatus,
  { error, refusal }: ChangeReason,
  durationMs: number,
): void {
  if (status === 'well' && before === 'unrecognised') return;
  if (status === 'well') {
    log.info({ before, durationMs: Math.round(durationMs) }, 'the service is well again; jobs continue');
    return;
  }
  const facts = status === 'refuses requests' ? { reason: refusal } : { err: error };
  if (isServiceTrouble(status)) logFinding(log, finding(SERVICE_FINDINGS[status]), facts);
}
