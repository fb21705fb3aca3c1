import {
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskApiError,
  UnavailableError,
} from '../../task-api/errors.ts';
import { backOffMs } from '../../time/back-off.ts';

/**
 * Does anything answer as the service, and does it ask for a pause? Pure functions. Only a probe, which asks over a
 * connection of its own, closes the line: a member's prompt can provoke any answer to a create, and an old connection
 * works when no new one does. A failed call only makes a probe find out.
 */
export interface Line {
  /** Why nothing is sent; undefined while the line is open. */
  readonly why: Error | undefined;
  /** Whether an answer has identified the service since the start. */
  readonly isRecognised: boolean;
  /** Whether a probe has: then other answers to probes tell too. */
  readonly hasAnsweredProbe: boolean;
  /** The last failed call since the last answer. */
  readonly doubt: TaskApiError | undefined;
  /** When a create may be tried although the line is closed. All times are on the monotonic clock. */
  readonly nextTrialAtMs: number;
  /** When the service last gave a usable answer. */
  readonly lastAnswerAtMs: number | undefined;
  readonly limits: Readonly<Record<LimitedCall, Limit>>;
}

export type LimitedCall = 'create' | 'query';

/** What the service asked for with 429, for one kind of call. */
interface Limit {
  /** In a row. */
  readonly times: number;
  readonly untilMs: number;
}

const NO_LIMIT: Limit = { times: 0, untilMs: Number.NEGATIVE_INFINITY };

export const FIRST_LINE: Line = {
  why: undefined,
  isRecognised: false,
  hasAnsweredProbe: false,
  doubt: undefined,
  nextTrialAtMs: Number.POSITIVE_INFINITY,
  lastAnswerAtMs: undefined,
  limits: { create: NO_LIMIT, query: NO_LIMIT },
};

const FIRST_TRIAL_WAIT_MS = 15_000;
const TRIAL_INTERVAL_MS = 10 * 60_000;
/** A pause of unknown length is a long one, and grows. */
const UNTIMED_PAUSE = { firstMs: 30_000, longestMs: 10 * 60_000 };
/** After this, Easel asks again, even if the service named a longer time. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A limit counts as over once no call was refused for this long after it. */
const LIMIT_SHOWN_MS = 60_000;
/** A gateway's word: the service behind it doesn't answer. */
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

/** Whether a call failed so that a probe has to find out whether the service is there. */
export const isDoubtful = (error: unknown): error is TaskApiError =>
  error instanceof TaskApiError && DOUBTFUL.includes(error.kind);
const DOUBTFUL: readonly TaskApiError['kind'][] = [
  ...(['unreachable', 'unavailable', 'unconfirmed', 'bad key', 'not the service'] as const),
];

/** Whether only the service answers like this. A rate limit or a bare status can come from anyone. */
const isOfService = (error: unknown): boolean =>
  error === undefined ||
  (error instanceof RefusedError && error.status === undefined) ||
  error instanceof NotServedError;

/** @param error undefined for a success. Errors other than TaskApiError say nothing about the service. */
export function afterCall(before: Line, call: LimitedCall, error: unknown, nowMs: number): Line {
  if (error instanceof RateLimitedError) return afterRateLimit(before, call, error, nowMs);
  if (isDoubtful(error)) return { ...before, doubt: error };
  if (!isOfService(error)) return before;
  return {
    ...before,
    doubt: undefined,
    isRecognised: true,
    lastAnswerAtMs: nowMs,
    limits: { ...before.limits, [call]: NO_LIMIT },
    // A query may use an old connection.
    why: call === 'create' ? undefined : before.why,
  };
}

/** @param error undefined if the service answered about the task that the probe asked for. */
export function afterProbe(before: Line, error: unknown, nowMs: number): Line {
  const isTold = isOfService(error);
  const why = closes(before, error) ? (error as Error) : undefined;
  return {
    ...before,
    why,
    doubt: isTold ? undefined : before.doubt,
    isRecognised: before.isRecognised || isTold,
    hasAnsweredProbe: before.hasAnsweredProbe || isTold,
    lastAnswerAtMs: isTold ? nowMs : before.lastAnswerAtMs,
    limits: error instanceof RateLimitedError ? afterRateLimit(before, 'query', error, nowMs).limits : before.limits,
    nextTrialAtMs: nextTrialAtMs(before, why, nowMs),
  };
}

/** Whether this probe's word closes the line. */
function closes({ doubt, isRecognised }: Line, error: unknown): boolean {
  // Any server answers so about a path that isn't there, and maybe the service about a task that it doesn't know.
  if (error instanceof MalformedError) return !isRecognised && doubt instanceof NotTheServiceError;
  // Maybe this too is its answer for an unknown task. It counts unless calls were answered since one failed.
  if (isMaybeAboutTask(error)) return doubt !== undefined || !isRecognised;
  return isDoubtful(error);
}

/** The service's answer for an unknown task isn't documented (task-api.txt 4.2), so it may be any status, with any body. */
const isMaybeAboutTask = (error: unknown): boolean =>
  error instanceof NotTheServiceError ||
  error instanceof MalformedError ||
  (error instanceof UnavailableError && error.status !== undefined && !GATEWAY_STATUSES.includes(error.status));

/** A create is tried now and then only if the probe's word may be about its task. */
function nextTrialAtMs(before: Line, why: unknown, nowMs: number): number {
  if (!isMaybeAboutTask(why)) return Number.POSITIVE_INFINITY;
  if (before.why !== undefined && Number.isFinite(before.nextTrialAtMs)) return before.nextTrialAtMs;
  return nowMs + (before.hasAnsweredProbe ? TRIAL_INTERVAL_MS : FIRST_TRIAL_WAIT_MS);
}

export const afterTrialSent = (before: Line, nowMs: number): Line => ({
  ...before,
  nextTrialAtMs: nowMs + TRIAL_INTERVAL_MS,
});

function afterRateLimit(before: Line, call: LimitedCall, { retryAfterMs }: RateLimitedError, nowMs: number): Line {
  const { times, untilMs } = before.limits[call];
  // Calls that were under way together count once.
  const inARow = nowMs < untilMs ? times : times + 1;
  const pauseMs = retryAfterMs ?? backOffMs(inARow - 1, UNTIMED_PAUSE);
  const until = Math.max(untilMs, nowMs + Math.min(pauseMs, LONGEST_PAUSE_MS));
  return { ...before, limits: { ...before.limits, [call]: { times: inARow, untilMs: until } } };
}

/** How long calls of this kind still have to wait. */
export const pauseMs = ({ limits }: Line, call: LimitedCall, nowMs: number): number =>
  Math.max(0, limits[call].untilMs - nowMs);

/** Until when the service counts as limiting calls. */
export const limitedUntilMs = ({ limits }: Line): number =>
  Math.max(limits.create.untilMs, limits.query.untilMs) + LIMIT_SHOWN_MS;
