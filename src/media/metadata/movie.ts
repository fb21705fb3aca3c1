import { type Box, boxesIn, emptied, withoutName } from './boxes.ts';
import { plainItems } from './items.ts';
import type { Marks } from './marks.ts';
import { type Patch, type Piece, patched, type Reader, UnreadableFileError } from './pieces.ts';

const CONTAINERS: ReadonlySet<string> = new Set([
  ...['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf', 'mfra', 'tapt'],
]);
/** What playing needs (ISO/IEC 14496-12; `clef`, `prof` and `enof` are QuickTime's sizes). */
const KEPT: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'mdat', 'mvhd', 'tkhd', 'tref', 'elst', 'mdhd', 'elng', 'vmhd', 'smhd', 'nmhd', 'dref', 'url '],
  ...['stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh', 'stps', 'stdp', 'padb', 'sdtp'],
  ...['sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'mehd', 'trex', 'mfhd', 'tfhd', 'tfdt', 'trun', 'tfra', 'mfro', 'sidx'],
  ...['ssix', 'clef', 'prof', 'enof'],
]);
/** Pictures, sound, and the pictures of an animated AVIF with their transparency. Other tracks may hold texts. */
const SHOWN_TRACKS = ['vide', 'soun', 'pict', 'auxv'];
/** Counts frames. Players don't need it. */
const TIMECODE = 'tmcd';
/** The encoder's name within the description of a video track. */
const ENCODER_AT = 42;
const ENCODER_BYTES = 32;
/** Boxes by id: XMP, and content credentials (C2PA). */
const ID_BYTES = 16;
const XMP = 'be7acfcb97a942e89c71999491e3afac';
const MANIFEST = 'd8fec3d61b0e483c92975828877ec481';

/** An MP4, MOV, M4A or AVIF without metadata. What goes becomes empty boxes, so no frame moves. */
export function moviePieces(file: Reader): AsyncIterable<Piece> {
  return patched(file, plainMovie(file));
}

/** New XMP comes in a box after all others, so that no frame moves. */
export async function movieMarks(file: Reader): Promise<Marks> {
  const { sizeBytes } = file;
  const credentials: Box[] = [];
  let first: Box | undefined;
  let last: Box | undefined;
  let old: Box | undefined;
  for await (const box of boxesIn(file, 0, sizeBytes)) {
    first ??= box;
    last = box;
    const id = await idOf(file, box);
    if (id === MANIFEST) credentials.push(box);
    if (id === XMP) old ??= box;
  }
  if (first?.name !== 'ftyp' || last?.to !== sizeBytes) throw new UnreadableFileError('a box is expected');
  const [xmp, end] = [old, last];
  return {
    credentials,
    xmp: xmp && (await file.bytes(xmp.inner + ID_BYTES, xmp.to - xmp.inner - ID_BYTES)),
    withXmp: async (packet) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(head.byteLength + ID_BYTES + packet.byteLength);
      head.write('uuid', 4, 'latin1');
      const added = { from: sizeBytes, to: sizeBytes, bytes: Buffer.concat([head, Buffer.from(XMP, 'hex'), packet]) };
      return [...(await withLength(file, end)), ...(xmp ? emptied(xmp) : []), added];
    },
  };
}

/** A box that goes up to the end of the file can't be followed by another one before it says where it ends. */
async function withLength(file: Reader, { from, to }: Box): Promise<Patch[]> {
  const length = Buffer.alloc(4);
  if ((await file.bytes(from, 4)).readUInt32BE() !== 0) return [];
  if (to - from > 0xffff_ffff) throw new UnreadableFileError('a box is too long');
  length.writeUInt32BE(to - from);
  return [{ from, to: from + 4, bytes: length }];
}

async function idOf(file: Reader, { name, inner, to }: Box): Promise<string | undefined> {
  return name === 'uuid' && to - inner >= ID_BYTES ? (await file.bytes(inner, ID_BYTES)).toString('hex') : undefined;
}

async function* plainMovie(file: Reader): AsyncGenerator<Patch> {
  let hasIndex = false;
  let end = 0;
  for await (const box of boxesIn(file, 0, file.sizeBytes)) {
    const isItems = box.name === 'meta' && (await handlerOf(file, { ...box, inner: box.inner + 4 })) === 'pict';
    hasIndex ||= isItems || box.name === 'moov';
    yield* isItems ? plainItems(file, box) : plainBox(file, box);
    end = box.to;
  }
  if (!hasIndex) throw new UnreadableFileError('there is no index');
  yield { from: end, to: file.sizeBytes };
}

async function* plainBox(file: Reader, box: Box, track?: string): AsyncGenerator<Patch> {
  const { name, inner, to } = box;
  if (name === 'trak') yield* plainTrack(file, box);
  else if (CONTAINERS.has(name)) yield* plainContent(file, box, track);
  else if (name === 'hdlr') yield withoutName(box);
  else if (name === 'stsd') {
    const entries = track === 'vide' ? boxesIn(file, inner + 8, to) : [];
    for await (const entry of entries)
      yield { from: entry.inner + ENCODER_AT, to: entry.inner + ENCODER_AT + ENCODER_BYTES };
  } else if (!KEPT.has(name)) yield* emptied(box);
}

async function* plainTrack(file: Reader, box: Box): AsyncGenerator<Patch> {
  const track = await trackKindOf(file, box);
  if (track === TIMECODE) return yield* emptied(box);
  if (track === undefined || !SHOWN_TRACKS.includes(track)) throw new UnreadableFileError('it has a track of texts');
  yield* plainContent(file, box, track);
}

async function* plainContent(file: Reader, { inner, to }: Box, track?: string): AsyncGenerator<Patch> {
  let end = inner;
  for await (const box of boxesIn(file, inner, to)) {
    yield* plainBox(file, box, track);
    end = box.to;
  }
  yield { from: end, to };
}

async function trackKindOf(file: Reader, { inner, to }: Box): Promise<string | undefined> {
  for await (const box of boxesIn(file, inner, to)) if (box.name === 'mdia') return handlerOf(file, box);
  return undefined;
}

/** What the boxes in this one are about: `vide`, `soun`, `pict` … */
async function handlerOf(file: Reader, { inner, to }: Pick<Box, 'inner' | 'to'>): Promise<string | undefined> {
  for await (const box of boxesIn(file, inner, to))
    if (box.name === 'hdlr') return (await file.bytes(box.inner + 8, 4)).toString('latin1');
  return undefined;
}
