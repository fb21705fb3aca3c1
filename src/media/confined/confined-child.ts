import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The exit code for a result that can't be made to fit. Node's own codes are below 20. */
export const UNFITTABLE_EXIT_CODE = 20;
/** Short compared with the time in which a picture's pixels fill the memory. */
const MEMORY_CHECK_INTERVAL_MS = 20;
/** When memory runs out, Linux ends the process with the highest score first. */
const OOM_SCORE = '1000';

/**
 * Confines the calling process, which handles untrusted bytes and may die at any moment. It gets a low priority, and
 * dies when it uses too much memory or when the bot is gone.
 */
export function confineThisProcess(memoryMaxBytes: number): void {
  lowerPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  process.umask(0o077);
  process.stdin.on('end', die).resume();
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMaxBytes) die();
  }, MEMORY_CHECK_INTERVAL_MS);
}

/** Not `process.exit`, which waits for busy threads. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Lets the bot go first when processor time or memory is short. */
export function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch (error) {
    // The process has ended, this isn't Linux, or a sandbox forbids it. The memory check still works then.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
