import type { MediaFile } from '../../media/files/media.ts';
import { dropMetadata } from '../../media/metadata/drop-metadata.ts';
import type { JobRequest } from '../job/job.ts';

/**
 * The last step before a file goes to Discord, after it was made to fit: what others get of it. If the prompt is hidden,
 * the file comes without the texts in it, for its author too, because members pass files on.
 * @returns undefined if Easel can't tell what texts are in it. @throws as `dropMetadata`
 */
export async function finishFile(
  file: MediaFile,
  { hidesPrompt }: Pick<JobRequest, 'hidesPrompt'>,
  signal: AbortSignal,
): Promise<MediaFile | undefined> {
  return hidesPrompt ? dropMetadata(file, signal) : file;
}
