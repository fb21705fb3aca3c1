import { z } from 'zod';
import { placeSchema } from '../../jobs/job.ts';
import { notesSchema } from '../notes.ts';

/** A result that only its requester and the moderators see until one of them publishes it: its stored record. */

/**
 * Being made; made; not made; of which nobody knows whether it was made; decided about in either way; published, but the
 * service no longer has it, or its message is gone; and never begun, for Discord did not take the answer.
 */
export const PREVIEW_PHASES = [
  ...['making', 'ready', 'failed', 'unconfirmed'],
  ...['published', 'discarded', 'lost', 'gone', 'unanswered'],
] as const;
export type PreviewPhase = (typeof PREVIEW_PHASES)[number];

export const previewSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  memberId: z.string(),
  kind: z.enum(['image', 'video']),
  count: z.int().min(1).max(4),
  atMs: z.int().min(0),
  /** The message in the channel that everybody sees; the job's own is in the moderators' channel. */
  place: placeSchema,
  /** Empty where a crash came before it was known. */
  card: z.strictObject({ channelId: z.string(), messageId: z.string() }),
  phase: z.enum(PREVIEW_PHASES),
  byId: z.string(),
  isCarriedOut: z.boolean(),
  notes: notesSchema,
});
export type Preview = z.output<typeof previewSchema>;
