import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countVariants, promptOfTask, sentPromptsOf } from '../../src/jobs/variants.ts';

const promptsOf = (prompt: string): string[] => sentPromptsOf({ prompt, isVaried: true }).split('\n');

describe('a prompt with choices', () => {
  test.each([
    ['{dawn|dusk|noon} over the sea', ['dawn over the sea', 'dusk over the sea', 'noon over the sea']],
    ['a {red|blue} {fox|hare}', ['a red fox', 'a red hare', 'a blue fox', 'a blue hare']],
    ['a cat{, asleep|}', ['a cat, asleep', 'a cat']],
    ['{ a | b }', ['a', 'b']],
    ['{one} and {', ['{one} and {']],
    ['{a|{b|c}}', ['{a|b}', '{a|c}']],
  ])('“%s” stands for %j', (prompt, prompts) => {
    expect(promptsOf(prompt)).toEqual(prompts);
  });

  test('is counted without being written out, however many it stands for', () => {
    expect(countVariants('{a|b}'.repeat(400), 4)).toBeGreaterThan(4);
    expect(countVariants(`{${'|'.repeat(2_000)}}`, 4)).toBeGreaterThan(4);
  });

  test('is counted as it is written out', () => {
    const piece = fc.constantFrom('a', ' ', '{', '|', '}', '{x|y}', '{x|y|z}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const prompt = pieces.join('');
        expect(promptsOf(prompt)).toHaveLength(countVariants(prompt, 1_000));
      }),
    );
  });

  test('gives each task its own, again and again where there are more tasks', () => {
    const request = { prompt: '{a|b}', isVaried: true };
    expect([0, 1, 2, 3].map((index) => promptOfTask(request, index))).toEqual(['a', 'b', 'a', 'b']);
    expect(promptOfTask({ prompt: '{a|b}' }, 1)).toBe('{a|b}');
  });
});
