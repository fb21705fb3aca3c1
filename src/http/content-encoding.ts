import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzipSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** What Easel asks for. Servers and what stands before them may compress all the same (RFC 9110 12.5.3). */
export const ASK_FOR_IDENTITY = { 'accept-encoding': 'identity' };

export interface Decoder {
  stream: () => Transform;
  whole: (bytes: Uint8Array, bounds: { maxOutputLength: number }) => Uint8Array;
}

const GZIP: Decoder = { stream: () => createGunzip(), whole: gunzipSync };
const DECODERS: Readonly<Partial<Record<string, Decoder>>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { stream: () => createInflate(), whole: inflateSync },
  br: { stream: () => createBrotliDecompress(), whole: brotliDecompressSync },
  zstd: { stream: () => createZstdDecompress(), whole: zstdDecompressSync },
};
/** No honest answer has more on one body. */
const MOST_ENCODINGS = 3;

/**
 * The ways to decode a body, the last encoding first. Names that say nothing about the bytes, such as `aws-chunked`, are
 * left out, and so are all if there are too many.
 * @param header Content-Encoding, as undici gives it.
 */
export function decodersOf(header: string | readonly string[] | undefined): Decoder[] {
  const names = (typeof header === 'string' ? [header] : (header ?? [])).flatMap((line) => line.split(','));
  const known = names.flatMap((name) => DECODERS[name.trim().toLowerCase()] ?? []);
  return known.length > MOST_ENCODINGS ? [] : known.reverse();
}

/** @returns undefined if the bytes aren't encoded like this, or hold more than `maxBytes`. */
export function decode(bytes: Uint8Array, decoders: readonly Decoder[], maxBytes: number): Uint8Array | undefined {
  try {
    return decoders.reduce((decoded, { whole }) => whole(decoded, { maxOutputLength: maxBytes }), bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
