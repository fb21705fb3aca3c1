import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The code files of a folder. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => normalize(join(folder, name)))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'));
}

/** @param types whether imports of types alone count, which load nothing */
export function importsOf(path: string, { types = true } = {}): string[] {
  const all = readFileSync(path, 'utf8');
  const text = types ? all : all.replace(/^(import|export) type .*?;$/gms, '');
  return [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map((match) =>
    normalize(join(dirname(path), match[1] ?? '')),
  );
}

/** `src/jobs/submit.ts` belongs to `src/jobs`, `src/log.ts` to `src/log`, everything under `commands` to `commands`. */
export function partOf(path: string): string {
  const [top, second] = path.replace(/\.tsx?$/, '').split('/');
  return top === 'src' ? `src/${second}` : String(top);
}

/** The first import cycle reachable from a file, as the files along it. Imports of types count. */
function circleFrom(
  path: string,
  importsOf: (path: string) => string[],
  done: Set<string>,
  way: string[] = [],
): string[] {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (done.has(path)) return [];
  for (const target of importsOf(path)) {
    const circle = circleFrom(target, importsOf, done, [...way, path]);
    if (circle.length > 0) return circle;
  }
  done.add(path);
  return [];
}

/** Import cycles, each as the files along it. Imports of types count. */
export function cyclesOf(files: readonly string[]): string[] {
  const targets = new Map(files.map((path) => [path, importsOf(path)]));
  const done = new Set<string>();
  return files
    .map((path) => circleFrom(path, (each) => targets.get(each) ?? [], done))
    .filter(({ length }) => length > 0)
    .map((circle) => circle.join(' -> '));
}
