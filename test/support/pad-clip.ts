/** A box's size and name. */
const HEADER_BYTES = 8;

/**
 * Makes a clip as large as a test needs. It still plays, because players skip a `free` box.
 * @param sizeBytes the whole size afterwards; at least 8 more than the clip has.
 */
export function padClip(bytes: Buffer, sizeBytes: number): Buffer {
  const free = sizeBytes - bytes.byteLength;
  if (free < HEADER_BYTES || free > 0xffffffff)
    throw new RangeError('a clip grows by 8 bytes at least, and by 4 GiB at most');
  const padded = Buffer.alloc(sizeBytes);
  bytes.copy(padded);
  padded.writeUInt32BE(free, bytes.byteLength);
  padded.write('free', bytes.byteLength + 4, 'latin1');
  return padded;
}
