import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Reading } from '../reading.ts';
import type { Frame } from '../scene/scene.ts';

/** What the parts of a poster are drawn from. */
export interface Design {
  frame: Frame;
  unit: number;
  horizon: number;
  reading: Reading;
  palette: Palette;
  random: Random;
  sun: { x: number; y: number; radius: number };
}
