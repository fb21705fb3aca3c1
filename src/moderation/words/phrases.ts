/** Lists of phrases in the source code. A phrase may have alternatives: `(take|pull) off (her|his|) (dress|long skirt)`. */

/** Splits a list that is written with commas. */
export const splitLines = (text: string): string[] => text.trim().split(/\s*,\s*/);

const groupOf = (phrases: readonly string[]): string =>
  phrases.length === 1 ? (phrases[0] ?? '') : `(${phrases.join('|')})`;

/** The phrase in which a part of each list follows one of the list before: "1, 2" and "years, yrs" have four wordings. */
export const combine = (...parts: readonly string[]): string =>
  parts.map((part) => groupOf(splitLines(part))).join(' ');

/** Each first part with each next one, without a space: "12, 13" and "yo, yr" make four words. */
export const glued = (...parts: readonly string[]): string =>
  parts
    .map(splitLines)
    .reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)))
    .join(', ');

const LEAST_SPLIT = 2;
/** A word split by a space: "na ked", "nak ed". */
export const splitsOf = (word: string): string[] =>
  [...word].map((_, at) => `${word.slice(0, at)} ${word.slice(at)}`).slice(LEAST_SPLIT, 1 - LEAST_SPLIT);

/** A phrase in its parts: words, and alternatives. Each alternative is a phrase, which may be empty. */
export type Phrase = readonly (string | Alternatives)[];
export type Alternatives = readonly Phrase[];

/** Splits a phrase into its parts. Parentheses and bars have no other meaning here. */
export function parsePhrase(written: string): Phrase {
  const signs = written.split(/([(|)])/);
  let at = 0;
  /** Reads alternatives up to the parenthesis that closes them. */
  const readAlternatives = (): Phrase[] => {
    const alternatives: (string | Alternatives)[][] = [[]];
    while (at < signs.length) {
      const sign = signs[at++] ?? '';
      if (sign === ')') break;
      if (sign === '|') alternatives.push([]);
      else if (sign === '(') alternatives.at(-1)?.push(readAlternatives());
      else if (sign.trim() !== '') alternatives.at(-1)?.push(sign.trim());
    }
    return alternatives;
  };
  return readAlternatives()[0] ?? [];
}
