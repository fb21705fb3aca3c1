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

/** What the outcomes of calls say of the service, as pure functions from one condition to the next. */

export type ServiceStatus =
  /** Nothing has shown yet that it is the service that answers; work goes on as if it were. */
  | 'unrecognised'
  | 'well'
  /** Queries are answered; the last create was lost. */
  | 'creates fail'
  /** Queries are answered; creates are refused, whoever asks for whatever. */
  | 'refuses requests'
  | 'bad key'
  | 'down'
  | 'not the service';

export interface Condition {
  readonly status: ServiceStatus;
  /** When the service last gave any usable answer; on the monotonic clock, as all times here. */
  readonly lastAnswerAtMs?: number;
  readonly notWellSinceMs: number;
  /** Whether probes get an answer that only the service, or only a stranger, would give. */
  readonly doesProbeTell: boolean;
  readonly trialWaitMs: number;
  readonly nextTrialAtMs: number;
}

export const AT_START: Condition = {
  status: 'unrecognised',
  notWellSinceMs: 0,
  doesProbeTell: false,
  trialWaitMs: 0,
  nextTrialAtMs: 0,
};

/**
 * Where a create is all that can show that creates work again, one is sent as a trial. Each that is lost leaves credits
 * held, so the first waits for this long, and each wait is twice the one before...
 */
const FIRST_TRIAL_WAIT_MS = 30_000;
/** ...up to this one, which is also the first where a probe would tell. */
const LONGEST_TRIAL_WAIT_MS = 10 * 60_000;

/** Whether creates are sent without more ado. */
export const isOpen = ({ status }: Condition): boolean => status === 'well' || status === 'unrecognised';

/** Whether queries are answered, as far as is known. */
export const isAnswering = (condition: Condition): boolean => isOpen(condition) || isOfCreates(condition);

/** What only a create can show to be over. */
const isOfCreates = ({ status }: Condition): boolean => status === 'creates fail' || status === 'refuses requests';

/** With a bad key none is needed: every answer tells whether it is good again. */
export const isTrialDue = (condition: Condition, nowMs: number): boolean =>
  !isOpen(condition) && condition.status !== 'bad key' && nowMs >= condition.nextTrialAtMs;

export function afterTrialBegan(condition: Condition, nowMs: number): Condition {
  const trialWaitMs = Math.min(condition.trialWaitMs * 2, LONGEST_TRIAL_WAIT_MS);
  return { ...condition, trialWaitMs, nextTrialAtMs: nowMs + trialWaitMs };
}

/** Whether a failure may be of one task or one line only, so that a probe has to find out. */
export function isDoubtful(error: unknown): boolean {
  return error instanceof UnreachableError || error instanceof UnavailableError || error instanceof UnconfirmedError;
}

/** @param error none for a success. What is no TaskApiError says nothing of the service. */
export function afterCreate(before: Condition, error: unknown, nowMs: number): Condition {
  if (error instanceof UnconfirmedError) return isOpen(before) ? become(before, 'creates fail', nowMs) : before;
  if (error instanceof NotServedError) {
    return answered(become(before, 'refuses requests', nowMs), nowMs, 'refuses requests');
  }
  if (isFailure(error)) return afterFailure(before, error, nowMs);
  const isOfStranger = before.status === 'not the service' || before.status === 'unrecognised';
  return answered(before, nowMs, isStrangersToo(error) && isOfStranger ? before.status : 'well');
}

export function afterQuery(before: Condition, error: unknown, nowMs: number): Condition {
  if (isFailure(error)) return afterFailure(before, error, nowMs);
  // No query shows that creates work again.
  if (isOfCreates(before)) return answered(before, nowMs, before.status);
  // Somebody is there, and takes the key.
  const isLine = before.status === 'down' || before.status === 'bad key';
  return answered(before, nowMs, isStrangersToo(error) && !isLine ? before.status : 'well');
}

export function afterProbe(before: Condition, error: unknown, nowMs: number): Condition {
  if (error instanceof UnreachableError) return become(before, 'down', nowMs);
  if (error instanceof UnavailableError) {
    // A 5xx may be how this service answers for a task that it does not know (task-api.txt 4.2: not shown).
    return before.doesProbeTell || error.status === undefined ? become(before, 'down', nowMs) : before;
  }
  if (error !== undefined && !(error instanceof TaskApiError)) return before;
  return afterQuery({ ...before, doesProbeTell: !isStrangersToo(error) }, error, nowMs);
}

const isFailure = (error: unknown): boolean =>
  isDoubtful(error) ||
  error instanceof BadKeyError ||
  error instanceof NotTheServiceError ||
  (error !== undefined && !(error instanceof TaskApiError));

function afterFailure(before: Condition, error: unknown, nowMs: number): Condition {
  if (error instanceof BadKeyError) return become(before, 'bad key', nowMs);
  if (error instanceof NotTheServiceError) return become(before, 'not the service', nowMs);
  // One refused connection, or one task that cannot be read, is no outage.
  return before;
}

const answered = (before: Condition, nowMs: number, status: ServiceStatus): Condition => ({
  ...before,
  status,
  lastAnswerAtMs: nowMs,
});

function become(before: Condition, status: ServiceStatus, nowMs: number): Condition {
  if (status === before.status) return before;
  const notWellSinceMs = isOpen(before) ? nowMs : before.notWellSinceMs;
  const wouldProbeTell = before.doesProbeTell && status !== 'creates fail' && status !== 'refuses requests';
  if (!isOpen(before) && !wouldProbeTell) return { ...before, status };
  const trialWaitMs = wouldProbeTell ? LONGEST_TRIAL_WAIT_MS : FIRST_TRIAL_WAIT_MS;
  return { ...before, status, notWellSinceMs, trialWaitMs, nextTrialAtMs: nowMs + trialWaitMs };
}

/** An answer that anybody could give: it shows a line, and not who is at its end. */
function isStrangersToo(error: unknown): boolean {
  return (
    error instanceof MalformedError ||
    error instanceof RateLimitedError ||
    (error instanceof RefusedError && error.status !== undefined)
  );
}
