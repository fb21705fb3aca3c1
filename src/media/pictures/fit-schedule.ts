/** One way to re-encode a picture. */
export interface FitAttempt {
  /** Factor for both sides; 1 keeps every pixel. */
  scale: number;
  /** WebP quality, 1 to 100. */
  quality: number;
}

/** Above this, WebP spends bytes on invisible detail. */
const FIRST_QUALITY = 90;
/** Below this, fewer pixels look better than a lower quality. */
const LEAST_QUALITY = 70;
const QUALITY_STEP = 10;
/**
 * Roughly how much the lowest quality shrinks a picture. If that isn't enough, the qualities in between would be wasted
 * encodings.
 */
const LEAST_QUALITY_GAIN = 0.5;
/** Aims below the limit, because smaller pictures need more bytes per pixel. */
const AIM = 0.85;
/** A smaller step isn't worth an encoding. */
const LEAST_SHRINK = 0.9;
/** A square of 4,096 pixels, more than any screen shows. */
const MOST_PIXELS_WRITTEN = 4_096 ** 2;
/** Three qualities and a few sizes, each aimed by the previous result. */
export const MOST_FIT_ATTEMPTS = 8;

/** The first attempt keeps every pixel unless the encoder would need too much memory, at about 25 bytes per pixel. */
export function firstFitAttempt(pixels: number): FitAttempt {
  return { scale: Math.min(1, Math.sqrt(MOST_PIXELS_WRITTEN / pixels)), quality: FIRST_QUALITY };
}

/** The next attempt after one exceeded the limit: lower quality while that may be enough, then fewer pixels. */
export function nextFitAttempt(last: FitAttempt, resultBytes: number, limitBytes: number): FitAttempt {
  const gainLeft = last.quality > LEAST_QUALITY ? LEAST_QUALITY_GAIN : 1;
  if (gainLeft < 1 && resultBytes * gainLeft <= limitBytes) return { ...last, quality: last.quality - QUALITY_STEP };
  const shrink = Math.min(LEAST_SHRINK, Math.sqrt((AIM * limitBytes) / (resultBytes * gainLeft)));
  return { scale: last.scale * shrink, quality: LEAST_QUALITY };
}
