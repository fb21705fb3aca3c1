import type { ClipFacts } from './clip-facts.ts';

export interface ClipEncoding {
  videoBitsPerSecond: number;
  /** Undefined without sound. */
  audioBitsPerSecond: number | undefined;
  /** Both even, as H.264 requires. */
  widthPx: number;
  heightPx: number;
}

/** `remux` keeps every frame in a new container. `encode` makes the clip smaller, or playable everywhere. */
export type ClipPlan = { how: 'keep' } | { how: 'remux' } | { how: 'encode'; encoding: ClipEncoding } | { how: 'link' };

/** Codecs that Discord's clients play on every device. */
const PLAYS_IN_MP4 = { video: ['avc'], audio: ['aac', 'mp3'] };
const PLAYS_IN_WEBM = { video: ['vp8', 'vp9'], audio: ['opus', 'vorbis'] };
/** Two passes came within 0.2 % of the aim. The rest is for the container. */
const AIM = 0.95;
const MOST_AUDIO_BITS_PER_SECOND = 128_000;
/** The share of all bits, if there are few. */
const AUDIO_SHARE = 0.15;
const LEAST_AUDIO_BITS_PER_SECOND = 32_000;
/** Below this, even a small picture falls apart, so a link is better. */
const LEAST_VIDEO_BITS_PER_SECOND = 150_000;
/** Below this, H.264 shows blocks, so fewer pixels look better. */
const LEAST_BITS_PER_PIXEL = 0.05;
/** Shorter sides to try if the clip's own has too many pixels. */
const SHORT_SIDES_PX = [1_080, 720, 480];
/** Better codecs need fewer bits than H.264 for the same picture. */
const CODEC_GAIN = 1.5;

/** Decides how a clip can fit and play. */
export function planClip(facts: ClipFacts, sizeBytes: number, limitBytes: number): ClipPlan {
  const fits = sizeBytes <= limitBytes;
  if (fits && plays(facts))
    return facts.container === 'webm' || isStreamable(facts) ? { how: 'keep' } : { how: 'remux' };
  const encoding = encodingFor(facts, sizeBytes, limitBytes);
  if (encoding) return { how: 'encode', encoding };
  return fits ? { how: 'keep' } : { how: 'link' };
}

/** The next encoding to try after one exceeded the limit. */
export function smallerEncoding(encoding: ClipEncoding, resultBytes: number, limitBytes: number): ClipEncoding {
  const videoBitsPerSecond = Math.floor((encoding.videoBitsPerSecond * AIM * limitBytes) / resultBytes);
  return { ...encoding, videoBitsPerSecond };
}

function plays({ container, videoCodec, audioCodec }: ClipFacts): boolean {
  const { video, audio } = container === 'webm' ? PLAYS_IN_WEBM : PLAYS_IN_MP4;
  const soundPlays = audioCodec === undefined || (audioCodec !== null && audio.includes(audioCodec));
  return videoCodec !== null && video.includes(videoCodec) && soundPlays;
}

function isStreamable({ container, isFastStart }: ClipFacts): boolean {
  return container === 'mp4' && isFastStart;
}

function encodingFor(facts: ClipFacts, sizeBytes: number, limitBytes: number): ClipEncoding | undefined {
  const { durationSeconds, audioCodec } = facts;
  const bytes = Math.min(AIM * limitBytes, CODEC_GAIN * sizeBytes);
  const bitsPerSecond = (bytes * 8) / durationSeconds;
  const audioBitsPerSecond =
    audioCodec === undefined
      ? undefined
      : Math.floor(
          Math.min(MOST_AUDIO_BITS_PER_SECOND, Math.max(LEAST_AUDIO_BITS_PER_SECOND, AUDIO_SHARE * bitsPerSecond)),
        );
  const videoBitsPerSecond = Math.floor(bitsPerSecond - (audioBitsPerSecond ?? 0));
  if (videoBitsPerSecond < LEAST_VIDEO_BITS_PER_SECOND) return undefined;
  return { videoBitsPerSecond, audioBitsPerSecond, ...frameFor(facts, videoBitsPerSecond) };
}

function frameFor(
  { widthPx, heightPx, framesPerSecond }: ClipFacts,
  videoBitsPerSecond: number,
): { widthPx: number; heightPx: number } {
  const ownPx = Math.min(widthPx, heightPx);
  const sidesPx = [ownPx, ...SHORT_SIDES_PX.filter((sidePx) => sidePx < ownPx)];
  const frames = sidesPx.map((sidePx) => ({
    widthPx: even((widthPx * sidePx) / ownPx),
    heightPx: even((heightPx * sidePx) / ownPx),
  }));
  const mostPixels = videoBitsPerSecond / framesPerSecond / LEAST_BITS_PER_PIXEL;
  const found = frames.find((frame) => frame.widthPx * frame.heightPx <= mostPixels);
  return found ?? frames.at(-1) ?? { widthPx, heightPx };
}

function even(sidePx: number): number {
  return Math.max(2, 2 * Math.round(sidePx / 2));
}
