import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';

/** The text displays of a message have at most 4000 characters together. */
const LIST_MAX_CHARACTERS = 3_500;
const SHORT_CHARACTERS = 120;

/** A title and as many lines as fit in a message, or the text for an empty list. */
export function listed(title: string, none: string, lines: readonly string[], more: (count: number) => string): string {
  if (lines.length === 0) return none;
  const shown = fitting(lines, LIST_MAX_CHARACTERS - title.length);
  const left = lines.length - shown.length;
  return [title, ...shown, ...(left > 0 ? [more(left)] : [])].join('\n');
}

/** As many of the first lines as fit. */
export function fitting(lines: readonly string[], maxCharacters: number): string[] {
  let size = 0;
  const over = lines.findIndex((line) => {
    size += line.length + 1;
    return size > maxCharacters;
  });
  return over < 0 ? [...lines] : lines.slice(0, over);
}

/** A prompt or reason in one line of a list. */
export function quoteShort(text: string): string {
  return escapeText(cut(text.replace(/\s+/g, ' '), SHORT_CHARACTERS));
}
