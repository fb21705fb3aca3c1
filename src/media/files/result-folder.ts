import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepPrivate, makePrivateFolder } from '../../private-file.ts';
import type { MediaFile } from './media.ts';

/** Easel's own part of the operator's folder, which may hold other files. Nothing outside it is listed or removed. */
const OWN_FOLDER = 'easel-results';

const RESULT_NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** Whether a name works before the first dot of a file name on every system. */
export function isResultName(name: string): boolean {
  return RESULT_NAME.test(name);
}

/**
 * Opens Easel's own folder within the given one. Creates both if missing. Only this user can read them. It holds the results
 * in flight: files named `<name>.<anything>`, with the name given to the fetcher.
 */
export async function openResultFolder(within: string) {
  const path = join(within, OWN_FOLDER);
  await makePrivateFolder(path);
  await keepPrivate(path);

  async function removeWhere(wanted: (name: string) => boolean): Promise<void> {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const name = nameOf(entry.name);
      // Other entries didn't come from a fetch, so they stay.
      if (entry.isFile() && isResultName(name) && wanted(name)) await rm(join(path, entry.name), { force: true });
    }
  }

  return {
    path,
    /** Whether a file still exists with the same size. */
    has: async (file: Pick<MediaFile, 'path' | 'sizeBytes'>): Promise<boolean> =>
      (await sizeOf(file.path)) === file.sizeBytes,
    /** Removes all files of these names, including partial and fitted ones. */
    remove: (...names: string[]): Promise<void> => removeWhere((name) => names.includes(name)),
    /** Removes all files. Call it at start: a killed process may have left some. */
    clear: (): Promise<void> => removeWhere(() => true),
  };
}

export type ResultFolder = Awaited<ReturnType<typeof openResultFolder>>;

function nameOf(file: string): string {
  return file.split('.', 1)[0] ?? '';
}

/** Undefined if the file doesn't exist. */
async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found?.size;
}
