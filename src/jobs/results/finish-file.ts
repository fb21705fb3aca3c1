import { dropMetadata } from '../../media/metadata/drop-metadata.ts';
import { markGenerated } from '../../media/metadata/mark-generated.ts';
import type { FinishFile } from '../ports/parts.ts';

/**
 * The last step before a file goes to Discord, after it was made to fit: what others get of it. It says that it was generated.
 * If the prompt is hidden, it comes without the texts in it, for its author too, because members pass files on.
 */
export const finishFile: FinishFile = async (file, { hidesPrompt }, signal) => {
  const plain = hidesPrompt ? await dropMetadata(file, signal) : file;
  if (!plain) return undefined;
  const pieces = await markGenerated(plain);
  if (!pieces) return { ...plain, isFinished: true };
  const sizeBytes = pieces.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : piece.to - piece.from),
    0,
  );
  return { ...plain, sizeBytes, pieces, isFinished: true };
};
