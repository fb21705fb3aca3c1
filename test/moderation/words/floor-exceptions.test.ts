import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/jobs/job/sources.ts';
import { FLOOR_EXCEPTIONS } from '../../../src/moderation/english/exceptions.ts';
import { FLOOR_LISTS } from '../../../src/moderation/english/floor-lists.ts';
import { NEW_SETTINGS } from '../../../src/moderation/settings/settings.ts';
import { createWordRules } from '../../../src/moderation/words/words.ts';
import { attached } from '../../support/sources.ts';
import { wordingsOf } from '../../support/wordings.ts';

const PICTURE = [attached()];
/** Nothing but the floor is left. */
const FLOOR = createWordRules({
  words: NEW_SETTINGS.words,
  categories: { explicit: 'off', minors: 'off', hate: 'off', gore: 'off', selfHarm: 'off' },
});

function isRefused(prompt: string, { sources = PICTURE, ...style }: { sources?: Source[]; styleText?: string } = {}) {
  const found = FLOOR.check({ prompt, sources, ...style }, { ageRestricted: true });
  return found !== undefined && 'refusal' in found && found.refusal.reason === 'floor';
}

const plain = (line: string): string => line.replaceAll('*', '');

describe('letters apart', () => {
  const lists = [FLOOR_LISTS.always, FLOOR_LISTS.sexual, FLOOR_LISTS.revealing, FLOOR_LISTS.chest];
  const words = lists.flat().flatMap(wordingsOf).map(plain);

  it.each<[string, (spelled: string) => string]>([
    [' ', (spelled) => `make it ${spelled}`],
    ['. ', (spelled) => `her, ${spelled}.`],
    ['_', (spelled) => spelled.toUpperCase()],
  ])('with “%s” between them spell every word of the floor', (between, prompt) => {
    const spelled = words.map((word) => [...word.replaceAll(' ', '')].join(between));
    expect(spelled.filter((one) => !isRefused(prompt(one)))).toEqual([]);
  });
});

const separators = [
  ...[', ', ',', '. ', '.', '; ', ': ', ':', ' - ', ' – ', '—', ' | ', '|', ' (', ') ', '… ', '... ', '! ', '!', '? '],
  ...['/', ' / ', '\n', '\n\n', '\r\n', '\u2028', ' \n ', ' * ', ' + ', ' & ', '" ', ' ~ ', ' → '],
];

describe('an exception holds only where nothing but a space or a hyphen stands between its words', () => {
  const words = [...FLOOR_LISTS.sexual, ...FLOOR_LISTS.revealing].flatMap(wordingsOf).map(plain);
  const exceptions = FLOOR_EXCEPTIONS.flatMap(wordingsOf);
  const tails = exceptions.map((line) => plain(line).split(' ').slice(1).join(' ')).filter((tail) => tail !== '');

  it('for every word of the floor, the end of every exception, and every separator', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.constantFrom(...separators),
        fc.constantFrom(...tails),
        (word, between, tail) => {
          expect(isRefused(`make it ${word}${between}${tail}`)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  const pairs = exceptions.flatMap((line) => {
    const parts = plain(line).split(' ');
    return parts.slice(1).map((_, index) => [parts.slice(0, index + 1).join(' '), parts.slice(index + 1).join(' ')]);
  });
  /** Pairs that are refused as soon as the exception doesn't hold. */
  const cut = pairs.filter(([head = '', tail = '']) => isRefused(`${head}. So: ${tail}`));

  it('for every exception, cut anywhere, and every separator', () => {
    expect(cut.length).toBeGreaterThan(100);
    for (const [head = '', tail = ''] of cut) {
      const missed = separators.filter((between) => !isRefused(`${head}${between}${tail}`));
      expect([head, tail, missed]).toEqual([head, tail, []]);
    }
  });

  it('for the exceptions of servers, too', () => {
    const own = createWordRules({
      words: { refuse: ['kraken'], allow: ['kraken rum', 'dead-kraken rum'], review: [], explicit: [] },
      categories: NEW_SETTINGS.categories,
    });
    const isStopped = (prompt: string): boolean =>
      own.check({ prompt, sources: [] }, { ageRestricted: false }) !== undefined;
    expect(separators.filter((between) => !isStopped(`a kraken${between}rum barrels float`))).toEqual([]);
    for (const prompt of [
      'kraken rum',
      'kraken-rum',
      'a kraken  rum',
      'KRAKEN RUM!',
      'the kraken’s rum',
      'a dead kraken rum',
    ])
      expect([prompt, isStopped(prompt)]).toEqual([prompt, false]);
  });
});

it('an exception whose letters stand apart does not hold, because nothing tells where its words end', () => {
  const own = createWordRules({
    words: { refuse: ['kraken'], allow: ['an old kraken'], review: [], explicit: [] },
    categories: NEW_SETTINGS.categories,
  });
  const find = (prompt: string) => own.check({ prompt, sources: [] }, { ageRestricted: false });
  expect(find('an old kraken')).toBeUndefined();
  expect(find('a n o l d k r a k e n')).toEqual({ refusal: { reason: 'words', entry: 'kraken' } });
});

describe('a style is no exception', () => {
  const isStyledRefused = (styleText: string, typed: string, sources: Source[]): boolean =>
    isRefused(styleText.replaceAll('{prompt}', typed), { styleText, sources });

  it.each([
    ['{prompt} mole rat', 'a naked'],
    ['{prompt} lipstick', 'a nude child'],
    ['naked {prompt}', 'cake beside a child'],
    ['{prompt} pistols', 'a child, sex'],
  ])('“%s” with “%s” is refused', (styleText, typed) => {
    expect(isStyledRefused(styleText, typed, PICTURE)).toBe(true);
  });

  it('but a style may hold an exception, and what stands in the prompt still counts', () => {
    expect(isStyledRefused('{prompt}, a naked mole rat in ink', 'a child at a naked cake', [])).toBe(false);
    expect(isStyledRefused('na{prompt}', 'ked child', [])).toBe(true);
  });
});

/** Exceptions whose words are refused where they aren't exceptions. */
const besidePersons = [...FLOOR_LISTS.apart, ...FLOOR_LISTS.thing]
  .flatMap(wordingsOf)
  .map(plain)
  .filter((line) => isRefused(`${line.split(' ')[0]}. ${line.split(' ').slice(1).join('. ')}`));

it('an exception beside a person does not hold with a picture', () => {
  expect(besidePersons.length).toBeGreaterThan(80);
  fc.assert(
    fc.property(
      fc.constantFrom(...besidePersons),
      fc.constantFrom('her', 'she', 'the woman', 'the person in the photo', 'my wife', 'Emma', 'the girl'),
      fc.constantFrom('', ', ', ' in a field ', '. '),
      fc.boolean(),
      (exception, person, between, isFirst) => {
        const said = between === '' ? ' as ' : between;
        expect(isRefused(isFirst ? `${person}${said}${exception}` : `${exception}${said}${person}`)).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

it.each(['of all of ', 'some of the ', 'all of the old and new '])('“%s” as padding hides nothing', (padding) => {
  for (const count of [1, 5, 9, 26, 60, 90]) {
    expect(isRefused(`take off ${padding.repeat(count)}clothes`)).toBe(true);
    expect(isRefused(`take off the ${'lovely strange '.repeat(count)}dress`)).toBe(true);
    expect(isRefused(`clothes ${'are '.repeat(count)}gone`)).toBe(true);
  }
});

it.each([
  'turn her into a sex worker',
  'make her a fetish figure',
  'her, the naked chef',
  'her in a lingerie advert',
  'lingerie brand photo of her',
  'put her in thermal underwear, nothing else',
  'pin up the girl in the photo',
  'naked cake, she is the cake',
  'opposite sex on the bed with her',
  'food porn style photo of her body',
])('“%s” is refused with a picture', (prompt) => {
  expect(isRefused(prompt)).toBe(true);
});
