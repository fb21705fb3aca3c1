import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copiesBefore, type UpgradeCopies, wayBackBy } from '../database/upgrade-copies.ts';
import { backUpStore } from './backup.ts';
import { renameDurably, SIDE_SUFFIXES } from './store-file.ts';

const UNFINISHED = '.unfinished';

/** Copies next to the store: `easel.sqlite-before-1.1.0`. Only the process that owns the store makes and deletes them. */
export function createFileCopies(path: string): UpgradeCopies {
  const prefix = `${basename(path)}-before-`;
  const names = async (): Promise<string[]> => (await readdir(dirname(path))).filter((name) => name.startsWith(prefix));
  const remove = (name: string): Promise<void> => rm(join(dirname(path), name), { force: true });
  const versions = async (): Promise<string[]> =>
    (await names())
      .map((name) => name.slice(prefix.length))
      .filter((version) => !version.includes(UNFINISHED) && !SIDE_SUFFIXES.some((suffix) => version.endsWith(suffix)));

  return {
    make: async (version) => {
      const copyPath = `${path}-before-${version}`;
      // What a killed start left of its copy, and what someone who opened the last copy left next to it.
      const left = [...SIDE_SUFFIXES.map((suffix) => prefix + version + suffix)];
      for (const name of await names()) if (name.includes(UNFINISHED) || left.includes(name)) await remove(name);
      await backUpStore(path, copyPath + UNFINISHED);
      await renameDurably(copyPath + UNFINISHED, copyPath);
      for (const old of copiesBefore(await versions(), version)) await remove(prefix + old);
      return copyPath;
    },
    wayBack: async (version) =>
      wayBackBy(await versions(), version, (made) => `npm run store -- restore ${path}-before-${made} --forget`),
  };
}
