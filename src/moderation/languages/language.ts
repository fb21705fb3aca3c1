import { stripDecoration, toLowerCase } from '../words/letters.ts';
import { combine, splitLines } from '../words/phrases.ts';
import { COMPARED_AS } from '../words/readings.ts';

/** What the floor knows of one language that writes spaces between words. Each list is written with commas. */

/**
 * The lines that are looked up in a prompt, in every disguise. A line that starts with `~` is also a word of another
 * language, so it counts only where it stands alone or another word shows this language. A phrase shows it by itself, but
 * not across a sign: "niña sexy" written "nina sexy", but not "Nina, sexy".
 */
export interface Lists {
  /** Words for minors. */
  minor: string;
  /** Undressed or sexual, said of anyone. */
  sexual: string;
  /** The plainest of these, also found with one letter missing, doubled or swapped with the next. */
  plainest: string;
  /** Counts only for requests with a source picture; otherwise these are ordinary words. */
  revealing: string;
  /** Undresses where a garment follows: "take off", "without". */
  remove: string;
  /** Undresses where it comes after a garment: "removed". */
  gone: string;
  /** Undresses next to a garment, on either side: "transparent". */
  sheer: string;
  garment: string;
  /** Puts something else in a garment's place, where one of `less` follows: "swap her jeans for a towel". */
  swap: string;
  less: string;
  /** Wearing nothing else where one of `worn` follows: "nur mit", "nichts als". */
  only: string;
  /** Jewellery, shoes, coats: taking these off undresses no one, but wearing only these does. */
  worn: string;
  /** Says so after one of `worn` or a garment: "boots and nothing else". */
  nothingElse: string;
  /** Undresses together with what stands before it, where that is taken off: "her coat and everything else". */
  rest: string;
  /** Garments over a bare chest, which is innocent without a source picture. */
  top: string;
  /** Innocent phrases that contain words of these lists. */
  innocent: string;
  /** Says not to undress. It counts where its clause ends: not "don't undress her slowly". */
  negated: string;
  /** Words that English lists mean otherwise. They aren't English where this language has more words in the prompt. */
  notEnglish: string;
  /** The two halves of a split verb, with its object between them: "zieh … aus". */
  opens: string;
  closes: string;
  /** Undresses the person who stands before it, or as the start of a clause: "sie ausziehen". */
  undress: string;
}
export type Kind = keyof Lists;

/** Plain words that tell how the listed ones go together. */
export interface Grammar {
  /** Words that show the language. Few other languages have them. */
  own: string;
  /** May stand between a verb and the garment that it undresses. */
  filler: string;
  /** "The stain on her shirt": what follows isn't the verb's object. */
  preposition: string;
  /** "The cable that crosses her shirt": what follows isn't the verb's object either. */
  relative: string;
  /** "Without any of her clothes": a preposition after these is none. */
  quantity: string;
  /** May stand between a garment and the word that says it is gone. */
  auxiliary: string;
  /** Ends what the verb before is about: "but", "add", "keep". */
  turn: string;
  /** "With her clothes removed": a garment after these may be gone. */
  withWords: string;
  person: string;
  /** After these words, the second half of a split verb is a preposition: "aus Seide". */
  notClosing: string;
}

export interface Language {
  lists: Partial<Lists>;
  grammar: Partial<Grammar>;
  /** Letters that show the language like its own words. */
  ownLetters?: RegExp;
  /** Letters that people also write in another way: `ä` as `ae`. */
  alsoWritten?: readonly (readonly [letter: string, letters: string])[];
}

/** Combines each first part with each next one. */
export const each = combine;

/** Joins lists. */
export const together = (...lists: readonly string[]): string => lists.join(', ');

/** Spelling that keeps the sound of a stem before "e" and "i" in Spanish and Portuguese. */
const BEFORE_E: Readonly<Record<string, string>> = { c: 'qu', g: 'gu', z: 'c', ç: 'c' };

/** Each stem with each ending: "saca", "saque". */
export const conjugated = (stems: string, endings: string): string =>
  splitLines(stems)
    .flatMap((stem) => {
      const last = stem.at(-1) ?? '';
      const soft = stem.slice(0, -1) + (BEFORE_E[last] ?? last);
      return splitLines(endings).map((ending) => (/^[eéi]/.test(ending) ? soft : stem) + ending);
    })
    .join(', ');

/** Tells a word that was decoded from leet from one that was written. */
export const inLeet = (word: string): string => `\u0003${word}`;

/** The words of a list as they are read in a prompt, and as they are decoded from leet. */
export const wordsOf = (list = ''): ReadonlySet<string> =>
  new Set(
    splitLines(list)
      .map((word) => toLowerCase(stripDecoration(word)))
      .flatMap((word) => [word, inLeet(COMPARED_AS.folded(word))]),
  );

const LEAST_WITH_TYPO = 5;
/** A word with one letter missing or doubled after the first, or with two neighbours swapped. */
export function typosOf(word: string): string[] {
  if (word.length < LEAST_WITH_TYPO) return [];
  return [...word].slice(1).flatMap((letter, index) => {
    const at = index + 1;
    const next = word[at + 1] ?? '';
    const without = word.slice(0, at) + word.slice(at + 1);
    const swapped = word.slice(0, at) + next + letter + word.slice(at + 2);
    const doubled = word.slice(0, at) + letter + word.slice(at);
    return next === '' || next === letter ? [without, doubled] : [without, doubled, swapped];
  });
}
