/**
 * What people type becomes the words that others read, so that word lists, moderators, logs and the service see one text.
 * Characters that no one sees go, and Discord's codes for people, channels, emoji and times become words.
 */

/** The names that Discord sends with a text, by id. */
export type KnownNames = Readonly<Record<string, string>>;

/** Scripts whose letters need joiners or variation selectors to be drawn as they should. */
const JOINING = `[${[
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Phag',
  'Mand',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Bali', 'Java', 'Newa', 'Brah'])
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;
const PICTOGRAPH = '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier})';
/** England, Scotland and Wales. Any other flag that is spelled with tags could spell anything. */
const TAGGED_FLAG =
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';
const NEEDED = [
  TAGGED_FLAG,
  `(?<=${JOINING})[\\u200c\\u200d\\u180b-\\u180f](?=${JOINING})`,
  `(?<=${PICTOGRAPH}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})`,
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[#*0-9])\\ufe0f(?=\\u20e3)',
].join('|');
/** Also signs that have no form of their own: of music, of Khitan, of annotations. */
const UNSEEN = '[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffc\\u{1d159}\\u{16fe4}]|(?![\\n\\t])\\p{Cc}';
const NEEDED_OR_UNSEEN = new RegExp(`(${NEEDED})|${UNSEEN}`, 'gu');
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** A cell of Braille without dots is as blank as a space. */
const BLANK = /\u2800/g;
/** The text after this sign is shown from right to left. */
const REVERSED = /\u202e([^\u202a-\u202e\u2066-\u2069\n]*)\u202c?/g;

/** Also shorter ones than Discord's, because no one means those as text. */
const ID = '\\d{1,21}';
const CODES = new RegExp(
  [
    `<a?:(\\w{1,40}):${ID}>`,
    `<@!?(${ID})>`,
    `<@&(${ID})>`,
    `<#(${ID})>`,
    `</([^<>:\\n]{1,100}):${ID}>`,
    '<t:(-?\\d{1,13})(?::([tTdDfFsSR]))?>',
    `<id:(customize|browse|guide|linked-roles)(?::${ID})?>`,
  ].join('|'),
  'g',
);

/** Converts a text that someone typed. Converting it again changes nothing. */
export function toReadableText(typed: string, names: KnownNames = {}): string {
  let text = typed.toWellFormed();
  // What goes may have held a code apart, and a word may complete one.
  for (let last = ''; last !== text; ) {
    last = text;
    text = withoutUnseen(text).replace(CODES, (_, ...found: (string | undefined)[]) => wordsOf(found, names));
  }
  return text;
}

/** In the order of their codes. */
const MENTIONED = ['person', 'role', 'channel'] as const;

/** What a text names by an id. */
export interface Mention {
  kind: (typeof MENTIONED)[number];
  id: string;
}

/** What a text that someone typed names by an id alone. */
export function mentionsIn(typed: string): Mention[] {
  const codes = withoutUnseen(typed.toWellFormed()).matchAll(CODES);
  return [...codes].flatMap(([, , ...found]) =>
    MENTIONED.flatMap((kind, index) => (found[index] === undefined ? [] : [{ kind, id: found[index] }])),
  );
}

const withoutUnseen = (text: string): string =>
  text
    .replace(LINE_END, '\n')
    .replace(BLANK, ' ')
    .replace(REVERSED, (_, run: string) => [...run].reverse().join(''))
    .replace(NEEDED_OR_UNSEEN, (_, needed?: string) => needed ?? '');

type Found = readonly (string | undefined)[];

function wordsOf([emoji, person, role, channel, command, time, style, page]: Found, names: KnownNames): string {
  if (emoji !== undefined) return emoji;
  if (command !== undefined) return `/${command}`;
  if (time !== undefined) return timeOf(Number(time), style);
  if (page !== undefined) return page;
  const [id = '', unknown = ''] =
    person !== undefined ? [person, 'someone'] : role !== undefined ? [role, 'a role'] : [channel, 'a channel'];
  const name = names[id];
  return (name === undefined ? '' : plainName(name)) || unknown;
}

/** A name can't bring codes or choices of its own. */
const plainName = (name: string): string =>
  withoutUnseen(name)
    .replace(/[<>{|}\n]/g, '')
    .trim();

/** The day, the time or both, in UTC, because people read them in zones of their own. */
function timeOf(seconds: number, style: string | undefined): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return 'a time';
  const hasDate = style === undefined || !/[tT]/.test(style);
  const hasTime = style === undefined || /[tTfFsS]/.test(style);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    ...(hasDate && { dateStyle: 'long' }),
    ...(hasTime && { timeStyle: 'short' }),
  });
  return format.format(date);
}
