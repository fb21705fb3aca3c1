import { type Piece, type Reader, UnreadableFileError } from './pieces.ts';

const ID3_HEAD_BYTES = 10;
const FRAME_HEAD_BYTES = 4;
/** By MPEG 1, then MPEG 2 and 2.5: bits a second, in thousands (ISO/IEC 11172-3 and 13818-3, layer III). */
const KILOBITS = [
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES_HZ = [44_100, 48_000, 32_000] as const;
const LAYER_3 = 1;

/** An MP3 without tags: its frames, and nothing around and between them. */
export async function* mp3Pieces(file: Reader): AsyncGenerator<Piece> {
  let frames = 0;
  let isInSync = false;
  for (let at = await endOfTags(file); at < file.sizeBytes; ) {
    const to = await endOfFrame(file, at);
    // Some bytes within a tag look like a frame's head. A frame is followed by the next one.
    isInSync &&= to !== undefined;
    if (to !== undefined && (isInSync || to === file.sizeBytes || (await endOfFrame(file, to)) !== undefined)) {
      yield { from: at, to };
      frames += 1;
      isInSync = true;
      at = to;
    } else at = await nextSync(file, at + 1);
  }
  if (frames === 0) throw new UnreadableFileError('there is no frame');
}

/** @returns undefined if no whole frame starts there */
async function endOfFrame(file: Reader, at: number): Promise<number | undefined> {
  if (at + FRAME_HEAD_BYTES > file.sizeBytes) return undefined;
  const length = frameBytesOf(await file.bytes(at, FRAME_HEAD_BYTES));
  return length === 0 || at + length > file.sizeBytes ? undefined : at + length;
}

/** Tags before the sound (ID3 version 2) say how long they are, in seven bits a byte. */
async function endOfTags(file: Reader): Promise<number> {
  for (let at = 0; ; ) {
    if (at + ID3_HEAD_BYTES > file.sizeBytes) return at;
    const head = await file.bytes(at, ID3_HEAD_BYTES);
    if (head.toString('latin1', 0, 3) !== 'ID3') return at;
    at += ID3_HEAD_BYTES + head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  }
}

async function nextSync(file: Reader, from: number): Promise<number> {
  for (let at = from; ; ) {
    const bytes = await file.some(at);
    const found = bytes.indexOf(0xff);
    if (bytes.byteLength === 0) return file.sizeBytes;
    if (found >= 0) return at + found;
    at += bytes.byteLength;
  }
}

/** @returns 0 if it isn't the head of a frame */
function frameBytesOf(head: Buffer): number {
  const bits = head.readUInt32BE();
  const version = (bits >>> 19) & 3;
  const isFirst = version === 3;
  const kilobits = KILOBITS[isFirst ? 0 : 1][((bits >>> 12) & 15) - 1];
  const rateHz = RATES_HZ[(bits >>> 10) & 3];
  if (bits >>> 21 !== 0x7ff || version === 1 || ((bits >>> 17) & 3) !== LAYER_3 || !kilobits || !rateHz) return 0;
  const divisor = isFirst ? 1 : version === 2 ? 2 : 4;
  const padding = (bits >>> 9) & 1;
  return Math.floor(((isFirst ? 144 : 72) * kilobits * 1_000) / (rateHz / divisor)) + padding;
}
