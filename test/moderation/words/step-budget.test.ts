import { describe, expect, it } from 'vitest';
import type { ModerationSettings } from '../../../src/moderation/settings/settings.ts';
import { createStepBudget } from '../../../src/moderation/words/prompt-words.ts';
import { LIST_MAX_ENTRIES, LIST_MAX_PATTERNS } from '../../../src/moderation/words/word-list.ts';
import { CHECK_MAX_STEPS, createWordRules } from '../../../src/moderation/words/words.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LENGTH = 2_000;
/** The same letters in every run: a small generator of random numbers. */
function randomLetters(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return LETTERS[Math.floor((state / 2_147_483_648) * LETTERS.length)];
  }).join('');
}
const filled = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

const listOf = (line: (index: number) => string, count = LIST_MAX_ENTRIES): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

/** Each fills all lists of a server. */
const LISTS: Record<string, string[]> = {
  words: listOf((index) => randomLetters(7, index)),
  'words with stars': listOf((index) => `${randomLetters(5, index)}*`),
  'parts of words': listOf((index) => `*${randomLetters(3, index)}*`),
  'stars that begin alike': listOf((index) => `aaa*${LETTERS[index % 26]}*${LETTERS[index % 25]}*`),
  'stars beside single letters': listOf((index) => `*a*${LETTERS[index % 26]}*${LETTERS[index % 25]}*`),
  'long words that begin alike': listOf((index) => `${'a'.repeat(70)}${randomLetters(3, index)}`),
  'phrases of one word': listOf((index) => `a a a a a a a a ${randomLetters(3, index)}`),
  'one word in many ways': listOf((index) => `a${'.'.repeat(index % 70)}${'!'.repeat(1 + index / 70)}`),
  'the largest patterns': listOf((index) => `/[a-z]*a[a-z]{${230 - index}}[0-9]/`, LIST_MAX_PATTERNS),
};
const PROMPTS: Record<string, string> = {
  'single letters': filled(`${[...LETTERS].join(' ')} `),
  'one letter again and again': filled('a '),
  'single letters in leet': filled('0 b 1 d 3 f 4 h 5 j '),
  'random letters': randomLetters(LENGTH, 1),
  'one long word': filled('a'),
  'short words with dashes': filled('ab-cd-ef-'),
  'leet with dashes': filled('a4@-'),
  'short words and letters': filled('ab c d e f '),
  'letters of another script': filled('кракен н у д е '),
};
const OFF: ModerationSettings['categories'] = {
  explicit: 'off',
  minors: 'off',
  hate: 'off',
  gore: 'off',
  selfHarm: 'off',
};

/** A look at prompts with these lists, and the steps that it took. */
function lookWith(words: Partial<ModerationSettings['words']>, limit = CHECK_MAX_STEPS) {
  let steps = createStepBudget(limit);
  const all = { refuse: [], review: [], explicit: [], allow: [], ...words };
  const { check } = createWordRules({ words: all, categories: OFF }, () => steps);
  return (prompt: string) => {
    steps = createStepBudget(limit);
    return { found: check({ prompt, sources: [] }, { ageRestricted: false }), spent: steps.spent };
  };
}
const lookAt = (prompt: string, words: Partial<ModerationSettings['words']>, limit?: number) =>
  lookWith(words, limit)(prompt);

describe('the work of checking one prompt', () => {
  /** A started step ends: one word, or one character of a pattern, never a whole list. */
  const OVERRUN_MAX_STEPS = 2_000;

  describe.each(Object.entries(LISTS))('with all lists full of %s', (_, lines) => {
    const allow = lines.some((line) => line.startsWith('/')) ? [] : lines;
    const look = lookWith({ refuse: lines, review: lines, explicit: lines, allow });

    it.each(Object.entries(PROMPTS))('is bounded for %s', (_name, prompt) => {
      const { spent } = look(prompt);
      expect(spent).toBeGreaterThan(prompt.length / 2);
      expect(spent).toBeLessThan(CHECK_MAX_STEPS + OVERRUN_MAX_STEPS);
    });
  });

  it('leaves room for twenty ordinary patterns in each list and long prompts in any script', () => {
    const patterns = listOf((index) => `/\\b${randomLetters(4, index)}(e|ing|[a-z]{2})s?\\b/`, LIST_MAX_PATTERNS);
    const look = lookWith({ refuse: patterns, review: patterns, explicit: patterns });
    const prompts = [
      'a red boat at sea under a cloudy sky, painted in oil with a wide brush; ',
      'красная лодка в море под облачным небом, маслом и широкой кистью; ',
      'ένα κόκκινο καράβι στη θάλασσα, κάτω από τα σύννεφα; ',
    ];
    for (const prompt of prompts) {
      const { found, spent } = look(filled(prompt));
      expect(found).toBeUndefined();
      expect(spent).toBeLessThan(CHECK_MAX_STEPS / 3);
    }
  });

  it.each([
    ['Korean', '밤하늘 아래 붉은 등대와 잔잔한 바닷물, 수채화 느낌으로 그린 풍경 '],
    ['Japanese', '曇り空の下、海に浮かぶ赤い船、油絵で描いた '],
    ['Arabic', 'قارب أحمر في البحر تحت سماء غائمة '],
    ['Vietnamese', 'một chiếc thuyền đỏ trên biển dưới bầu trời nhiều mây '],
  ])('leaves room for the longest prompt in %s, whose characters expand', (_, sentence) => {
    expect(lookAt(sentence.repeat(200).slice(0, 3_000), {}).found).toBeUndefined();
  });

  it('does not grow with listed words that the prompt does not contain', () => {
    const prompt = 'a red boat at sea';
    expect(lookAt(prompt, { refuse: listOf((index) => `xq${index}`) }).spent).toBe(lookAt(prompt, {}).spent);
  });
});

describe('a prompt that could not be checked completely', () => {
  const UNREAD = { refusal: { reason: 'unread' } };
  const patterns = LISTS['the largest patterns'] ?? [];
  const long = randomLetters(LENGTH, 1);

  it('is refused, even if a line asks for moderators', () => {
    expect(lookAt(long, { refuse: patterns }).found).toEqual(UNREAD);
    expect(lookAt(filled('ﷺ'), {}).found).toEqual(UNREAD);
    expect(lookAt('a '.repeat(10_000), {}).found).toEqual(UNREAD);
    expect(lookAt(`kraken ${filled('ﷺ')}`, { review: ['kraken'] }).found).toEqual(UNREAD);
  });

  it('is refused because of a listed word, with any patterns', () => {
    const prompt = `a kraken ${long}`;
    expect(lookAt(prompt, { refuse: [...patterns, 'kraken'] }).found).toEqual({
      refusal: { reason: 'words', entry: 'kraken' },
    });
    expect(lookAt(prompt, { refuse: patterns, explicit: ['kraken'] }).found).toEqual({
      refusal: { reason: 'explicit', entry: 'kraken' },
    });
  });

  it.each([1, 10, 100, 1_000])('is refused after %i steps', (limit) => {
    const { found } = lookAt(`${long} kraken`, { refuse: ['kraken'], review: ['boat'] }, limit);
    expect(found).toEqual(UNREAD);
  });
});
