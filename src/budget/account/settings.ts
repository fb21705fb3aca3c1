import { z } from 'zod';
import { amountSchema, idSchema, timeSchema } from '../amounts.ts';
import { isTimeZone } from '../periods/calendar.ts';

/** What a server's managers choose. */
export const settingsSchema = z.strictObject({
  /** Periods and shares begin at this zone's midnight. */
  timeZone: z.string().refine(isTimeZone, 'an IANA time zone'),
  /** A quote of this much or more is asked about before it is held; null for never. */
  askFromCredits: amountSchema.nullable(),
});
export type Settings = z.output<typeof settingsSchema>;

export const NEW_SETTINGS: Settings = { timeZone: 'UTC', askFromCredits: null };

const pauseSchema = z.strictObject({ atMs: timeSchema, byId: idSchema });

/** Nothing new is held while either is set; who paused it resumes it. */
export const pausesSchema = z.strictObject({ operator: pauseSchema.nullable(), manager: pauseSchema.nullable() });
export type Pauses = z.output<typeof pausesSchema>;

export const NO_PAUSES: Pauses = { operator: null, manager: null };
