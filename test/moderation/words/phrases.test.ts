import { describe, expect, it } from 'vitest';
import { combine, glued, parsePhrase } from '../../../src/moderation/words/phrases.ts';
import { createStepBudget, readPrompt } from '../../../src/moderation/words/prompt-words.ts';
import { compileWordLists } from '../../../src/moderation/words/word-list.ts';

/** The words of a prompt that a phrase covers. */
function foundIn(prompt: string, phrase: string): string[] {
  const steps = createStepBudget(10_000);
  const words = prompt.split(' ');
  const lists = compileWordLists([{ list: 'all', phrases: [phrase] }]);
  return lists.find(readPrompt(prompt, steps), steps).map(({ from, to }) => words.slice(from, to).join(' '));
}

describe('a phrase with alternatives', () => {
  const PHRASE = combine('take, pull down', ', off', combine('her, his', 'red, old blue'), 'hat, top hat');

  it.each([
    'take her red hat',
    'take off his old blue top hat',
    'pull down her red top hat',
    'pull down off his red hat',
  ])('is found in any wording: %s', (wording) => expect(foundIn(`now ${wording} please`, PHRASE)).toEqual([wording]));

  it.each(['take red hat', 'take her old hat', 'pull her red hat', 'take off off her red hat', 'take her red top'])(
    'is not found in another: %s',
    (prompt) => expect(foundIn(prompt, PHRASE)).toEqual([]),
  );

  it('may end with what can be left out', () => {
    expect(foundIn('a red hat', 'red (hat|)')).toEqual(['red', 'red hat']);
    expect(foundIn('red', '(very|) red (and (old|new)|)')).toEqual(['red']);
    expect(foundIn('very red and new', '(very|) red (and (old|new)|)')).toContain('very red and new');
  });

  it('is read from single letters as a whole, also its short words', () => {
    expect(foundIn('n o h a t', 'no (red|) hat')).toEqual(['n o h a t']);
    expect(foundIn('U.N.O. hat', 'no (red|) hat')).toEqual([]);
    expect(foundIn('n o', 'no (hat|)')).toEqual([]);
  });

  it('shares its words with no other phrase', () => {
    const lists = compileWordLists([{ list: 'all', phrases: ['(red|blue) hat', 'red (car|boat)', 'red scarf'] }]);
    const find = (prompt: string) => {
      const steps = createStepBudget(10_000);
      return lists.find(readPrompt(prompt, steps), steps).map(({ written }) => written);
    };
    expect(find('blue car, blue scarf')).toEqual([]);
    expect(find('red scarf')).toEqual(['red scarf']);
    expect(find('blue hat, red boat')).toEqual(['blue hat', 'red boat']);
  });
});

it('glues each first part to each next one', () => {
  expect(glued('1, 2', 'yo, yr')).toBe('1yo, 1yr, 2yo, 2yr');
  expect(parsePhrase('a b (c|(d|e) f|)')).toEqual(['a b', [['c'], [[['d'], ['e']], 'f'], []]]);
});
