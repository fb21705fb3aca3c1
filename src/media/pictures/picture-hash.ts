import sharp from 'sharp';

/**
 * A perceptual hash: what a picture looks like, in 256 bits (the low frequencies of a 32 × 32 grey copy, each above or below
 * their median). It stays nearly the same when the picture is encoded again, shrunk or mirrored. In 64 hexadecimal digits.
 */
export interface PictureHash {
  seen: string;
  mirrored: string;
}

const SIDE = 32;
/** Frequencies in each direction. The lowest is the mean, which says nothing. */
const FREQUENCIES = 16;
/** A picture that is larger isn't read. */
const PIXELS_MAX = 50_000_000;
/** Grey levels by which the pixels differ from their mean. Plain pictures all look alike. */
const DETAIL_MIN = 4;
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * SIDE))),
);

/** Reads untrusted bytes, so it runs in a process of its own. @returns undefined if the picture can't be read, or is plain */
export async function hashPicture(path: string): Promise<PictureHash | undefined> {
  const pixels = await sharp(path, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .flatten({ background: '#808080' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
    .catch(() => undefined);
  if (!pixels || isPlain(pixels)) return undefined;
  const mirrored = pixels.map((_, at) => pixels[at - (at % SIDE) + SIDE - 1 - (at % SIDE)] ?? 0);
  return { seen: bitsOf(pixels), mirrored: bitsOf(mirrored) };
}

function isPlain(pixels: Uint8Array): boolean {
  const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
  const variance = pixels.reduce((sum, one) => sum + (one - mean) ** 2, 0) / pixels.length;
  return Math.sqrt(variance) < DETAIL_MIN;
}

function bitsOf(pixels: Uint8Array): string {
  const strengths = strengthsOf(pixels);
  const sorted = strengths.toSorted((one, other) => one - other);
  const median = sorted[sorted.length / 2] ?? 0;
  const bits = strengths.map((one) => (one > median ? '1' : '0')).join('');
  return BigInt(`0b${bits}`)
    .toString(16)
    .padStart(bits.length / 4, '0');
}

/** How strong each frequency is: across each row first, then down. */
function strengthsOf(pixels: Uint8Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, row) =>
    COSINES.map((wave) => wave.reduce((sum, weight, at) => sum + weight * (pixels[row * SIDE + at] ?? 0), 0)),
  );
  return COSINES.flatMap((wave) =>
    COSINES.map((_, across) => wave.reduce((sum, weight, row) => sum + weight * (rows[row]?.[across] ?? 0), 0)),
  );
}
