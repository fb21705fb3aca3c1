import { PrivateAddressError } from './guarded-connector.ts';

/** A result could not be fetched. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /**
   * `gone`: only a new address may work. `not there yet`: nothing, or a page or text of the storage in place of the file.
   * `not shown`: a picture, clip or sound of a kind that Discord doesn't show. `not media`: surely something else.
   */
  readonly reason:
    | 'bad address'
    | 'private address'
    | 'too large'
    | 'too slow'
    | 'gone'
    | 'unavailable'
    | 'not there yet'
    | 'not shown'
    | 'not media'
    | 'too many redirects';

  constructor(reason: FetchError['reason'], options?: ErrorOptions) {
    super(`the result could not be fetched: ${reason}`, options);
    this.reason = reason;
  }
}

const TOO_SLOW: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Expired signed addresses answer 401 or 403, so these mean "gone" like 404 and 410. */
const GONE_STATUSES: readonly number[] = [401, 403, 404, 410];

/**
 * Converts a network failure. Its cause is only the code, because messages and properties may hold the signed address.
 */
export function networkFailure(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateAddressError) return new FetchError('private address');
  const code = codeOf(error);
  return new FetchError(TOO_SLOW.has(code) ? 'too slow' : 'unavailable', { cause: new Error(code) });
}

/** Converts a status that is neither a result nor a redirect. */
export function statusFailure(status: number): FetchError {
  const reason = GONE_STATUSES.includes(status) ? 'gone' : 'unavailable';
  return new FetchError(reason, { cause: new Error(`HTTP ${status}`) });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
