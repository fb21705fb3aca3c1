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
  afterSentCreate,
  type CreateWindow,
  FIRST_TRIAL_WAIT_MS,
  FIRST_WINDOW,
  isShutForLong,
  LONGEST_TRIAL_WAIT_MS,
  type Sender,
  shutTo,
  trialWaitAfterMs,
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
  /** Whether no create was lost since the last trial was sent. */
  readonly isTrialUnderWay: boolean;
}

export const AT_START: Condition = {
  line: 'unrecognised',
  window: FIRST_WINDOW,
  notWellSinceMs: 0,
  doesProbeTell: false,
  trialWaitMs: 0,
  nextTrialAtMs: 0,
  isTrialUnderWay: false,
};

/** How long held creates sit out an outage before their holds are released. */
const PATIENCE_MS = 60_000;

export function statusOf({ line, window }: Condition): ServiceStatus {
  if (!isLineOpen(line) || shutTo(window) === 'none') return line;
  return window.isRefused ? 'refuses requests' : 'creates fail';
}

const isLineOpen = (line: Line): boolean => line === 'well' || line === 'unrecognised';

/** Whether queries are answered, as far as is known. */
export const isAnswering = ({ line }: Condition): boolean => isLineOpen(line);

/** Whose creates have to wait for a trial. */
const limitedTo = ({ line, window }: Condition): ReturnType<typeof shutTo> =>
  isLineOpen(line) ? shutTo(window) : 'all';

function isLimited(condition: Condition, from: Sender | undefined): boolean {
  const limited = limitedTo(condition);
  return limited === 'all' || (limited !== 'none' && from !== undefined && condition.window.servers.has(from.guildId));
}

/**
 * Whether a create may be sent: `soon` if it can wait, because a trial or an earlier create of its member will tell shortly.
 * @param from whose create it is; a clean member's if left out.
 */
export function mayCreate(condition: Condition, nowMs: number, from?: Sender): 'now' | 'soon' | 'no' {
  const { line, window, trialWaitMs, nextTrialAtMs } = condition;
  const isFirstTrial = trialWaitMs === FIRST_TRIAL_WAIT_MS;
  const isFirstUnderWay = condition.isTrialUnderWay && trialWaitMs === trialWaitAfterMs(FIRST_TRIAL_WAIT_MS);
  const own = from && window.members.get(from.memberId);
  let atMs = own?.nextAtMs ?? 0;
  let isSoon = !own || !isShutForLong(own);
  if (isLimited(condition, from)) {
    // Every answer shows whether a bad key works again. Members with losses leave the trial to others.
    const trialAtMs = line === 'bad key' ? Number.POSITIVE_INFINITY : nextTrialAtMs + (own ? trialWaitMs : 0);
    atMs = Math.max(atMs, trialAtMs);
    isSoon &&= isLineOpen(line) && !window.isRefused && (isFirstTrial || isFirstUnderWay);
  }
  if (atMs <= nowMs) return 'now';
  return isSoon ? 'soon' : 'no';
}

/** Whether a create that is held waits, although new ones are refused. */
export const isPatient = (condition: Condition, nowMs: number): boolean =>
  limitedTo(condition) !== 'none' && nowMs < condition.notWellSinceMs + PATIENCE_MS;

/** @param from whose create is sent now */
export function afterSent(condition: Condition, from: Sender, nowMs: number): Condition {
  const sent = { ...condition, window: afterSentCreate(condition.window, from, nowMs) };
  if (!isLimited(condition, from)) return sent;
  const trialWaitMs = trialWaitAfterMs(condition.trialWaitMs);
  return { ...sent, trialWaitMs, nextTrialAtMs: nowMs + trialWaitMs, isTrialUnderWay: true };
}

/** Whether a failure may concern one task or one connection only, so that a probe has to find out. */
export function isDoubtful(error: unknown): boolean {
  return error instanceof UnreachableError || error instanceof UnavailableError || error instanceof UnconfirmedError;
}

/** The outcome of a create. */
export interface CreateOutcome {
  /** Undefined for a success. Errors other than TaskApiError say nothing about the service. */
  error: unknown;
  from: Sender;
  /** How many creates were under way, including this one. */
  underWay: number;
}

export function afterCreate(before: Condition, { error, from, underWay }: CreateOutcome, nowMs: number): Condition {
  if (error instanceof UnconfirmedError) {
    return become(before, { window: afterLostCreate(before.window, from, nowMs), isTrialUnderWay: false }, nowMs);
  }
  if (isFailure(error)) return afterFailure(before, error, nowMs);
  const answered = { line: lineAfter(before, error), lastAnswerAtMs: nowMs };
  if (error instanceof NotServedError) {
    return become(before, { ...answered, window: afterRefusedCreates(before.window) }, nowMs);
  }
  // A rate limit is neither a loss nor an answer to the create.
  if (error instanceof RateLimitedError) return become(before, answered, nowMs);
  return become(before, { ...answered, window: afterAnsweredCreate(before.window, from, underWay) }, nowMs);
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

const REACH: readonly ReturnType<typeof shutTo>[] = ['none', 'servers with losses', 'all'];

/** Sets the first wait for a trial if more creates have to wait for one from now on. */
function become(before: Condition, change: Partial<Condition>, nowMs: number): Condition {
  const wasWell = limitedTo(before) === 'none';
  const after = { ...before, ...change, notWellSinceMs: wasWell ? nowMs : before.notWellSinceMs };
  const isProbesToTell = after.doesProbeTell && !isLineOpen(after.line);
  const isWorse = REACH.indexOf(limitedTo(after)) > REACH.indexOf(limitedTo(before));
  if (!isWorse && (!isProbesToTell || after.line === before.line)) return after;
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
