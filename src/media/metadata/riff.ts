import type { Marks } from './marks.ts';
import { type Patch, type Piece, type Reader, UnreadableFileError } from './pieces.ts';
import { onlyTurn } from './turn.ts';

const HEAD_BYTES = 12;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const ALPHA_FLAG = 0x10;
/** What the first chunk of an extended WebP holds: flags, and both sides less one in 24 bits each. */
const EXTENDED_BYTES = 10;
/** A plain WebP says its sides in 14 bits each: a lossless one less one, with a bit for transparency after them. */
const SIDE = 0x3fff;
const LOSSLESS_ALPHA = 1 << 28;
/** Content credentials (C2PA). */
const MANIFEST = 'C2PA';
/** A frame's place, size and duration, before its own chunks. */
const FRAME_HEAD_BYTES = 16;

interface Chunk {
  name: string;
  from: number;
  /** Where its data ends. A chunk of an odd length is followed by a zero. */
  to: number;
}

/** A WebP without metadata: pixels, colours, animation and turn (RFC 9649). */
export async function* webpPieces(file: Reader): AsyncGenerator<Piece> {
  const chunks = await chunksIn(file, HEAD_BYTES, await endOf(file));
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const turn = exif && onlyTurn(await file.bytes(exif.from + 8, exif.to - exif.from - 8));
  const pieces: Piece[] = [];
  for (const chunk of chunks) {
    if (chunk.name === 'VP8X') pieces.push(await extended(file, chunk, turn !== undefined));
    else if (chunk.name === 'ANMF') pieces.push(...(await frame(file, chunk)));
    else if (['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'].includes(chunk.name)) pieces.push(...whole(chunk));
  }
  if (turn) pieces.push(headOf('EXIF', turn.byteLength), turn);
  yield* riff('WEBP', pieces);
}

/** New XMP comes at the end. */
export async function webpMarks(file: Reader): Promise<Marks> {
  const end = await endOf(file);
  const chunks = await chunksIn(file, HEAD_BYTES, end);
  const xmp = chunks.find(({ name }) => name === 'XMP ');
  const place = xmp ? { from: xmp.from, to: xmp.to + ((xmp.to - xmp.from) % 2) } : { from: end, to: end };
  return {
    credentials: chunks.filter(({ name }) => name === MANIFEST),
    xmp: xmp && (await file.bytes(xmp.from + 8, xmp.to - xmp.from - 8)),
    withXmp: async (packet) => {
      const zero = Buffer.alloc(packet.byteLength % 2);
      const added = Buffer.concat([headOf('XMP ', packet.byteLength), packet, zero]);
      const patches = [await markedStart(file, chunks[0]), { ...place, bytes: added }];
      const moreBytes = patches.reduce((sum, { from, to, bytes }) => sum + bytes.byteLength - (to - from), 0);
      return [{ from: 0, to: 8, bytes: headOf('RIFF', end - 8 + moreBytes) }, ...patches];
    },
  };
}

/** The first chunk, which says that there is XMP. A plain WebP doesn't have it yet. */
async function markedStart(file: Reader, first: Chunk | undefined): Promise<Required<Patch>> {
  const start = HEAD_BYTES + 8;
  const head = await file.bytes(start, EXTENDED_BYTES);
  if (first?.name === 'VP8X') return { from: start, to: start + 1, bytes: Buffer.from([(head[0] ?? 0) | XMP_FLAG]) };
  const isLossless = first?.name === 'VP8L';
  const bits = head.readUInt32LE(1);
  const hasAlpha = isLossless && (bits & LOSSLESS_ALPHA) !== 0;
  const data = Buffer.alloc(EXTENDED_BYTES);
  data[0] = XMP_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  data.writeUIntLE(isLossless ? bits & SIDE : (head.readUInt16LE(6) & SIDE) - 1, 4, 3);
  data.writeUIntLE(isLossless ? (bits >>> 14) & SIDE : (head.readUInt16LE(8) & SIDE) - 1, 7, 3);
  return { from: HEAD_BYTES, to: HEAD_BYTES, bytes: Buffer.concat([headOf('VP8X', EXTENDED_BYTES), data]) };
}

/** A WAV without metadata. */
export async function* wavPieces(file: Reader): AsyncGenerator<Piece> {
  const chunks = await chunksIn(file, HEAD_BYTES, await endOf(file));
  yield* riff('WAVE', chunks.filter(({ name }) => ['fmt ', 'fact', 'data'].includes(name)).flatMap(whole));
}

async function endOf(file: Reader): Promise<number> {
  return 8 + (await file.bytes(0, HEAD_BYTES)).readUInt32LE(4);
}

async function chunksIn(file: Reader, start: number, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let from = start; from + 8 <= end; ) {
    const head = await file.bytes(from, 8);
    const to = from + 8 + head.readUInt32LE(4);
    if (to > end || to > file.sizeBytes) throw new UnreadableFileError('a chunk goes beyond the end');
    chunks.push({ name: head.toString('latin1', 0, 4), from, to });
    from = to + ((to - from) % 2);
  }
  return chunks;
}

async function extended(file: Reader, { from, to }: Chunk, isTurned: boolean): Promise<Buffer> {
  const made = Buffer.from(await file.bytes(from, to - from));
  const flags = made[8];
  if (flags === undefined) throw new UnreadableFileError('a chunk is too short');
  made[8] = (flags & ~(EXIF_FLAG | XMP_FLAG)) | (isTurned ? EXIF_FLAG : 0);
  return made;
}

/** A frame of an animation. Chunks of other programs may stand among its own. */
async function frame(file: Reader, { from, to }: Chunk): Promise<Piece[]> {
  const start = from + 8 + FRAME_HEAD_BYTES;
  const chunks = await chunksIn(file, start, to);
  const inner = chunks.filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name)).flatMap(whole);
  return [headOf('ANMF', FRAME_HEAD_BYTES + bytesOf(inner)), { from: from + 8, to: start }, ...inner];
}

function whole({ from, to }: Chunk): Piece[] {
  return [{ from, to }, ...((to - from) % 2 ? [{ zeros: 1 }] : [])];
}

function* riff(kind: string, pieces: readonly Piece[]): Generator<Piece> {
  yield headOf('RIFF', 4 + bytesOf(pieces));
  yield Buffer.from(kind, 'latin1');
  yield* pieces;
}

function headOf(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(length, 4);
  return head;
}

function bytesOf(pieces: readonly Piece[]): number {
  const lengthOf = (piece: Piece): number => {
    if (piece instanceof Uint8Array) return piece.byteLength;
    return 'zeros' in piece ? piece.zeros : piece.to - piece.from;
  };
  return pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
}
