import { type FileHandle, open } from 'node:fs/promises';

/** A part of a new file: bytes, zeros, or a range of the old file. */
export type Piece = Uint8Array | { zeros: number } | { from: number; to: number };

/** The file isn't built as its format says, so nothing can be said about what is in it. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Formats hold lengths of at most 64 KiB in one part that is read as a whole, or an index like AVIF's. */
const MOST_BYTES_AT_ONCE = 1024 * 1024;
const WINDOW_BYTES = 64 * 1024;
const COPY_BYTES = 256 * 1024;
/** A large JPEG takes some hundred thousand. A hostile file may consist of millions of empty parts. */
const MOST_READS = 2_000_000;
const MOST_PATCHES = 100_000;

/** A range that becomes other bytes, or zeros. */
export interface Patch {
  from: number;
  to: number;
  bytes?: Uint8Array;
}

/** A range that becomes these bytes, with zeros up to its end, so that nothing moves. */
export function* filled({ from, to }: Omit<Patch, 'bytes'>, bytes: Uint8Array): Generator<Patch> {
  const end = from + bytes.byteLength;
  if (end > to) throw new UnreadableFileError('a part is too short');
  yield { from, to: end, bytes };
  yield { from: end, to };
}

/** Reads a file from anywhere in it, in memory that is bounded. */
export interface Reader {
  readonly sizeBytes: number;
  /** @throws UnreadableFileError if the file ends before that, or that is too much to read at once */
  bytes(at: number, length: number): Promise<Buffer>;
  /** As many bytes as one read gives; none at the end. */
  some(at: number): Promise<Buffer>;
}

async function createReader(file: FileHandle): Promise<Reader> {
  const { size: sizeBytes } = await file.stat();
  let window = Buffer.alloc(0);
  let windowAt = 0;
  let reads = 0;
  const countRead = (): void => {
    reads += 1;
    if (reads > MOST_READS) throw new UnreadableFileError('it has too many parts');
  };
  const fill = async (at: number, length: number): Promise<void> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    window = buffer.subarray(0, bytesRead);
    windowAt = at;
  };
  const holds = (at: number, end: number): boolean => at >= windowAt && end <= windowAt + window.byteLength;
  return {
    sizeBytes,
    bytes: async (at, length) => {
      countRead();
      if (length > MOST_BYTES_AT_ONCE || at + length > sizeBytes) throw new UnreadableFileError('a part is too long');
      if (!holds(at, at + length)) await fill(at, Math.max(length, WINDOW_BYTES));
      if (!holds(at, at + length)) throw new UnreadableFileError('the file ended early');
      return window.subarray(at - windowAt, at - windowAt + length);
    },
    some: async (at) => {
      countRead();
      if (!holds(at, at + 1)) await fill(at, WINDOW_BYTES);
      return window.subarray(Math.max(0, at - windowAt));
    },
  };
}

/** The file with these ranges replaced, and everything else where it was. Where two overlap, the first one wins. */
export async function* patched(file: Reader, patches: AsyncIterable<Patch> | Iterable<Patch>): AsyncGenerator<Piece> {
  const sorted: Patch[] = [];
  for await (const patch of patches) {
    if (sorted.push(patch) > MOST_PATCHES) throw new UnreadableFileError('it has too many parts');
  }
  sorted.sort((one, other) => one.from - other.from);
  let at = 0;
  for (const { from, to, bytes } of sorted) {
    if (to > file.sizeBytes) throw new UnreadableFileError('a part goes beyond the end');
    if (to <= at && from < at) continue;
    if (from > at) yield { from: at, to: from };
    const start = Math.max(at, from);
    yield bytes ? bytes.subarray(start - from) : { zeros: to - start };
    at = to;
  }
  yield { from: at, to: file.sizeBytes };
}

/** What `look` finds in a file. @throws what it throws, and the file system's error */
export async function readFrom<Found>(path: string, look: (file: Reader) => Promise<Found>): Promise<Found> {
  await using file = await open(path);
  return await look(await createReader(file));
}

/** Writes a new file from what `walk` makes of the old one. @throws UnreadableFileError, and what else `walk` throws */
export async function rewrite(
  from: string,
  to: string,
  walk: (file: Reader) => AsyncIterable<Piece>,
  signal: AbortSignal,
): Promise<void> {
  await using old = await open(from);
  await using made = await open(to, 'w', 0o600);
  // Neighbouring ranges are copied as one: an MP3 has one for each of its thousands of frames.
  let range = { from: 0, to: 0 };
  for await (const piece of walk(await createReader(old))) {
    signal.throwIfAborted();
    if ('from' in piece && piece.from === range.to) {
      range = { from: range.from, to: piece.to };
      continue;
    }
    await copyRange(old, made, range, signal);
    range = 'from' in piece ? piece : { from: 0, to: 0 };
    if (piece instanceof Uint8Array) await writeAll(made, piece);
    else if ('zeros' in piece) await writeZeros(made, piece.zeros, signal);
  }
  await copyRange(old, made, range, signal);
}

async function copyRange(
  old: FileHandle,
  made: FileHandle,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(0, to - from)));
  for (let at = from; at < to; ) {
    signal.throwIfAborted();
    const { bytesRead } = await old.read(buffer, 0, Math.min(buffer.byteLength, to - at), at);
    if (bytesRead === 0) throw new UnreadableFileError('the file ended early');
    await writeAll(made, buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function writeZeros(made: FileHandle, count: number, signal: AbortSignal): Promise<void> {
  const zeros = Buffer.alloc(Math.min(COPY_BYTES, count));
  for (let left = count; left > 0; left -= zeros.byteLength) {
    signal.throwIfAborted();
    await writeAll(made, zeros.subarray(0, Math.min(left, zeros.byteLength)));
  }
}

/** One write may take less than it is given. */
async function writeAll(made: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) at += (await made.write(bytes, at)).bytesWritten;
}
