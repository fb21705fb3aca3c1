import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countVariants,
  hasBlankVariant,
  holdTasksOf,
  isBlank,
  quotesOf,
  requestOfTask,
  sentPromptsOf,
} from '../../../src/jobs/job/variants.ts';

const promptsOf = (prompt: string): string[] => sentPromptsOf({ prompt, isVaried: true });

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

  test('is counted without listing its prompts', () => {
    expect(countVariants('{a|b}'.repeat(400), 4)).toBeGreaterThan(4);
    expect(countVariants(`{${'|'.repeat(2_000)}}`, 4)).toBeGreaterThan(4);
  });

  test.each([
    ['{cat|}', true],
    ['{\u200b|cat}', true],
    ['{cat|\u3164}\u2060', true],
    ['{cat|\u2800}', true],
    ['{\u0634\u200c\u0634|cat}', false],
    ['{👩\u200d🚀|cat}', false],
    ['{|}', true],
    [' {cat| } {|dog} ', true],
    ['{cat|dog}', false],
    ['{cat|} {dog|hare}', false],
    ['a cat{, asleep|}', false],
    ['a {} cat', false],
  ])('“%s” has an empty one: %s', (prompt, hasOne) => {
    expect(hasBlankVariant(prompt)).toBe(hasOne);
    expect(promptsOf(prompt).some(isBlank)).toBe(hasOne);
  });

  test('is checked for an empty prompt without listing its prompts', () => {
    expect(hasBlankVariant('{a|}'.repeat(400))).toBe(true);
    expect(hasBlankVariant(`${'{a|}'.repeat(400)}.`)).toBe(false);
  });

  test('has as many prompts as counted', () => {
    const piece = fc.constantFrom('a', ' ', '{', '|', '}', '{x|y}', '{x|y|z}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const prompt = pieces.join('');
        expect(promptsOf(prompt)).toHaveLength(countVariants(prompt, 1_000));
      }),
    );
  });

  test('gives each task its own prompt, in turn if there are more tasks', () => {
    const request = { prompt: '{a|b}', isVaried: true, modelId: 'm' };
    const promptOf = (index: number): string => requestOfTask(request, index).prompt;
    expect([0, 1, 2, 3].map(promptOf)).toEqual(['a', 'b', 'a', 'b']);
    expect(requestOfTask({ prompt: '{a|b}', modelId: 'm' }, 1).prompt).toBe('{a|b}');
  });
});

describe('two models side by side', () => {
  const request = { prompt: '{a|b}', isVaried: true, modelId: 'm', andModelId: 'n' };

  test('both make each prompt, in turn', () => {
    const requests = [0, 1, 2, 3].map((index) => Object.values(requestOfTask(request, index)).join());
    expect(requests).toEqual(['a,m', 'a,n', 'b,m', 'b,n']);
    const plain = { ...request, isVaried: false };
    expect([0, 1, 2].map((index) => requestOfTask(plain, index).modelId)).toEqual(['m', 'n', 'm']);
  });

  test('are each held at their own quote', () => {
    const quotes = quotesOf({ prompt: 'a', modelId: 'm', andModelId: 'n' }, 2, (id) => (id === 'm' ? 4 : 8));
    expect(holdTasksOf('job', request, quotes)).toEqual([
      { taskKey: 'job-1', quoteCredits: 4, modelId: 'm' },
      { taskKey: 'job-2', quoteCredits: 8, modelId: 'n' },
    ]);
  });
});
