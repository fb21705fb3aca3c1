import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs next to PostgreSQL. When the process that started PostgreSQL is gone, stops PostgreSQL and removes its folder,
 * unless the folder is kept. Arguments: PostgreSQL's process id and, if it is to be removed, the folder.
 */

const [pid, folder] = process.argv.slice(2);
/** A stop that takes longer is stuck. */
const STOP_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** @returns whether the process still exists */
const send = (signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(Number(pid), signal);
  } catch {
    return false;
  }
};

process.once('disconnect', async () => {
  send('SIGINT');
  for (let waitedMs = 0; send(0); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs > STOP_MS) send('SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});
