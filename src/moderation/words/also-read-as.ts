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

/**
 * What a prompt may also stand for: with links as their text, and turned the right way up where letters stand on their
 * heads. The prompt itself is read as well, because these readings leave something out.
 */
export function alsoReadAs(prompt: string): string[] {
  const shown = prompt.replaceAll(TURNS_AROUND, '').replace(LINK, '$1');
  const isTurned = (prompt.match(TURNED)?.length ?? 0) >= LEAST_TURNED;
  const readings = isTurned ? [shown, turnUpright(prompt)] : [shown];
  return readings.filter((reading) => reading !== prompt);
}

const turnUpright = (prompt: string): string =>
  [...prompt.toLowerCase()]
    .reverse()
    .map((letter) => UPRIGHT.get(letter) ?? letter)
    .join('');
