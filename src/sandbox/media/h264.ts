import { createRequire } from 'node:module';
import type H264 from 'h264-mp4-encoder';

const HARMFUL_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
const before = new Set(HARMFUL_EVENTS.flatMap((event): unknown[] => process.rawListeners(event)));

/**
 * The encoder, without the listeners that it adds to the process: at any error of the program, they print the encoder's
 * whole source and end the process, so that no one learns what the error was.
 */
export const h264: typeof H264 = createRequire(import.meta.url)('h264-mp4-encoder');

for (const event of HARMFUL_EVENTS)
  for (const listener of process.rawListeners(event))
    if (!before.has(listener)) process.removeListener(event, listener as () => void);
