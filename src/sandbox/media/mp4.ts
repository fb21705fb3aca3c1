/** A box of an mp4: its length (4 bytes), its kind (4 letters), what is in it. */
interface Box {
  kind: string;
  start: number;
  end: number;
}

const HEADER_BYTES = 8;
/** The way from the index to the lists of where its pieces lie. */
const TO_OFFSETS = ['trak', 'mdia', 'minf', 'stbl'];

/** The boxes that lie side by side within a range. Lengths of 64 bits or "to the end" are not written by our encoder. */
export function readBoxes(bytes: Buffer, start = 0, end = bytes.byteLength): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + HEADER_BYTES <= end; ) {
    const length = bytes.readUInt32BE(at);
    if (length < HEADER_BYTES || at + length > end) throw new Error('not an mp4 with plain boxes');
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + HEADER_BYTES), start: at, end: at + length });
    at += length;
  }
  return boxes;
}

/** Puts the index (moov) before the data, so that a player can begin at once; as it is where it is there already. */
export function moveIndexToFront(bytes: Buffer): Buffer {
  const boxes = readBoxes(bytes);
  const index = boxes.find(({ kind }) => kind === 'moov');
  const data = boxes.find(({ kind }) => kind === 'mdat');
  if (!index || !data || index.start < data.start) return bytes;
  const moved = Buffer.from(bytes.subarray(index.start, index.end));
  shiftOffsets(moved, moved.byteLength);
  return Buffer.concat([
    bytes.subarray(0, data.start),
    moved,
    bytes.subarray(data.start, index.start),
    bytes.subarray(index.end),
  ]);
}

function shiftOffsets(index: Buffer, byBytes: number): void {
  let ranges: Box[] = readBoxes(index);
  for (const kind of TO_OFFSETS) {
    ranges = ranges
      .flatMap(({ start, end }) => readBoxes(index, start + HEADER_BYTES, end))
      .filter((box) => box.kind === kind);
  }
  for (const { start, end } of ranges) {
    for (const list of readBoxes(index, start + HEADER_BYTES, end).filter(({ kind }) => kind === 'stco')) {
      const count = index.readUInt32BE(list.start + 12);
      for (let entry = 0; entry < count; entry += 1) {
        const at = list.start + 16 + entry * 4;
        index.writeUInt32BE(index.readUInt32BE(at) + byBytes, at);
      }
    }
  }
}
