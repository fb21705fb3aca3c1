import { globSync, readFileSync } from 'node:fs';
import { AVOIDED, AVOIDED_IN_TEXTS, type Avoided } from './avoided.ts';

/**
 * Prints each line of the docs, texts, comments, and of what operators read that has a word to avoid. Exits with code 1 if it finds any. `npm
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

/** A line within a long string has no quotes of its own. */
const sentenceOf = (line: Line): string => (/['`]/.test(line.text) ? stringsOf(line) : line.text);

/** Calls whose strings operators read: errors of the store, the log, and the output of tools. */
const FOR_OPERATORS =
  /new (?:StoreError|ConfigError)\(|\blog(?:ger)?\.(?:trace|debug|info|warn|error|fatal)\(|\bprint\(|\bconst [A-Z_]+ =\s+['`]/g;

/** The lines of these calls, each up to its closing bracket, or of a constant up to its semicolon. */
function linesForOperators(file: string): Line[] {
  const text = readFileSync(file, 'utf8');
  const spoken = new Set<number>();
  for (const { 0: call, index } of text.matchAll(FOR_OPERATORS)) {
    let at = index + call.length;
    for (let open = 1; open > 0 && at < text.length; at++) {
      const sign = text[at];
      if (sign === '(') open++;
      else if (sign === ')') open--;
      if (sign === ';') break;
    }
    const first = text.slice(0, index).split('\n').length;
    const last = text.slice(0, at).split('\n').length;
    for (let number = first; number <= last; number++) spoken.add(number);
  }
  return linesOf(file).filter(({ number }) => spoken.has(number));
}

function faultsIn(lines: readonly Line[], avoided: readonly Avoided[], readOf: (line: Line) => string): string[] {
  return lines.flatMap((line) => {
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
  ...faultsIn(docs.flatMap(linesOf), AVOIDED, ({ text }) => text),
  ...faultsIn(globSync('src/texts/*.ts').flatMap(linesOf), AVOIDED_IN_TEXTS, stringsOf),
  ...faultsIn(globSync(READ).flatMap(linesOf), AVOIDED, commentOf),
  ...faultsIn(globSync('{src,commands}/**/*.ts').flatMap(linesForOperators), AVOIDED, sentenceOf),
];
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
