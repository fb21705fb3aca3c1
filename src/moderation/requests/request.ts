import { z } from 'zod';
import type { HoldRequest } from '../../budget/account/decisions.ts';
import { CAUTIOUS_LIMIT_BYTES, type MessageLocation, messageLocationSchema, requestSchema } from '../../jobs/job.ts';
import { holdTasksOf } from '../../jobs/variants.ts';
import type { Collection, Store } from '../../store/store.ts';
import { refusalSchema } from '../admission/refusal.ts';
import { WHY_MAX_CHARACTERS } from '../records/audit-log.ts';
import { outboxSchema } from '../records/outbox.ts';
import type { Gates } from '../settings/modes.ts';
import { BOUNDS } from '../settings/settings.ts';

/** A request on which somebody decides, before it is made or before everybody sees the result: its stored record. */

const timeSchema = z.int().min(0);

export const DECISIONS = ['approved', 'rejected', 'withdrawn', 'expired', 'dropped'] as const;
export type DecisionKind = (typeof DECISIONS)[number];
/** A person, or Easel itself: where time ran out, or the votes were there. */
export const BY_EASEL = 'easel';

const decisionSchema = z.strictObject({
  kind: z.enum(DECISIONS),
  byId: z.string(),
  atMs: timeSchema,
  /** A moderator's words. */
  why: z.string().max(WHY_MAX_CHARACTERS),
  /** Why Easel itself rejected it. */
  refusal: refusalSchema.optional(),
});
/** What was decided before it is made. */
export type Decision = z.output<typeof decisionSchema>;

/** Its job is there, or has been, and moderators decide about the result. */
export const MADE_PHASES = [
  'making',
  'ready',
  'failed',
  /** Nobody knows whether it was made. */
  'unconfirmed',
  'published',
  'discarded',
  /** It was to be published, but the service no longer has it. */
  'lost',
  /** It was to be published, but the message that everybody sees is gone. */
  'gone',
] as const;
export type MadePhase = (typeof MADE_PHASES)[number];

const PHASES = [
  /** Its answer is on its way, or was lost on it. */
  'opening',
  'asked',
  /** Let through before it is made, and about to be begun. */
  'approved',
  /** A job like any other by now. */
  'begun',
  ...MADE_PHASES,
  'rejected',
  'withdrawn',
  'expired',
  /** The moderators' channel is missing or closed, so nobody can decide about it. */
  'dropped',
  /** Discord did not take the answer. */
  'unanswered',
] as const;
export type Phase = (typeof PHASES)[number];

/**
 * The messages of a request, in the order in which they are brought up to date: the public one, the preview for moderators,
 * their card, and the notice to the member.
 */
export const REQUEST_MESSAGES = ['public', 'result', 'card', 'notice'] as const;
export type RequestMessage = (typeof REQUEST_MESSAGES)[number];

const messageSchema = z.strictObject({ channelId: z.string(), messageId: z.string().optional() });

export const gatedRequestSchema = z.strictObject({
  /** The job that it becomes; its holds are the job's. */
  id: z.string(),
  guildId: z.string(),
  memberId: z.string(),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  gates: z.strictObject({
    before: z.enum(['nobody', 'moderators', 'members']),
    after: z.enum(['nobody', 'moderators']),
  }),
  phase: z.enum(PHASES),
  phaseAtMs: timeSchema,
  /** Who brought it into its phase. */
  phaseById: z.string(),
  /** The state that each of its messages showed last. */
  shown: z.partialRecord(z.enum(REQUEST_MESSAGES), z.string()),
  /** The line of a list for which moderators are asked, where it is not the channel. */
  entry: z.string().optional(),
  /** Moderators are asked because it uses a picture that isn't its member's own. */
  usesOthersPictures: z.boolean().optional(),
  request: requestSchema,
  count: z.int().min(1).max(4),
  /** What each of its tasks is expected to cost. */
  quotesCredits: z.array(z.int().min(0)).min(1).max(4),
  ageRestricted: z.boolean(),
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  /** The request's message in its channel, for everybody; it becomes the job's, or shows the result once that is published. */
  location: messageLocationSchema,
  /** In the moderators' channel, where they decide before it is made. */
  card: messageSchema.optional(),
  /** The job's message in the moderators' channel, where they decide about the result. */
  result: messageSchema.optional(),
  editedById: z.string().optional(),
  /** How often its prompt was changed: tells which one somebody read before they pressed. */
  edits: z.int().min(0),
  votesNeeded: z.int().min(1).max(BOUNDS.votesNeeded[1]),
  voterIds: z.array(z.string()).max(BOUNDS.votesNeeded[1]),
  decision: decisionSchema.optional(),
  /** Why moderators did not publish its result; its member reads it. */
  discardedWhy: z.string().max(WHY_MAX_CHARACTERS).optional(),
  /** It is made already, as a draft whose job has this id: which of its results are shown, and what becomes of the others. */
  draft: z.strictObject({ taskKeys: z.array(z.string()).min(1).max(4), restJobId: z.string() }).optional(),
  outbox: outboxSchema,
});
export type GatedRequest = z.output<typeof gatedRequestSchema>;

export function requestRecords(store: Pick<Store, 'collection'>): Collection<GatedRequest> {
  return store.collection('requests', gatedRequestSchema, { serverOf: ({ guildId }) => guildId });
}

export function withoutPrompt(request: GatedRequest): GatedRequest {
  const { styleText: _, ...rest } = request.request;
  return { ...request, request: { ...rest, prompt: '', sourceUrls: [] } };
}

/** The holds that the job will find. */
export function holdOf({ id, memberId, request, quotesCredits, roleIds, channelIds }: GatedRequest): HoldRequest {
  return { jobId: id, memberId, tasks: holdTasksOf(id, request, quotesCredits), roleIds, channelIds };
}

/** All that is held for it. */
export function quotedCreditsOf({ quotesCredits }: GatedRequest): number {
  return quotesCredits.reduce((sum, quoteCredits) => sum + quoteCredits, 0);
}

/** The gates that are left where it is made already: moderators decide about what they see. */
export function draftGates({ before, after }: Gates): Gates {
  return before === 'moderators' ? { before: 'nobody', after: 'moderators' } : { before, after };
}

export const isUndecided = ({ phase }: GatedRequest): boolean => phase === 'asked';

/** No command of its member asked for it: as the entry of a round, which won. */
export function isFromRound({ location }: GatedRequest): boolean {
  return location.token === '';
}

export function isMade(phase: Phase): phase is MadePhase {
  return MADE_PHASES.some((one) => one === phase);
}

/**
 * Whether its result is, or was, for moderators alone.
 * @param messageId where the result is now, as far as known
 */
export function isWithModerators(request: GatedRequest | undefined, messageId: string | undefined): boolean {
  if (!request?.result) return false;
  // Just published, it is still in the moderators' channel for a moment.
  return request.phase !== 'published' || messageId === request.result.messageId;
}

/** Where the job of a request is that moderators see before everybody does. */
export function resultLocationOf(
  { location }: Pick<GatedRequest, 'location'>,
  result: { channelId: string },
): MessageLocation {
  const { guildId, applicationId, uploadLimitBytes } = location;
  return {
    guildId,
    applicationId,
    channelId: result.channelId,
    token: '',
    tokenIssuedAtMs: 0,
    isForModerators: true,
    uploadLimitBytes: Math.min(uploadLimitBytes, CAUTIOUS_LIMIT_BYTES),
  };
}
