import { NO_VORBIS_COMMENTS } from './ogg.ts';
import { filled, type Patch, type Piece, patched, type Reader, UnreadableFileError } from './pieces.ts';

/** A part of a WebM (RFC 8794). Its id includes the bits that say how long the id is. */
interface Element {
  id: number;
  from: number;
  /** Where its content starts. */
  inner: number;
  /** Undefined if its length isn't known, as when it was written while it was recorded. */
  to: number | undefined;
}

const HEAD = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CLUSTER = 0x1f43b675;
const VOID = 0xec;
/** Where other parts are, and where a player can start. */
const INDEXES = [0x114d9b74, 0x1c53bb6b];
/** Everything that may follow a cluster: the indexes, notes, tracks, attachments, chapters and tags. */
const TOP = [...INDEXES, INFO, TRACKS, CLUSTER, 0x1941a469, 0x1043a770, 0x1254c367];
/** How times are counted, the length, the date. */
const KEPT_INFO = [0x2ad7b1, 0x4489, 0x4461];
/** The names of programs. A file must have them, so they become empty. */
const PROGRAMS = [0x4d80, 0x5741];
/** What playing a track needs (RFC 9559, section 5.1.4), without its name and its codec's. */
const KEPT_IN_TRACK = [
  ...[
    0xd7,
    0x73c5,
    TRACK_TYPE,
    0xb9,
    0x88,
    0x55aa,
    0x9c,
    0x6de7,
    0x6df8,
    0x23e383,
    0x234e7a,
    0x23314f,
    0x55ee,
    0x22b59c,
  ],
  ...[0x22b59d, CODEC_ID, CODEC_PRIVATE, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80],
];
const VIDEO = 1;
const AUDIO = 2;

/** A WebM without metadata. What goes becomes empty parts, so no frame moves. */
export function webmPieces(file: Reader): AsyncIterable<Piece> {
  return patched(file, plainWebm(file));
}

async function* plainWebm(file: Reader): AsyncGenerator<Patch> {
  let hasTracks = false;
  for await (const element of elementsIn(file, 0, file.sizeBytes)) {
    if (element.id === HEAD) continue;
    if (element.id !== SEGMENT) {
      yield* emptied(element);
      continue;
    }
    for await (const part of elementsIn(file, element.inner, element.to ?? file.sizeBytes)) {
      hasTracks ||= part.id === TRACKS;
      yield* plainPart(file, part);
    }
  }
  if (!hasTracks) throw new UnreadableFileError('there are no tracks');
}

async function* plainPart(file: Reader, part: Element): AsyncGenerator<Patch> {
  if (part.id === CLUSTER || INDEXES.includes(part.id)) return;
  if (part.id !== INFO && part.id !== TRACKS) return yield* emptied(part);
  for await (const inner of elementsIn(file, part.inner, endOf(part))) {
    if (inner.id === TRACK) yield* plainTrack(file, inner);
    else if (PROGRAMS.includes(inner.id)) yield { from: inner.inner, to: endOf(inner) };
    else if (!KEPT_INFO.includes(inner.id)) yield* emptied(inner);
  }
}

async function* plainTrack(file: Reader, track: Element): AsyncGenerator<Patch> {
  let type: number | undefined;
  let isVorbis = false;
  let setup: Element | undefined;
  for await (const fact of elementsIn(file, track.inner, endOf(track))) {
    if (fact.id === TRACK_TYPE) [type] = await file.bytes(endOf(fact) - 1, 1);
    if (fact.id === CODEC_ID) isVorbis = (await file.bytes(fact.inner, endOf(fact) - fact.inner)).includes('A_VORBIS');
    if (fact.id === CODEC_PRIVATE) setup = fact;
    if (!KEPT_IN_TRACK.includes(fact.id)) yield* emptied(fact);
  }
  if (type !== VIDEO && type !== AUDIO) throw new UnreadableFileError('it has a track of texts');
  if (isVorbis && setup) yield* await withoutComments(file, setup);
}

/** Vorbis's first packets in one: how many follow, the lengths of the first and of the second one, which is the comments. */
async function withoutComments(file: Reader, setup: Element): Promise<Iterable<Patch>> {
  let at = setup.inner + 1;
  const length = async (): Promise<number> => {
    for (let sum = 0; ; ) {
      const [byte = 0] = await file.bytes(at, 1);
      at += 1;
      sum += byte;
      if (byte < 255) return sum;
    }
  };
  const [first, comments] = [await length(), await length()];
  const from = at + first;
  if (from + comments > endOf(setup)) throw new UnreadableFileError('the comments are cut off');
  return filled({ from, to: from + comments }, NO_VORBIS_COMMENTS);
}

/** @throws UnreadableFileError if an element goes beyond the end */
async function* elementsIn(file: Reader, from: number, end: number): AsyncGenerator<Element> {
  for (let at = from; at < end; ) {
    const element = await elementAt(file, at, end);
    yield element;
    at = element.to ?? (await endOfUnknown(file, element, end));
  }
}

async function elementAt(file: Reader, from: number, end: number): Promise<Element> {
  const idBytes = lengthOf(await file.bytes(from, 1));
  if (idBytes > 4) throw new UnreadableFileError('a part is expected');
  const id = (await file.bytes(from, idBytes)).readUIntBE(0, idBytes);
  const sizeBytes = lengthOf(await file.bytes(from + idBytes, 1));
  if (sizeBytes > 8) throw new UnreadableFileError('a length is expected');
  const inner = from + idBytes + sizeBytes;
  const bytes = await file.bytes(from + idBytes, sizeBytes);
  const mask = 0xff >> sizeBytes;
  const isUnknown = bytes.every((byte, index) => (index === 0 ? (byte & mask) === mask : byte === 0xff));
  const length = bytes.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & mask : byte), 0);
  if (isUnknown) return { id, from, inner, to: undefined };
  if (inner + length > end) throw new UnreadableFileError('a part goes beyond the end');
  return { id, from, inner, to: inner + length };
}

/** How many bytes a number of a variable length takes: the first one starts with a zero for each byte after it. */
function lengthOf([first = 0]: Buffer): number {
  return Math.clz32(first) - 23;
}

/** A segment without a length goes up to the end, and a cluster up to the next part that can't be within it. */
async function endOfUnknown(file: Reader, { id, inner }: Element, end: number): Promise<number> {
  if (id === SEGMENT) return end;
  if (id !== CLUSTER) throw new UnreadableFileError('a length is missing');
  for (let at = inner; at < end; ) {
    const element = await elementAt(file, at, end);
    if (TOP.includes(element.id)) return at;
    at = endOf(element);
  }
  return end;
}

function endOf({ to }: Element): number {
  if (to === undefined) throw new UnreadableFileError('a length is missing');
  return to;
}

/** Makes it an element that readers skip, of the same length. */
function emptied(element: Element): Iterable<Patch> {
  const { from } = element;
  const to = endOf(element);
  const length = to - from;
  const bytes = Buffer.alloc(length < 128 ? 2 : 9);
  bytes[0] = VOID;
  if (length < 128) bytes[1] = 0x80 | (length - 2);
  else {
    bytes[1] = 1;
    bytes.writeUIntBE(length - bytes.byteLength, 3, 6);
  }
  return filled({ from, to }, bytes);
}
