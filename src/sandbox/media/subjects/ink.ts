import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';

/** What a subject is drawn with. */
export interface Ink {
  palette: Palette;
  /** The colour that the prompt gives it, if it gives one. */
  colour: string | undefined;
  /** A colour as it looks in the scene's light. */
  shade: (colour: string) => string;
  /** The light that falls on edges. */
  rim: string;
  random: Random;
}
