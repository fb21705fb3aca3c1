import {
  decodeLeet,
  dropRepeats,
  foldLToI,
  isLeet,
  mayBeLeet,
  mixesScripts,
  repetitionIn,
  toLatinLookAlike,
  toLooseLookAlike,
  toLowerCase,
} from './letters.ts';

/** How a listed word is compared with a reading: unchanged, decoded from leet, or without repeated letters. */
export const READ_AS = ['plain', 'folded', 'squeezed'] as const;
export type ReadAs = (typeof READ_AS)[number];

/** One text that a written word can be read as. */
export interface Reading {
  text: string;
  as: ReadAs;
  /** Whether listed words with a star may match it. */
  starsMatch: boolean;
}

/** Converts a listed word for comparison with each kind of reading. */
export const COMPARED_AS: Readonly<Record<ReadAs, (word: string) => string>> = {
  plain: (word) => word,
  folded: (word) => foldLToI(decodeLeet(word)),
  squeezed: (word) => foldLToI(dropRepeats(decodeLeet(word))),
};

/** A turned `e` may also stand for an `a`. */
const TURNED_E = /[əǝ]/giu;

/** `И` is read as `n`, and among Latin letters also as `u`. */
const TURNED_N = /и/giu;
/** A `v` without any vowel next to it stands for a `u`. */
const V_FOR_U = /(?<![aeiouyv])v(?![aeiouyv])/g;
const LEAST_WITH_V = 3;

/** All readings of a word: in its own script, as its Latin look-alike, decoded from leet, and without repeated letters. */
export function readingsOf(written: string, isMostlyLeet = false): Reading[] {
  const withA = written.replace(TURNED_E, 'a');
  const withU = mixesScripts(written) ? written.replace(TURNED_N, 'u') : written;
  return [...new Set([written, withA, withU])].flatMap((one) => readingsAs(one, isMostlyLeet));
}

/** A capital I among small letters looks like a small L. */
const CAPITAL_I = /\p{Ll}I|I\p{Ll}/u;

function readingsAs(written: string, isMostlyLeet: boolean): Reading[] {
  const small = toLowerCase(written);
  const latin = toLatinLookAlike(written);
  const own = readingsIn(small, isMostlyLeet);
  if (CAPITAL_I.test(written)) own.push({ text: foldLToI(small), as: 'folded', starsMatch: true });
  if (latin !== undefined) return latin === small ? own : [...own, ...readingsIn(latin, isMostlyLeet)];
  const loose = toLooseLookAlike(written);
  return loose === undefined ? own : [...own, { text: loose, as: 'plain', starsMatch: false }];
}

const NUMBER_BESIDE = /^\d+|\d+$/g;
const LEAST_BESIDE_NUMBER = 3;
/**
 * Single letters with numbers between them, or one digit within a word. Few letters need the same number each time: `a1b2c`
 * may be a name.
 */
const NUMBERS_BETWEEN = /^\p{L}(?:\d+\p{L}){4,}$|^\p{L}(\d+)\p{L}(?:\1\p{L})+$|^\p{L}{2,}\d\p{L}{2,}$/u;

/** Most words have no other reading. */
const IS_PLAIN = /^(?:(\p{L})(?!\1))+$/u;

function readingsIn(text: string, isMostlyLeet: boolean): Reading[] {
  const readings: Reading[] = [{ text, as: 'plain', starsMatch: true }];
  if (text.length >= LEAST_WITH_V && text.search(V_FOR_U) >= 0) {
    readings.push({ text: text.replaceAll(V_FOR_U, 'u'), as: 'plain', starsMatch: true });
  }
  if (IS_PLAIN.test(text)) return readings;
  const withoutNumber = text.replace(NUMBER_BESIDE, '');
  if (withoutNumber !== text && withoutNumber.length >= LEAST_BESIDE_NUMBER) {
    readings.push({ text: withoutNumber, as: 'plain', starsMatch: true });
  }
  if (NUMBERS_BETWEEN.test(withoutNumber)) {
    readings.push({ text: withoutNumber.replace(/\d+/g, ''), as: 'plain', starsMatch: true });
  }
  const inLeet = isLeet(text) || (isMostlyLeet && mayBeLeet(text));
  const letters = inLeet ? decodeLeet(text) : text;
  if (inLeet) readings.push({ text: foldLToI(letters), as: 'folded', starsMatch: true });
  const repeated = repeatsIn(text, letters, inLeet && isLeet(withoutNumber));
  const once = foldLToI(dropRepeats(letters));
  // Many words collapse to two letters: "aas" doesn't stand for "ass".
  if (repeated === 'many' || (repeated === 'some' && once.length > 2)) {
    readings.push({ text: once, as: 'squeezed', starsMatch: repeated === 'many' });
  }
  return readings;
}

/** One pair that English doubles counts only next to leet within the word: `kr4kenn`. */
function repeatsIn(text: string, letters: string, isLeetWithin: boolean): ReturnType<typeof repetitionIn> {
  if (repetitionIn(text) === 'many') return 'many';
  const repeated = repetitionIn(letters);
  return repeated === 'none' && isLeetWithin && dropRepeats(letters) !== letters ? 'some' : repeated;
}
