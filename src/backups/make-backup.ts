import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lowerPriority } from '../media/confined/confined-child.ts';
import { StoreError } from '../store/store.ts';
import { HOUR_MS } from '../time/clock.ts';

/**
 * Copies the store into a new file, and checks the copy.
 * @returns 'empty' for a store without accounts, which is new.
 * @throws StoreError if the copy can't be made, or can't be relied on
 */
export type MakeBackup = (
  backup: { storePath: string; path: string; key?: Buffer | undefined },
  signal: AbortSignal,
) => Promise<'sound' | 'empty'>;

const STORE_TOOL = join(import.meta.dirname, '../store-tool/store-tool.ts');
const TIME_LIMIT_MS = HOUR_MS;
const EXIT_CODE_OF_DIFFERENCES = 1;
const EXIT_CODE_OF_EMPTY = 3;

/**
 * Runs `npm run store -- backup` in a process of its own: copying and checking a large store would hold the bot up, and
 * the tool opens files in ways that would end the bot's own locks on them. The check works on a copy of the copy in the
 * backup's folder, where there is room for one. What is to be encrypted stays next to the store until it is.
 */
export const makeBackup: MakeBackup = async ({ storePath, path, key }, signal) => {
  const folder = `${key === undefined ? path : storePath}-check`;
  // Of an attempt that was killed.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const child = spawn(process.execPath, [STORE_TOOL, 'backup', path], {
      // A folder without `.env`, and an environment without other secrets.
      cwd: folder,
      env: { STORE_URL: `sqlite://${storePath}`, TMPDIR: folder, ...(key && { BACKUP_KEY: key.toString('hex') }) },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
      signal,
    });
    if (child.pid !== undefined) lowerPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (child.exitCode === 0) return 'sound';
    if (child.exitCode === EXIT_CODE_OF_EMPTY) return 'empty';
    const cause = lastLine(printed) ?? `the copy ended with ${child.signalCode ?? child.exitCode}`;
    throw new StoreError(
      child.exitCode === EXIT_CODE_OF_DIFFERENCES ? `the books of the copy differ: ${cause}` : cause,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function lastLine(printed: string): string | undefined {
  const [, ...lines] = printed.trimEnd().split('\n');
  return lines
    .at(-1)
    ?.replace(/^Not done: /, '')
    .replace(/\.$/, '');
}
