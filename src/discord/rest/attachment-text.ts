import { z } from 'zod';

const FETCH_TIMEOUT_MS = 10_000;

/**
 * Reads a small file that somebody attached, from the address that Discord gave for it.
 * @returns undefined where it is not there, larger, no text in UTF-8, or not fetched in time.
 */
export async function readAttachmentText(
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const answer = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
    });
    if (!answer.ok || !answer.body) return undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      const bytes = z.instanceof(Uint8Array).parse(chunk);
      size += bytes.length;
      if (size > maxBytes) return undefined;
      chunks.push(bytes);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    signal.throwIfAborted();
    // A failed fetch, a broken body and bytes that are no text are all TypeErrors; a late one is a DOMException.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
