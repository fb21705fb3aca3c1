import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { surplusCopies, type UpgradeCopies, wayBackBy } from '../database/upgrade-copies.ts';
import { SIDE_SUFFIXES } from './store-file.ts';
import { PARTIAL } from './vacuum-into.ts';

/**
 * Copies next to the store: `easel.sqlite-before-1.1.0`. Only the process that owns the store makes and deletes them.
 * @param copyInto copies the open store into a new file
 */
export function createFileCopies(path: string, copyInto: (copyPath: string) => Promise<void>): UpgradeCopies {
  const folder = dirname(path);
  const prefix = `${basename(path)}-before-`;
  /** What follows the prefix: versions, and files that belong to a copy. */
  const endings = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const isVersion = (ending: string): boolean =>
    !ending.includes(PARTIAL) && !SIDE_SUFFIXES.some((suffix) => ending.endsWith(suffix));
  const versions = async (): Promise<string[]> => (await endings()).filter(isVersion);
  const remove = async (some: readonly string[]): Promise<void> => {
    for (const ending of some) await rm(join(folder, prefix + ending), { force: true });
  };

  return {
    make: async (version) => {
      const copyPath = join(folder, prefix + version);
      // Halves of a killed start.
      await remove((await endings()).filter((ending) => ending.includes(PARTIAL)));
      // SQLite would take side files of an earlier copy for the new one's.
      await remove(SIDE_SUFFIXES.map((suffix) => version + suffix));
      await copyInto(copyPath);
      await remove(surplusCopies(await versions(), version));
      return copyPath;
    },
    sweep: async (beforeMs) => {
      for (const ending of await endings()) {
        const { mtimeMs } = await stat(join(folder, prefix + ending));
        if (mtimeMs < beforeMs) await remove([ending]);
      }
      for (const name of await readdir(folder)) {
        const replacedAtMs = replacedTimeIn(basename(path), name);
        if (replacedAtMs !== undefined && replacedAtMs < beforeMs) await rm(join(folder, name), { force: true });
      }
    },
    wayBack: async (version) =>
      wayBackBy(await versions(), version, (made) => `npm run store -- restore ${path}-before-${made} --forget`),
  };
}

/** How a restore names the store that it replaced. */
export const replacedName = (path: string, nowMs: number): string =>
  `${path}.before-${new Date(nowMs).toISOString().replaceAll(':', '-')}`;

/** When a restore replaced the store that this file or its side file belongs to. */
function replacedTimeIn(storeName: string, name: string): number | undefined {
  const [, day, hours, rest] =
    /^\.before-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d-\d\d\.\d{3}Z)/.exec(name.slice(storeName.length)) ?? [];
  if (!name.startsWith(storeName) || rest === undefined) return undefined;
  return Date.parse(`${day}${hours}:${rest.replace('-', ':')}`);
}
