import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { BusyError } from '../../engine/fair-limit.ts';
import { StoreError } from '../../store/store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';

type Hindrance =
  /** The message or channel doesn't exist, or the interaction token has expired. */
  | { outcome: 'gone' }
  /** The bot lacks permission here. */
  | { outcome: 'no access' }
  | { outcome: 'too large' }
  /** A file to upload no longer exists on this machine. */
  | { outcome: 'file gone' }
  /** Only for the first response to an interaction. */
  | { outcome: 'already answered' }
  /**
   * Temporarily unavailable; retry. The call may have been carried out. If Discord gave a time to wait, it surely was not.
   */
  | { outcome: 'unavailable'; retryAfterMs: number | undefined };

/** Why a call failed; `cause` is for the log. */
export type Trouble = Hindrance & { cause?: unknown };

/** The outcome of a call to Discord. */
export type Outcome<Value> = { outcome: 'done'; value: Value } | Trouble;

/** A call failed that its caller needs to continue. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`Discord did not carry out a call: ${trouble.outcome}`, { cause: trouble.cause });
    this.trouble = trouble;
  }
}

/** @throws NotDoneError */
export function mustBeDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.outcome !== 'done') throw new NotDoneError(outcome);
  return outcome.value;
}

type Calls = Record<string, (...given: never[]) => Promise<unknown>>;
/** Calls that resolve with an outcome and reject only for our own bugs. */
export type WithOutcomes<Raw extends Calls> = {
  [Name in keyof Raw]: (...given: Parameters<Raw[Name]>) => Promise<Outcome<Awaited<ReturnType<Raw[Name]>>>>;
};

/**
 * The one place where Discord's failures are translated.
 * @param onOutcome is called with the outcome of every call, its name, and how long it took
 */
export function withOutcomes<Raw extends Calls>(
  calls: Raw,
  onOutcome: (outcome: Outcome<unknown>, name: string, durationMs: number) => void = () => undefined,
  clock: Pick<Clock, 'monotonicMs'> = systemClock,
): WithOutcomes<Raw> {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: never[]) => {
      const startedMs = clock.monotonicMs();
      const outcome = await outcomeOf(call(...given));
      onOutcome(outcome, name, clock.monotonicMs() - startedMs);
      return outcome;
    },
  ]);
  return Object.fromEntries(wrapped) as WithOutcomes<Raw>;
}

async function outcomeOf(call: Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    return { outcome: 'done', value: await call };
  } catch (error) {
    const trouble = troubleOf(error);
    if (!trouble) throw error;
    return { ...trouble, cause: error };
  }
}

/** The outcome of a call, or `unavailable` after `limitMs`. */
export async function outcomeWithin<Value>(
  limitMs: number,
  call: (signal: AbortSignal) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await withinLimit(limitMs, undefined, call);
  } catch (error) {
    if (error instanceof TimeoutError) return { ...UNAVAILABLE, cause: error };
    throw error;
  }
}

/** A file to upload can't be read. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';

  constructor(options?: ErrorOptions) {
    super('a file to upload is not there', options);
  }
}

const HTTP_UNAUTHORIZED = 401;
const HTTP_TOO_LARGE = 413;
const HTTP_TOO_MANY = 429;
/** Sent by proxies that got no answer from Discord in time. */
const HTTP_NO_ANSWER = 408;

/** Connection error codes in addition to undici's: sockets, host names, TLS, and a machine out of sockets. */
const LINE_CODES =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NET(UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO|MFILE|NFILE|NOBUFS)|HPE_\w+|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
/** undici's code for an invalid argument, a bug of the caller. */
const OWN_FAULTS = /^UND_ERR_(INVALID_ARG|INVALID_RETURN_VALUE|NOT_SUPPORTED)$/;
const LINE_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

const GONE = { outcome: 'gone' } as const;
const NO_ACCESS = { outcome: 'no access' } as const;
const TOO_LARGE = { outcome: 'too large' } as const;
const UNAVAILABLE = { outcome: 'unavailable', retryAfterMs: undefined } as const;
/** The ownership check before each call failed, so nothing was sent. */
const UNPROVED = { outcome: 'unavailable', retryAfterMs: 1_000 } as const;

const OF_CODES: Readonly<Record<number, Trouble>> = {
  [RESTJSONErrorCodes.InvalidWebhookToken]: GONE,
  [RESTJSONErrorCodes.UnknownWebhook]: GONE,
  [RESTJSONErrorCodes.UnknownInteraction]: GONE,
  [RESTJSONErrorCodes.UnknownMessage]: GONE,
  [RESTJSONErrorCodes.UnknownChannel]: GONE,
  [RESTJSONErrorCodes.MissingAccess]: NO_ACCESS,
  [RESTJSONErrorCodes.MissingPermissions]: NO_ACCESS,
  [RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser]: NO_ACCESS,
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread]: NO_ACCESS,
  [RESTJSONErrorCodes.ThreadLocked]: NO_ACCESS,
  [RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel]: NO_ACCESS,
  [RESTJSONErrorCodes.TagRequiredToCreateAForumPostInThisChannel]: NO_ACCESS,
  // Deleted since they were read; archived ones make room.
  [RESTJSONErrorCodes.UnknownTag]: UNAVAILABLE,
  [RESTJSONErrorCodes.MaximumActiveThreads]: UNAVAILABLE,
  [RESTJSONErrorCodes.RequestEntityTooLarge]: TOO_LARGE,
  [RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged]: { outcome: 'already answered' },
  [RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached]: UNAVAILABLE,
};

/** The queue of calls is full. */
const BUSY = { outcome: 'unavailable', retryAfterMs: 5_000 } as const;

/** Undefined for our own bugs: Discord rejects the request's form, or the error isn't the call's. */
function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof FileGoneError) return { outcome: 'file gone' };
  // A file disappeared while it was uploaded.
  if (error instanceof DOMException && error.name === 'NotReadableError') return { outcome: 'file gone' };
  if (error instanceof StoreError) return UNPROVED;
  if (error instanceof BusyError) return BUSY;
  if (error instanceof RateLimitError) return { outcome: 'unavailable', retryAfterMs: error.retryAfter };
  if (error instanceof DiscordAPIError) return OF_CODES[Number(error.code)] ?? ofStatus(error.status);
  // The body isn't JSON, so a proxy answered, which knows nothing about messages and permissions.
  if (error instanceof HTTPError) return ofProxy(error.status);
  return isOfTheLine(error) ? UNAVAILABLE : undefined;
}

/** Who answered a call that any bot may make. Undefined if no one did, or only for now. */
export function whoAnswered(error: unknown): 'refuses the token' | 'a stranger' | undefined {
  if (!(error instanceof DiscordAPIError || error instanceof HTTPError)) {
    // An answer of another form.
    return isOfTheLine(error) && !(error instanceof SyntaxError) ? undefined : 'a stranger';
  }
  if (error.status === HTTP_UNAUTHORIZED) return 'refuses the token';
  return error.status === 404 || isRefusal(error) ? 'a stranger' : undefined;
}

/** Whether Discord refuses a request for its form, its token or entirely, so that a retry can't help. */
function isRefusal(error: unknown): boolean {
  return (error instanceof DiscordAPIError || error instanceof HTTPError) && !troubleOf(error);
}

/** Whether Discord itself rejects this message's form; a proxy's answer or a wrong token says nothing about it. */
export function isMessageRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status !== HTTP_UNAUTHORIZED && isRefusal(error);
}

const hasCode =
  (code: RESTJSONErrorCodes) =>
  (error: unknown): boolean =>
    error instanceof DiscordAPIError && Number(error.code) === code;

export const isUnknownMember = hasCode(RESTJSONErrorCodes.UnknownMember);
/** The channel exists, but a message in it doesn't. */
export const isUnknownMessage = hasCode(RESTJSONErrorCodes.UnknownMessage);
export const isInArchivedThread = hasCode(RESTJSONErrorCodes.InvalidActionOnArchivedThread);

function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // An answer that claims to be JSON and isn't comes from something between Easel and Discord.
  if (LINE_NAMES.includes(error.name) || error instanceof SyntaxError) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code.startsWith('UND_ERR_') ? !OWN_FAULTS.test(code) : LINE_CODES.test(code);
}

function ofStatus(status: number): Trouble | undefined {
  if (status === 403) return NO_ACCESS;
  return status === 404 ? GONE : ofProxy(status);
}

function ofProxy(status: number): Trouble | undefined {
  if (status === HTTP_TOO_LARGE) return TOO_LARGE;
  return status >= 500 || status === HTTP_TOO_MANY || status === HTTP_NO_ANSWER ? UNAVAILABLE : undefined;
}
