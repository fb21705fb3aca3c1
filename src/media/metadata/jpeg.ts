import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';
import { onlyTurn } from './turn.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;
const PROFILE = 'ICC_PROFILE\0';
const EXIF = 'Exif\0\0';

/** A JPEG without metadata (ITU-T T.81, annex B). What follows its end goes too. */
export async function* jpegPieces(file: Reader): AsyncGenerator<Piece> {
  yield Buffer.from([0xff, START]);
  for (let at = 2; ; ) {
    const [mark, kind = 0] = await file.bytes(at, 2);
    if (mark !== 0xff) throw new UnreadableFileError('a segment is expected');
    if (kind === END) return yield Buffer.from([0xff, END]);
    if (kind === 0xff) at += 1;
    else if (isAlone(kind)) at += 2;
    else {
      const length = (await file.bytes(at + 2, 2)).readUInt16BE();
      const end = at + 2 + length;
      if (length < 2) throw new UnreadableFileError('a segment is too short');
      const data = await file.bytes(at + 4, length - 2);
      yield* keptOf(kind, data, { from: at, to: end });
      at = end;
      if (kind === SCAN) {
        at = await endOfScan(file, end);
        yield { from: end, to: at };
      }
    }
  }
}

function isAlone(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= START);
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
