import { open } from 'node:fs/promises';
import { FetchError, networkFailure } from './fetch-failure.ts';

/**
 * Writes a body to a new file piece by piece and counts the bytes received.
 * @returns the file's size in bytes.
 * @throws FetchError 'too large' once more than `maxBytes` arrived; the network's failure; the file system's own error,
 * because that isn't the address's fault.
 */
export async function saveBody(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const piece of withFetchErrors(body)) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > maxBytes) throw new FetchError('too large');
      await file.writeFile(piece);
    }
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Passes a body through. Converts only the network's errors, never those of the body's reader. */
async function* withFetchErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw networkFailure(error);
  }
}
