import type { FitTurns } from '../../src/media/files/media.ts';

/** Slots that are always free. */
export const FREE_TURNS: FitTurns = { look: (work) => work(), encode: (work) => work() };
