import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failureReason } from '../store/database/failures.ts';

/** Looks at folders without making one. */

/** The folder itself, or the nearest above it that exists. May be a file. */
export async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Why files can't be made in this folder, or the folder itself can't; undefined if they can. */
export async function folderTrouble(path: string): Promise<string | undefined> {
  const folder = await nearestFolder(path);
  try {
    if (!(await stat(folder)).isDirectory()) return 'a part of the path is a file, not a folder';
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return failureReason(error);
  }
}
