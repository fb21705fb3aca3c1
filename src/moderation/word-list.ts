import { fold, type PromptForms, type Reading, squeeze } from './prompt-forms.ts';
import { type EntryFault, fitsPieces, parseEntry, type WordEntry } from './word-entry.ts';

/** A list ready to look at prompts. */
export interface WordList {
  /** The line that the prompt goes against, as it was written; nothing when it goes against none. */
  find(forms: PromptForms, allowed: ReadonlySet<number>): string | undefined;
  /** The places of the words that lines of this list cover. */
  covered(forms: PromptForms): Set<number>;
}

/** Lines of one list, and how many of them may be patterns. */
export const LIST_MAX_ENTRIES = 200;
export const LIST_MAX_PATTERNS = 20;

/** The first line that cannot be used, and why. */
export function faultIn(
  lines: readonly string[],
  { mayBePatterns = true }: { mayBePatterns?: boolean } = {},
): { line: string; fault: EntryFault | 'too many' | 'too many patterns' | 'no patterns here' } | undefined {
  if (lines.length > LIST_MAX_ENTRIES) return { line: String(lines.length), fault: 'too many' };
  let patterns = 0;
  for (const line of lines) {
    const entry = parseEntry(line);
    if ('fault' in entry) return { line, fault: entry.fault };
    if (entry.kind === 'pattern') patterns += 1;
    // An exception covers words; what a pattern matches need not be whole ones.
    if (patterns > 0 && !mayBePatterns) return { line, fault: 'no patterns here' };
    if (patterns > LIST_MAX_PATTERNS) return { line, fault: 'too many patterns' };
  }
  return undefined;
}

/** Lines that cannot be used are left out: they were refused when they were written. */
export function wordListOf(lines: readonly string[]): WordList {
  const entries = lines.map(parseEntry).filter((entry): entry is WordEntry => !('fault' in entry));
  const spans = function* (forms: PromptForms): Generator<Span> {
    for (const entry of entries) yield* spansOf(entry, forms);
  };
  return {
    find: (forms, allowed) => {
      for (const { from, to, written } of spans(forms)) {
        if (!isCovered(from, to, allowed)) return written;
      }
      const shown = forms.words.filter((_, index) => !allowed.has(index)).join(' ');
      return entries.find((entry) => entry.kind === 'pattern' && entry.pattern.test(shown))?.written;
    },
    covered: (forms) => {
      const places = new Set<number>();
      for (const { from, to } of spans(forms)) for (let place = from; place < to; place++) places.add(place);
      return places;
    },
  };
}

interface Span {
  written: string;
  from: number;
  to: number;
}

function isCovered(from: number, to: number, allowed: ReadonlySet<number>): boolean {
  for (let place = from; place < to; place++) if (!allowed.has(place)) return false;
  return to > from;
}

function* spansOf(entry: WordEntry, { words, readings }: PromptForms): Generator<Span> {
  const { written } = entry;
  switch (entry.kind) {
    case 'word':
      for (const [from, word] of words.entries()) {
        if (isWord(word, entry.word)) yield { written, from, to: from + 1 };
      }
      for (const reading of readings) if (readsAsWord(reading, entry.word)) yield { written, ...placeOf(reading) };
      return;
    case 'stars':
      for (const [from, word] of words.entries()) {
        if (fitsPieces(entry.pieces, word)) yield { written, from, to: from + 1 };
      }
      for (const reading of readings) {
        const pieces = reading.as === 'folded' ? entry.pieces.map(fold) : entry.pieces;
        if (reading.starsMatch && fitsPieces(pieces, reading.text)) yield { written, ...placeOf(reading) };
      }
      return;
    case 'phrase':
      for (let from = 0; from + entry.parts.length <= words.length; from++) {
        const fits = entry.parts.every((pieces, index) => fitsPieces(pieces, words[from + index] ?? ''));
        if (fits) yield { written, from, to: from + entry.parts.length };
      }
      return;
    case 'part':
      for (const [from, word] of words.entries()) {
        if (word.includes(entry.text)) yield { written, from, to: from + 1 };
      }
      return;
    case 'pattern':
      return;
  }
}

const placeOf = ({ from, to }: Reading): { from: number; to: number } => ({ from, to });

/** The word itself or its plural. */
function isWord(text: string, word: string): boolean {
  return text === word || text === `${word}s` || text === `${word}es`;
}

function readsAsWord({ as, text }: Reading, word: string): boolean {
  if (as === 'plain') return isWord(text, word);
  return as === 'folded' ? isWord(text, fold(word)) : text === squeeze(word) || text === squeeze(`${word}s`);
}
