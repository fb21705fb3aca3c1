import { stripDecoration, toLowerCase } from '../words/letters.ts';
import { splitLines } from '../words/phrases.ts';
import { type PromptWords, type StepBudget, textsOf } from '../words/prompt-words.ts';
import type { Finding } from './spaced.ts';

/** What the floor knows of a language without spaces, where words are looked for anywhere in the text. */
export interface UnspacedLanguage {
  /** Prompts without a letter of this script aren't read. */
  script: RegExp;
  minor: string;
  sexual: string;
  /** Counts only for requests with a source picture. */
  revealing: string;
  garment: string;
  /** Undresses after a garment, with nothing but `between` in between. */
  gone: string;
  between: string;
  /** Undresses where a garment follows: "transparent". */
  sheer: string;
  /** Innocent phrases that contain words of these lists. */
  innocent: string;
}

/** How many characters may stand between a garment and the verb. */
const MOST_BETWEEN = 16;
/** Stands for a sign between words, and for an innocent phrase. */
const CUT = '|';
/** Katakana words this short are found only where no letter of the same kind stands next to them: not the "エロ" of "ピエロ". */
const SHORT_LETTERS = 2;
const KINDS = [/[a-z]/, /[0-9]/, /[一二三四五六七八九十百]/];
const KATAKANA = /[\u30a1-\u30fc]/;
const KANA = /^(?:[\u3041-\u3096ー]+|[\u30a1-\u30f6ー]+)$/;
const HIRAGANA = /[\u3041-\u3096]/;
const KANA_OFFSET = 0x60;
/** Common between words and clauses, so they join only single characters. */
const SPACE_OR_COMMA = /[ 、。,.，．!?！？:：;；()（）「」]/;
/** Signs that stand for a letter, as the kanji for zero does. */
const MASKS = '○◯●◎□■×';
const MASK = new RegExp(`[${MASKS}〇]`, 'g');
const MASK_BETWEEN_WORDS = new RegExp(`^[${MASKS}]$`);
const kindsFor = (word: string): readonly RegExp[] => (word.length > SHORT_LETTERS ? KINDS : [...KINDS, KATAKANA]);

/** Compares narrow and wide letters, and capital and small ones, as the same. */
const fold = (text: string): string => toLowerCase(text).normalize('NFC');

/** Whether a word that stands in the text is no part of a longer one. */
function isWhole(text: string, word: string, at: number): boolean {
  const [before, first, last, after] = [text[at - 1], word[0], word.at(-1), text[at + word.length]];
  return !kindsFor(word).some(
    (kind) => (kind.test(before ?? '') && kind.test(first ?? '')) || (kind.test(last ?? '') && kind.test(after ?? '')),
  );
}

function positionOf(text: string, word: string, from = 0): number {
  let at = text.indexOf(word, from);
  while (at >= 0 && !isWhole(text, word, at)) at = text.indexOf(word, at + 1);
  return at;
}

/** A word and, if it is long enough to be told apart, the same in the other kana: "ヌード" and "ぬーど". */
function spellingsOf(word: string): string[] {
  if (word.length <= SHORT_LETTERS || !KANA.test(word)) return [word];
  const isHiragana = HIRAGANA.test(word);
  const [from, offset] = isHiragana ? [/[\u3041-\u3096]/g, KANA_OFFSET] : [/[\u30a1-\u30f6]/g, -KANA_OFFSET];
  return [word, word.replace(from, (letter) => String.fromCharCode(letter.charCodeAt(0) + offset))];
}

export function createUnspacedReader(language: UnspacedLanguage) {
  const words = (list: string): string[] =>
    splitLines(list).flatMap((word) => spellingsOf(fold(stripDecoration(word))));
  const [minor, sexual, revealing] = [words(language.minor), words(language.sexual), words(language.revealing)];
  const [garment, sheer, gone] = [words(language.garment), words(language.sheer), words(language.gone)];
  const innocent = words(language.innocent).sort((a, b) => b.length - a.length);
  const between = new RegExp(`^(?:${words(language.between).join('|')})*$`);
  const next = new RegExp(`[${[...gone, ...words(language.between)].map((word) => word[0]).join('')}]`);
  const count = minor.length + sexual.length + revealing.length + innocent.length;

  return (prompt: PromptWords, steps: StepBudget): Finding => {
    const written = textOf(prompt);
    if (!language.script.test(written)) return {};
    // A search for a word costs far less than a step a character.
    steps.spend(written.length * Math.ceil(count / CHARACTERS_A_STEP));
    if (steps.isSpent) return {};
    const text = innocent.reduce((left, phrase) => left.replaceAll(phrase, CUT), written);
    const masks = [...text.matchAll(MASK)].map(({ index }) => index);
    steps.spend(masks.length * count);
    if (steps.isSpent) return {};
    const first = (list: readonly string[]): string | undefined =>
      list.find((word) => positionOf(text, word) >= 0 || masks.some((at) => isMasked(text, word, at)));
    const undressing = undressingIn(text, { garment, sheer, gone, between, next }, steps);
    return {
      minor: first(minor),
      sexual: first(sexual) ?? undressing,
      revealing: first(revealing),
    };
  };
}

const CHARACTERS_A_STEP = 256;

/** Whether a sign in the text stands for one letter of a word: "ヌ○ド". */
function isMasked(text: string, word: string, at: number): boolean {
  if (word.length <= SHORT_LETTERS) return false;
  for (let index = 0; index < word.length; index++) {
    if (text.startsWith(word.slice(0, index), at - index) && text.startsWith(word.slice(index + 1), at + 1))
      return true;
  }
  return false;
}

/**
 * The prompt in one piece, because spaces mean nothing; without the signs that set characters apart, as in "ヌ・ー・ド";
 * and with its spaces. Each other sign is a cut.
 */
function textOf(prompt: PromptWords): string {
  const words = textsOf(prompt).map(fold);
  const join = (isJoined: (at: number) => boolean): string =>
    words
      .map((word, at) =>
        at === 0 || isJoined(at) ? word : (MASK_BETWEEN_WORDS.exec(prompt.before(at))?.[0] ?? CUT) + word,
      )
      .join('');
  const isSingle = (at: number): boolean => words[at]?.length === 1;
  const isApart = (at: number): boolean =>
    !SPACE_OR_COMMA.test(prompt.before(at)) || (isSingle(at - 1) && isSingle(at));
  return [join(prompt.isBound), ...(words.some((_, at) => isApart(at)) ? [join(isApart)] : []), ...words].join(CUT);
}

interface Patterns extends Record<'garment' | 'sheer' | 'gone', readonly string[]> {
  between: RegExp;
  /** What a verb or the words before it start with. */
  next: RegExp;
}

/** Finds "takes the dress off" and "a transparent dress", in the order of the language. */
function undressingIn(
  text: string,
  { garment, sheer, gone, between, next }: Patterns,
  steps: StepBudget,
): string | undefined {
  for (const one of garment) {
    for (let at = positionOf(text, one); at >= 0; at = positionOf(text, one, at + 1)) {
      if (steps.isSpent) return undefined;
      const worn = sheer.find((word) => text.startsWith(word, at - word.length));
      if (worn !== undefined) return worn + one;
      if (!next.test(text[at + one.length] ?? '')) continue;
      steps.spend(2 * MOST_BETWEEN);
      const after = text.slice(at + one.length, at + one.length + 2 * MOST_BETWEEN);
      const verb = gone.find((word) => {
        const found = after.indexOf(word);
        return found >= 0 && found <= MOST_BETWEEN && between.test(after.slice(0, found));
      });
      if (verb !== undefined) return `${one} … ${verb}`;
    }
  }
  return undefined;
}
