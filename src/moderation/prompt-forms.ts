import unhomoglyph from 'unhomoglyph';

/**
 * A prompt as the word lists look at it: without what people put in to get past them (case, accents, look-alike letters,
 * invisible characters, leet, spacing, repeated letters). Words are compared as wholes, so that innocent words which
 * merely contain a listed one pass.
 */
export interface PromptForms {
  /** The words, in their order. */
  words: string[];
  /** Other readings of words or of neighbours, for words written apart, in leet, or with letters repeated. */
  readings: Reading[];
}

export interface Reading {
  text: string;
  /** How a listed word has to be changed to be compared with it. */
  as: 'plain' | 'folded' | 'squeezed';
  /** Made of single letters, or of one word alone: then a listed word with a star may match it too. */
  starsMatch: boolean;
  /** The words that it was read from: the first, and one past the last. */
  from: number;
  to: number;
}

/** Small letters without accents; letters of other scripts that look Latin, and ornamental ones, become Latin. */
export function normalise(text: string): string {
  if (IS_PLAIN.test(text)) return text.toLowerCase();
  return withoutMarks(unhomoglyphed(unornamented(text).toLowerCase()));
}

/** The same by the look of the letters as they were written: capitals may look Latin where their small ones do not. */
function normaliseAsWritten(text: string): string {
  return withoutMarks(unhomoglyphed(unhomoglyphed(unornamented(text)).toLowerCase()));
}

const IS_PLAIN = /^[\x20-\x7e\n]*$/;

function unornamented(text: string): string {
  return withoutMarks(text).replace(ORNAMENTAL, (letter) => latinOf(letter));
}

/** Accents, and characters that nobody sees. */
const MARKS = /\p{Mn}|\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '');
}

/** Only what is not ASCII: the library's table would also make "rn" of "m". The euro sign is leet's. */
function unhomoglyphed(text: string): string {
  return text.replace(/[^\p{ASCII}€]+/gu, (part) => unhomoglyph(part));
}

/** Letters in circles and squares, and those of flags: Unicode names no letter that they could be taken apart into. */
const ORNAMENTAL = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = ALPHABETS.findLast((start) => start <= code) ?? code;
  return String.fromCharCode(97 + code - first);
}

const LEET: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' },
  ...{ '@': 'a', $: 's', '!': 'i', '|': 'i', '+': 't', '€': 'e' },
};
const LEET_MARKS = /[01345789@$!|+€]/g;

/** Leet read as letters; `l` becomes `i`, for 1 and | stand for both. */
export function fold(text: string): string {
  return text.replace(LEET_MARKS, (mark) => LEET[mark] ?? mark).replaceAll('l', 'i');
}

/** Every letter once where it is repeated. */
export function squeeze(text: string): string {
  return text.replace(/(.)\1+/gu, '$1');
}

/** What a prompt is cut to before it is looked at; longer ones are refused elsewhere. */
const MOST_CHARACTERS = 6_000;
/** Words that may have been written apart, joined at most so far. */
const MOST_JOINED = 16;
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
const APOSTROPHES = /['’`´]/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** Around a chunk, what is punctuation and no leet. */
const EDGES = /^[^\p{L}\p{N}@$€]+|[^\p{L}\p{N}@$€]+$/gu;

export function formsOf(prompt: string): PromptForms {
  const words: string[] = [];
  const readings: Reading[] = [];
  const shown = prompt.slice(0, MOST_CHARACTERS).replace(UNSEEN, '').replace(APOSTROPHES, '');
  for (const written of shown.split(/\s+/)) {
    const chunk = normalise(written);
    const from = words.length;
    words.push(...(chunk.match(WORD) ?? []));
    readings.push(...readingsOf(chunk, from, words.length, false));
    if (IS_PLAIN.test(written)) continue;
    const asWritten = normaliseAsWritten(written);
    if (asWritten !== chunk) readings.push(...readingsOf(asWritten, from, words.length, true));
  }
  return { words, readings: [...readings, ...words.flatMap(squeezed), ...joined(words)] };
}

/** What else a chunk without spaces may be read as. A chunk of symbols alone has no word of its own. */
function readingsOf(chunk: string, from: number, end: number, isOther: boolean): Reading[] {
  const inChunk = chunk.match(WORD) ?? [];
  const span = { from, to: Math.max(from + 1, end), starsMatch: true };
  const core = chunk.replace(EDGES, '');
  return [
    ...(isOther ? inChunk.map((text) => ({ ...span, text, as: 'plain' as const })) : []),
    ...(inChunk.length > 1 ? [{ ...span, text: inChunk.join(''), as: 'plain' as const }] : []),
    ...(isLeet(core) ? [{ ...span, text: fold(core).replace(/[^\p{L}\p{N}]/gu, ''), as: 'folded' as const }] : []),
  ];
}

function squeezed(word: string, index: number): Reading[] {
  if (!/(.)\1\1/u.test(word)) return [];
  return [{ from: index, to: index + 1, text: squeeze(word), as: 'squeezed', starsMatch: false }];
}

/** Letters with leet among them, and not more digits than letters: roads, sizes and years are no leet. */
function isLeet(text: string): boolean {
  const letters = text.match(/[\p{L}@$€]/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return /[01345789@$!|+€]/.test(text) && letters >= Math.max(1, digits);
}

/** Neighbours of which all but one are single letters: "n u d e", "n ude". */
function joined(words: readonly string[]): Reading[] {
  const readings: Reading[] = [];
  for (let from = 0; from < words.length; from++) {
    let text = words[from] ?? '';
    let longer = [...text].length > 1 ? 1 : 0;
    for (let to = from + 2; to <= Math.min(words.length, from + MOST_JOINED); to++) {
      const next = words[to - 1] ?? '';
      longer += [...next].length > 1 ? 1 : 0;
      if (longer > 1) break;
      text += next;
      const starsMatch = longer === 0;
      readings.push({ from, to, text, as: 'plain', starsMatch });
      if (isLeet(text)) {
        readings.push({ from, to, text: fold(text), as: 'folded', starsMatch });
      }
    }
  }
  return readings;
}
