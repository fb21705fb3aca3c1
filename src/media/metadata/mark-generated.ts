import type { FilePiece, MediaFile } from '../files/media.ts';
import { jpegMark } from './jpeg.ts';
import { movieMark } from './movie.ts';
import { type Patch, type Piece, patched, type Reader, readFrom, UnreadableFileError } from './pieces.ts';
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

/** A range of a file up to this length is read at once, because most of it was read to find where the mark goes. */
const IN_MEMORY_BYTES = 64 * 1024;

/**
 * Says that a file was generated. No pixel and no frame changes, and nothing is written: the mark is added while the file is
 * uploaded.
 * @returns what to upload in its place; undefined if it says so already, has content credentials, which a change would make
 * invalid, isn't built as its format says, or is of a format that Easel doesn't mark
 * @throws the file system's error
 */
export async function markGenerated({ path, mimeType }: MediaFile): Promise<FilePiece[] | undefined> {
  const look = MARKS.get(mimeType);
  if (!look) return undefined;
  try {
    return await readFrom(path, async (file) => {
      const patches = await look(file);
      if (!patches) return undefined;
      const pieces: FilePiece[] = [];
      for await (const piece of patched(file, patches)) pieces.push(await inMemory(file, piece));
      return pieces;
    });
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

async function inMemory(file: Reader, piece: Piece): Promise<FilePiece> {
  if (piece instanceof Uint8Array) return piece;
  if ('zeros' in piece) return Buffer.alloc(piece.zeros);
  const bytes = piece.to - piece.from;
  return bytes > IN_MEMORY_BYTES ? piece : file.bytes(piece.from, bytes);
}
