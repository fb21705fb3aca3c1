import type { MediaFile } from '../../media/files/media.ts';
import { dropMetadata } from '../../media/metadata/drop-metadata.ts';
import { markGenerated } from '../../media/metadata/mark-generated.ts';
import type { FinishedFile, FinishFile } from '../ports/parts.ts';

/**
 * The last step before a file goes to Discord, after it was made to fit: what others get of it. It says that it was generated.
 * If the prompt is hidden, it comes without the texts in it, for its author too, because members pass files on.
 */
export const finishFile: FinishFile = async (file, { hidesPrompt }, signal) => {
  const plain = hidesPrompt ? await dropMetadata(file, signal) : file;
  return plain && finished(await markGenerated(plain, signal));
};

const finished = (file: MediaFile): FinishedFile => ({ ...file, isFinished: true });
