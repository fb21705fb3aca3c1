import type { MediaFile } from '../../media/files/media.ts';
import { dropMetadata } from '../../media/metadata/drop-metadata.ts';
import { markGenerated } from '../../media/metadata/mark-generated.ts';
import { MARK_MAX_BYTES } from '../../media/metadata/xmp.ts';
import type { JobRequest } from '../job/job.ts';

/** Leaves some room for the request around the file. */
const LIMIT_SHARE = 0.98;

/** How large a file may be before it is finished, so that Discord takes it afterwards. */
export function limitBeforeFinish(uploadLimitBytes: number): number {
  return Math.max(1, Math.floor(uploadLimitBytes * LIMIT_SHARE) - MARK_MAX_BYTES);
}

/**
 * The last step before a file goes to Discord, after it was made to fit: what others get of it. It says that
 * it was generated. If the prompt is hidden, it comes without the texts in it, for its author too, because members pass files
 * on.
 * @returns undefined if Easel can't tell what texts are in it. @throws as `dropMetadata` and `markGenerated`
 */
export async function finishFile(
  file: MediaFile,
  { hidesPrompt }: Pick<JobRequest, 'hidesPrompt'>,
  signal: AbortSignal,
): Promise<MediaFile | undefined> {
  const plain = hidesPrompt ? await dropMetadata(file, signal) : file;
  return plain && markGenerated(plain, signal);
}
