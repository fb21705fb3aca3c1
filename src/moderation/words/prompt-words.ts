import {
  decodeLeet,
  FILLER,
  foldLToI,
  hasLatin,
  isLeet,
  isSurelyLeet,
  LEET_PUNCTUATION,
  LEET_SIGNS,
  repetitionIn,
  replaceDrawnLetters,
  STRONG_SIGNS,
  stripDecoration,
  toLatinLookAlike,
  toLooseLetter,
  toLowerCase,
} from './letters.ts';
import { type ReadAs, type Reading, readingsOf } from './readings.ts';

/** Upper bound on the counted work of checking one prompt, because the check blocks the process. */
export interface StepBudget {
  spend(steps: number): void;
  /** The bound is reached, so the check stops. */
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

/** A prompt prepared for matching: split into words, then each word and each group that may be one word is read. */
export interface PromptWords {
  /** The prompt, with its accents. */
  written: string;
  tokens: readonly Token[];
  runs: readonly LetterRun[];
  /** Whether nothing but spaces or a hyphen stands between this word and the one before. */
  isBound(position: number): boolean;
  /** What stands between this word and the one before, with white space collapsed. */
  before(position: number): string;
  /** The text for patterns, without the words at these positions. */
  textWithout(positions: ReadonlySet<number>): string;
}

/** A range of words (end exclusive) that may be read as one word. Signs alone make an empty range. */
export interface Token {
  from: number;
  to: number;
  readings: readonly Reading[];
}

/** A run of single letters, joined into one text. */
export interface LetterRun {
  text: string;
  as: ReadAs;
  /** The position of the word that each character comes from. */
  positions: readonly number[];
  /** Whether the characters from `start` to `end` (exclusive) may be a listed word. */
  mayBeWord(start: number, end: number): boolean;
}

interface Word {
  written: string;
  /** The range of characters, end exclusive. */
  at: number;
  end: number;
  /** The text since the previous word, with white space collapsed. */
  before: string;
  /** Nothing but spaces or a hyphen comes before it, or an apostrophe before an ending. */
  isBound: boolean;
  /** A line ends before it, with nothing else but a hyphen. */
  startsLine: boolean;
  /** White space or the start of the prompt comes before it. */
  startsChunk: boolean;
  /** The end of "he'll" or "who're", which can't be part of another word. */
  isEnding: boolean;
  isLetter: boolean;
}

/** Three times the longest prompt, because some characters expand into several letters. */
const MOST_CHARACTERS = 9_000;
/** How many neighbouring words may be joined; runs of single letters have no limit. */
const MOST_JOINED = 5;
/** The shortest word read from a single letter and its neighbour ("e.g.ore"), and with a space between ("Model S hits"). */
const LEAST_WITH_LETTER = 5;
const LEAST_WITH_SPACE = 6;
/** A small letter that is no common ending seldom stands alone: "n aked", "kno b". */
const LEAST_WITH_SMALL_LETTER = 5;
const SMALL_LETTER = /^[b-df-hj-ln-rv-z]$/;
/** So few letters make a word only if the same separator stands between all of them: "s e x", but not "a S.S. Titanic". */
const FEW_LETTERS = 3;

/** With this many words in leet, a word with more digits than letters is leet as well. */
const LEAST_IN_LEET = 2;

const WORD = /[\p{L}\p{M}\p{Nd}\p{Nl}]+/gu;
const WORD_OF_LINE = /[\p{L}\p{M}\p{Nd}\p{Nl}*]+/gu;
const APOSTROPHE = /^['’‘`´]$/;
const PRONOUN = /^(?:i|you|he|she|it|we|they|who|what|that|there|here|where|how|why|when|this)$/i;
const ENDING = /^(?:s|t|ll|re|ve|d|m)$/i;
/** Spaces within a line, or a hyphen. */
const BINDS = /^(?:[^\S\n\v\f\r\u0085\u2028\u2029]+|[-\u2010\u2011])$/;
const LINE_END = /^-?[^\S\n\r\u2028\u2029]*(?:\r?\n|[\r\u2028\u2029])[^\S\n\r\u2028\u2029]*$/;
const CONSONANT = /^[b-df-hj-np-tv-xz]$/i;
const LETTER = /^\p{L}$/u;

/** A prompt that is too long to check spends the whole budget. */
export function readPrompt(prompt: string, steps: StepBudget): PromptWords {
  const undressed = prompt.length > MOST_CHARACTERS ? prompt : stripDecoration(prompt);
  const text = undressed.slice(0, MOST_CHARACTERS);
  steps.spend(undressed.length > MOST_CHARACTERS ? Number.POSITIVE_INFINITY : text.length);
  if (steps.isSpent)
    return { written: '', tokens: [], runs: [], isBound: () => false, before: () => '', textWithout: () => '' };
  const words = wordsIn(text, WORD);
  const isMostlyLeet = words.filter(({ written }) => isSurelyLeet(written)).length >= LEAST_IN_LEET;
  return {
    written: prompt,
    tokens: [
      ...words.map(({ written }, from) => ({ from, to: from + 1, readings: readingsOf(written, isMostlyLeet) })),
      ...tokensWithSigns(text, words),
      ...joinedTokens(words),
      ...maskedTokens(words),
      ...brokenTokens(words),
    ],
    runs: runsOf(words),
    isBound: (position) => words[position]?.isBound === true,
    before: (position) => words[position]?.before ?? '',
    textWithout: (positions) => textOf(words, positions),
  };
}

export const textAsWritten = ([first]: readonly Reading[]): string => first?.text ?? '';

/** The words of a prompt as they are written, in small letters, or with another reading of each. */
export function textsOf({ tokens }: Pick<PromptWords, 'tokens'>, read = textAsWritten): string[] {
  const texts: string[] = [];
  for (const { from, to, readings } of tokens) if (to === from + 1) texts[from] ??= read(readings);
  return texts;
}

/** Most lines are plain words, and there are thousands. */
const IS_PLAIN_LINE = /^[a-z]+(?: [a-z]+)*$/;

/** Splits a line of a list into words, which include stars. "don't" is one word, "he'll" two. */
export function wordsInLine(line: string): string[] {
  if (IS_PLAIN_LINE.test(line)) return line.split(' ');
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
    const between = text.slice(last?.end ?? 0, at);
    const before = between.replace(/\s+/g, ' ');
    const mayEnd = last !== undefined && APOSTROPHE.test(before) && ENDING.test(written);
    const isEnding = mayEnd && PRONOUN.test(last.written);
    const isBound = last !== undefined && (mayEnd || BINDS.test(between));
    const startsChunk = last === undefined || before.includes(' ');
    const startsLine = last !== undefined && LINE_END.test(between);
    const isLetter = written.length <= 2 && [...written].length === 1;
    words.push({ written, at, end: at + written.length, before, isBound, startsLine, startsChunk, isEnding, isLetter });
  }
  return words;
}

const NO_LETTER = new RegExp(`[^\\p{L}\\p{M}\\p{N}${LEET_SIGNS}]+`, 'gu');
/** Words with signs that are rarely punctuation, words with any sign, and everything between white space. */
const WITH_SIGNS = [
  ...[STRONG_SIGNS, LEET_SIGNS].map((signs) => new RegExp(`[\\p{L}\\p{M}\\p{N}${FILLER}${signs}]+`, 'gu')),
  /\S+/gu,
];
const HAS_SIGN = new RegExp(`[${LEET_SIGNS}]`);
const PUNCTUATION_AT_EDGE = new RegExp(`^[${LEET_PUNCTUATION}]+|[${LEET_PUNCTUATION}]+$`, 'g');
const IS_SUM = /^[\d$€£¥¢]*$/;

/** Finds words with signs for letters: "n@ked", "|<raken". */
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

/** Finds neighbours that may be one word: "kra-ken", "k raken". */
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
      // The s of "goods's" isn't a repeated letter.
      const isPossessive = last.isLetter && APOSTROPHE.test(last.before);
      tokens.push({ from, to, readings: isPossessive ? readings.filter(({ as }) => as === 'plain') : readings });
    }
  }
  return tokens;
}

/** A sign that may stand for a vowel, and is seldom within a word otherwise. */
const MASK = /^[*#_%~]$/;
const HAS_LETTERS = /^[\p{L}\p{M}]+$/u;

/** Finds words with one sign for a vowel: "kr*ken". */
function maskedTokens(words: readonly Word[]): Token[] {
  return words.flatMap(({ written, before }, from) => {
    const [next, after] = [words[from + 1], words[from + 2]];
    if (next === undefined || !MASK.test(next.before) || MASK.test(before) || MASK.test(after?.before ?? '')) return [];
    // "F#m" and "x_y" are no words.
    const least = next.before === '*' ? 2 : 3;
    if (!HAS_LETTERS.test(written + next.written) || written.length + next.written.length < least) return [];
    const texts = [...'aeiou'].map((vowel) => toLowerCase(`${written}${vowel}${next.written}`));
    return [{ from, to: from + 2, readings: texts.map(readAsWritten) }];
  });
}

const LEAST_BROKEN = 5;
const LEAST_HALF = 2;
/** A line often starts with one of these, though another line's end before it makes a word: "pen / is". */
const STARTS_LINE =
  /^(?:is|in|it|its|on|or|of|as|at|an|am|a|to|up|us|me|my|he|her|hers|his|we|be|by|so|no|do|if|i|less|off|all|age|man|men|ness|skirt|side|boy|girl|pants|suit|dress)$/i;

/** Finds words that a line end breaks in two. */
function brokenTokens(words: readonly Word[]): Token[] {
  return words.flatMap(({ written, startsLine }, at) => {
    const half = words[at - 1]?.written ?? '';
    if (!startsLine || STARTS_LINE.test(written)) return [];
    if (Math.min(half.length, written.length) < LEAST_HALF || half.length + written.length < LEAST_BROKEN) return [];
    return [{ from: at - 1, to: at + 1, readings: readingsOf(half + written) }];
  });
}

const readAsWritten = (text: string): Reading => ({ text, as: 'plain', starsMatch: true });

interface Joined {
  written: string;
  /** How many words are single letters. */
  letters: number;
  /** Exactly a space stands between all of them, or no space at all. */
  isApart: boolean;
  isTogether: boolean;
  /** Apostrophes split one word: "don't". */
  isElided: boolean;
}

/** Whether these neighbours may be one word that was split on purpose. */
function mayBeOne(joined: Joined, words: readonly Word[], from: number, to: number): boolean {
  const { written, letters, isTogether, isElided } = joined;
  const [first, last, next] = [words[from], words[to - 1], words[to]];
  const isWhole = first?.startsChunk === true && next?.startsChunk !== false;
  if (isTogether) return isElided || letters === 0 || isWhole || written.length >= LEAST_WITH_LETTER;
  const isSmall = letters === 1 && [first, last].some((word) => SMALL_LETTER.test(word?.written ?? ''));
  const least = isSmall ? LEAST_WITH_SMALL_LETTER : LEAST_WITH_SPACE;
  if (letters !== to - from - 1 || written.length < least || !isWhole) return false;
  // "a rousing speech", "goods s" and "5 exes" aren't split words.
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
  const small = textAndPositions(words, from, to, toLowerCase);
  // "и а к е d" mixes alphabets.
  const isMixed = words.slice(from, to).some(({ written }) => hasLatin(written));
  const toLatin = isMixed ? toLooseLetter : (word: string) => toLatinLookAlike(word) ?? toLowerCase(word);
  const latin = textAndPositions(words, from, to, toLatin);
  const areApartAlike = (positions: readonly number[], start: number, end: number): boolean => {
    const first = positions[start] ?? 0;
    const last = positions[end - 1] ?? first;
    if (last - first + 1 > FEW_LETTERS) return true;
    const between = words.slice(first + 1, last + 1).map(({ before }) => before);
    return new Set(between).size <= 1;
  };
  const plain = [small, ...(latin.text === small.text ? [] : [latin])].map(({ text, positions }) => ({
    text,
    positions,
    as: 'plain' as const,
    mayBeWord: (start: number, end: number) => areApartAlike(positions, start, end),
  }));
  const folded = {
    text: foldLToI(decodeLeet(latin.text)),
    positions: latin.positions,
    as: 'folded' as const,
    mayBeWord: (start: number, end: number) =>
      isLeet(latin.text.slice(start, end)) && areApartAlike(latin.positions, start, end),
  };
  const once = withoutRepeats(latin);
  const squeezed = {
    text: foldLToI(once.text),
    positions: once.positions,
    as: 'squeezed' as const,
    // Without a repeated letter, the text equals the plain one.
    mayBeWord: (start: number, end: number) =>
      (once.positions[end - 1] ?? 0) - (once.positions[start] ?? 0) >= end - start,
  };
  return [
    ...plain,
    ...(folded.text === foldLToI(latin.text) ? [] : [folded]),
    ...(repetitionIn(latin.text) === 'none' ? [] : [squeezed]),
  ];
}

interface PositionedText {
  text: string;
  positions: number[];
}

function textAndPositions(
  words: readonly Word[],
  from: number,
  to: number,
  read: (word: string) => string,
): PositionedText {
  const positions: number[] = [];
  let text = '';
  for (let position = from; position < to; position++) {
    const letters = read(words[position]?.written ?? '');
    text += letters;
    for (let index = 0; index < letters.length; index++) positions.push(position);
  }
  return { text, positions };
}

function withoutRepeats({ text, positions }: PositionedText): PositionedText {
  const kept = positions.map((_, index) => index).filter((index) => text[index] !== text[index - 1]);
  return { text: kept.map((index) => text[index]).join(''), positions: kept.map((index) => positions[index] ?? 0) };
}

function textOf(words: readonly Word[], without: ReadonlySet<number>): string {
  let text = '';
  for (const [position, { written, before, isEnding }] of words.entries()) {
    if (without.has(position)) continue;
    const isSame = APOSTROPHE.test(before) && !isEnding && !without.has(position - 1);
    const latin = hasLatin(written) ? toLatinLookAlike(written) : undefined;
    text += `${text === '' || isSame ? '' : ' '}${latin ?? toLowerCase(written)}`;
  }
  return text;
}
