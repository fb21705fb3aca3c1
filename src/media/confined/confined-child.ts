import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** How the process that makes a result fit says that it cannot be done. Node's own codes are below 20. */
export const UNFITTABLE_EXIT_CODE = 20;
/** Short beside the time in which a picture's pixels fill the memory. */
const MEMORY_CHECK_INTERVAL_MS = 20;
/** Linux ends the process with the highest score first when memory runs out. */
const OOM_SCORE = '1000';

/**
 * Confines the process that calls it, which works on bytes from outside and may die at any moment: it gives way to others, and dies by
 * itself when it takes more memory than it may or when the bot is gone.
 */
export function confineThisProcess(memoryMaxBytes: number): void {
  offerAsVictim();
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.umask(0o077);
  process.stdin.on('end', die).resume();
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMaxBytes) die();
  }, MEMORY_CHECK_INTERVAL_MS);
}

/** Not `process.exit`, which waits for the threads that are busy. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

function offerAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch (error) {
    // Only Linux has it, and a sandbox may forbid it: then the memory's own check has to do.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
