import { filled, type Patch, type Piece, patched, type Reader, UnreadableFileError } from './pieces.ts';

const SIGNATURE = 'fLaC';
const LAST = 0x80;
/** What decoding needs, and where it can start (RFC 9639, section 8). */
const STREAM_FACTS = 0;
const SEEK_TABLE = 3;
const PADDING = 1;
/** Tags of MP3 files, which some programs put after the end of other files too. */
const ID3_BYTES = 128;
const APE_BYTES = 32;

/** A FLAC without metadata. What goes becomes padding, so no sound moves. */
export function flacPieces(file: Reader): AsyncIterable<Piece> {
  return patched(file, plainFlac(file));
}

async function* plainFlac(file: Reader): AsyncGenerator<Patch> {
  const start = (await file.bytes(0, 4)).toString('latin1');
  if (start !== SIGNATURE || (await endsWithTag(file))) throw new UnreadableFileError('there is a tag around it');
  for (let at = 4; ; ) {
    const head = await file.bytes(at, 4);
    const kind = head[0] ?? 0;
    const to = at + 4 + head.readUIntBE(1, 3);
    if (to > file.sizeBytes) throw new UnreadableFileError('a block goes beyond the end');
    if (![STREAM_FACTS, SEEK_TABLE].includes(kind & ~LAST)) {
      const bytes = Buffer.from(head);
      bytes[0] = PADDING | (kind & LAST);
      yield* filled({ from: at, to }, bytes);
    }
    if (kind & LAST) return;
    at = to;
  }
}

async function endsWithTag({ sizeBytes, bytes }: Reader): Promise<boolean> {
  const isAt = async (before: number, mark: string): Promise<boolean> =>
    sizeBytes >= before && (await bytes(sizeBytes - before, mark.length)).toString('latin1') === mark;
  return (await isAt(ID3_BYTES, 'TAG')) || (await isAt(APE_BYTES, 'APETAGEX'));
}
