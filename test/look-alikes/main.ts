import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes `src/moderation/words/look-alikes/table.ts` again: `npm run look-alikes -- confusables.txt`, with the file that
 * Unicode publishes as Public/security/VERSION/confusables.txt. Only what ends in Latin letters or digits is taken.
 */

/** Small capitals and other letters, not Latin to Unicode's table, in which its rows end. */
const ADDED: Readonly<Record<string, string>> = {
  a: 'ᴀɐ',
  b: 'ʙɓбßβ',
  c: 'ɔς',
  d: 'ᴅɗðđĐ',
  e: 'ᴇəɘɛєЄ',
  f: 'ꜰɟ',
  g: 'ɢ',
  h: 'ʜħɥ',
  i: 'ɪ',
  j: 'ᴊ',
  k: 'ĸʞ',
  l: 'ʟ',
  m: 'ᴍʍɱ',
  n: 'ɴπΠПᏁ',
  o: 'øØ',
  p: 'ᴘþ',
  r: 'ʀɹʁ',
  s: 'ƨ',
  t: 'ᴛʇ',
  u: 'ʊμᏌ',
  v: 'ʌ',
  w: 'ɯ',
  x: 'χ',
  y: 'ʏʎ',
};
const added = new Map(Object.entries(ADDED).flatMap(([look, signs]) => [...signs].map((sign) => [sign, look])));

const LETTER = /^[\p{L}\p{Nd}\p{Nl}]$/u;
const MARKS = /\p{M}|\p{Default_Ignorable_Code_Point}/gu;
const plain = (text: string): string => text.normalize('NFKD').replace(MARKS, '');

const path = process.argv[2];
if (path === undefined) throw new Error('Name the file: npm run look-alikes -- confusables.txt');
const text = await readFile(path, 'utf8');
const version = /^# Version: ([\d.]+)$/m.exec(text)?.[1];
if (version === undefined) throw new Error('This file does not name its version.');

const written = (points: string): string =>
  String.fromCodePoint(...points.split(' ').map((point) => Number.parseInt(point, 16)));
const prototypes = new Map(
  [...text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)].map(([, from = '', to = '']) => [
    written(from),
    written(to),
  ]),
);

function latinOf(sign: string): string | undefined {
  const prototype = plain(added.get(sign) ?? prototypes.get(sign) ?? sign);
  const latin = [...prototype].map((one) => added.get(one) ?? one).join('');
  return /^[a-z0-9]+$/i.test(latin) ? latin.toLowerCase() : undefined;
}

/** The table has one sign for l, I and 1. What does not tell which becomes 1, which is read as either. */
function lookOf(sign: string): string | undefined {
  const latin = latinOf(sign);
  if (latin !== 'l' || /\p{Script=Latin}/u.test(sign)) return latin;
  return latinOf(sign.toLowerCase()) === 'i' ? 'i' : '1';
}

const pointsOf = new Map<string, number[]>();
for (const sign of new Set([...prototypes.keys(), ...added.keys()])) {
  // What comes apart into other letters is looked up as those.
  const look = LETTER.test(sign) && plain(sign) === sign ? lookOf(sign) : undefined;
  const point = sign.codePointAt(0);
  if (look !== undefined && point !== undefined && point > 0x7f) {
    pointsOf.set(look, [...(pointsOf.get(look) ?? []), point]);
  }
}
const rows = [...pointsOf].map(([look, points]) => {
  const shown = points.sort((a, b) => a - b).map((point) => point.toString(16));
  return `  ${look}: '${shown.join(' ')}',`;
});

await writeFile(
  join(import.meta.dirname, '../../src/moderation/words/look-alikes/table.ts'),
  `/**
 * Letters that look like Latin ones or like digits, by code point. Taken from confusables.txt ${version} of Unicode, under
 * the licence next to this file, and changed: see \`test/look-alikes/main.ts\`, which makes this file.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
${rows.sort().join('\n')}
};
`,
);
