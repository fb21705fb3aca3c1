import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cyclesOf, importsOf, partOf, sources } from './imports.ts';

/** A figure about the code, how it is counted, and its findings. */
export interface Figure {
  what: string;
  counted: string;
  /** One entry for each finding. */
  found: readonly string[];
}

const SHORT_LINES = 30;
const isSandbox = (path: string): boolean => path.startsWith('src/sandbox/');

/** Lines by room, of TypeScript files only: no styles, pages or data. */
export function linesByRoom(): Map<string, number> {
  const lines = new Map<string, number>();
  for (const path of [...sources('src'), ...sources('commands'), ...sources('test')]) {
    const part = path.startsWith('test/') ? 'test' : partOf(path);
    lines.set(part, (lines.get(part) ?? 0) + linesOf(path));
  }
  return lines;
}

export function botLines(): number {
  return botFiles().reduce((sum, path) => sum + linesOf(path), 0);
}

/** Figures about the bot: `src` and `commands` without the sandbox. They are counted in the text, not in the syntax. */
export function figuresOf(): Figure[] {
  const files = botFiles();
  return [
    {
      what: 'short files',
      counted: `files under ${SHORT_LINES} lines`,
      found: files.filter((path) => linesOf(path) < SHORT_LINES),
    },
    { what: 'import cycles', counted: 'circles from file to file, types included', found: cyclesOf(files) },
    {
      what: 'imports that climb',
      counted: 'from a folder of a room to a file in a folder above it, in the same room',
      found: files.flatMap((path) =>
        importsOf(path)
          .filter((target) => partOf(target) === partOf(path) && dirname(path).startsWith(`${dirname(target)}/`))
          .map((target) => `${path} -> ${target}`),
      ),
    },
    { what: 'spread literals', counted: '`...{` in the text', found: occurrences(files, /\.\.\.\{/g) },
    {
      what: 'waits outside the engine',
      counted: 'files beyond src/engine and src/time with .sleep(, setTimeout or setInterval',
      found: files.filter(
        (path) => !/^src\/(engine|time)\//.test(path) && /\.sleep\(|setTimeout|setInterval/.test(textOf(path)),
      ),
    },
    {
      what: 'translations of Discord’s failures',
      counted: 'files that ask `instanceof DiscordAPIError`',
      found: files.filter((path) => textOf(path).includes('instanceof DiscordAPIError')),
    },
    {
      what: 'back-off formulas',
      counted: 'powers `2 **` of a name or a call',
      found: occurrences(files, /\b2 \*\* [a-zA-Z(]/g),
    },
  ];
}

/** A row of `npm run house`: a figure and its difference to the kept one. */
export function compared(count: number, before: number | undefined, text: string): string {
  const change = before === undefined ? 'new' : count === before ? '' : `${count > before ? '+' : ''}${count - before}`;
  return `${String(count).padStart(6)}${change.padStart(6)}  ${text}`;
}

function botFiles(): string[] {
  return [...sources('src'), ...sources('commands')].filter((path) => !isSandbox(path));
}

function occurrences(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((path) => [...textOf(path).matchAll(pattern)].map(() => path));
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

function linesOf(path: string): number {
  return textOf(path).split('\n').length - 1;
}
