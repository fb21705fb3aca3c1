import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/** Discord's JSON error codes that Easel knows what to do about. */
export const DISCORD_CODES = {
  unknownChannel: 10003,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownWebhook: 10015,
  unknownInteraction: 10062,
  missingAccess: 50001,
  cannotEditOthers: 50005,
  missingPermissions: 50013,
  invalidWebhookToken: 50027,
  tooLarge: 40005,
  alreadyAnswered: 40060,
  archivedThread: 50083,
  lockedThread: 160005,
  rateLimitedOldMessage: 30046,
} as const;

/** What a failed call to Discord means for the one who made it. */
export type RestFailure =
  /** The interaction's token no longer opens anything. */
  | { kind: 'token expired' }
  /** The message, or the channel, is not there. */
  | { kind: 'gone' }
  /** The bot may not do this here. */
  | { kind: 'no access' }
  | { kind: 'too large' }
  /** A file that was to be uploaded is not on this machine any more. */
  | { kind: 'file gone' }
  | { kind: 'already answered' }
  /**
   * Discord, or the line to it, is in trouble: the call may or may not have been carried out. Where a time to wait is told, it
   * surely was not.
   */
  | { kind: 'unavailable'; retryAfterMs: number | undefined }
  /** Discord refuses the request itself: a bug of ours. */
  | { kind: 'refused' };

/** A file cannot be read that was to be uploaded. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';

  constructor(options?: ErrorOptions) {
    super('a file to upload is not there', options);
  }
}

const HTTP_TOO_LARGE = 413;
const HTTP_TOO_MANY = 429;

/** Codes of errors of the line, beside undici's own: of sockets, of names, of TLS, and of a machine that has no socket left. */
const LINE_CODES =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NET(UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO|MFILE|NFILE|NOBUFS)|HPE_\w+|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
/** undici's code of an error that is the caller's. */
const OWN_FAULTS = /^UND_ERR_(INVALID_ARG|INVALID_RETURN_VALUE|NOT_SUPPORTED)$/;
const LINE_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

/** What the failure of a call means. @throws the error itself where it is none of the call's: a bug of ours, which must not pass for Discord's trouble. */
export function failureOf(error: unknown): RestFailure {
  const failure = knownFailureOf(error);
  if (!failure) throw error;
  return failure;
}

/** What the failure of a call means; undefined for an error that is none of the call's. */
export function knownFailureOf(error: unknown): RestFailure | undefined {
  if (error instanceof FileGoneError) return { kind: 'file gone' };
  // What a file says that went away while it was sent.
  if (error instanceof DOMException && error.name === 'NotReadableError') return { kind: 'file gone' };
  if (error instanceof RateLimitError) return { kind: 'unavailable', retryAfterMs: error.retryAfter };
  if (error instanceof DiscordAPIError) return ofCode(Number(error.code), error.status);
  if (error instanceof HTTPError) {
    // The body of such an answer was no JSON: a proxy said it, so only the status counts.
    if (error.status === HTTP_TOO_LARGE) return { kind: 'too large' };
    return error.status >= 500 || error.status === HTTP_TOO_MANY
      ? { kind: 'unavailable', retryAfterMs: undefined }
      : { kind: 'refused' };
  }
  return isOfTheLine(error) ? { kind: 'unavailable', retryAfterMs: undefined } : undefined;
}

function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Such is an answer that is no JSON though it says so: somebody between here and Discord gave it.
  if (LINE_NAMES.includes(error.name) || error instanceof SyntaxError) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code.startsWith('UND_ERR_') ? !OWN_FAULTS.test(code) : LINE_CODES.test(code);
}

export function isUnknownMember(error: unknown): boolean {
  return error instanceof DiscordAPIError && Number(error.code) === DISCORD_CODES.unknownMember;
}

export function isInArchivedThread(error: unknown): boolean {
  return error instanceof DiscordAPIError && Number(error.code) === DISCORD_CODES.archivedThread;
}

function ofCode(code: number, status: number): RestFailure {
  switch (code) {
    case DISCORD_CODES.invalidWebhookToken:
    case DISCORD_CODES.unknownWebhook:
    case DISCORD_CODES.unknownInteraction:
      return { kind: 'token expired' };
    case DISCORD_CODES.unknownMessage:
    case DISCORD_CODES.unknownChannel:
      return { kind: 'gone' };
    case DISCORD_CODES.missingAccess:
    case DISCORD_CODES.missingPermissions:
    case DISCORD_CODES.cannotEditOthers:
    case DISCORD_CODES.archivedThread:
    case DISCORD_CODES.lockedThread:
      return { kind: 'no access' };
    case DISCORD_CODES.tooLarge:
      return { kind: 'too large' };
    case DISCORD_CODES.alreadyAnswered:
      return { kind: 'already answered' };
    case DISCORD_CODES.rateLimitedOldMessage:
      return { kind: 'unavailable', retryAfterMs: undefined };
    default:
      break;
  }
  if (status === HTTP_TOO_LARGE) return { kind: 'too large' };
  if (status === 403) return { kind: 'no access' };
  if (status === 404) return { kind: 'gone' };
  if (status >= 500 || status === HTTP_TOO_MANY) return { kind: 'unavailable', retryAfterMs: undefined };
  return { kind: 'refused' };
}
