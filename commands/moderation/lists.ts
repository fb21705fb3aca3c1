import { cut, escapeText } from '../../src/discord/prompt-text.ts';

/** Text displays of a message hold 4000 characters together. */
const LIST_MAX_CHARACTERS = 3_500;
const SHORT_PROMPT_CHARACTERS = 120;

/** A title and as many lines as a message takes, or the words for none. */
export function listed(title: string, none: string, lines: readonly string[], more: (count: number) => string): string {
  if (lines.length === 0) return none;
  const shown: string[] = [];
  let size = title.length;
  for (const line of lines) {
    size += line.length + 1;
    if (size > LIST_MAX_CHARACTERS) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [title, ...shown, ...(left > 0 ? [more(left)] : [])].join('\n');
}

/** Somebody's prompt in one line of a list. */
export function quoteShort(prompt: string): string {
  return escapeText(cut(prompt.replace(/\s+/g, ' '), SHORT_PROMPT_CHARACTERS));
}
