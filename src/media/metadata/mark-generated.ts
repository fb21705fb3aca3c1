import type { FilePiece, Fitter, TypedFile } from '../files/media.ts';
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

/** Whether content credentials can be found and written in a type. */
export const mayBeSigned = (mimeType: string): boolean => MARKED.has(mimeType) || ONLY_SIGNED.has(mimeType);

/**
 * Says that a file was generated. No pixel and no frame changes, and nothing is written: the mark is added while the file is
 * uploaded.
 * @returns what to upload in its place; undefined if it says so already, has content credentials, which a change would make
 * invalid, isn't built as its format says, or is of a format that Easel doesn't mark
 * @throws the file system's error
 */
export async function markGenerated(typed: TypedFile): Promise<FilePiece[] | undefined> {
  if (!MARKED.has(typed.mimeType)) return undefined;
  return withMarks(typed, async ({ credentials, xmp, xmpMaxBytes, withXmp }, file) => {
    if (credentials.length > 0) return undefined;
    const packet = markedXmp(xmp === 'unreadable' ? undefined : xmp, xmpMaxBytes);
    if (!packet) return undefined;
    const pieces: FilePiece[] = [];
    for await (const piece of patched(file, await withXmp(packet))) pieces.push(await inMemory(file, piece));
    return pieces;
  });
}

/** Whether a file has content credentials; undefined if that can't be said. @throws the file system's error */
export const hasCredentials = (typed: TypedFile): Promise<boolean | undefined> =>
  withMarks(typed, ({ credentials }) => credentials.length > 0);

/** What a file says of how it was made. Anyone can write, change and remove that. */
export interface Provenance {
  /** `generated`: also if only a part was. `unknown`: it couldn't be read, or not all of it. */
  says: 'generated' | 'another source' | 'nothing' | 'unknown';
  /** Whether it says so in content credentials (C2PA). Their signature isn't checked. */
  isSigned: boolean;
}

/** @throws the file system's error */
export async function readProvenance(typed: TypedFile): Promise<Provenance> {
  const read = await withMarks(typed, async ({ credentials, xmp }, file): Promise<Provenance> => {
    const isSigned = credentials.length > 0;
    const signed = isSigned ? await sourceInParts(file, credentials) : 'nothing';
    const written = xmp === undefined ? 'nothing' : xmp === 'unreadable' ? 'unknown' : sourceIn(xmp);
    // What was signed counts before what was written next to it.
    const named = [signed, written].find((says) => says === 'generated' || says === 'another source');
    const saysNothing = !isSigned && written === 'nothing' && MARKED.has(typed.mimeType);
    return { says: named ?? (saysNothing ? 'nothing' : 'unknown'), isSigned };
  });
  return read ?? { says: 'unknown', isSigned: false };
}

/** @returns undefined if a file's format has no known place for marks, or it isn't built as its format says */
async function withMarks<Result>(
  { path, mimeType }: TypedFile,
  use: (marks: Marks, file: Reader) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const look = MARKED.get(mimeType) ?? ONLY_SIGNED.get(mimeType);
  try {
    return look && (await readFrom(path, async (file) => use(await look(file), file)));
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
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

/** Leaves files with content credentials as they are if they fit, for an Easel that can't sign what it changes. */
export const keepCredentials = (fitter: Fitter): Fitter => ({
  fit: async (file, limitBytes, options) =>
    file.sizeBytes <= limitBytes && (await hasCredentials(file)) ? file : fitter.fit(file, limitBytes, options),
});
