import { createPatternTest } from './pattern.ts';
import { createPhraseGraph, type PhraseGraph } from './phrase-graph.ts';
import { parsePhrase } from './phrases.ts';
import { type PromptWords, type StepBudget, textsOf, wordsInLine } from './prompt-words.ts';
import { createTermIndex, type TermIndex } from './term-index.ts';
import { type EntryFault, parseEntry } from './word-entry.ts';

/** How many lines one list may have, and how many of them may be patterns. */
export const LIST_MAX_ENTRIES = 200;
export const LIST_MAX_PATTERNS = 20;

/** Why one of its lines makes a list unusable. */
export type ListFault = EntryFault | 'too many' | 'too many patterns' | 'no patterns here';

/** Finds the first unusable line, and why it is unusable. */
export function findFault(
  lines: readonly string[],
  { mayBePatterns = true, most = LIST_MAX_ENTRIES }: { mayBePatterns?: boolean; most?: number } = {},
): { line: string; fault: ListFault } | undefined {
  if (lines.length > most) return { line: String(lines.length), fault: 'too many' };
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

/** A built-in list: phrases as `phrases.ts` describes them. */
interface ListPhrases<List> {
  list: List;
  phrases: readonly string[];
}
/** A server's own list. Unusable lines are left out. */
interface ListLines<List> {
  list: List;
  lines: readonly string[];
}

/** Prepares lists for matching prompts. They are compiled for the first prompt: that takes a while, and not every program reads one. */
export function compileWordLists<List>(lists: readonly (ListPhrases<List> | ListLines<List>)[]) {
  let compiled: Compiled<List> | undefined;
  const compile = (): Compiled<List> => {
    compiled ??= compileLists(lists);
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

interface Compiled<List> {
  index: TermIndex;
  graph: PhraseGraph<Line<List>>;
  patterns: readonly { list: List; written: string; test: (text: string, steps: StepBudget) => boolean }[];
}

interface Line<List> {
  list: List;
  /** Undefined if the phrase has several wordings: then the prompt says which. */
  written: string | undefined;
  order: number;
}

function compileLists<List>(lists: readonly (ListPhrases<List> | ListLines<List>)[]): Compiled<List> {
  const index = createTermIndex();
  const graph = createPhraseGraph<Line<List>>();
  const patterns: Compiled<List>['patterns'][number][] = [];
  let order = 0;
  for (const one of lists) {
    const { list } = one;
    if ('phrases' in one) {
      for (const line of one.phrases) {
        const phrase = parsePhrase(line);
        const written = phrase.length === 1 ? line : undefined;
        graph.add(phrase, (text) => wordsInLine(text).map(index.add), { list, written, order: order++ });
      }
      continue;
    }
    for (const entry of one.lines.map(parseEntry)) {
      if ('fault' in entry) continue;
      const { written } = entry;
      if (entry.kind === 'pattern') patterns.push({ list, written, test: createPatternTest(entry.pattern) });
      else graph.add([written], () => entry.terms.map(index.add), { list, written, order: order++ });
    }
  }
  return { index, graph, patterns };
}

function findLines<List>({ index, graph }: Compiled<List>, prompt: PromptWords, steps: StepBudget): WordMatch<List>[] {
  const found = graph.find(index.find(prompt, steps), steps);
  const texts = textsOf(prompt);
  return found
    .sort((a, b) => a.end.order - b.end.order)
    .map(({ end: { list, written }, from, to, isInLetters }) => ({
      list,
      written: written ?? texts.slice(from, to).join(' '),
      from,
      to,
      isInLetters,
    }));
}
