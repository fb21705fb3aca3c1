import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Renames a complete file so that a power cut can't lose it: it exists under one of the names. Only for files that this
 * process has no connection to, because it opens and closes them.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await syncToDisk(from);
  await rename(from, to);
  await syncToDisk(dirname(to));
}

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
