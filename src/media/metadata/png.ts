import { crc32 } from 'node:zlib';
import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';
import { onlyTurn } from './turn.ts';

const SIGNATURE_BYTES = 8;
/** Pixels, colours, sizes and animation (PNG, third edition). Text, times and private chunks aren't among them. */
const KEPT: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
  ...['hIST', 'acTL', 'fcTL', 'fdAT'],
]);

/** A PNG without metadata. What follows its last chunk goes too. */
export async function* pngPieces(file: Reader): AsyncGenerator<Piece> {
  yield { from: 0, to: SIGNATURE_BYTES };
  for (let at = SIGNATURE_BYTES; ; ) {
    const head = await file.bytes(at, 8);
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    const end = at + 12 + length;
    if (end > file.sizeBytes) throw new UnreadableFileError('a chunk goes beyond the end');
    if (name === 'IEND') return yield chunk(name, Buffer.alloc(0));
    if (name === 'eXIf') {
      const turn = onlyTurn(await file.bytes(at + 8, length));
      if (turn) yield chunk(name, turn);
    } else if (KEPT.has(name)) yield { from: at, to: end };
    at = end;
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const made = Buffer.alloc(12 + data.byteLength);
  made.writeUInt32BE(data.byteLength);
  made.write(name, 4, 'latin1');
  data.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.byteLength - 4);
  return made;
}
