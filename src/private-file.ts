import { access, chmod, constants, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
const OWNER_BITS = 0o700;

/** Not ours to change, or kept where modes mean nothing: another owner, a read-only disk, a file system without modes. */
const CANNOT_CHANGE: readonly unknown[] = ['EPERM', 'EROFS', 'ENOTSUP'];

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Makes the folder, and those above it, for this user alone whatever the umask; one that is there already stays as it is. */
export async function makePrivateFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: OWNER_FOLDER }).catch(async (error: unknown) => {
    // Node says "not there" of a folder that it cannot make on a read-only disk.
    if (codeOf(error) === 'ENOENT') await refuseUnwritable(dirname(resolve(path)));
    throw error;
  });
  if (first !== undefined) await chmod(path, OWNER_FOLDER);
}

/** Rejects with the reason why the nearest folder that is there cannot be written to, where there is one. */
async function refuseUnwritable(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) await access(path, constants.W_OK);
  else if (dirname(path) !== path) await refuseUnwritable(dirname(path));
}

/** Makes an empty file for this user alone whatever the umask, or takes one that is there from everybody else. */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', OWNER_FILE);
    await file.chmod(OWNER_FILE).finally(() => file.close());
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await keepPrivate(path);
  }
}

/** Takes a file or folder from everybody but its owner, where that can be done; nothing where there is none. */
export async function keepPrivate(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o777 & ~OWNER_BITS) !== 0) await chmod(path, mode & OWNER_BITS);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && !CANNOT_CHANGE.includes(code)) throw error;
  }
}
