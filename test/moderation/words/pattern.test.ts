import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { createPatternTest } from '../../../src/moderation/words/pattern.ts';
import { createStepBudget } from '../../../src/moderation/words/prompt-words.ts';

const isFound = (source: string, text: string): boolean =>
  createPatternTest(RE2JS.compile(source, RE2JS.CASE_INSENSITIVE))(text, createStepBudget(Number.POSITIVE_INFINITY));

describe('a pattern', () => {
  it.each([
    ['colou?rs?', 'two colors', true],
    ['colou?rs?', 'two colts', false],
    ['^a', 'a b', true],
    ['^b', 'a b', false],
    ['b$', 'a b', true],
    ['a$', 'a b', false],
    ['\\bsea\\b', 'at sea', true],
    ['\\bsea\\b', 'a seal', false],
    ['\\Bea', 'sea', true],
    ['a.b', 'a\nb', false],
    ['(?s)a.b', 'a\nb', true],
    ['(?m)^b', 'a\nb', true],
    ['KRAKEN', 'kraken', true],
    ['море', 'МОРЕ', true],
    ['[^a-z ]', 'a 🦑', true],
    ['a{3}', 'aa', false],
    ['a{3}', 'aaa', true],
    ['🦑+x', 'a🦑🦑x', true],
  ])('%s in "%s": %s', (source, text, expected) => {
    expect(isFound(source, text)).toBe(expected);
  });

  it('finds the same as the library’s matcher', () => {
    const part = fc.constantFrom(
      ...['a', 'b', 'ab', '.', '[ab]', '[^a]', '\\b', '\\B', '^', '$', '\\w', '\\s', 'é', '🦑', 'a|b', '(?:ab|c)'],
    );
    const times = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '*?');
    const source = fc
      .array(fc.tuple(part, times), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([one, many]) => `(${one})${many}`).join(''));
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', 'É', '🦑', '\n'), { maxLength: 8 });
    fc.assert(
      fc.property(source, text, (pattern, letters) => {
        const written = letters.join('');
        expect(isFound(pattern, written)).toBe(RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).test(written));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stops when its step budget is spent', () => {
    const steps = createStepBudget(1_000);
    const test = createPatternTest(RE2JS.compile('[a-z]*a[a-z]{100}[0-9]'));
    expect(test('a'.repeat(100_000), steps)).toBe(false);
    expect(steps.isSpent).toBe(true);
    expect(steps.spent).toBeLessThan(2_000);
    expect(test(`a${'b'.repeat(100)}1`, createStepBudget(100_000))).toBe(true);
  });
});
