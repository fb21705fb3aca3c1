import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { BusyError } from '../../engine/fair-limit.ts';
import { StoreError } from '../../store/store.ts';

/** Discord's JSON error codes that Easel knows what to do about. */
export const DISCORD_CODES = {
  unknownChannel: 10003,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownTag: 10087,
  unknownWebhook: 10015,
  unknownInteraction: 10062,
  missingAccess: 50001,
  cannotEditOthers: 50005,
  missingPermissions: 50013,
  invalidWebhookToken: 50027,
  tagRequired: 40067,
  noTextChannel: 50008,
  tooManyThreads: 160006,
  tooLarge: 40005,
  alreadyAnswered: 40060,
  archivedThread: 50083,
  lockedThread: 160005,
  rateLimitedOldMessage: 30046,
} as const;

type Hindrance =
  /** The message or the channel is not there, or the interaction's token no longer opens anything. */
  | { outcome: 'gone' }
  /** The bot may not do this here. */
  | { outcome: 'no access' }
  | { outcome: 'too large' }
  /** A file that was to be uploaded is not on this machine any more. */
  | { outcome: 'file gone' }
  /** Only for the first answer to an interaction. */
  | { outcome: 'already answered' }
  /**
   * Discord, or the line to it, is in trouble: the call may or may not have been carried out. Where a time to wait is told, it
   * surely was not.
   */
  | { outcome: 'unavailable'; retryAfterMs: number | undefined };

/** What kept a call from being carried out; `cause` is for the log. */
export type Trouble = Hindrance & { cause?: unknown };

/** What came of a call to Discord. */
export type Outcome<Value> = { outcome: 'done'; value: Value } | Trouble;

/** A call was not carried out without which its caller cannot go on. */
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
/** Calls that resolve with what came of them, and reject with what is a bug of ours only. */
export type WithOutcomes<Raw extends Calls> = {
  [Name in keyof Raw]: (...given: Parameters<Raw[Name]>) => Promise<Outcome<Awaited<ReturnType<Raw[Name]>>>>;
};

/** The one place where Discord's failures are translated. */
export function withOutcomes<Raw extends Calls>(calls: Raw): WithOutcomes<Raw> {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: never[]) => {
      try {
        return { outcome: 'done', value: await call(...given) };
      } catch (error) {
        const trouble = troubleOf(error);
        if (!trouble) throw error;
        return { ...trouble, cause: error };
      }
    },
  ]);
  return Object.fromEntries(wrapped) as WithOutcomes<Raw>;
}

/** A file cannot be read that was to be uploaded. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';

  constructor(options?: ErrorOptions) {
    super('a file to upload is not there', options);
  }
}

const HTTP_UNAUTHORIZED = 401;
const HTTP_TOO_LARGE = 413;
const HTTP_TOO_MANY = 429;
/** Discord gives none; a proxy does that got no answer from it in time. */
const HTTP_NO_ANSWER = 408;

/** Codes of errors of the line, beside undici's own: of sockets, of names, of TLS, and of a machine that has no socket left. */
const LINE_CODES =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NET(UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO|MFILE|NFILE|NOBUFS)|HPE_\w+|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
/** undici's code of an error that is the caller's. */
const OWN_FAULTS = /^UND_ERR_(INVALID_ARG|INVALID_RETURN_VALUE|NOT_SUPPORTED)$/;
const LINE_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

const GONE = { outcome: 'gone' } as const;
const NO_ACCESS = { outcome: 'no access' } as const;
const TOO_LARGE = { outcome: 'too large' } as const;
const UNAVAILABLE = { outcome: 'unavailable', retryAfterMs: undefined } as const;
/** Before each call the store has to say that this process still owns its servers: where it cannot, nothing was sent. */
const UNPROVED = { outcome: 'unavailable', retryAfterMs: 1_000 } as const;

const OF_CODES: Readonly<Record<number, Trouble>> = {
  [DISCORD_CODES.invalidWebhookToken]: GONE,
  [DISCORD_CODES.unknownWebhook]: GONE,
  [DISCORD_CODES.unknownInteraction]: GONE,
  [DISCORD_CODES.unknownMessage]: GONE,
  [DISCORD_CODES.unknownChannel]: GONE,
  [DISCORD_CODES.missingAccess]: NO_ACCESS,
  [DISCORD_CODES.missingPermissions]: NO_ACCESS,
  [DISCORD_CODES.cannotEditOthers]: NO_ACCESS,
  [DISCORD_CODES.archivedThread]: NO_ACCESS,
  [DISCORD_CODES.lockedThread]: NO_ACCESS,
  [DISCORD_CODES.noTextChannel]: NO_ACCESS,
  [DISCORD_CODES.tagRequired]: NO_ACCESS,
  // Deleted since they were read; and archived ones make room.
  [DISCORD_CODES.unknownTag]: UNAVAILABLE,
  [DISCORD_CODES.tooManyThreads]: UNAVAILABLE,
  [DISCORD_CODES.tooLarge]: TOO_LARGE,
  [DISCORD_CODES.alreadyAnswered]: { outcome: 'already answered' },
  [DISCORD_CODES.rateLimitedOldMessage]: UNAVAILABLE,
};

/** Too many calls wait for their turn already. */
const BUSY = { outcome: 'unavailable', retryAfterMs: 5_000 } as const;

/** Undefined for what is a bug of ours: Discord refuses the request itself, or the error is none of the call's. */
function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof FileGoneError) return { outcome: 'file gone' };
  // What a file says that went away while it was sent.
  if (error instanceof DOMException && error.name === 'NotReadableError') return { outcome: 'file gone' };
  if (error instanceof StoreError) return UNPROVED;
  if (error instanceof BusyError) return BUSY;
  if (error instanceof RateLimitError) return { outcome: 'unavailable', retryAfterMs: error.retryAfter };
  if (error instanceof DiscordAPIError) return OF_CODES[Number(error.code)] ?? ofStatus(error.status);
  // The body of such an answer was no JSON: a proxy said it, which knows nothing of messages and rights.
  if (error instanceof HTTPError) return ofProxy(error.status);
  return isOfTheLine(error) ? UNAVAILABLE : undefined;
}

/** Whether Discord refuses a request for its form, its token, or as a whole: another try meets the same. */
export function isRefusal(error: unknown): boolean {
  return (error instanceof DiscordAPIError || error instanceof HTTPError) && !troubleOf(error);
}

/** Whether Discord itself refuses this message for its form. A proxy, or a token that is no longer right, says nothing of the message. */
export function isMessageRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status !== HTTP_UNAUTHORIZED && isRefusal(error);
}

export function isUnknownMember(error: unknown): boolean {
  return error instanceof DiscordAPIError && Number(error.code) === DISCORD_CODES.unknownMember;
}

/** The channel is there, and a message in it is not. */
export function isUnknownMessage(error: unknown): boolean {
  return error instanceof DiscordAPIError && Number(error.code) === DISCORD_CODES.unknownMessage;
}

export function isInArchivedThread(error: unknown): boolean {
  return error instanceof DiscordAPIError && Number(error.code) === DISCORD_CODES.archivedThread;
}

function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Such is an answer that is no JSON though it says so: somebody between here and Discord gave it.
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
