import { access, chmod, constants, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
const OWNER_BITS = 0o700;

/**
 * Errors where modes can't be changed or mean nothing: another owner, a read-only disk, a file system without modes.
 */
const CANNOT_CHANGE: readonly unknown[] = ['EPERM', 'EROFS', 'ENOTSUP'];

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Creates the folder and its parents for this user alone, ignoring the umask. Leaves an existing folder unchanged. */
export async function makePrivateFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: OWNER_FOLDER }).catch(async (error: unknown) => {
    // Node reports ENOENT for a folder that it can't create on a read-only disk.
    if (codeOf(error) === 'ENOENT') await refuseUnwritable(dirname(resolve(path)));
    throw error;
  });
  if (first !== undefined) await chmod(path, OWNER_FOLDER);
}

/** Rejects with the reason why the nearest existing folder can't be written to, if it can't. */
async function refuseUnwritable(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) await access(path, constants.W_OK);
  else if (dirname(path) !== path) await refuseUnwritable(dirname(path));
}

/** Creates an empty file for this user alone, ignoring the umask, or makes an existing file private. */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', OWNER_FILE);
    await file.chmod(OWNER_FILE).finally(() => file.close());
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await keepPrivate(path);
  }
}

/** Removes other users' access to a file or folder where possible. Does nothing if it doesn't exist. */
export async function keepPrivate(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o777 & ~OWNER_BITS) !== 0) await chmod(path, mode & OWNER_BITS);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && !CANNOT_CHANGE.includes(code)) throw error;
  }
}
