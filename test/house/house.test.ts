import { describe, expect, it } from 'vitest';
import { botLines, figuresOf } from './house.ts';

/** The ceiling of the bot's lines and of the other figures. They only go down. */
const BOT_LINES_MAX = 40_796;
const MOST: Readonly<Record<string, number>> = {
  'short files': 8,
  'import cycles': 0,
  'imports that climb': 0,
  'spread literals': 1,
  'waits outside the engine': 13,
  'translations of Discord’s failures': 1,
  'back-off formulas': 1,
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
