import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type MediaFile, type TypedFile } from '../files/media.ts';
import { mayBeSigned } from '../metadata/mark-generated.ts';
import type { SigningFiles } from './certificate.ts';

/** In real time. A picture takes a third of a second, and 60 MB on a busy machine 20 seconds. */
const SIGN_LIMIT_MS = 30_000;
/** All files of one signature together. The process takes 110 MB, and six times as much as they have. */
const FILES_MAX_BYTES = 64 * 1024 ** 2;
/** What the library calls a type. */
const nameOf = (mimeType: string): string => (mimeType === 'image/apng' ? 'image/png' : mimeType);
const REASON_MAX_CHARACTERS = 200;
const SIGNING = fileURLToPath(new URL('./sign-child.ts', import.meta.url));

/** Why a file wasn't signed. The first two are no fault. */
export type Unsigned = 'type' | 'too large' | { reason: string };

/** @throws the signal's reason if it aborts. Leaves nothing behind then. */
export type SignFile = (
  file: MediaFile,
  parents: readonly TypedFile[],
  signal: AbortSignal,
) => Promise<MediaFile | Unsigned>;

/** Signs files that have no content credentials, each in a process of its own, which alone reads the key. */
export const createSignFile =
  ({ certificateFile, keyFile }: SigningFiles, { program = SIGNING }: { program?: string } = {}): SignFile =>
  async (file, parents, signal) => {
    if (!mayBeSigned(file.mimeType)) return 'type';
    const files = [file, ...parents];
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
    if (sizes.reduce((sum, size) => sum + size, 0) > FILES_MAX_BYTES) return 'too large';
    let reason = 'it took too long';
    const { path: from, sizeBytes: _, ...type } = file;
    const signed = await createNextTo(from, `signed.${file.extension}`, signal, async (to) => {
      const named = files.flatMap(({ path, mimeType }) => [path, nameOf(mimeType)]);
      const args = [certificateFile, keyFile, String(MEMORY_MAX_BYTES), to, ...named];
      const printed = await runConfined(program, args, { timeLimitMs: SIGN_LIMIT_MS, signal }).catch(
        (error: unknown) => {
          // The process was lost, or failed before it could say why.
          if (signal.aborted || !(error instanceof Error)) throw error;
          return error.message;
        },
      );
      if (printed === '') return type;
      if (printed !== undefined) reason = printed.slice(0, REASON_MAX_CHARACTERS);
      return undefined;
    });
    return signed ?? { reason };
  };
