import { stat } from 'node:fs/promises';
import { wakeThreads } from '../../../src/time/wake-threads.ts';

/** Asks for a file while the system loses the signal that wakes a thread (`lost-signal.c`). Ends once it is answered. */
wakeThreads();
process.env['LOSE_SIGNAL'] = 'yes';
await stat('/');
process.stdout.write(process.env['LOSE_SIGNAL'] === undefined ? 'lost and answered\n' : 'nothing was lost\n');
