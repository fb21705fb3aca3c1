import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { wordsInLine } from './prompt-words.ts';

/** One line of a word list: a word or phrase, which may have stars (`paint*`), or a pattern between slashes. */
export type WordEntry =
  | { kind: 'words'; written: string; terms: readonly string[] }
  | { kind: 'pattern'; written: string; pattern: RE2JS };

export type EntryFault = 'too long' | 'empty' | 'too short' | 'bad pattern' | 'too large a pattern';

export const ENTRY_MAX_CHARACTERS = 80;
/** In instructions of the compiled program. */
const PATTERN_MAX_SIZE = 300;
/** With fewer letters, a starred word would match half the dictionary. */
const STARRED_MIN_LETTERS = 3;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export const entrySchema = z.string().min(1).max(ENTRY_MAX_CHARACTERS);

export function parseEntry(line: string): WordEntry | { fault: EntryFault } {
  const written = line.trim();
  if (written === '') return { fault: 'empty' };
  if (written.length > ENTRY_MAX_CHARACTERS) return { fault: 'too long' };
  const pattern = /^\/(.+)\/$/s.exec(written)?.[1];
  if (pattern !== undefined) return parsePattern(written, pattern);
  const words = wordsInLine(written);
  if (words.length === 0) return { fault: 'empty' };
  if (words.some((word) => word.includes('*') && word.replaceAll('*', '').length < STARRED_MIN_LETTERS)) {
    return { fault: 'too short' };
  }
  const isPart = words.length === 1 && WITHOUT_SPACES.test(written);
  return {
    kind: 'words',
    written,
    terms: words.map((word) => (isPart ? `*${word.replaceAll('*', '')}*` : word)),
  };
}

function parsePattern(written: string, source: string): WordEntry | { fault: EntryFault } {
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
    if (pattern.matcher('').find()) return { fault: 'bad pattern' };
    return pattern.programSize() > PATTERN_MAX_SIZE
      ? { fault: 'too large a pattern' }
      : { kind: 'pattern', written, pattern };
  } catch (error) {
    if (error instanceof RE2JSException) return { fault: 'bad pattern' };
    throw error;
  }
}
