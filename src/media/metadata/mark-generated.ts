import { createNextTo, type MediaFile } from '../files/media.ts';
import { jpegMark } from './jpeg.ts';
import { movieMark } from './movie.ts';
import { type Patch, patched, type Reader, readFrom, rewrite, UnreadableFileError } from './pieces.ts';
import { pngMark } from './png.ts';
import { webpMark } from './riff.ts';

/** By type: what to change in a file to mark it; undefined if it is to stay as it is. */
const MARKS: ReadonlyMap<string, (file: Reader) => Promise<Patch[] | undefined>> = new Map([
  ['image/png', pngMark],
  ['image/apng', pngMark],
  ['image/jpeg', jpegMark],
  ['image/webp', webpMark],
  ['video/mp4', movieMark],
]);

/**
 * Makes a file that says that it was generated, next to the given one. No pixel and no frame changes.
 * @returns the file itself if it says so already, has content credentials, which a change would make invalid, isn't built as
 * its format says, or is of a format that Easel doesn't mark
 * @throws the signal's reason if it aborts, or the file system's error. Leaves nothing behind then.
 */
export async function markGenerated(file: MediaFile, signal: AbortSignal): Promise<MediaFile> {
  const { path: from, sizeBytes: _, ...type } = file;
  const look = MARKS.get(file.mimeType);
  if (!look) return file;
  const marked = await createNextTo(from, `marked.${file.extension}`, signal, async (to) => {
    try {
      const patches = await readFrom(from, look);
      if (!patches) return undefined;
      await rewrite(from, to, (reader) => patched(reader, patches), signal);
      return type;
    } catch (error) {
      if (error instanceof UnreadableFileError) return undefined;
      throw error;
    }
  });
  return marked ?? file;
}
