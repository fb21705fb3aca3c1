import { expect, it } from 'vitest';
import { compared, figuresOf } from './house.ts';

/** Size is no fault: `npm run house` shows it. These figures are faults, and at most this many are known. */
const MOST: Readonly<Record<string, number>> = {
  'import cycles': 0,
  'imports that climb': 0,
  'waits outside the engine': 15,
  'translations of Discord’s failures': 1,
  'back-off formulas': 1,
};

it.each(Object.entries(MOST))('the house has no more of %s than %i', (name, most) => {
  const found = figuresOf().find(({ what }) => what === name)?.found;
  expect(found?.length).toBeGreaterThanOrEqual(0);
  expect(found && found.length > most ? found : []).toEqual([]);
});

it.each([
  [120, 100, '   120   +20  the bot'],
  [80, 100, '    80   -20  the bot'],
  [100, 100, '   100        the bot'],
  [100, undefined, '   100   new  the bot'],
])('a figure of %i that was %i shows the difference', (count, before, row) => {
  expect(compared(count, before, 'the bot')).toBe(row);
});
