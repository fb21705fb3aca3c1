import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/**
 * `node prune-modules.ts node_modules`: removes what the bot never reads from its installed packages, for the image. Of
 * 198 MB, a third stays. If a listed path is gone, a package has changed: nothing is removed, and the list needs a look.
 */

/** Bundles for browsers, sources that were compiled, types, and tests. */
export const UNUSED_FOLDERS: readonly string[] = [
  '@types',
  'bintrees/test',
  'echarts/dist',
  'echarts/types',
  'mediabunny/dist/bundles',
  'mediabunny/src',
  'sqlite3/deps',
  'sqlite3/src',
  'undici-types',
  'zod/src',
  'zrender/dist',
  'zrender/src',
];

/** For compiling an add-on. An older Node.js isn't given them, so they may be missing. */
const COMPILER_FOLDERS: readonly string[] = ['node-gyp', 'tar'];

const PLATFORM = `${process.platform}-${process.arch}`;

/** All that the bot needs from these folders. */
export const NEEDED_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  '@expo-google-fonts/inter': ['400Regular', '600SemiBold', 'LICENSE_FONT', 'package.json'],
  'sqlite3/prebuilds': [PLATFORM],
  [`sqlite3/prebuilds/${PLATFORM}`]: ['@appthreat+sqlite3.glibc.node'],
};

/** Files for debuggers, compilers and readers, in all packages. */
const UNUSED_ENDINGS: readonly string[] = ['.map', '.d.ts', '.d.mts', '.d.cts', '.md'];
const LICENCE = /^(licen[cs]e|notice|copying)/i;

/** @throws Error that names what is listed and missing. Nothing is removed then. */
export function pruneModules(folder: string): { keptBytes: number; removedBytes: number } {
  const unneeded = Object.entries(NEEDED_ENTRIES).flatMap(([path, needed]) =>
    entriesOf(join(folder, path))
      .filter((name) => !needed.includes(name))
      .map((name) => join(path, name)),
  );
  const files = filesIn(folder);
  const isUnused = (path: string): boolean => UNUSED_ENDINGS.some((ending) => path.endsWith(ending));
  const unusedFiles = files.filter((path) => isUnused(path) && !LICENCE.test(basename(path)));
  const neededPaths = Object.entries(NEEDED_ENTRIES).flatMap(([path, names]) => names.map((name) => join(path, name)));
  const missing = [...UNUSED_FOLDERS, ...neededPaths].filter((path) => !exists(join(folder, path)));
  if (missing.length > 0) throw new Error(`listed in prune-modules.ts, but not in ${folder}: ${missing.join(', ')}`);
  const bytes = bytesOf(files);
  for (const path of [...UNUSED_FOLDERS, ...unneeded]) rmSync(join(folder, path), { recursive: true });
  for (const path of COMPILER_FOLDERS) rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of unusedFiles) rmSync(path, { force: true });
  const keptBytes = bytesOf(filesIn(folder));
  return { keptBytes, removedBytes: bytes - keptBytes };
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const entriesOf = (folder: string): string[] => (exists(folder) ? readdirSync(folder) : []);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => parentPath + sep + name);
}

function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

const [, program, folder] = process.argv;
if (program === import.meta.filename && folder !== undefined) {
  const { keptBytes, removedBytes } = pruneModules(folder);
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  process.stdout.write(`${folder}: ${megabytes(removedBytes)} removed, ${megabytes(keptBytes)} kept\n`);
}
