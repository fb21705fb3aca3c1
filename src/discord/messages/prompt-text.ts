import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { textDisplay } from './components.ts';

/** Makes people's text safe to show: it can't ping, link or break the layout. */

/** Characters with a meaning anywhere in Discord's markdown. Mentions and timestamps start with `<` or `@`. */
const MARKS = /[\\*_~`|>[\]<@]/g;
/** Characters that start a heading, a small line or a list, only at the start of a line. */
const LINE_MARKS = /^(\s*)(?:([#+-])|(\d+)([.)]))/gm;
/** Characters that change the text's direction, and control characters other than line breaks. */
const UNSHOWABLE = /(?!\n)\p{Cc}|\p{Bidi_Control}/gu;
/** Discord links a bare address even if it is escaped, unless something separates the scheme from the rest. */
const SCHEME = /\b(https?|ftp|discord):\/\//gi;
const WORD_JOINER = '\u2060';

export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSHOWABLE, ' ')
    .replace(MARKS, '\\$&')
    .replace(LINE_MARKS, (_, indent: string, mark?: string, digits?: string, point?: string) =>
      mark === undefined ? `${indent}${digits}\\${point}` : `${indent}\\${mark}`,
    )
    .replace(SCHEME, `$1:${WORD_JOINER}//`);
}

/** Escapes a text for one line. */
export function escapeLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '));
}

/** Text for places without markdown and lines, such as a thread's name. */
export function plainLine(text: string): string {
  return text.replace(UNSHOWABLE, ' ').replace(/\s+/g, ' ').trim();
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to `limit` code units, between the characters that a reader sees, and ends it with an ellipsis. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The longest start of a text that has at most `limit` code units after `shape`. */
function shapedWithin(text: string, limit: number, shape: (text: string) => string): string {
  const whole = shape(text);
  if (whole.length <= limit) return whole;
  let fitting = shape('…');
  for (let [low, high] = [1, limit]; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const shaped = shape(cut(text, middle));
    const isFitting = shaped.length <= limit;
    if (isFitting) fitting = shaped;
    [low, high] = isFitting ? [middle + 1, high] : [low, middle - 1];
  }
  return fitting;
}

/** Escapes a text and cuts it to `limit` code units. Escaped characters take two. */
export function escapeWithin(text: string, limit: number): string {
  return shapedWithin(text, limit, escapeText);
}

/** How much of a prompt a message shows. */
const QUOTE_CHARACTERS = 300;
const QUOTE_LINES = 6;

/** A prompt's lines without empty ones, which would only take room. */
function linesOf(prompt: string): string[] {
  return prompt
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Formats a text as a quotation. */
const quoteOf = (text: string): string =>
  escapeText(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Quotes the start of a prompt, with an ellipsis if some of it is missing. */
export function quotePrompt(prompt: string): { quote: string; isCut: boolean } {
  const lines = linesOf(prompt);
  const some = lines.slice(0, QUOTE_LINES).join('\n');
  const short = cut(some, QUOTE_CHARACTERS);
  const hasMoreLines = lines.length > QUOTE_LINES;
  const shown = hasMoreLines && short === some ? `${short} …` : short;
  return { quote: quoteOf(shown), isCut: hasMoreLines || short !== some };
}

/** Quotes as much of a prompt as fits into `limit` code units. */
export function quoteWithin(prompt: string, limit: number): { quote: string; isCut: boolean } {
  const text = linesOf(prompt).join('\n');
  const quote = shapedWithin(text, limit, quoteOf);
  return { quote, isCut: quote !== quoteOf(text) };
}

/** The whole prompt, for one person, if its message cuts or hides it. @param more lines below it */
export function renderWholePrompt(prompt: string, more: readonly string[] = []): MessageBody {
  // Escaping can double the length. Then the prompt is shown as code, which needs no escaping.
  const escaped = escapeText(prompt);
  const room = TEXT_LIMIT - more.join('\n').length - 1;
  const shown = escaped.length <= room ? escaped : asCode(prompt, room);
  return messageBody([textDisplay([shown, ...more].join('\n'))], { ephemeral: true });
}

function asCode(text: string, limit: number): string {
  const fence = '```';
  return `${fence}\n${cut(text.replaceAll(fence, "'''"), limit - 2 * fence.length - 2)}\n${fence}`;
}

const SHORT_CHARACTERS = 120;

/** A prompt or reason in one line of a list. */
export function quoteShort(text: string): string {
  return escapeText(cut(text.replace(/\s+/g, ' '), SHORT_CHARACTERS));
}
