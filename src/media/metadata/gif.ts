import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';

const HEAD_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const TIMING = 0xf9;
const APPLICATION = 0xff;
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** A GIF without metadata: frames, their timing, and how often they repeat (GIF89a). What follows its end goes too. */
export async function* gifPieces(file: Reader): AsyncGenerator<Piece> {
  const head = await file.bytes(0, HEAD_BYTES);
  let at = HEAD_BYTES + paletteBytes(head[10]);
  yield { from: 0, to: at };
  for (;;) {
    const [kind, label] = await file.bytes(at, 2).catch(() => file.bytes(at, 1));
    if (kind === TRAILER) return yield Buffer.from([TRAILER]);
    if (kind === IMAGE) {
      const image = await file.bytes(at, 10);
      const end = await endOfBlocks(file, at + 10 + paletteBytes(image[9]) + 1);
      yield { from: at, to: end };
      at = end;
    } else if (kind === EXTENSION) {
      const end = await endOfBlocks(file, at + 2);
      if (label === TIMING && end - at === 8) yield { from: at, to: end };
      if (label === APPLICATION) yield* repeats(file, at, end);
      at = end;
    } else throw new UnreadableFileError('a block is expected');
  }
}

async function* repeats(file: Reader, at: number, end: number): AsyncGenerator<Piece> {
  const length = 19;
  if (end - at < length) return;
  const bytes = await file.bytes(at, length);
  if (!LOOPS.includes(bytes.toString('latin1', 3, 14)) || bytes[14] !== 3) return;
  yield Buffer.concat([bytes.subarray(0, length - 1), Buffer.alloc(1)]);
}

function paletteBytes(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

async function endOfBlocks(file: Reader, from: number): Promise<number> {
  for (let at = from; ; ) {
    const [length = 0] = await file.bytes(at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
}
