/** Undoes what people do to a whole prompt to get a word past a list. `letters.ts` does the same for single letters. */

const LINK = /\[([^[\]]*)\]\([^()]*\)/g;
/** Turns the text after it around. It may also stand before words that read as they are. */
const TURNS_AROUND = '\u202e';

/** Letters that are turned upside down, and what they stand for. */
const UPRIGHT: ReadonlyMap<string, string> = new Map(
  'ɐa qb ɔc pd ǝe əe ɟf ƃg ᵷg ɓg ɥh ᴉi ıi ɾj ſj ʞk ןl ɯm wm un dp bq ɹr ʇt nu ʌv ʍw mw ʎy'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const TURNED = /[ɐɔǝɟƃᵷɥᴉɾʞןɯɹʇʌʍʎ]/g;
/** Fewer are the signs of a pronunciation or a single ornament. */
const LEAST_TURNED = 2;

/** Words that people leave to an emoji. */
const DRAWN: Readonly<Record<string, string>> = {
  '👗': 'dress',
  '👚': 'blouse',
  '👕': 'shirt',
  '👖': 'jeans',
  '🩳': 'shorts',
  '👙': 'bikini',
  '🩱': 'swimsuit',
  '🩲': 'underwear',
  '👘': 'kimono',
  '🥻': 'sari',
  '🍑': 'butt',
  '🔞': 'nsfw',
  '👧': 'little girl',
  '👦': 'little boy',
  '🧒': 'child',
  '👶': 'baby',
  '🚫': 'removed',
  '❌': 'removed',
  '⛔': 'removed',
  '✂': 'removed',
  '🗑': 'removed',
};
/** Where a capital starts the next of two words in one. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const EMOJI = new RegExp(`(?:${Object.keys(DRAWN).join('|')})[\\u{1f3fb}-\\u{1f3ff}\\ufe0f]*`, 'gu');
const drawnIn = (emoji: string): string => ` ${DRAWN[String.fromCodePoint(emoji.codePointAt(0) ?? 0)] ?? ''} `;

/**
 * What a prompt may also stand for: with links as their text, with words for emoji, with "KrakenKing" as two words, and
 * turned the right way up where letters stand on their heads. The prompt itself is read as well, because these readings
 * leave something out.
 */
export function alsoReadAs(prompt: string): string[] {
  const shown = prompt.replaceAll(TURNS_AROUND, '').replace(LINK, '$1');
  const isTurned = (prompt.match(TURNED)?.length ?? 0) >= LEAST_TURNED;
  const readings = [
    shown,
    shown.replace(EMOJI, drawnIn),
    shown.replace(HUMP, ' '),
    ...(isTurned ? [turnUpright(prompt)] : []),
  ];
  return readings.filter((reading) => reading !== prompt);
}

const turnUpright = (prompt: string): string =>
  [...prompt.toLowerCase()]
    .reverse()
    .map((letter) => UPRIGHT.get(letter) ?? letter)
    .join('');
