import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { BusyError } from '../../engine/fair-limit.ts';
import { StoreError } from '../../store/store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import { isDiscordsCode } from './answer.ts';

type Hindrance =
  /** The message or channel doesn't exist, or the interaction token has expired. */
  | { outcome: 'gone' }
  /** The bot lacks permission here. */
  | { outcome: 'no access' }
  | { outcome: 'too large' }
  /** Discord refuses these files for what they are, at any size. */
  | { outcome: 'not accepted' }
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

/** Discord's servers fail, or something between Easel and Discord answered, or the answer can’t be read. */
export class ForeignAnswerError extends Error {
  override readonly name = 'ForeignAnswerError';
  /** Not `status`: discord.js takes any error with the status 401 for a refused token. */
  readonly httpStatus: number;
  /** Whether the request had files: a page may say that they are too large. */
  readonly wasUpload: boolean;

  constructor(httpStatus: number, { wasUpload = false, ...options }: ErrorOptions & { wasUpload?: boolean } = {}) {
    super(`HTTP ${httpStatus} without a word of Discord’s`, options);
    this.httpStatus = httpStatus;
    this.wasUpload = wasUpload;
  }
}

/** Discord asked to wait, so nothing was sent now or carried out. */
export class LimitedError extends Error {
  override readonly name = 'LimitedError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`Discord asks Easel to wait for ${Math.ceil(retryAfterMs / 1_000)} s`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Discord doesn't know the bot's token. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';

  constructor() {
    super('Discord refuses the token');
  }
}

/** A file to upload can't be read. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';

  constructor(options?: ErrorOptions) {
    super('a file to upload is not there', options);
  }
}

/** Discord rejects the form of a message with files. Without them it may accept it. */
export class FilesRefusedError extends Error {
  override readonly name = 'FilesRefusedError';

  constructor(options: ErrorOptions) {
    super('Discord refuses the files of a message', options);
  }
}

const HTTP_TOO_LARGE = 413;
const HTTP_SERVER_ERROR = 500;

/** Connection error codes in addition to undici's: sockets, host names, TLS, and a machine out of sockets. */
const LINE_CODES =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NET(UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO|MFILE|NFILE|NOBUFS)|HPE_\w+|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
/** undici's code for an invalid argument, a bug of the caller. */
const OWN_FAULTS = /^UND_ERR_(INVALID_ARG|INVALID_RETURN_VALUE|NOT_SUPPORTED)$/;
const NAME_CODES: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN'];
/** undici gives a parser's error no code if a header is malformed. */
const LINE_NAMES: readonly string[] = ['AbortError', 'TimeoutError', 'HTTPParserError'];

const GONE = { outcome: 'gone' } as const;
const NO_ACCESS = { outcome: 'no access' } as const;
const TOO_LARGE = { outcome: 'too large' } as const;
const NOT_ACCEPTED = { outcome: 'not accepted' } as const;
const UNAVAILABLE = { outcome: 'unavailable', retryAfterMs: undefined } as const;
/** Discord's own refusal. It isn't repeated soon, because Discord bans addresses that go on. */
const TOKEN_REFUSED = { outcome: 'unavailable', retryAfterMs: 60_000 } as const;
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
  [RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient]: NOT_ACCEPTED,
  [RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged]: { outcome: 'already answered' },
  [RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached]: UNAVAILABLE,
  // What Discord's own gates say with 403: nothing about this message.
  [RESTJSONErrorCodes.CloudflareIsBlockingYourRequest]: UNAVAILABLE,
  [RESTJSONErrorCodes.APIResourceOverloaded]: UNAVAILABLE,
};

/** The queue of calls is full. */
const BUSY = { outcome: 'unavailable', retryAfterMs: 5_000 } as const;

/** Undefined for our own bugs: Discord rejects the request's form, or the error isn't the call's. */
function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof FileGoneError) return { outcome: 'file gone' };
  if (error instanceof FilesRefusedError) return NOT_ACCEPTED;
  // A file disappeared while it was uploaded.
  if (error instanceof DOMException && error.name === 'NotReadableError') return { outcome: 'file gone' };
  if (error instanceof StoreError) return UNPROVED;
  if (error instanceof BusyError) return BUSY;
  if (error instanceof LimitedError) return { outcome: 'unavailable', retryAfterMs: error.retryAfterMs };
  if (error instanceof RateLimitError) return { outcome: 'unavailable', retryAfterMs: error.retryAfter };
  if (error instanceof TokenRefusedError) return TOKEN_REFUSED;
  if (error instanceof DiscordAPIError && isDiscordsCode(error.code))
    return OF_CODES[error.code] ?? ofStatus(error.status);
  // A proxy knows nothing about messages and permissions, only about sizes.
  if (error instanceof ForeignAnswerError)
    return error.httpStatus === HTTP_TOO_LARGE && error.wasUpload ? TOO_LARGE : UNAVAILABLE;
  if (error instanceof HTTPError || error instanceof DiscordAPIError) return UNAVAILABLE;
  return isOfTheLine(error) ? UNAVAILABLE : undefined;
}

type Answering =
  | 'Discord, which refuses the token'
  | 'Discord, which asks to wait'
  | 'a stranger'
  | 'no one under this name'
  | 'no one now';

/** Who answered a call that any bot may make. */
export function whoAnswered(error: unknown): Answering {
  if (error instanceof TokenRefusedError) return 'Discord, which refuses the token';
  if (isLimit(error)) return 'Discord, which asks to wait';
  if (error instanceof ForeignAnswerError) return error.httpStatus < HTTP_SERVER_ERROR ? 'a stranger' : 'no one now';
  if (error instanceof Error && 'code' in error && NAME_CODES.includes(String(error.code)))
    return 'no one under this name';
  // A refusal of Discord's, or an answer of another form.
  return troubleOf(error)?.outcome === 'unavailable' && !(error instanceof SyntaxError) ? 'no one now' : 'a stranger';
}

/** Whether Discord refused the call with 429, or would have. */
const isLimit = (error: unknown): boolean => error instanceof LimitedError || error instanceof RateLimitError;

/** How long Discord asks to wait; 0 if it doesn't. */
export const retryAfterMsOf = (error: unknown): number => {
  const trouble = troubleOf(error);
  return (trouble?.outcome === 'unavailable' && trouble.retryAfterMs) || 0;
};

/** Whether Discord itself rejects this message's form, so that a retry can't help. */
export function isMessageRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && !troubleOf(error);
}

const hasCode =
  (code: RESTJSONErrorCodes) =>
  (error: unknown): boolean =>
    error instanceof DiscordAPIError && Number(error.code) === code;

export const isInvalidForm = hasCode(RESTJSONErrorCodes.InvalidFormBodyOrContentType);
export const isUnknownMember = hasCode(RESTJSONErrorCodes.UnknownMember);
/** The server was deleted, or the bot isn't in it. */
export const isOutsideServer = (error: unknown): boolean => isUnknownServer(error) || isMissingAccess(error);
const isUnknownServer = hasCode(RESTJSONErrorCodes.UnknownGuild);
const isMissingAccess = hasCode(RESTJSONErrorCodes.MissingAccess);
/** The channel was deleted, or Discord doesn't show its server now. */
export const isUnknownChannel = hasCode(RESTJSONErrorCodes.UnknownChannel);
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
  if (status === 404) return GONE;
  return status >= HTTP_SERVER_ERROR ? UNAVAILABLE : undefined;
}
