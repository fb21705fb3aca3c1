import {
  decodeLeet,
  FILLER,
  foldLToI,
  hasLatin,
  isLeet,
  LEET_PUNCTUATION,
  LEET_SIGNS,
  repetitionIn,
  replaceDrawnLetters,
  STRONG_SIGNS,
  stripDecoration,
  toLatinLookAlike,
  toLowerCase,
} from './letters.ts';
import { type ReadAs, type Reading, readingsOf } from './readings.ts';

/** Upper bound on the counted work of one look at a prompt, because it blocks the process. */
export interface StepBudget {
  spend(steps: number): void;
  /** From now on nothing more is looked at. */
  readonly isSpent: boolean;
  readonly spent: number;
}

export function createStepBudget(limit: number): StepBudget {
  let spent = 0;
  return {
    spend: (steps) => {
      spent += steps;
    },
    get isSpent() {
      return spent > limit;
    },
    get spent() {
      return spent;
    },
  };
}

/** A prompt as the word lists look at it: cut into words first, then every word, or neighbours that may be one, read. */
export interface PromptWords {
  tokens: readonly Token[];
  runs: readonly LetterRun[];
  /** The words as patterns look at them, without those at the places that are given. */
  textWithout(places: ReadonlySet<number>): string;
}

/** What may be read as one word. Places are counted in words: the first, and one past the last; signs alone cover none. */
export interface Token {
  from: number;
  to: number;
  readings: readonly Reading[];
}

/** Letters set apart one by one, as one text. */
export interface LetterRun {
  text: string;
  as: ReadAs;
  /** The word that each of its characters is. */
  places: readonly number[];
  /** Whether its characters from `start` to one before `end` may be a listed word. */
  mayBeWord(start: number, end: number): boolean;
}

interface Word {
  written: string;
  /** Where it begins, and one past its end. */
  at: number;
  end: number;
  /** What stands between it and the word before, white space as one space. */
  before: string;
  /** Whether there is white space before it, or nothing. */
  startsChunk: boolean;
  /** The end of "he'll" or "who're": no part of another word. */
  isEnding: boolean;
  isLetter: boolean;
}

/** Three times what is taken as a prompt: some letters are taken apart into many. */
const MOST_CHARACTERS = 9_000;
/** Words that may be one, at most; single letters may be as many as they are. */
const MOST_JOINED = 5;
/** No shorter word is read out of a single letter and its neighbour: "e.g.ore"; with a space between, "Model S hits". */
const LEAST_WITH_LETTER = 5;
const LEAST_WITH_SPACE = 6;
/** So few letters are a word only where all are set apart alike, as in "s e x" and not in "a S.S. Titanic". */
const FEW_LETTERS = 3;

const WORD = /[\p{L}\p{M}\p{Nd}\p{Nl}]+/gu;
const WORD_OF_LINE = /[\p{L}\p{M}\p{Nd}\p{Nl}*]+/gu;
const APOSTROPHE = /^['’‘`´]$/;
const PRONOUN = /^(?:i|you|he|she|it|we|they|who|what|that|there|here|where|how|why|when|this)$/i;
const ENDING = /^(?:s|ll|re|ve|d|m)$/i;
const CONSONANT = /^[b-df-hj-np-tv-xz]$/i;
const LETTER = /^\p{L}$/u;

/** What is too long to be looked at spends all steps. */
export function readPrompt(prompt: string, steps: StepBudget): PromptWords {
  const undressed = prompt.length > MOST_CHARACTERS ? prompt : stripDecoration(prompt);
  const text = undressed.slice(0, MOST_CHARACTERS);
  steps.spend(undressed.length > MOST_CHARACTERS ? Number.POSITIVE_INFINITY : text.length);
  if (steps.isSpent) return { tokens: [], runs: [], textWithout: () => '' };
  const words = wordsIn(text, WORD);
  return {
    tokens: [
      ...words.map(({ written }, from) => ({ from, to: from + 1, readings: readingsOf(written) })),
      ...tokensWithSigns(text, words),
      ...joinedTokens(words),
    ],
    runs: runsOf(words),
    textWithout: (places) => textOf(words, places),
  };
}

/** The words of one line of a list, of which stars are a part: "don't" is one there, and "he'll" two. */
export function wordsInLine(line: string): string[] {
  const words: string[] = [];
  for (const { written, before, isEnding } of wordsIn(stripDecoration(line), WORD_OF_LINE)) {
    const last = APOSTROPHE.test(before) && !isEnding ? (words.pop() ?? '') : '';
    words.push(last + written);
  }
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function wordsIn(text: string, word: RegExp): Word[] {
  const words: Word[] = [];
  for (const { 0: written, index: at } of text.matchAll(word)) {
    const last = words.at(-1);
    const before = text.slice(last?.end ?? 0, at).replace(/\s+/g, ' ');
    const isEnding =
      last !== undefined && APOSTROPHE.test(before) && PRONOUN.test(last.written) && ENDING.test(written);
    const startsChunk = last === undefined || before.includes(' ');
    const isLetter = written.length <= 2 && [...written].length === 1;
    words.push({ written, at, end: at + written.length, before, startsChunk, isEnding, isLetter });
  }
  return words;
}

const NO_LETTER = new RegExp(`[^\\p{L}\\p{M}\\p{N}${LEET_SIGNS}]+`, 'gu');
/** With signs that are seldom punctuation, with all signs, and with anything between. */
const WITH_SIGNS = [
  ...[STRONG_SIGNS, LEET_SIGNS].map((signs) => new RegExp(`[\\p{L}\\p{M}\\p{N}${FILLER}${signs}]+`, 'gu')),
  /\S+/gu,
];
const HAS_SIGN = new RegExp(`[${LEET_SIGNS}]`);
const PUNCTUATION_AT_EDGE = new RegExp(`^[${LEET_PUNCTUATION}]+|[${LEET_PUNCTUATION}]+$`, 'g');
const IS_SUM = /^[\d$€£¥¢]*$/;

/** Words with signs for letters: "n@ked", "|<raken". */
function tokensWithSigns(written: string, words: readonly Word[]): Token[] {
  const text = replaceDrawnLetters(written);
  if (!HAS_SIGN.test(text)) return [];
  return WITH_SIGNS.flatMap((withSigns) => {
    let from = 0;
    return [...text.matchAll(withSigns)].flatMap(({ 0: all, index }) => {
      while ((words[from]?.at ?? Number.POSITIVE_INFINITY) < index) from++;
      let to = from;
      while ((words[to]?.at ?? Number.POSITIVE_INFINITY) < index + all.length) to++;
      const written = all.replace(NO_LETTER, '').replace(PUNCTUATION_AT_EDGE, '');
      if (!HAS_SIGN.test(written) || IS_SUM.test(written)) return [];
      return [{ from, to, readings: readingsOf(written).filter(({ as }) => as !== 'plain') }];
    });
  });
}

/** Neighbours that may have been one word: "kra-ken", "k raken". */
function joinedTokens(words: readonly Word[]): Token[] {
  const tokens: Token[] = [];
  for (const [from, first] of words.entries()) {
    const joined: Joined = {
      written: first.written,
      letters: Number(first.isLetter),
      isApart: true,
      isTogether: true,
      isElided: true,
    };
    for (let to = from + 2; to <= from + MOST_JOINED; to++) {
      const last = words[to - 1];
      if (last === undefined || last.isEnding) break;
      joined.written += last.written;
      joined.letters += Number(last.isLetter);
      joined.isApart &&= last.before === ' ';
      joined.isTogether &&= !last.startsChunk;
      joined.isElided &&= APOSTROPHE.test(last.before);
      if (!joined.isApart && !joined.isTogether) break;
      if (!mayBeOne(joined, words, from, to)) continue;
      const readings = readingsOf(joined.written);
      // The s of "goods's" repeats nothing.
      const isPossessive = last.isLetter && APOSTROPHE.test(last.before);
      tokens.push({ from, to, readings: isPossessive ? readings.filter(({ as }) => as === 'plain') : readings });
    }
  }
  return tokens;
}

interface Joined {
  written: string;
  /** How many of the words are single letters. */
  letters: number;
  /** Whether nothing but a space stands between them, or no space. */
  isApart: boolean;
  isTogether: boolean;
  /** Whether they are what an apostrophe makes of one word: "don't". */
  isElided: boolean;
}

/** Whether these neighbours may be one word that somebody took apart. */
function mayBeOne(joined: Joined, words: readonly Word[], from: number, to: number): boolean {
  const { written, letters, isTogether, isElided } = joined;
  const [first, last, next] = [words[from], words[to - 1], words[to]];
  const isWhole = first?.startsChunk === true && next?.startsChunk !== false;
  if (isTogether) return isElided || letters === 0 || isWhole || written.length >= LEAST_WITH_LETTER;
  if (letters !== to - from - 1 || written.length < LEAST_WITH_SPACE || !isWhole) return false;
  // "a rousing speech", "goods s" and "5 exes" are no words taken apart.
  if (last?.isLetter && /s/i.test(last.written)) return false;
  const single = letters > 1 ? LETTER : CONSONANT;
  const areLetters = words.slice(from, to).every((word) => !word.isLetter || single.test(word.written));
  return areLetters && (next === undefined || next.before === ' ');
}

function runsOf(words: readonly Word[]): LetterRun[] {
  const runs: LetterRun[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from;
    while (words[to]?.isLetter && !(to > from && words[to]?.isEnding)) to++;
    if (to - from >= FEW_LETTERS) runs.push(...readingsOfRun(words, from, to));
    from = Math.max(to, from + 1);
  }
  return runs;
}

function readingsOfRun(words: readonly Word[], from: number, to: number): LetterRun[] {
  const small = textAndPlaces(words, from, to, toLowerCase);
  const latin = textAndPlaces(words, from, to, (word) => toLatinLookAlike(word) ?? toLowerCase(word));
  const areApartAlike = (places: readonly number[], start: number, end: number): boolean => {
    const first = places[start] ?? 0;
    const last = places[end - 1] ?? first;
    if (last - first + 1 > FEW_LETTERS) return true;
    const between = words.slice(first + 1, last + 1).map(({ before }) => before);
    return new Set(between).size === 1;
  };
  const plain = [small, ...(latin.text === small.text ? [] : [latin])].map(({ text, places }) => ({
    text,
    places,
    as: 'plain' as const,
    mayBeWord: (start: number, end: number) => areApartAlike(places, start, end),
  }));
  const folded = {
    text: foldLToI(decodeLeet(latin.text)),
    places: latin.places,
    as: 'folded' as const,
    mayBeWord: (start: number, end: number) =>
      isLeet(latin.text.slice(start, end)) && areApartAlike(latin.places, start, end),
  };
  const once = withoutRepeats(latin);
  const squeezed = {
    text: foldLToI(once.text),
    places: once.places,
    as: 'squeezed' as const,
    // Without a repeated letter in it, it is no other text than the plain one.
    mayBeWord: (start: number, end: number) => (once.places[end - 1] ?? 0) - (once.places[start] ?? 0) >= end - start,
  };
  return [
    ...plain,
    ...(folded.text === foldLToI(latin.text) ? [] : [folded]),
    ...(repetitionIn(latin.text) === 'none' ? [] : [squeezed]),
  ];
}

interface PlacedText {
  text: string;
  places: number[];
}

function textAndPlaces(words: readonly Word[], from: number, to: number, read: (word: string) => string): PlacedText {
  const places: number[] = [];
  let text = '';
  for (let place = from; place < to; place++) {
    const letters = read(words[place]?.written ?? '');
    text += letters;
    for (let index = 0; index < letters.length; index++) places.push(place);
  }
  return { text, places };
}

function withoutRepeats({ text, places }: PlacedText): PlacedText {
  const kept = places.map((_, index) => index).filter((index) => text[index] !== text[index - 1]);
  return { text: kept.map((index) => text[index]).join(''), places: kept.map((index) => places[index] ?? 0) };
}

function textOf(words: readonly Word[], without: ReadonlySet<number>): string {
  let text = '';
  for (const [place, { written, before, isEnding }] of words.entries()) {
    if (without.has(place)) continue;
    const isSame = APOSTROPHE.test(before) && !isEnding && !without.has(place - 1);
    const latin = hasLatin(written) ? toLatinLookAlike(written) : undefined;
    text += `${text === '' || isSame ? '' : ' '}${latin ?? toLowerCase(written)}`;
  }
  return text;
}
