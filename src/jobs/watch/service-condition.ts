import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  TaskApiError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../task-api/errors.ts';
import {
  afterAnsweredCreate,
  afterLostCreate,
  afterOutage,
  afterRefusedCreates,
  type CreateWindow,
  FIRST_WINDOW,
  isShut,
} from './create-window.ts';

/** What the outcomes of calls say about the service, as pure functions from one condition to the next. */

type Line =
  /** Something answers, but it isn't clear yet that it is the service. Work continues as if it were. */
  'unrecognised' | 'well' | 'bad key' | 'down' | 'not the service';

export type ServiceStatus =
  | Line
  /** Queries are answered, but creates of several members were lost in a row. */
  | 'creates fail'
  /** Queries are answered, but creates of every member are refused. */
  | 'refuses requests';

export interface Condition {
  /** What answers at the service's address. */
  readonly line: Line;
  readonly window: CreateWindow;
  /** When the service last gave a usable answer. All times here are on the monotonic clock. */
  readonly lastAnswerAtMs?: number;
  readonly notWellSinceMs: number;
  /** Whether probes get an answer that tells the service from a stranger. */
  readonly doesProbeTell: boolean;
  readonly trialWaitMs: number;
  readonly nextTrialAtMs: number;
}

export const AT_START: Condition = {
  line: 'unrecognised',
  window: FIRST_WINDOW,
  notWellSinceMs: 0,
  doesProbeTell: false,
  trialWaitMs: 0,
  nextTrialAtMs: 0,
};

/**
 * If only a create can show that creates work again, one is sent as a trial. Each lost trial leaves credits held, so the
 * first waits this long, and each later wait doubles...
 */
const FIRST_TRIAL_WAIT_MS = 30_000;
/** ...up to this one, which is also the first wait if a probe can show it. */
const LONGEST_TRIAL_WAIT_MS = 10 * 60_000;

export function statusOf({ line, window }: Condition): ServiceStatus {
  if (!isLineOpen(line) || !isShut(window)) return line;
  return window.isRefused ? 'refuses requests' : 'creates fail';
}

const isLineOpen = (line: Line): boolean => line === 'well' || line === 'unrecognised';

/** Whether creates of this member, or of members in general, are sent without a trial. */
export const isOpen = ({ line, window }: Condition, memberId?: string): boolean =>
  isLineOpen(line) && !isShut(window, memberId);

/** Whether queries are answered, as far as is known. */
export const isAnswering = ({ line }: Condition): boolean => isLineOpen(line);

/** A bad key needs no trial, because every answer shows whether it works again. */
export const isTrialDue = (condition: Condition, nowMs: number): boolean =>
  isLimited(condition) && condition.line !== 'bad key' && nowMs >= condition.nextTrialAtMs;

/** Whether anyone's creates have to wait for a trial. */
const isLimited = ({ line, window }: Condition): boolean => !isLineOpen(line) || window.size === 0;

export function afterTrialStarted(condition: Condition, nowMs: number): Condition {
  const trialWaitMs = Math.min(condition.trialWaitMs * 2, LONGEST_TRIAL_WAIT_MS);
  return { ...condition, trialWaitMs, nextTrialAtMs: nowMs + trialWaitMs };
}

/** Whether a failure may concern one task or one connection only, so that a probe has to find out. */
export function isDoubtful(error: unknown): boolean {
  return error instanceof UnreachableError || error instanceof UnavailableError || error instanceof UnconfirmedError;
}

/** The outcome of a create. */
export interface CreateOutcome {
  /** Undefined for a success. Errors other than TaskApiError say nothing about the service. */
  error: unknown;
  memberId: string;
  /** How many creates were under way, including this one. */
  underWay: number;
}

export function afterCreate(before: Condition, { error, memberId, underWay }: CreateOutcome, nowMs: number): Condition {
  if (error instanceof UnconfirmedError) {
    return become(before, { window: afterLostCreate(before.window, memberId) }, nowMs);
  }
  if (isFailure(error)) return afterFailure(before, error, nowMs);
  const answered = { line: lineAfter(before, error), lastAnswerAtMs: nowMs };
  if (error instanceof NotServedError) {
    return become(before, { ...answered, window: afterRefusedCreates(before.window) }, nowMs);
  }
  // A rate limit is neither a loss nor an answer to the create.
  if (error instanceof RateLimitedError) return become(before, answered, nowMs);
  return become(before, { ...answered, window: afterAnsweredCreate(before.window, underWay) }, nowMs);
}

/** A query doesn't show that creates work again. */
export function afterQuery(before: Condition, error: unknown, nowMs: number): Condition {
  if (isFailure(error)) return afterFailure(before, error, nowMs);
  const line = lineAfter(before, error);
  const window = isLineOpen(before.line) || !isLineOpen(line) ? before.window : afterOutage(before.window);
  return become(before, { line, window, lastAnswerAtMs: nowMs }, nowMs);
}

export function afterProbe(before: Condition, error: unknown, nowMs: number): Condition {
  if (error instanceof UnreachableError) return become(before, { line: 'down' }, nowMs);
  if (error instanceof UnavailableError) {
    // This service may answer 5xx for an unknown task; its document doesn't say.
    return before.doesProbeTell || error.status === undefined ? become(before, { line: 'down' }, nowMs) : before;
  }
  if (error !== undefined && !(error instanceof TaskApiError)) return before;
  return afterQuery({ ...before, doesProbeTell: !isStrangersToo(error) }, error, nowMs);
}

/** @param error undefined for a success. */
function lineAfter({ line }: Condition, error: unknown): Line {
  return isStrangersToo(error) && (line === 'unrecognised' || line === 'not the service') ? line : 'well';
}

const isFailure = (error: unknown): boolean =>
  isDoubtful(error) ||
  error instanceof BadKeyError ||
  error instanceof NotTheServiceError ||
  (error !== undefined && !(error instanceof TaskApiError));

function afterFailure(before: Condition, error: unknown, nowMs: number): Condition {
  if (error instanceof BadKeyError) return become(before, { line: 'bad key' }, nowMs);
  if (error instanceof NotTheServiceError) return become(before, { line: 'not the service' }, nowMs);
  // One refused connection or one unreadable task is no outage.
  return before;
}

/** Sets the first wait for a trial if creates have to wait for one from now on. */
function become(before: Condition, change: Partial<Condition>, nowMs: number): Condition {
  const after = { ...before, ...change, notWellSinceMs: isOpen(before) ? nowMs : before.notWellSinceMs };
  const isProbesToTell = after.doesProbeTell && !isLineOpen(after.line);
  if (!isLimited(after) || (isLimited(before) && (!isProbesToTell || after.line === before.line))) return after;
  const trialWaitMs = isProbesToTell ? LONGEST_TRIAL_WAIT_MS : FIRST_TRIAL_WAIT_MS;
  return { ...after, trialWaitMs, nextTrialAtMs: nowMs + trialWaitMs };
}

/** Whether any server could have given this answer, so that it doesn't identify the service. */
function isStrangersToo(error: unknown): boolean {
  return (
    error instanceof MalformedError ||
    error instanceof RateLimitedError ||
    (error instanceof RefusedError && error.status !== undefined)
  );
}
