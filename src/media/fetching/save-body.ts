import { open } from 'node:fs/promises';
import { FetchError } from '../media.ts';
import { networkFailure } from './fetch-failure.ts';

/**
 * Writes a body to a new file, piece by piece, and counts what really came.
 * @returns the file's size in bytes.
 * @throws FetchError 'too large' as soon as more than `maxBytes` came, or what the network's failure was. A failure of the disk comes
 * through as it is: it is no fault of the address.
 */
export async function saveBody(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const piece of namingFailures(body)) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > maxBytes) throw new FetchError('too large', false);
      await file.writeFile(piece);
    }
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Passes the body through; only what the network throws is renamed, never what the reader of the pieces throws. */
async function* namingFailures(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw networkFailure(error);
  }
}
