import { z } from 'zod';
import { outboxSchema } from '../records/outbox.ts';

/** A result's copy in the gallery: its stored record. */

const timeSchema = z.int().min(0);

/** Asked for, in the gallery, to be taken out, and not there (any more). */
const COPY_PHASES = ['wanted', 'shown', 'leaving', 'gone'] as const;

/**
 * Why it never came to be shown: the service no longer has the result, the gallery is closed to Easel, the result was
 * hidden or the settings have changed meanwhile, its message was deleted at once, or Discord or the service did not answer
 * for too long.
 */
export const COPY_ENDINGS = ['lost', 'closed', 'forbidden', 'deleted', 'late'] as const;
export type CopyEnding = (typeof COPY_ENDINGS)[number];

const messageSchema = z.strictObject({ channelId: z.string(), messageId: z.string().optional() });

export const galleryCopySchema = z.strictObject({
  guildId: z.string(),
  jobId: z.string(),
  /** Whose result it is. */
  memberId: z.string(),
  /** The result's own message. */
  source: messageSchema,
  /** The gallery as it was then, and the copy's message in it. */
  channelId: z.string(),
  messageId: z.string().optional(),
  /** Of a gallery whose works are posts: the thread that it is, whose first message the copy is. */
  postId: z.string().optional(),
  /** Whether the gallery was age-restricted then. */
  ageRestricted: z.boolean(),
  /** What the one who showed it may upload here. */
  uploadLimitBytes: z.int().min(0),
  phase: z.enum(COPY_PHASES),
  /** Since when it is in this phase, and by whom. */
  atMs: timeSchema,
  byId: z.string(),
  /** How often it was shown, with this time: each has a message of its own. */
  number: z.int().min(1),
  ending: z.enum(COPY_ENDINGS).optional(),
  outbox: outboxSchema,
});
export type GalleryCopy = z.output<typeof galleryCopySchema>;

/** Where its message is. */
export interface CopyLocation {
  messageId: string;
  postId?: string | undefined;
}

export function messageOfCopy({ guildId, channelId, postId, messageId }: GalleryCopy): {
  guildId: string;
  channelId: string;
  messageId: string | undefined;
} {
  return { guildId, channelId: postId ?? channelId, messageId };
}
