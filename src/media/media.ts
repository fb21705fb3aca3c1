/** A result on this machine's disk, known by its bytes and not by what anybody said of it. */
export interface MediaFile {
  path: string;
  sizeBytes: number;
  kind: 'image' | 'video' | 'audio';
  /** From the bytes, e.g. `image/png`. */
  mimeType: string;
  /** Without a dot, e.g. `png`. */
  extension: string;
}

/** A result could not be had. `retry` tells whether the same address may work a little later. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly reason:
    | 'bad address'
    | 'private address'
    | 'too large'
    | 'too slow'
    | 'gone'
    | 'unavailable'
    | 'not media'
    | 'too many redirects';
  readonly retry: boolean;

  constructor(reason: FetchError['reason'], retry: boolean, options?: ErrorOptions) {
    super(`the result could not be fetched: ${reason}`, options);
    this.reason = reason;
    this.retry = retry;
  }
}
