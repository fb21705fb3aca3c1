import { openAsBlob } from 'node:fs';
import { FileGoneError } from './outcome.ts';
import { formOf } from './rest-transport.ts';

/** A file to upload: read from disk while it is sent, or small and made in memory. */
export type Upload = { name: string; mimeType: string } & ({ path: string } | { bytes: Uint8Array<ArrayBuffer> });

export interface CallOptions {
  signal: AbortSignal;
}

/** For calls without files. */
const CALL_TIMEOUT_MS = 10_000;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

export function within(signal: AbortSignal | undefined, files: readonly Upload[] = []): AbortSignal {
  const timeout = AbortSignal.timeout(files.length > 0 ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** A file is sent from disk: given as a file to discord.js it would be read whole into memory. */
export async function withFiles(
  body: object,
  files: readonly Upload[],
): Promise<{ body: unknown; passThroughBody?: true }> {
  if (files.length === 0) return { body };
  const opened = files.map(async (file) => {
    const type = { type: file.mimeType };
    const blob = 'path' in file ? await openFile(file.path, type) : new Blob([file.bytes], type);
    return { name: file.name, blob };
  });
  const form = formOf(body, await Promise.all(opened));
  return { body: form, passThroughBody: true };
}

/** Node says of a file that is not there only that the argument is no good. */
async function openFile(path: string, options: { type: string }): Promise<Blob> {
  try {
    return await openAsBlob(path, options);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE') {
      throw new FileGoneError({ cause: error });
    }
    throw error;
  }
}
