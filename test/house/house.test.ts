import { describe, expect, it } from 'vitest';
import { botLines, figuresOf } from './house.ts';

/** The most lines that the bot may have, and how often the rest may be found. They only ever go down. */
const BOT_LINES_MAX = 42931;
const MOST: Readonly<Record<string, number>> = {
  'short files': 19,
  'import cycles': 0,
  'imports that climb': 122,
  'spread literals': 1,
  'waits outside the engine': 20,
  'translations of Discord’s failures': 1,
  'back-off formulas': 2,
};

describe('the house', () => {
  it('grows no larger', () => {
    expect(botLines()).toBeLessThanOrEqual(BOT_LINES_MAX);
  });

  it.each(figuresOf())('has no more of $what', ({ what, found }) => {
    const most = MOST[what] ?? 0;
    expect(found.length > most ? found : []).toEqual([]);
  });
});
