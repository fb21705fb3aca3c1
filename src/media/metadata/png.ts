import { crc32 } from 'node:zlib';
import type { Marks } from './marks.ts';
import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';
import { holdsXmp, KEYWORD_BYTES, XMP_START, xmpIn } from './png-xmp.ts';
import { onlyTurn } from './turn.ts';

const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 8;
/** A chunk's length and name, and a sum after its data. */
const AROUND_BYTES = 12;
/** Content credentials (C2PA). */
const MANIFEST = 'caBX';
/** XMP that is larger than this isn't read. A workflow may be, and isn't XMP. */
const TEXT_MAX_BYTES = 512 * 1024;
/** Pixels, colours, sizes and animation (PNG, third edition). Text, times and private chunks aren't among them. */
const KEPT: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
  ...['hIST', 'acTL', 'fcTL', 'fdAT'],
]);

interface Chunk {
  name: string;
  from: number;
  to: number;
}

/** Up to the last one. What follows it is no part of the picture. */
async function* chunksIn(file: Reader): AsyncGenerator<Chunk> {
  for (let at = SIGNATURE_BYTES; ; ) {
    const head = await file.bytes(at, HEAD_BYTES);
    const chunk = { name: head.toString('latin1', 4), from: at, to: at + AROUND_BYTES + head.readUInt32BE(0) };
    if (chunk.to > file.sizeBytes) throw new UnreadableFileError('a chunk goes beyond the end');
    yield chunk;
    if (chunk.name === 'IEND') return;
    at = chunk.to;
  }
}

const dataOf = (file: Reader, { from, to }: Chunk): Promise<Buffer> =>
  file.bytes(from + HEAD_BYTES, to - from - AROUND_BYTES);

/** A PNG without metadata. What follows its last chunk goes too. */
export async function* pngPieces(file: Reader): AsyncGenerator<Piece> {
  yield { from: 0, to: SIGNATURE_BYTES };
  for await (const part of chunksIn(file)) {
    const { name, from, to } = part;
    if (name === 'eXIf') {
      const turn = onlyTurn(await dataOf(file, part));
      if (turn) yield chunk(name, turn);
    } else if (name === 'IEND') yield chunk(name, Buffer.alloc(0));
    else if (KEPT.has(name)) yield { from, to };
  }
}

/** New XMP comes after the head. */
export async function pngMarks(file: Reader): Promise<Marks> {
  const credentials: Chunk[] = [];
  let head: Chunk | undefined;
  let xmp: (Chunk & { packet: Buffer | 'unreadable' }) | undefined;
  for await (const part of chunksIn(file)) {
    const { name, from, to } = part;
    if (name === MANIFEST) credentials.push(part);
    if (name === 'IHDR') head ??= part;
    // Other chunks may be large.
    if (!name.endsWith('Xt') || to - from < AROUND_BYTES + KEYWORD_BYTES || xmp) continue;
    if (!holdsXmp(name, await file.bytes(from + HEAD_BYTES, KEYWORD_BYTES))) continue;
    const packet = to - from < TEXT_MAX_BYTES ? xmpIn(name, await dataOf(file, part)) : undefined;
    xmp = { ...part, packet: packet ?? 'unreadable' };
  }
  if (!head) throw new UnreadableFileError('there is no head');
  const { from, to } = xmp ?? { from: head.to, to: head.to };
  return {
    credentials,
    xmp: xmp?.packet,
    withXmp: (packet) => [{ from, to, bytes: chunk('iTXt', Buffer.concat([XMP_START, packet])) }],
  };
}

function chunk(name: string, data: Buffer): Buffer {
  const made = Buffer.alloc(12 + data.byteLength);
  made.writeUInt32BE(data.byteLength);
  made.write(name, 4, 'latin1');
  data.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.byteLength - 4);
  return made;
}
