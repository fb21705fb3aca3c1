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
  raiseOomScore();
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
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

function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch (error) {
    // Only Linux has it, and a sandbox may forbid it. The memory check still works then.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
