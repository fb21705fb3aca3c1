import {
  decodeLeet,
  dropRepeats,
  foldLToI,
  isLeet,
  repetitionIn,
  toLatinLookAlike,
  toLooseLookAlike,
  toLowerCase,
} from './letters.ts';

/** How a listed word has to be changed to be compared with a reading: not at all, as leet, or without repeated letters. */
export const READ_AS = ['plain', 'folded', 'squeezed'] as const;
export type ReadAs = (typeof READ_AS)[number];

/** One of the texts that somebody may read in a word as it is written. */
export interface Reading {
  text: string;
  as: ReadAs;
  /** Whether a listed line with a star may match it. */
  starsMatch: boolean;
}

/** A listed word as it is compared with each kind of reading. */
export const COMPARED_AS: Readonly<Record<ReadAs, (word: string) => string>> = {
  plain: (word) => word,
  folded: (word) => foldLToI(decodeLeet(word)),
  squeezed: (word) => foldLToI(dropRepeats(decodeLeet(word))),
};

/** A turned `e` is written for an `a`, too. */
const TURNED_E = /[əǝ]/giu;

/** All readings of an undressed word: in its own script, as it looks in Latin letters, as leet, without repeated letters. */
export function readingsOf(written: string): Reading[] {
  const withA = written.replace(TURNED_E, 'a');
  return withA === written ? readingsAs(written) : [...readingsAs(written), ...readingsAs(withA)];
}

function readingsAs(written: string): Reading[] {
  const small = toLowerCase(written);
  const latin = toLatinLookAlike(written);
  const own = readingsIn(small);
  if (latin !== undefined) return latin === small ? own : [...own, ...readingsIn(latin)];
  const loose = toLooseLookAlike(written);
  return loose === undefined ? own : [...own, { text: loose, as: 'plain', starsMatch: false }];
}

const NUMBER_BESIDE = /^\d+|\d+$/g;
const LEAST_BESIDE_NUMBER = 3;
/** Single letters with numbers between them, the same ones where they are few: `a1b2c` may be a name. */
const NUMBERS_BETWEEN = /^\p{L}(?:\d+\p{L}){4,}$|^\p{L}(\d+)\p{L}(?:\1\p{L})+$/u;

/** Nothing else can be read in most words. */
const IS_PLAIN = /^(?:(\p{L})(?!\1))+$/u;

function readingsIn(text: string): Reading[] {
  const readings: Reading[] = [{ text, as: 'plain', starsMatch: true }];
  if (IS_PLAIN.test(text)) return readings;
  const withoutNumber = text.replace(NUMBER_BESIDE, '');
  if (withoutNumber !== text && withoutNumber.length >= LEAST_BESIDE_NUMBER) {
    readings.push({ text: withoutNumber, as: 'plain', starsMatch: true });
  }
  if (NUMBERS_BETWEEN.test(withoutNumber)) {
    readings.push({ text: withoutNumber.replace(/\d+/g, ''), as: 'plain', starsMatch: true });
  }
  const inLeet = isLeet(text);
  const letters = inLeet ? decodeLeet(text) : text;
  if (inLeet) readings.push({ text: foldLToI(letters), as: 'folded', starsMatch: true });
  const repeated = repeatsIn(text, letters, inLeet && isLeet(withoutNumber));
  const once = foldLToI(dropRepeats(letters));
  // Two letters are left of many words: "aas" is not written for "ass".
  if (repeated === 'many' || (repeated === 'some' && once.length > 2)) {
    readings.push({ text: once, as: 'squeezed', starsMatch: repeated === 'many' });
  }
  return readings;
}

/** One pair of letters that English doubles says nothing, unless there is leet within the word: `kr4kenn`. */
function repeatsIn(text: string, letters: string, isLeetWithin: boolean): ReturnType<typeof repetitionIn> {
  if (repetitionIn(text) === 'many') return 'many';
  const repeated = repetitionIn(letters);
  return repeated === 'none' && isLeetWithin && dropRepeats(letters) !== letters ? 'some' : repeated;
}
