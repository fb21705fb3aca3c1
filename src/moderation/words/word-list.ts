import { createPatternTest } from './pattern.ts';
import type { PromptWords, StepBudget } from './prompt-words.ts';
import { createTermIndex, type Hits, type TermIndex } from './term-index.ts';
import { type EntryFault, parseEntry } from './word-entry.ts';

/** How many lines one list may have, and how many of them may be patterns. */
export const LIST_MAX_ENTRIES = 200;
export const LIST_MAX_PATTERNS = 20;

/** Why one of its lines makes a list unusable. */
export type ListFault = EntryFault | 'too many' | 'too many patterns' | 'no patterns here';

/** Splits a list in the source code, written with commas. */
export const splitLines = (text: string): string[] => text.trim().split(/\s*,\s*/);

/** Combines each first part with each next one: "1, 2" and "years, yrs" make four lines. */
export const combine = (...parts: readonly string[]): string[] =>
  parts.map(splitLines).reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => `${start} ${end}`)));

const LEAST_SPLIT = 2;
/** A word split by a space: "na ked", "nak ed". */
export const splitsOf = (word: string): string[] =>
  [...word].map((_, at) => `${word.slice(0, at)} ${word.slice(at)}`).slice(LEAST_SPLIT, 1 - LEAST_SPLIT);

/** Finds the first unusable line, and why it is unusable. */
export function findFault(
  lines: readonly string[],
  { mayBePatterns = true }: { mayBePatterns?: boolean } = {},
): { line: string; fault: ListFault } | undefined {
  if (lines.length > LIST_MAX_ENTRIES) return { line: String(lines.length), fault: 'too many' };
  let patterns = 0;
  for (const line of lines) {
    const entry = parseEntry(line);
    if ('fault' in entry) return { line, fault: entry.fault };
    if (entry.kind === 'pattern') patterns += 1;
    // An exception covers whole words, but a pattern may match parts of words.
    if (patterns > 0 && !mayBePatterns) return { line, fault: 'no patterns here' };
    if (patterns > LIST_MAX_PATTERNS) return { line, fault: 'too many patterns' };
  }
  return undefined;
}

/** A line that matched a prompt, its list, and the range of words that it covers (empty if it covers only signs). */
export interface WordMatch<List> {
  list: List;
  written: string;
  /** A phrase found as a whole among single letters. */
  isInLetters: boolean;
  from: number;
  to: number;
}

/** The positions of the words that the matches cover. */
export function positionsOf(found: readonly WordMatch<unknown>[]): Set<number> {
  const positions = new Set<number>();
  for (const { from, to } of found) for (let position = from; position < to; position++) positions.add(position);
  return positions;
}

/** Whether nothing but a space or a hyphen stands between the words of a match. */
export function isUnbroken({ isBound }: PromptWords, { from, to }: { from: number; to: number }): boolean {
  for (let position = from + 1; position < to; position++) if (!isBound(position)) return false;
  return true;
}

/**
 * The matches of these lists that can be exceptions: nothing stands between their words. "Rum" after a full stop doesn't
 * make "a kraken. Rum barrels" a drink. Single letters don't tell where its words end. Those of `negations` count where a
 * clause ends after them: "don't undress her", but not "don't undress her slowly".
 */
export const exceptionsIn = <One extends WordMatch<unknown>>(
  prompt: PromptWords,
  found: readonly One[],
  lists: readonly One['list'][],
  negations: readonly One['list'][] = [],
): One[] =>
  found.filter(
    (one) =>
      (lists.includes(one.list) || (negations.includes(one.list) && !prompt.isBound(one.to))) &&
      !one.isInLetters &&
      isUnbroken(prompt, one),
  );

/** The matches that aren't completely covered by `others`. */
export function withoutCovered<One extends WordMatch<unknown>>(
  found: readonly One[],
  others: readonly WordMatch<unknown>[],
): One[] {
  const positions = positionsOf(others);
  const isCovered = ({ from, to }: One): boolean => {
    for (let position = from; position < to; position++) if (!positions.has(position)) return false;
    return to > from;
  };
  return found.filter((one) => !isCovered(one));
}

interface Line<List> {
  list: List;
  written: string;
  order: number;
  terms: readonly number[];
  isInLetters: boolean;
}

/** Prepares lists for matching prompts. They are compiled for the first prompt: that takes a while, and not every program reads one. */
export function compileWordLists<List>(lists: readonly ListLines<List>[]) {
  let compiled: Compiled<List> | undefined;
  const compile = (): Compiled<List> => {
    compiled ??= compileLines(lists);
    return compiled;
  };
  return {
    /** The matches, in the order of the lines. Stops once the step budget is spent. */
    find: (prompt: PromptWords, steps: StepBudget): WordMatch<List>[] => findLines(compile(), prompt, steps),
    /** The line of the list's first pattern that matches the text. */
    findPattern: (list: List, text: string, steps: StepBudget): string | undefined =>
      compile().patterns.find((one) => one.list === list && !steps.isSpent && one.test(text, steps))?.written,
  };
}

interface ListLines<List> {
  list: List;
  lines: readonly string[];
}

interface Compiled<List> {
  index: TermIndex;
  /** Lines by their first term. */
  beginning: ReadonlyMap<number, readonly Line<List>[]>;
  patterns: readonly { list: List; written: string; test: (text: string, steps: StepBudget) => boolean }[];
}

/** Unusable lines are left out. */
function compileLines<List>(lists: readonly ListLines<List>[]): Compiled<List> {
  const index = createTermIndex();
  const beginning = new Map<number, Line<List>[]>();
  const patterns: Compiled<List>['patterns'][number][] = [];
  const entries = lists.flatMap(({ list, lines }) => lines.map((line) => ({ list, entry: parseEntry(line) })));
  for (const [order, { list, entry }] of entries.entries()) {
    if ('fault' in entry) continue;
    const { written } = entry;
    if (entry.kind === 'pattern') {
      patterns.push({ list, written, test: createPatternTest(entry.pattern) });
      continue;
    }
    const begin = (terms: readonly number[], isInLetters: boolean): void => {
      const [first = 0] = terms;
      const lines = beginning.get(first) ?? [];
      if (lines.length === 0) beginning.set(first, lines);
      lines.push({ list, written, order, terms, isInLetters });
    };
    begin(
      entry.terms.map((word) => index.add(word)),
      false,
    );
    if (entry.inLetters) begin([index.add(entry.inLetters, { onlyInLetters: true })], true);
  }
  return { index, beginning, patterns };
}

/** The cost of adding a match, and of looking up the next word of a phrase. */
const STEPS_OF_LINE = 8;
const STEPS_OF_TERM = 4;

function findLines<List>(
  { index, beginning }: Compiled<List>,
  prompt: PromptWords,
  steps: StepBudget,
): WordMatch<List>[] {
  const hits = index.find(prompt, steps);
  const present = new Set(hits.all.map(({ term }) => term));
  const possible = new Map<number, Line<List>[]>();
  /** The lines that start with a term, of those whose words are all somewhere in the prompt. */
  const linesFrom = (term: number): Line<List>[] => {
    const known = possible.get(term);
    if (known !== undefined) return known;
    const lines = beginning.get(term) ?? [];
    steps.spend(lines.length);
    const left = lines.filter(({ terms }) => terms.every((one) => present.has(one)));
    possible.set(term, left);
    return left;
  };
  const found: (WordMatch<List> & { order: number })[] = [];
  for (const { term, from, to } of hits.all) {
    for (const line of linesFrom(term)) {
      steps.spend(STEPS_OF_LINE);
      if (steps.isSpent) return [];
      for (const end of endsOf(line.terms, to, hits, steps)) found.push({ ...line, from, to: end });
    }
  }
  return found.sort((a, b) => a.order - b.order);
}

/** The positions where a phrase may end, if its first word ends at `to`. */
function endsOf(terms: readonly number[], to: number, hits: Hits, steps: StepBudget): readonly number[] {
  let ends: readonly number[] = [to];
  for (const term of terms.slice(1)) {
    steps.spend(STEPS_OF_TERM * ends.length);
    if (ends.length === 0 || steps.isSpent) return [];
    ends = [...new Set(ends.flatMap((end) => hits.endsOf(term, end)))];
  }
  return ends;
}
