import { createNextTo, type MediaFile } from '../files/media.ts';
import { flacPieces } from './flac.ts';
import { gifPieces } from './gif.ts';
import { jpegPieces } from './jpeg.ts';
import { webmPieces } from './matroska.ts';
import { moviePieces } from './movie.ts';
import { mp3Pieces } from './mp3.ts';
import { oggPieces } from './ogg.ts';
import { type Piece, type Reader, rewrite, UnreadableFileError } from './pieces.ts';
import { pngPieces } from './png.ts';
import { wavPieces, webpPieces } from './riff.ts';

/** By type: what a file is without metadata. */
const WALKS: ReadonlyMap<string, (file: Reader) => AsyncIterable<Piece>> = new Map([
  ['image/png', pngPieces],
  ['image/apng', pngPieces],
  ['image/jpeg', jpegPieces],
  ['image/webp', webpPieces],
  ['image/gif', gifPieces],
  ['image/avif', moviePieces],
  ['video/mp4', moviePieces],
  ['video/quicktime', moviePieces],
  ['video/webm', webmPieces],
  ['audio/mp4', moviePieces],
  ['audio/webm', webmPieces],
  ['audio/mpeg', mp3Pieces],
  ['audio/wav', wavPieces],
  ['audio/ogg', oggPieces],
  ['audio/flac', flacPieces],
]);

/**
 * Makes a file without the texts that services write into it, such as the prompt, next to the given one. Pixels, frames, sound,
 * colours and the turn stay as they are, byte by byte.
 * @returns undefined if the file isn't built as its format says, or may hold texts that Easel can't tell from the rest
 * @throws the signal's reason if it aborts, or the file system's error. Leaves nothing behind then.
 */
export async function dropMetadata(file: MediaFile, signal: AbortSignal): Promise<MediaFile | undefined> {
  const { path: from, sizeBytes: _, ...type } = file;
  const walk = WALKS.get(file.mimeType);
  if (!walk) return undefined;
  return createNextTo(from, `plain.${file.extension}`, signal, async (to) => {
    try {
      await rewrite(from, to, walk, signal);
      return type;
    } catch (error) {
      if (error instanceof UnreadableFileError) return undefined;
      throw error;
    }
  });
}
