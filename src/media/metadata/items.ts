import { type Box, boxesIn, emptied, withoutName } from './boxes.ts';
import { type Patch, type Reader, UnreadableFileError } from './pieces.ts';

/** Pictures, and what they are put together from (ISO/IEC 23008-12, AV1 Image File Format). */
const PICTURES: ReadonlySet<string> = new Set([
  ...['av01', 'hvc1', 'hev1', 'avc1', 'vvc1', 'evc1', 'lhv1', 'j2k1', 'jpeg', 'unci', 'grid', 'iovl', 'iden', 'tmap'],
]);
/** What a picture's properties may say: size, colours, turn, transparency, how to decode it. */
const PROPERTIES: ReadonlySet<string> = new Set([
  ...['ispe', 'pixi', 'av1C', 'hvcC', 'lhvC', 'avcC', 'vvcC', 'evcC', 'j2kH', 'jpgC', 'uncC', 'cmpd', 'colr', 'pasp'],
  ...['clap', 'irot', 'imir', 'rloc', 'auxC', 'a1op', 'a1lx', 'lsel', 'clli', 'mdcv', 'cclv', 'amve', 'reve', 'ndwt'],
  ...['free', 'tols', 'oinf'],
]);
const KEPT: ReadonlySet<string> = new Set(['pitm', 'iref', 'idat', 'grpl', 'dinf', 'iloc']);

/** The items of an AVIF without those that aren't pictures, such as EXIF and XMP, and without names and descriptions. */
export async function* plainItems(file: Reader, meta: Box): AsyncGenerator<Patch> {
  const boxes = new Map<string, Box>();
  for await (const box of boxesIn(file, meta.inner + 4, meta.to)) {
    boxes.set(box.name, box);
    if (box.name === 'hdlr') yield withoutName(box);
    else if (box.name === 'iprp') yield* plainProperties(file, box);
    else if (!KEPT.has(box.name) && box.name !== 'iinf') yield* emptied(box);
  }
  const [list, places] = [boxes.get('iinf'), boxes.get('iloc')];
  if (!list || !places) throw new UnreadableFileError('there is no list of items');
  const dropped = new Set<number>();
  for await (const item of itemsIn(file, list)) {
    if (!PICTURES.has(item.type)) {
      dropped.add(item.id);
      yield { from: item.typeAt, to: item.typeAt + 4, bytes: Buffer.from('free', 'latin1') };
    }
    yield { from: item.typeAt + 4, to: item.to };
  }
  yield* dataOf(dropped, await file.bytes(places.inner, places.to - places.inner), file.sizeBytes, boxes.get('idat'));
}

async function* plainProperties(file: Reader, { inner, to }: Box): AsyncGenerator<Patch> {
  for await (const box of boxesIn(file, inner, to)) {
    if (box.name !== 'ipco') continue;
    for await (const property of boxesIn(file, box.inner, box.to))
      if (!PROPERTIES.has(property.name)) yield* emptied(property);
  }
}

/** An item's id and type, and where its entry ends, after its type and its name. */
async function* itemsIn(
  file: Reader,
  { inner, to }: Box,
): AsyncGenerator<{ id: number; type: string; typeAt: number; to: number }> {
  const [listVersion] = await file.bytes(inner, 1);
  for await (const entry of boxesIn(file, inner + (listVersion === 0 ? 6 : 8), to)) {
    const [version = 0] = await file.bytes(entry.inner, 1);
    const idBytes = version === 3 ? 4 : 2;
    const typeAt = entry.inner + 6 + idBytes;
    if (version < 2 || typeAt + 4 > entry.to) throw new UnreadableFileError('an item has no type');
    const id = (await file.bytes(entry.inner + 4, idBytes)).readUIntBE(0, idBytes);
    yield { id, type: (await file.bytes(typeAt, 4)).toString('latin1'), typeAt, to: entry.to };
  }
}

/** @param places the content of `iloc`, which says where each item's bytes are: in the file, or in `data` */
function* dataOf(
  items: ReadonlySet<number>,
  places: Buffer,
  sizeBytes: number,
  data: Box | undefined,
): Generator<Patch> {
  let at = 0;
  const take = (bytes: number): number => {
    at += bytes;
    if (at > places.byteLength) throw new UnreadableFileError('a place of an item is cut off');
    // Eight bytes are more than a number can say, and than any file has.
    const high = bytes > 4 ? places.readUInt32BE(at - bytes) * 2 ** 32 : 0;
    const low = Math.min(bytes, 4);
    return low === 0 ? 0 : high + places.readUIntBE(at - low, low);
  };
  const version = take(1);
  take(3);
  const sizes = take(1);
  const moreSizes = take(1);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexBytes = version === 0 ? 0 : moreSizes & 15;
  for (let left = take(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseBytes);
    for (let extents = take(2); extents > 0; extents -= 1) {
      take(indexBytes);
      const [offset, length] = [take(offsetBytes), take(lengthBytes)];
      const within = method === 0 ? { inner: 0, to: sizeBytes } : method === 1 ? data : undefined;
      if (!within) throw new UnreadableFileError('an item is somewhere else');
      const from = within.inner + base + offset;
      const to = length === 0 ? within.to : from + length;
      if (from > to || to > within.to) throw new UnreadableFileError('an item goes beyond the end');
      if (items.has(id)) yield { from, to };
    }
  }
}
