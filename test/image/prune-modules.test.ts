import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../store/temp-folder.ts';
import { NEEDED_ENTRIES, pruneModules, UNUSED_FOLDERS } from './prune-modules.ts';

/** `image.test.ts` prunes the real packages, so it fails as well when the list names what they lack. */

const NEEDED = Object.entries(NEEDED_ENTRIES).flatMap(([path, names]) => names.map((name) => join(path, name)));
const KEPT = ['pino/index.js', 'pino/LICENSE', 'zod/LICENSE.md'];
const REMOVED = ['pino/index.js.map', 'pino/index.d.ts', 'pino/README.md', 'sqlite3/prebuilds/amiga-m68k'];

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  for (const path of [...UNUSED_FOLDERS, ...NEEDED.filter((one) => !dirname(one).endsWith('prebuilds'))]) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'a-file'), 'text');
  }
  for (const path of [...KEPT, ...REMOVED]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), 'text');
  }
});

const pathsIn = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

it('removes what is listed, and keeps licences and what the bot needs', () => {
  pruneModules(folder);
  expect(pathsIn()).toEqual(expect.arrayContaining([...NEEDED, ...KEPT]));
  expect(pathsIn().filter((path) => [...UNUSED_FOLDERS, ...REMOVED].includes(path))).toEqual([]);
});

it.each(['echarts/dist', '@expo-google-fonts/inter/400Regular'])(
  'names %s once a new version of the package lacks it, and removes nothing',
  (path) => {
    rmSync(join(folder, path), { recursive: true });
    const before = pathsIn();
    expect(() => pruneModules(folder)).toThrow(path);
    expect(pathsIn()).toEqual(before);
  },
);
