import { inflateSync } from 'node:zlib';

const KEYWORD = 'XML:com.adobe.xmp\0';
/** What tells whether a chunk holds XMP. */
export const KEYWORD_BYTES = KEYWORD.length;
const PACKET_MAX_BYTES = 1024 * 1024;

/** Starts a chunk `iTXt` that holds XMP: neither compressed nor in a language. */
export const XMP_START = Buffer.from(`${KEYWORD}\0\0\0\0`, 'latin1');

/** Whether a chunk holds XMP. Some programs write it as another kind of text. */
export function holdsXmp(name: string, data: Buffer): boolean {
  return ['tEXt', 'zTXt', 'iTXt'].includes(name) && data.toString('latin1', 0, KEYWORD.length) === KEYWORD;
}

/** The packet in such a chunk; undefined if it can't be read. */
export function xmpIn(name: string, data: Buffer): Buffer | undefined {
  const rest = data.subarray(KEYWORD.length);
  if (name === 'tEXt') return rest;
  // One byte says how it's compressed. There is only one way.
  if (name === 'zTXt') return inflated(rest.subarray(1));
  const language = rest.indexOf(0, 2);
  const translation = rest.indexOf(0, language + 1);
  if (language < 0 || translation < 0) return undefined;
  const text = rest.subarray(translation + 1);
  return rest[0] === 0 ? text : inflated(text);
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: PACKET_MAX_BYTES });
  } catch (error) {
    // zlib's errors have codes and no class.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
