import { DECORATED } from './look-alikes/decorated.ts';
import { LOOK_ALIKES } from './look-alikes/table.ts';

/** Undoes what people do to letters to get a word past a list. */

type Look = [letter: string, look: string];
/** Inverts a table that lists letters by what they look like. */
const looksIn = (rows: readonly (readonly [look: string, letters: string])[]): Look[] =>
  rows.flatMap(([look, letters]) => [...letters].map((letter): Look => [letter, look]));
/** Parses rows of `look:letters`, separated by spaces. */
const looksOf = (table: string): Look[] =>
  looksIn(table.split(' ').map((row) => [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1)]));
const charactersOf = (points: string): string =>
  String.fromCodePoint(...points.split(' ').map((point) => Number.parseInt(point, 16)));
const LOOKS: ReadonlyMap<string, string> = new Map([
  ...looksIn(Object.entries(LOOK_ALIKES).map(([look, points]) => [look, charactersOf(points)])),
  ...looksIn(Object.entries(DECORATED)),
]);
/**
 * Letters that resemble Latin ones only loosely. They count as look-alikes next to Latin letters and in long words; in short
 * words they would turn Russian and Greek words into Latin ones.
 */
const LOOSE_LOOKS: ReadonlyMap<string, string> = new Map(
  looksOf('a:λΛΔⲗⲖ b:ь bi:ы d:дδ e:эεξΞΣⲝⲜ io:ю n:илИЛ o:θΘφΦΩⲑⲐⲫⲪ r:яЯ u:цЦ w:шщωШЩ x:жЖ z:ζ 4:чЧ a:ա d:ժԺ e:եէ k:կ'),
);
const LONG_LETTERS = 5;
/** Latin look-alikes are seldom real words here, so that four letters are enough. */
const ARMENIAN = /^\p{Script=Armenian}{4,}$/u;
const IS_ASCII = /^\p{ASCII}*$/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
/** Accents. The voicing marks of kana stay, because they make other letters. */
const MARKS = /(?![\u3099\u309a])(?:\p{Mn}|\p{Me})/gu;
const WORDS = /[\p{L}\p{M}\p{Nd}\p{Nl}]+/gu;
/** Apostrophes and similar signs that Unicode counts as letters. */
const SIGNS = /[\u02b9-\u02ff]/g;
/** Wide forms of ASCII; letters in brackets, circles and squares; letters of flags. */
const WIDE = /[\uff01-\uff5e]/g;
const WIDE_OFFSET = 0xfee0;
const ORNAMENTAL =
  /[\u249c-\u24e9\u{1f110}-\u{1f129}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]+/gu;
const ALPHABETS = [0x249c, 0x24b6, 0x24d0, 0x1f110, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6];
/** Separates ornamental letters from their neighbours, because some are also signs. */
const CUT = '\u0001';

const TAG = /<\/?(?:b|i|u|s|em|strong|small|big|sub|sup|span|mark|del|ins|code|br|wbr)\s*\/?>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|shy|zwn?j|nbsp);?/gi;

const PERCENT_CODES = /(?:%(?:25)*[\da-f]{2})+/gi;
const ESCAPES = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/gi;

/** Reads letters that are written as their codes: `n%61ked`, `n\\u0061ked`. */
function decodeCodes(text: string): string {
  return text
    .replace(PERCENT_CODES, (codes) => {
      try {
        return decodeURIComponent(codes.replace(/%(?:25)+/g, '%'));
      } catch (error) {
        if (error instanceof URIError) return codes;
        throw error;
      }
    })
    .replace(ESCAPES, (code, ...hex: (string | undefined)[]) => {
      const point = Number.parseInt(hex.slice(0, 3).find((one) => one !== undefined) ?? '', 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : code;
    });
}

function withoutMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(TAG, '').replace(ENTITY, (name, decimal?: string, hex?: string) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (point <= 0x10ffff) return String.fromCodePoint(point);
    return name.startsWith('&nbsp') ? ' ' : '';
  });
}

/** Removes markup, invisible characters, accents and ornament. Signs stay: only letters become letters. */
export function stripDecoration(written: string): string {
  const text = withoutMarkup(decodeCodes(written));
  if (IS_ASCII.test(text)) return text;
  return text
    .replace(UNSEEN, '')
    .replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE_OFFSET))
    .replace(ORNAMENTAL, (signs) => `${CUT}${[...signs].map(unornamented).join('')}${CUT}`)
    .replace(WORDS, (word) => (IS_ASCII.test(word) ? word : word.normalize('NFKD').replace(MARKS, '')))
    .replace(SIGNS, "'");
}

function unornamented(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return String.fromCharCode(97 + code - (ALPHABETS.findLast((first) => first <= code) ?? code));
}

/** Digits and signs that stand for letters. */
const LEET: ReadonlyMap<string, string> = new Map(
  looksOf('a:4@^∆₳ b:8฿ c:¢©₡₵ d:∂ e:3€ g:9₲ i:1!| k:₭ l:£₤ m:₥ n:₦ o:0 p:₱ r:® s:5$§₴ t:7+₮ w:₩ y:¥'),
);
/** These are punctuation at the edge of a word. */
export const LEET_PUNCTUATION = '!|+^';
/** Signs that are seldom anything else. */
export const STRONG_SIGNS = [...LEET.keys()].filter((sign) => !`0123456789${LEET_PUNCTUATION}`.includes(sign)).join('');
export const LEET_SIGNS = `${STRONG_SIGNS}${LEET_PUNCTUATION}`;
const LEET_MARK = new RegExp(`[01345789${LEET_SIGNS}]`, 'g');
const SURELY_LEET = /\p{L}[01345789]+\p{L}|[01345789]\p{L}+[01345789]/u;
const HAS_LEET = new RegExp(LEET_MARK.source);

/** Pads a letter drawn with several signs to its original length, so that positions stay valid. */
export const FILLER = '\u0002';
const DRAWN: Readonly<Record<string, string>> = { '|<': '₭', '/-\\': '^', '/\\': '^' };
const DRAWN_LETTER = /\|<|\/-?\\/g;
export const replaceDrawnLetters = (text: string): string =>
  text.replace(DRAWN_LETTER, (signs) => (DRAWN[signs] ?? '').padEnd(signs.length, FILLER));

/** Lowers the case within the word's own script. */
export const toLowerCase = (word: string): string => word.toLowerCase().replaceAll('ς', 'σ');

/**
 * The Latin word that a word looks like; undefined for an ASCII word. A word without any Latin letter counts only if all of
 * its letters look Latin.
 */
export function toLatinLookAlike(word: string): string | undefined {
  if (IS_ASCII.test(word)) return undefined;
  return readAs(word, mixesScripts(word) ? (letter) => looseLookOf(letter) ?? letter : lookOf);
}

/** The Latin letters that a single letter resembles at least loosely, or the letter itself. */
export const toLooseLetter = (letter: string): string => looseLookOf(letter)?.toLowerCase() ?? toLowerCase(letter);

/** Whether letters of several alphabets make one word, or Latin ones stand among others. */
export const mixesScripts = (word: string): boolean =>
  hasLatin(word) ||
  [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u].filter((one) => one.test(word)).length > 1;

/** The Latin word that a long word without any Latin letter loosely resembles as a whole. */
export function toLooseLookAlike(word: string): string | undefined {
  if (hasLatin(word) || (word.length < LONG_LETTERS && !ARMENIAN.test(word))) return undefined;
  return readAs(word, looseLookOf);
}

function readAs(word: string, read: (letter: string) => string | undefined): string | undefined {
  let latin = '';
  for (const letter of word) {
    const look = read(letter);
    if (look === undefined) return undefined;
    latin += look;
  }
  return latin.toLowerCase();
}

function lookOf(letter: string): string | undefined {
  if (letter <= '\x7f' || LEET_SIGNS.includes(letter)) return letter;
  return LOOKS.get(letter) ?? LOOKS.get(letter.toLowerCase());
}

const looseLookOf = (letter: string): string | undefined => lookOf(letter) ?? LOOSE_LOOKS.get(letter);

export const hasLatin = (word: string): boolean => /\p{Script=Latin}/u.test(word);

const LEAST_FOR_DIGITS = 3;

/**
 * Whether a text contains leet. More digits than letters is not leet: it is a road, a size or a year. Three letters may have
 * one more: "t0pl355".
 */
export function isLeet(text: string): boolean {
  if (!HAS_LEET.test(text)) return false;
  let letters = 0;
  let digits = 0;
  for (const sign of text) {
    if (sign >= '0' && sign <= '9') digits++;
    else if (!LEET_PUNCTUATION.includes(sign)) letters++;
  }
  return letters >= Math.max(1, letters < LEAST_FOR_DIGITS ? digits : digits - 1);
}

/** Whether a digit stands for a letter within a word: "cl0thes" and "7h3", but not "mp3" or "4k". */
export const isSurelyLeet = (word: string): boolean => SURELY_LEET.test(word);

/** Whether a text may be leet next to words that are: "dr355", and "15" for "is". */
export const mayBeLeet = (text: string): boolean => HAS_LEET.test(text) && /\p{L}|^\d{1,2}$/u.test(text);

export const decodeLeet = (text: string): string => text.replace(LEET_MARK, (mark) => LEET.get(mark) ?? mark);

/** Folds `l` into `i`, because 1 and | stand for both in leet. */
export const foldLToI = (text: string): string => text.replaceAll('l', 'i');

/** Collapses each run of the same letter into one. */
export const dropRepeats = (text: string): string => text.replace(/(.)\1+/gu, '$1');

/** How much letters are repeated on purpose. One pair that English doubles counts only at the start; three always do. */
export function repetitionIn(text: string): 'none' | 'some' | 'many' {
  if (!/(.)\1/u.test(text)) return 'none';
  if (/(\p{L})\1\1|([0-9@$!])\2/u.test(text)) return 'many';
  return /([ahijkquvwxy])\1|(.)\2.*(.)\3|^([b-df-hjkmnp-tv-z])\4/u.test(text) ? 'some' : 'none';
}
