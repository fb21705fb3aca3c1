import { createFairLimit } from '../../engine/fair-limit.ts';
import type { MediaFile, TypedFile } from '../../media/files/media.ts';
import { dropMetadata } from '../../media/metadata/drop-metadata.ts';
import { hasCredentials, markGenerated } from '../../media/metadata/mark-generated.ts';
import { askerOf } from '../job/job.ts';
import type { FinishedFile, FinishFile } from '../ports/parts.ts';

/**
 * Writes content credentials into a file that has none.
 * @param parents files with content credentials that it was made from
 * @returns undefined if it can't be signed, which is logged. @throws the signal's reason if it aborts
 */
export type Sign = (
  file: MediaFile,
  parents: readonly TypedFile[],
  signal: AbortSignal,
) => Promise<MediaFile | undefined>;

/** Each is a process that takes 90 to 500 MB, for a third of a second. */
const SIGNATURES_AT_ONCE = 2;
/** Never reached, because only deliveries and redeliveries under way wait here. */
const SIGNATURES_WAITING_MAX = 400;

/**
 * The last step before a file goes to Discord, after it was made to fit: what others get of it. It says that it was generated.
 * If the prompt is hidden, it comes without the texts in it, for its author too, because members pass files on. What has content
 * credentials stays as it is.
 * @param sign for an operator with a certificate
 */
export function createFinishFile(sign: Sign | undefined): FinishFile {
  const limit = createFairLimit({ atOnce: SIGNATURES_AT_ONCE, waitingMax: SIGNATURES_WAITING_MAX });
  return async (file, job, { signal, original = file }) => {
    const { hidesPrompt } = job.request;
    const plain = hidesPrompt ? await dropMetadata(file, signal) : file;
    if (!plain) return undefined;
    const isSigned = await hasCredentials(plain);
    if (isSigned) return { ...plain, isFinished: true };
    // Content credentials of the service may hold the prompt.
    const parents = hidesPrompt ? [] : await signedSources(file, original);
    // Signing would replace credentials that Easel can't find.
    const maySign = sign !== undefined && isSigned === false;
    const signed = maySign && (await limit.run(askerOf(job), () => sign(plain, parents, signal), signal));
    return signed ? { ...signed, isFinished: true } : marked(plain, parents.length > 0);
  };
}

/** The files with content credentials that a file was made from. */
async function signedSources(
  file: MediaFile,
  original: TypedFile & Pick<MediaFile, 'madeFrom'>,
): Promise<readonly TypedFile[]> {
  if (original.path !== file.path && (await hasCredentials(original))) return [original];
  return original.madeFrom ?? [];
}

async function marked(file: MediaFile, isUnsigned: boolean): Promise<FinishedFile> {
  const finished = { ...file, isFinished: true as const, ...(isUnsigned && { isUnsigned }) };
  const pieces = await markGenerated(file);
  if (!pieces) return finished;
  const sizeBytes = pieces.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : piece.to - piece.from),
    0,
  );
  return { ...finished, sizeBytes, pieces };
}
