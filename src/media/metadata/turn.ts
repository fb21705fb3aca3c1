/** How a picture is turned when it is shown, as EXIF says it: 1 to 8, where 1 is not at all. */

const TURN_TAG = 0x0112;
const SHORT_TYPE = 3;
const ENTRY_BYTES = 12;
const PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** @returns EXIF that says the turn and nothing else; undefined if the given one turns nothing or can't be read. */
export function onlyTurn(exif: Buffer): Buffer | undefined {
  const isPrefixed = exif.subarray(0, PREFIX.byteLength).equals(PREFIX);
  const turn = turnOf(isPrefixed ? exif.subarray(PREFIX.byteLength) : exif);
  if (turn === undefined) return undefined;
  // Byte order, 42, where the only directory starts, one entry, no directory after it (TIFF 6.0, section 2).
  const made = Buffer.alloc(26);
  made.write('MM\0*', 'latin1');
  made.writeUInt32BE(8, 4);
  made.writeUInt16BE(1, 8);
  made.writeUInt16BE(TURN_TAG, 10);
  made.writeUInt16BE(SHORT_TYPE, 12);
  made.writeUInt32BE(1, 14);
  made.writeUInt16BE(turn, 18);
  return isPrefixed ? Buffer.concat([PREFIX, made]) : made;
}

function turnOf(tiff: Buffer): number | undefined {
  if (tiff.byteLength < 8) return undefined;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const isLittle = order === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.byteLength) return undefined;
  const entries = Math.min(short(start), Math.floor((tiff.byteLength - start - 2) / ENTRY_BYTES));
  for (let index = 0; index < entries; index += 1) {
    const at = start + 2 + index * ENTRY_BYTES;
    if (short(at) !== TURN_TAG || short(at + 2) !== SHORT_TYPE) continue;
    const turn = short(at + 8);
    return turn >= 2 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}
