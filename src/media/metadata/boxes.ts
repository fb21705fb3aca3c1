import { type Patch, type Reader, UnreadableFileError } from './pieces.ts';

/** Boxes of MP4, MOV, M4A and AVIF files (ISO/IEC 14496-12, section 4.2). */
export interface Box {
  name: string;
  from: number;
  /** Where its content starts. */
  inner: number;
  to: number;
}

const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
/** Within `hdlr`. */
const NAME_AT = 24;

/** @throws UnreadableFileError if a box goes beyond the end */
export async function* boxesIn(file: Reader, from: number, end: number): AsyncGenerator<Box> {
  for (let at = from; at + HEAD_BYTES <= end; ) {
    const head = await file.bytes(at, HEAD_BYTES);
    const box = { name: head.toString('latin1', 4), from: at, ...(await extentOf(file, at, head.readUInt32BE(), end)) };
    if (box.to < box.inner || box.to > end) throw new UnreadableFileError('a box goes beyond the end');
    yield box;
    at = box.to;
  }
}

async function extentOf(file: Reader, at: number, length: number, end: number): Promise<Pick<Box, 'inner' | 'to'>> {
  const inner = at + HEAD_BYTES;
  // The last box of a file may go up to its end.
  if (length === 0 && end === file.sizeBytes) return { inner, to: end };
  if (length !== 1) return { inner, to: at + length };
  const long = (await file.bytes(inner, 8)).readBigUInt64BE();
  return { inner: at + LONG_HEAD_BYTES, to: at + Number(long) };
}

/** Makes a box one that readers skip. It keeps its length, so that nothing moves. */
export function* emptied({ from, inner, to }: Box): Generator<Patch> {
  yield { from: from + 4, to: from + HEAD_BYTES, bytes: Buffer.from('free', 'latin1') };
  yield { from: inner, to };
}

/** A handler (`hdlr`) without its name, where some programs write a title. */
export function withoutName({ inner, to }: Box): Patch {
  return { from: inner + NAME_AT, to };
}
