import { globSync, readFileSync } from 'node:fs';
import { AVOIDED, AVOIDED_IN_TEXTS, type Avoided } from './avoided.ts';

/**
 * Prints each line of the docs, texts and comments that has a word to avoid. Exits with code 1 if it finds any. `npm
 * run lint` runs it.
 */

/** Lines where such a word is right: a part of the line, by file. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Names of outcomes, not words for people.
  'src/texts/en.ts': ["'no result':"],
};

/** Sources whose comments are held to plain English. */
const READ = ['{src,commands,test}/**/*.{ts,tsx}'];

interface Line {
  file: string;
  number: number;
  text: string;
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, number: index + 1, text }));

/** The part of a line that people read: a comment, or a text's strings. */
const commentOf = ({ text }: Line): string => /^\s*(?:\/\*\*?|\*|\/\/)(.*)/.exec(text)?.[1] ?? '';
const stringsOf = ({ text }: Line): string =>
  [...text.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`?/g)]
    .map(([, plain, template]) => plain ?? template ?? '')
    .filter((words) => words.includes(' '))
    .map((words) => words.replace(/\$\{[^}]*\}/g, '…'))
    .join(' ');

function faultsIn(files: readonly string[], avoided: readonly Avoided[], readOf: (line: Line) => string): string[] {
  return files.flatMap(linesOf).flatMap((line) => {
    const words = readOf(line);
    if (ALLOWED[line.file]?.some((part) => line.text.includes(part))) return [];
    return avoided
      .filter((one) => one.words.test(words))
      .map(({ words: pattern, better }) => {
        const found = pattern.exec(words)?.[0] ?? '';
        return `${line.file}:${line.number}: “${found}”: ${better}\n    ${line.text.trim()}`;
      });
  });
}

const docs = globSync(['*.md', 'docs/**/*.md']).filter((file) => file !== 'docs/glossary.md');
const faults = [
  ...faultsIn(docs, AVOIDED, ({ text }) => text),
  ...faultsIn(globSync('src/texts/*.ts'), AVOIDED_IN_TEXTS, stringsOf),
  ...faultsIn(globSync(READ), AVOIDED, commentOf),
];
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
