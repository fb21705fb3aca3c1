import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { normalise } from './prompt-forms.ts';

/**
 * One line of a word list, as moderators write it: a word, a phrase, either with stars (`paint*`), or a pattern between
 * slashes. Patterns run on RE2, whose time grows with the text only: none can stall the bot.
 */
export type WordEntry =
  | { kind: 'word'; written: string; word: string }
  | { kind: 'stars'; written: string; pieces: string[] }
  | { kind: 'phrase'; written: string; parts: string[][] }
  /** In scripts without spaces between words. */
  | { kind: 'part'; written: string; text: string }
  | { kind: 'pattern'; written: string; pattern: RE2JS };

export type EntryFault = 'too long' | 'empty' | 'too short' | 'bad pattern' | 'too large a pattern';

export const ENTRY_MAX_CHARACTERS = 80;
/** RE2's own measure of a pattern's size; its time is this times the text's length at worst. */
const PATTERN_MAX_SIZE = 300;
/** Fewer letters beside a star would match half the dictionary. */
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
  const parts = normalise(written.replace(/['’`´]/g, ''))
    .split(/[^\p{L}\p{N}*]+/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const [first, ...others] = parts;
  if (first === undefined) return { fault: 'empty' };
  if (parts.some((part) => part.includes('*') && part.replaceAll('*', '').length < STARRED_MIN_LETTERS)) {
    return { fault: 'too short' };
  }
  if (others.length > 0) return { kind: 'phrase', written, parts: parts.map((part) => part.split('*')) };
  if (WITHOUT_SPACES.test(first)) return { kind: 'part', written, text: first.replaceAll('*', '') };
  return first.includes('*')
    ? { kind: 'stars', written, pieces: first.split('*') }
    : { kind: 'word', written, word: first };
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

/** Whether the text is the pieces in their order with anything between; the first and the last are its ends. */
export function fitsPieces(pieces: readonly string[], text: string): boolean {
  const [start = '', ...rest] = pieces;
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - end.length;
}
