/** One way to re-encode a picture. */
export interface FitAttempt {
  /** Of both sides; 1 keeps every pixel. */
  scale: number;
  /** WebP's, 1 to 100. */
  quality: number;
}

/** Above this, WebP spends bytes on what nobody sees. */
const FIRST_QUALITY = 90;
/** Below this a picture looks worse than a smaller one; pixels go from here on. */
const LEAST_QUALITY = 70;
const QUALITY_STEP = 10;
/** What going to the least quality makes of the size, about; where that is not enough, the qualities between are wasted encodings. */
const LEAST_QUALITY_GAIN = 0.5;
/** Aimed below the limit, as smaller pictures take more bytes for each pixel than larger ones. */
const AIM = 0.85;
/** A step that shrinks less than this is not worth an encoding. */
const LEAST_SHRINK = 0.9;
/** As many as a square of 4,096 has: more than any screen shows. */
const MOST_PIXELS_WRITTEN = 4_096 ** 2;
/** Encodings tried for one picture: three qualities and a few sizes, each aimed by what the one before came to. */
export const MOST_FIT_ATTEMPTS = 8;

/** The first way: every pixel where they are few enough for the encoder's memory, about 25 bytes for each. */
export function firstFitAttempt(pixels: number): FitAttempt {
  return { scale: Math.min(1, Math.sqrt(MOST_PIXELS_WRITTEN / pixels)), quality: FIRST_QUALITY };
}

/** What to try after an attempt came out over the limit: lower quality while that may be enough, then fewer pixels. */
export function nextFitAttempt(last: FitAttempt, resultBytes: number, limitBytes: number): FitAttempt {
  const gainLeft = last.quality > LEAST_QUALITY ? LEAST_QUALITY_GAIN : 1;
  if (gainLeft < 1 && resultBytes * gainLeft <= limitBytes) return { ...last, quality: last.quality - QUALITY_STEP };
  const shrink = Math.min(LEAST_SHRINK, Math.sqrt((AIM * limitBytes) / (resultBytes * gainLeft)));
  return { scale: last.scale * shrink, quality: LEAST_QUALITY };
}
