import type { FilePiece, MediaFile } from '../files/media.ts';
import { jpegMarks } from './jpeg.ts';
import type { Marks } from './marks.ts';
import { movieMarks } from './movie.ts';
import { type Piece, patched, type Reader, readFrom, UnreadableFileError } from './pieces.ts';
import { pngMarks } from './png.ts';
import { webpMarks } from './riff.ts';
import { markedXmp, sourceIn } from './xmp.ts';

type FindMarks = (file: Reader) => Promise<Marks>;

/** By type: where a file is marked. */
const MARKED: ReadonlyMap<string, FindMarks> = new Map([
  ['image/png', pngMarks],
  ['image/apng', pngMarks],
  ['image/jpeg', jpegMarks],
  ['image/webp', webpMarks],
  ['video/mp4', movieMarks],
]);
/** Types whose content credentials can be found. Their XMP may be where Easel doesn't look. */
const ONLY_SIGNED: ReadonlyMap<string, FindMarks> = new Map([
  ['image/avif', movieMarks],
  ['video/quicktime', movieMarks],
]);
/** Credentials hold small copies of the pictures that a picture was made from. What is beyond this isn't read. */
const CREDENTIALS_MAX_BYTES = 8 * 1024 ** 2;
/** More than what is searched for. */
const OVERLAP_BYTES = 256;

/** A range of a file up to this length is read at once, because most of it was read to find where the mark goes. */
const IN_MEMORY_BYTES = 64 * 1024;

/**
 * Says that a file was generated. No pixel and no frame changes, and nothing is written: the mark is added while the file is
 * uploaded.
 * @returns what to upload in its place; undefined if it says so already, has content credentials, which a change would make
 * invalid, isn't built as its format says, or is of a format that Easel doesn't mark
 * @throws the file system's error
 */
export async function markGenerated({
  path,
  mimeType,
}: Pick<MediaFile, 'path' | 'mimeType'>): Promise<FilePiece[] | undefined> {
  const look = MARKED.get(mimeType);
  if (!look) return undefined;
  try {
    return await readFrom(path, async (file) => {
      const { credentials, xmp, xmpMaxBytes, withXmp } = await look(file);
      const packet =
        credentials.length > 0 ? undefined : markedXmp(xmp === 'unreadable' ? undefined : xmp, xmpMaxBytes);
      if (!packet) return undefined;
      const pieces: FilePiece[] = [];
      for await (const piece of patched(file, await withXmp(packet))) pieces.push(await inMemory(file, piece));
      return pieces;
    });
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** Whether a file has content credentials; undefined if that can't be said. @throws the file system's error */
export async function hasCredentials({
  path,
  mimeType,
}: Pick<MediaFile, 'path' | 'mimeType'>): Promise<boolean | undefined> {
  const look = MARKED.get(mimeType) ?? ONLY_SIGNED.get(mimeType);
  try {
    return look && (await readFrom(path, async (file) => (await look(file)).credentials.length > 0));
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** What a file says of how it was made. Anyone can write, change and remove that. */
export interface Provenance {
  /** `generated`: also if only a part was. `unknown`: it couldn't be read, or not all of it. */
  says: 'generated' | 'another source' | 'nothing' | 'unknown';
  /** Whether it says so in content credentials (C2PA). Their signature isn't checked. */
  isSigned: boolean;
}

/** @throws the file system's error */
export async function readProvenance({ path, mimeType }: Pick<MediaFile, 'path' | 'mimeType'>): Promise<Provenance> {
  const look = MARKED.get(mimeType) ?? ONLY_SIGNED.get(mimeType);
  if (!look) return { says: 'unknown', isSigned: false };
  try {
    return await readFrom(path, async (file) => {
      const { credentials, xmp } = await look(file);
      const isSigned = credentials.length > 0;
      const signed = isSigned ? await sourceInParts(file, credentials) : 'nothing';
      const written = xmp === undefined ? 'nothing' : xmp === 'unreadable' ? 'unknown' : sourceIn(xmp);
      const isWhole = MARKED.has(mimeType) || isSigned;
      // What was signed counts before what was written next to it.
      const says = signed === 'nothing' || signed === 'unknown' ? (written === 'nothing' ? signed : written) : signed;
      return { says: says === 'nothing' && !isWhole ? 'unknown' : says, isSigned };
    });
  } catch (error) {
    if (error instanceof UnreadableFileError) return { says: 'unknown', isSigned: false };
    throw error;
  }
}

/** @returns `unknown` also if content credentials name no source, because they may say it in other words */
async function sourceInParts(file: Reader, parts: Marks['credentials']): Promise<Provenance['says']> {
  let left = CREDENTIALS_MAX_BYTES;
  let found: Provenance['says'] = 'unknown';
  for (const { from, to } of parts) {
    for (let at = from; at < to && left > 0; at += IN_MEMORY_BYTES) {
      const bytes = await file.bytes(at, Math.min(IN_MEMORY_BYTES + OVERLAP_BYTES, to - at));
      left -= bytes.byteLength;
      const said = sourceIn(bytes);
      if (said === 'generated') return said;
      if (said === 'another source') found = said;
    }
  }
  return left > 0 ? found : 'unknown';
}

async function inMemory(file: Reader, piece: Piece): Promise<FilePiece> {
  if (piece instanceof Uint8Array) return piece;
  if ('zeros' in piece) return Buffer.alloc(piece.zeros);
  const bytes = piece.to - piece.from;
  return bytes > IN_MEMORY_BYTES ? piece : file.bytes(piece.from, bytes);
}
