import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepPrivate, makePrivateFolder } from '../private-file.ts';
import type { MediaFile } from './media.ts';

/** Easel's own part of the operator's folder, in which other things may stand: nothing is listed or removed outside it. */
const OWN_FOLDER = 'easel-results';

const RESULT_NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** Whether a name can stand before the first dot of a file name on every system. */
export function isResultName(name: string): boolean {
  return RESULT_NAME.test(name);
}

/** The results in flight: files named `<name>.<anything>`, where the name is the one given to the fetcher. */
export interface ResultFolder {
  readonly path: string;
  /** The names that have files here, each once. */
  list(): Promise<string[]>;
  /** Whether a file is here still, as long as it was. */
  has(file: Pick<MediaFile, 'path' | 'sizeBytes'>): Promise<boolean>;
  /** What all files here take together. */
  sizeBytes(): Promise<number>;
  /** Removes every file of these names, half-fetched and re-encoded ones included; nothing when there is none. */
  remove(...names: string[]): Promise<void>;
  /**
   * Removes all files but those of the names given: at start, what a killed process left behind.
   * @returns how many files went.
   */
  clearExcept(names: Iterable<string>): Promise<number>;
}

/** Opens Easel's own folder within the one given, making both when they are not there; only this user can read it. */
export async function openResultFolder(within: string): Promise<ResultFolder> {
  const path = join(within, OWN_FOLDER);
  await makePrivateFolder(path);
  await keepPrivate(path);

  async function files(): Promise<string[]> {
    const entries = await readdir(path, { withFileTypes: true });
    // Anything else was not put here by a fetch, and is not ours to remove.
    return entries.filter((entry) => entry.isFile() && isResultName(nameOf(entry.name))).map((entry) => entry.name);
  }

  async function removeWhere(wanted: (name: string) => boolean): Promise<number> {
    const removed = (await files()).filter((file) => wanted(nameOf(file)));
    for (const file of removed) await rm(join(path, file), { force: true });
    return removed.length;
  }

  return {
    path,
    list: async () => [...new Set((await files()).map(nameOf))],
    has: async (file) => (await sizeOf(file.path)) === file.sizeBytes,
    async sizeBytes() {
      const sizes = await Promise.all((await files()).map((file) => sizeOf(join(path, file))));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async remove(...names) {
      await removeWhere((name) => names.includes(name));
    },
    async clearExcept(names) {
      const kept = new Set(names);
      return await removeWhere((name) => !kept.has(name));
    },
  };
}

function nameOf(file: string): string {
  return file.split('.', 1)[0] ?? '';
}

/** A file that ended between listing and looking takes no room. */
async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found?.size ?? 0;
}
