/** Text that people wrote, made fit to be shown: it can neither ping, nor link, nor break the layout. */

/** What Discord's markdown gives a meaning to anywhere; mentions and timestamps begin with `<` or `@`. */
const MARKS = /[\\*_~`|>[\]<@]/g;
/** What makes a heading, a small line or a list, at the start of a line only. */
const LINE_MARKS = /^(\s*)(?:([#+-])|(\d+)([.)]))/gm;
/** Marks that turn the direction of the text around them, and controls other than the line break. */
const UNSHOWABLE = /(?!\n)\p{Cc}|\p{Bidi_Control}/gu;
/** A bare address becomes a link whatever is escaped, unless its scheme is parted from the rest. */
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

/** Text for where Discord knows neither markdown nor lines: a thread's name. */
export function plainLine(text: string): string {
  return text.replace(UNSHOWABLE, ' ').replace(/\s+/g, ' ').trim();
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts between the characters that a reader sees, at most `limit` code units, with an ellipsis where something is missing. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The longest beginning of a text that takes at most `limit` code units once `shape` has made it fit to be shown. */
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

/** Escaped, and cut so that at most `limit` code units come of it: each mark that is escaped takes two. */
export function escapeWithin(text: string, limit: number): string {
  return shapedWithin(text, limit, escapeText);
}

/** What a message shows of a prompt: enough to know it by. */
const QUOTE_CHARACTERS = 300;
const QUOTE_LINES = 6;

/** A prompt's lines; empty ones would only take room. */
function linesOf(prompt: string): string[] {
  return prompt
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** As a quotation, line by line. */
const quoteOf = (text: string): string =>
  escapeText(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The prompt as a short quotation that ends with an ellipsis where something of it is missing. */
export function quotePrompt(prompt: string): { quote: string; isCut: boolean } {
  const lines = linesOf(prompt);
  const some = lines.slice(0, QUOTE_LINES).join('\n');
  const short = cut(some, QUOTE_CHARACTERS);
  const hasMoreLines = lines.length > QUOTE_LINES;
  const shown = hasMoreLines && short === some ? `${short} …` : short;
  return { quote: quoteOf(shown), isCut: hasMoreLines || short !== some };
}

/** As much of the prompt as fits into a quotation of `limit` code units. */
export function quoteWithin(prompt: string, limit: number): { quote: string; isCut: boolean } {
  const text = linesOf(prompt).join('\n');
  const quote = shapedWithin(text, limit, quoteOf);
  return { quote, isCut: quote !== quoteOf(text) };
}
