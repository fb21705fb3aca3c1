import { z } from 'zod';
import { idSchema, timeSchema } from './amounts.ts';

/** What holds for all servers at once: one record of its own. */
export const controlsSchema = z.strictObject({
  pausedEverywhere: z.strictObject({ atMs: timeSchema, byId: idSchema }).nullable(),
});
export type Controls = z.output<typeof controlsSchema>;

export const CONTROLS_KEY = 'all';
export const NO_CONTROLS: Controls = { pausedEverywhere: null };
