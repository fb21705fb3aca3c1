import { mix } from '../colour.ts';
import { type Layer, layer } from '../scene/scene.ts';
import { box, n } from '../svg.ts';
import type { Design } from './design.ts';

const PAPER = '#f5ecda';
const MOST_TITLE_CHARACTERS = 30;
/** Words that a title neither begins nor ends with. */
const LINKS: ReadonlySet<string> = new Set(
  'a an the of in on at with and or to for by from over under above into its his her my our some this that'.split(' '),
);

/** The words that a prompt begins with, as many as there is room for. */
export function titleOf(prompt: string): string {
  const words = prompt.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}'’-]+/gu) ?? [];
  const isLink = (word: string | undefined): boolean => word !== undefined && LINKS.has(word.toLowerCase());
  const title: string[] = [];
  for (const word of words.slice(words.findIndex((each) => !isLink(each)))) {
    if ([...title, word].join(' ').length > MOST_TITLE_CHARACTERS) break;
    title.push(word);
  }
  while (isLink(title.at(-1))) title.pop();
  return title.join(' ').toUpperCase();
}

/** The paper around the print, and the title on it. */
export function drawPaper({ frame, unit, palette }: Design, prompt: string): Layer {
  const { width, height } = frame;
  const edge = unit * 0.045;
  const band = unit * 0.125;
  const ink = mix(palette.near, '#1a1420', 0.35);
  const [innerWidth, innerHeight] = [width - 2 * edge, height - edge - band];
  // One shape with a hole in it.
  const paper = `<path fill-rule="evenodd" fill="${PAPER}" d="M-100 -100H${width + 100}V${height + 100}H-100ZM${n(edge)} ${n(edge)}V${n(edge + innerHeight)}H${n(edge + innerWidth)}V${n(edge)}Z"/>`;
  const title = titleOf(prompt);
  const perCharacter = 0.86;
  const size = Math.min(unit * 0.052, (innerWidth * 0.94) / Math.max(1, title.length * perCharacter));
  const middle = height - band / 2 + size * 0.12;
  const text = `<text x="${n(width / 2)}" y="${n(middle)}" text-anchor="middle" font-family="Inter" font-weight="800" font-size="${n(size)}" letter-spacing="${n(size * 0.14)}" fill="${ink}">${escapeText(title)}</text>`;
  const rule =
    box(edge, height - unit * 0.03, innerWidth, unit * 0.004, ink) +
    box(edge, height - unit * 0.034, unit * 0.08, unit * 0.012, palette.accent);
  return layer(paper + text + rule, 0, 'still');
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
