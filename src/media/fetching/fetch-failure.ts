import { FetchError } from '../files/media.ts';
import { PrivateAddressError } from './guarded-connector.ts';

const TOO_SLOW: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Statuses that may change soon, besides every 5xx: request timeout, too early, too many requests. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];
/** Expired signed addresses answer 401 or 403, so these mean "gone" like 404 and 410. */
const GONE_STATUSES: readonly number[] = [401, 403, 404, 410];

/**
 * Converts a network failure. Its cause is only the code, because messages and properties may hold the signed address.
 */
export function networkFailure(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateAddressError) return new FetchError('private address', false);
  const code = codeOf(error);
  return new FetchError(TOO_SLOW.has(code) ? 'too slow' : 'unavailable', true, { cause: new Error(code) });
}

/** Converts a status that is neither a result nor a redirect. */
export function statusFailure(status: number): FetchError {
  const cause = new Error(`HTTP ${status}`);
  if (GONE_STATUSES.includes(status)) return new FetchError('gone', false, { cause });
  return new FetchError('unavailable', status >= 500 || PASSING_STATUSES.includes(status), { cause });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
