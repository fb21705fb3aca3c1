import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { botLines, compared, figuresOf, linesByRoom } from './house.ts';

/**
 * Prints the code's size and other figures, each with its difference to the kept ones. Lists the findings with
 * `--where`, and keeps the figures with `--keep`.
 */
const KEPT = new URL('kept-figures.json', import.meta.url);
const isWhereAsked = process.argv.includes('--where');

const kept = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(KEPT, 'utf8')));
const now: Record<string, number> = {};
const row = (name: string, count: number, text = name): string => {
  now[name] = count;
  return compared(count, kept[name], text);
};

const output = [
  ...[...linesByRoom()].sort(([, one], [, other]) => other - one).map(([room, lines]) => row(room, lines)),
  row('the bot', botLines(), 'the bot: src and commands without src/sandbox'),
  '',
  ...figuresOf().flatMap(({ what, counted, found }) => [
    row(what, found.length, `${what} (${counted})`),
    ...(isWhereAsked ? found.map((place) => `              ${place}`) : []),
  ]),
  '',
  'The second column is the difference to test/house/kept-figures.json, which `npm run house -- --keep` writes.',
  'Functions over 70 lines: none, the lint rule noExcessiveLinesPerFunction refuses them. Places that decide who may see',
  'what cannot be told from the text; test/flows/access*.test.ts hold what they decide.',
];
process.stdout.write(`${output.join('\n')}\n`);
if (process.argv.includes('--keep')) writeFileSync(KEPT, `${JSON.stringify(now, undefined, 2)}\n`);
