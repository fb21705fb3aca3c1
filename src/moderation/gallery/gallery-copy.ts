import { z } from 'zod';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS } from '../../time/clock.ts';
import { messageSchema } from '../records/messages.ts';

/** The stored record of a result's copy in the gallery. */

const timeSchema = z.int().min(0);

/**
 * Requested; in the gallery; about to be hidden, and hidden, until moderators decide about a report; about to be shown
 * again in the same message; about to be removed; not in the gallery, never or no longer.
 */
const COPY_PHASES = ['wanted', 'shown', 'hiding', 'hidden', 'returning', 'leaving', 'gone'] as const;

/**
 * Why a copy was never shown: the service no longer has the result; Easel can't post in the gallery; the result was hidden or
 * the settings changed meanwhile; someone deleted the message at once; or Discord or the service was unavailable for too long.
 */
export const COPY_ENDINGS = ['lost', 'closed', 'forbidden', 'deleted', 'late'] as const;
export type CopyEnding = (typeof COPY_ENDINGS)[number];

export const galleryCopySchema = z.strictObject({
  guildId: z.string(),
  jobId: z.string(),
  /** The result's author. */
  memberId: z.string(),
  /** The result's own message. */
  source: messageSchema,
  /** The gallery's channel at the time, and the copy's message in it. */
  channelId: z.string(),
  messageId: z.string().optional(),
  /** In a forum gallery: the post, whose first message is the copy. */
  postId: z.string().optional(),
  /** Whether the gallery was age-restricted at the time. */
  ageRestricted: z.boolean(),
  /** The upload limit of the member who showed it. */
  uploadLimitBytes: z.int().min(0),
  phase: z.enum(COPY_PHASES),
  /** When this phase started. */
  atMs: timeSchema,
  /** It counts among the best works of that time only, also if it comes back later. */
  firstShownAtMs: timeSchema.optional(),
  /** Who showed it or, once it leaves, who removed it. */
  byId: z.string(),
  /** How often the result has been shown, including this time. Each time has a message of its own. */
  number: z.int().min(1),
  ending: z.enum(COPY_ENDINGS).optional(),
});
export type GalleryCopy = z.output<typeof galleryCopySchema>;

const KEPT_MS = 365 * DAY_MS;

export const galleryCollection = defineCollection({
  name: 'gallery',
  schema: galleryCopySchema,
  serverOf: 'key',
  keeps: {
    what: 'which pictures are in the gallery, whose they are and who showed them',
    ends: { after: KEPT_MS, since: ({ atMs }) => atMs },
    erased: { stays: 'so that the author can take the picture out' },
  },
});
export type CopyPhase = GalleryCopy['phase'];

/** Its message doesn't show the result yet, and is to. */
export const isComing = (phase: CopyPhase): boolean => phase === 'wanted' || phase === 'returning';

/** Where the copy's message is. */
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
