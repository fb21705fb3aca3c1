import { type Patch, type Piece, patched, type Reader, UnreadableFileError } from './pieces.ts';

/** A page: `OggS`, flags, the stream's number, a sum, and how long its segments are (RFC 3533, section 6). */
const HEAD_BYTES = 27;
const FLAGS_AT = 5;
const STREAM_AT = 14;
const SUM_AT = 22;
const FIRST_PAGE = 2;
/** A packet ends with a segment that is shorter than this. */
const SEGMENT_BYTES = 255;
const MOST_STREAMS = 16;

/** Vorbis's second packet without comments: the name of a program, how many follow, and a bit that says that it's whole. */
export const NO_VORBIS_COMMENTS = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1');
/** By how a stream's first packet starts: its second packet, the comments, without any. */
const NO_COMMENTS: ReadonlyMap<string, Buffer> = new Map([
  ['OpusHea', Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')],
  ['\x01vorbis', NO_VORBIS_COMMENTS],
]);

/** Where a stream is: which packet, and how many of its bytes came before. */
interface Stream {
  noComments: Buffer;
  packet: number;
  bytes: number;
}

/** An Opus or Vorbis file without comments. Their packet stays as long as it was, so no sound moves. */
export function oggPieces(file: Reader): AsyncIterable<Piece> {
  return patched(file, plainOgg(file));
}

async function* plainOgg(file: Reader): AsyncGenerator<Patch> {
  const streams = new Map<number, Stream>();
  for (let at = 0; at < file.sizeBytes; ) {
    const head = await file.bytes(at, HEAD_BYTES);
    if (head.toString('latin1', 0, 4) !== 'OggS') throw new UnreadableFileError('a page is expected');
    const flags = head[FLAGS_AT] ?? 0;
    const number = head.readUInt32LE(STREAM_AT);
    const segments = await file.bytes(at + HEAD_BYTES, head[HEAD_BYTES - 1] ?? 0);
    const inner = HEAD_BYTES + segments.byteLength;
    const length = inner + segments.reduce((sum, segment) => sum + segment, 0);
    const page = await file.bytes(at, length);
    if (flags & FIRST_PAGE) streams.set(number, streamFrom(page.subarray(inner)));
    const stream = streams.get(number);
    if (!stream || streams.size > MOST_STREAMS) throw new UnreadableFileError('a stream starts nowhere');
    const plain = withoutComments(page, inner, stream);
    if (plain) yield { from: at, to: at + length, bytes: plain };
    at += length;
  }
  const isCut = [...streams.values()].some(({ packet }) => packet < 2);
  if (streams.size === 0 || isCut) throw new UnreadableFileError('the file ended early');
}

function streamFrom(packet: Buffer): Stream {
  const noComments = NO_COMMENTS.get(packet.toString('latin1', 0, 7));
  if (!noComments) throw new UnreadableFileError('it has a stream of an unknown kind');
  return { noComments, packet: 0, bytes: 0 };
}

/** Moves the stream on by a page. @returns the page if it held comments, without them */
function withoutComments(page: Buffer, inner: number, stream: Stream): Buffer | undefined {
  const plain = Buffer.from(page);
  let hasComments = false;
  let at = inner;
  for (const length of page.subarray(HEAD_BYTES, inner)) {
    if (stream.packet === 1) {
      hasComments = true;
      plain.fill(0, at, at + length);
      stream.noComments.subarray(stream.bytes, stream.bytes + length).copy(plain, at);
    }
    stream.bytes += length;
    at += length;
    if (length === SEGMENT_BYTES) continue;
    if (stream.packet === 1 && stream.bytes < stream.noComments.byteLength)
      throw new UnreadableFileError('the comments are too short');
    stream.packet += 1;
    stream.bytes = 0;
  }
  if (!hasComments) return undefined;
  plain.writeUInt32LE(0, SUM_AT);
  plain.writeUInt32LE(sumOf(plain), SUM_AT);
  return plain;
}

const POLYNOMIAL = 0x04c11db7;

/** The sum over a page: 32 bits, highest first (RFC 3533, section 6). */
function sumOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? POLYNOMIAL : 0);
  }
  return sum >>> 0;
}
