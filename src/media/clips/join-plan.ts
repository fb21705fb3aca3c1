import type { JoinRefusal } from '../files/media.ts';
import type { ClipFacts } from './clip-facts.ts';

export interface JoinEncoding {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
}

/** Joined clips can be joined on, so their length needs a bound. A minute is encoded in half a minute on two cores. */
export const JOINED_MAX_SECONDS = 60;
/** Two clips of one ratio differ a little, because their sides are whole and even. */
const SHAPES_MAY_DIFFER = 0.03;
const LONGEST_SIDE_PX = 1_920;
const MOST_FRAMES_PER_SECOND = 60;

/** Decides whether two clips can be one, and how to encode them if their frames can't be copied. */
export function planJoin([first, second]: readonly [ClipFacts, ClipFacts]): JoinEncoding | JoinRefusal {
  if (first.durationSeconds + second.durationSeconds > JOINED_MAX_SECONDS) return 'too long';
  const shapes = first.widthPx / first.heightPx / (second.widthPx / second.heightPx);
  if (Math.abs(Math.log(shapes)) > SHAPES_MAY_DIFFER) return 'other shape';
  const share = Math.min(1, LONGEST_SIDE_PX / Math.max(first.widthPx, first.heightPx));
  return {
    widthPx: even(first.widthPx * share),
    heightPx: even(first.heightPx * share),
    framesPerSecond: Math.min(first.framesPerSecond, MOST_FRAMES_PER_SECOND),
  };
}

function even(sidePx: number): number {
  return Math.max(2, 2 * Math.round(sidePx / 2));
}
