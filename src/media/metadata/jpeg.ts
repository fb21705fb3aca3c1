import type { Marks } from './marks.ts';
import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';
import { onlyTurn } from './turn.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP11 = 0xeb;
const APP14 = 0xee;
const APP15 = 0xef;
const FILL = 0xff;
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;
const PROFILE = 'ICC_PROFILE\0';
const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Content credentials (C2PA, in JPEG's boxes). */
const MANIFEST = 'JP';
/** A segment's length, with its own two bytes, has 16 bits. */
const SEGMENT_MAX_BYTES = 65_533;

interface Segment {
  kind: number;
  from: number;
  /** Where its data ends, if it has any. */
  to: number;
}

async function segmentAt(file: Reader, from: number): Promise<Segment> {
  const [mark, kind = 0] = await file.bytes(from, 2);
  if (mark !== 0xff) throw new UnreadableFileError('a segment is expected');
  // The same byte may fill the space before a marker.
  if (kind === FILL) return { kind, from, to: from + 1 };
  if (isAlone(kind)) return { kind, from, to: from + 2 };
  const length = (await file.bytes(from + 2, 2)).readUInt16BE();
  if (length < 2) throw new UnreadableFileError('a segment is too short');
  return { kind, from, to: from + 2 + length };
}

/** Markers without data. */
function isAlone(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= END);
}

function dataOf(file: Reader, { from, to }: Segment): Promise<Buffer> {
  return file.bytes(from + 4, to - from - 4);
}

/** A JPEG without metadata (ITU-T T.81, annex B). What follows its end goes too. */
export async function* jpegPieces(file: Reader): AsyncGenerator<Piece> {
  yield Buffer.from([0xff, START]);
  for (let at = 2; ; ) {
    const segment = await segmentAt(file, at);
    const { kind, to } = segment;
    if (kind === END) return yield Buffer.from([0xff, END]);
    if (kind !== FILL && !isAlone(kind)) yield* keptOf(kind, await dataOf(file, segment), { from: at, to });
    at = to;
    if (kind === SCAN) {
      at = await endOfScan(file, to);
      yield { from: to, to: at };
    }
  }
}

/** New XMP comes after the segments that programs expect first. */
export async function jpegMarks(file: Reader): Promise<Marks> {
  const credentials: Segment[] = [];
  let place = { from: 2, to: 2 };
  let xmp: Buffer | undefined;
  for (let at = 2; ; ) {
    const part = await segmentAt(file, at);
    const { kind, to } = part;
    if (kind === SCAN || kind === END) break;
    const data = kind >= APP0 && kind <= APP15 ? await dataOf(file, part) : Buffer.alloc(0);
    const starts = (text: string): boolean => data.toString('latin1', 0, text.length) === text;
    if (kind === APP11 && starts(MANIFEST)) credentials.push(part);
    if (kind === APP1 && starts(XMP) && !xmp) {
      xmp = data.subarray(XMP.length);
      place = { from: at, to };
    } else if (!xmp && (kind === APP0 || (kind === APP1 && starts(EXIF)))) place = { from: to, to };
    at = to;
  }
  return {
    credentials,
    xmp,
    xmpMaxBytes: SEGMENT_MAX_BYTES - XMP.length,
    withXmp: (packet) => [{ ...place, bytes: segment(APP1, Buffer.concat([Buffer.from(XMP, 'latin1'), packet])) }],
  };
}

function* keptOf(kind: number, data: Buffer, whole: Piece): Generator<Piece> {
  const starts = (text: string): boolean => data.toString('latin1', 0, text.length) === text;
  if (kind === APP1 && starts(EXIF)) {
    const turn = onlyTurn(data);
    if (turn) yield segment(kind, turn);
  } else if (kind === APP0 && starts('JFIF\0') && data.byteLength >= JFIF_BYTES) {
    // The last two bytes are the size of a small picture that may follow.
    yield segment(kind, Buffer.concat([data.subarray(0, JFIF_BYTES - 2), Buffer.alloc(2)]));
  } else if (kind === APP14 && starts('Adobe')) yield segment(kind, data.subarray(0, ADOBE_BYTES));
  else if ((kind === APP2 && starts(PROFILE)) || isCoding(kind)) yield whole;
}

/** Frames, scans and their tables. */
function isCoding(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xdf && kind !== 0xc8;
}

function segment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(data.byteLength + 2, 2);
  return Buffer.concat([head, data]);
}

/** Where the next marker is. Within a scan, 0xff is followed by 0, and restart markers may stand. */
async function endOfScan(file: Reader, from: number): Promise<number> {
  for (let at = from; ; ) {
    const bytes = await file.some(at);
    if (bytes.byteLength === 0) throw new UnreadableFileError('the file ended early');
    const found = bytes.indexOf(0xff);
    if (found < 0) {
      at += bytes.byteLength;
      continue;
    }
    const [, next = 0] = await file.bytes(at + found, 2);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at + found;
    at += found + (next === 0xff ? 1 : 2);
  }
}
