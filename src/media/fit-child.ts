import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { UNFITTABLE_EXIT_CODE } from './fit-exit-code.ts';
import { fitPicture } from './fit-picture.ts';

/**
 * The process in which one picture is made to fit: `node fit-child.ts FROM TO LIMIT_BYTES MEMORY_BYTES`. It may die at any moment, and
 * dies by itself when it takes more memory than it may or when the bot is gone.
 */

/** Short beside the time in which a picture's pixels fill the memory. */
const MEMORY_CHECK_INTERVAL_MS = 20;
/** Linux ends the process with the highest score first when memory runs out. */
const OOM_SCORE = '1000';

const [from = '', to = '', limitBytes, memoryBytes] = process.argv.slice(2);

// Not `process.exit`, which waits for the threads that are busy with the picture.
const die = (): boolean => process.kill(process.pid, 'SIGKILL');

offerAsVictim();
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.stdin.on('end', die).resume();
setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryBytes)) die();
}, MEMORY_CHECK_INTERVAL_MS);

const isWritten = await fitPicture(from, Number(limitBytes), to);
process.exit(isWritten ? 0 : UNFITTABLE_EXIT_CODE);

function offerAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch (error) {
    // Only Linux has it, and a sandbox may forbid it: then the memory's own check has to do.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
