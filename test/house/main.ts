import { botLines, figuresOf, linesByRoom } from './house.ts';

/** Prints the code's size and other figures. Lists the findings with `--where`. */
const row = (count: number, text: string): string => `${String(count).padStart(7)}  ${text}`;
const isWhereAsked = process.argv.includes('--where');

const output = [
  ...[...linesByRoom()].sort(([, one], [, other]) => other - one).map(([room, lines]) => row(lines, room)),
  row(botLines(), 'the bot: src and commands without src/sandbox'),
  '',
  ...figuresOf().flatMap(({ what, counted, found }) => [
    row(found.length, `${what} (${counted})`),
    ...(isWhereAsked ? found.map((place) => `           ${place}`) : []),
  ]),
  '',
  'Functions over 70 lines: none, the lint rule noExcessiveLinesPerFunction refuses them. Places that decide who may see',
  'what cannot be told from the text; test/flows/access*.test.ts hold what they decide.',
];
process.stdout.write(`${output.join('\n')}\n`);
