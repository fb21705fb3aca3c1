import { z } from 'zod';
import type { NewHolds } from '../../budget/account/decisions.ts';
import {
  CAUTIOUS_LIMIT_BYTES,
  type Job,
  type JobRequest,
  type MessageLocation,
  messageLocationSchema,
  newTasksOf,
  requestSchema,
  TASKS_MAX,
  withoutMessage,
  withoutToken,
} from '../../jobs/job/job.ts';
import { lostAtMs, originSchema, picturesOf, SOURCES_MAX, withoutAddresses } from '../../jobs/job/sources.ts';
import { holdTasksOf } from '../../jobs/job/variants.ts';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/clock.ts';
import { refusalSchema, waitReasonSchema } from '../admission/refusal.ts';
import { WHY_MAX_CHARACTERS } from '../records/audit-log.ts';
import { messageSchema, unreachedSchema } from '../records/messages.ts';
import type { Gates } from '../settings/modes.ts';
import { BOUNDS, type ModerationSettings } from '../settings/settings.ts';

/** The stored record of a request on which people decide, before generation or before publication. */

const timeSchema = z.int().min(0);

export const DECISIONS = ['approved', 'rejected', 'declined', 'withdrawn', 'expired', 'dropped'] as const;
export type DecisionKind = (typeof DECISIONS)[number];
/** Easel itself decides when time runs out or the votes suffice. */
export const BY_EASEL = 'easel';

const decisionSchema = z.strictObject({
  kind: z.enum(DECISIONS),
  byId: z.string(),
  atMs: timeSchema,
  /** A moderator's reason. */
  why: z.string().max(WHY_MAX_CHARACTERS),
  /** Why Easel itself rejected it. */
  refusal: refusalSchema.optional(),
});
/** The decision at the entry gate. */
export type Decision = z.output<typeof decisionSchema>;

/** Phases in which the job exists or existed and moderators decide about its result. */
export const MADE_PHASES = [
  'making',
  'ready',
  'failed',
  /** The service never said whether it accepted a task. */
  'unconfirmed',
  'published',
  'discarded',
  /** Approved for publication, but the service no longer has the result. */
  'lost',
  /** Approved for publication, but the public message is gone, or out of reach: then it's tried again for a week. */
  'gone',
] as const;
export type MadePhase = (typeof MADE_PHASES)[number];

const PHASES = [
  /** The member is being answered, the answer was lost, or a winner's message isn't posted yet. */
  'opening',
  'asked',
  /** The owners of its pictures agreed, and moderation judges it again. */
  'allowed',
  /** Past the entry gate and about to start. */
  'approved',
  /** An ordinary job from now on. */
  'started',
  ...MADE_PHASES,
  'rejected',
  /** An owner of its pictures said no. */
  'declined',
  'withdrawn',
  'expired',
  /** The moderators' channel is missing or closed, so no one can decide. */
  'dropped',
  /** Discord refused the answer. */
  'unanswered',
] as const;
export type Phase = (typeof PHASES)[number];

/**
 * The messages of a request, in the order of their updates: the public one, the moderators' preview, their card, and the
 * notice to the member.
 */
export const REQUEST_MESSAGES = ['public', 'result', 'card', 'notice'] as const;
export type RequestMessage = (typeof REQUEST_MESSAGES)[number];

export const gatedRequestSchema = z.strictObject({
  /** The job that it becomes; its holds carry this id. */
  id: z.string(),
  guildId: z.string(),
  memberId: z.string(),
  /** It won a round, so no command asked for it. */
  isWinner: z.literal(true).optional(),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  gates: z.strictObject({
    before: z.enum(['nobody', 'owner', 'moderators', 'members']),
    after: z.enum(['nobody', 'moderators']),
  }),
  phase: z.enum(PHASES),
  phaseAtMs: timeSchema,
  /** Who moved it into its phase. */
  phaseById: z.string(),
  /** What keeps it from going on in this phase, though people let it through. */
  delay: z.enum(['pause', 'service']).optional(),
  /** The state that each message showed last. */
  shown: z.partialRecord(z.enum(REQUEST_MESSAGES), z.string()),
  unreached: unreachedSchema,
  /** Why people decide about it. */
  why: waitReasonSchema,
  /** The pictures whose owners are asked first, who of them agreed, and whom the question mentions. */
  consent: z
    .strictObject({
      origins: z
        .array(originSchema)
        .min(1)
        .max(SOURCES_MAX + 1),
      allowedByIds: z.array(z.string()),
      mentionedIds: z.array(z.string()),
    })
    .optional(),
  request: requestSchema,
  /** The expected cost of each of its tasks. */
  quotesCredits: z.array(z.int().min(0)).min(1).max(TASKS_MAX),
  ageRestricted: z.boolean(),
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  /** The public message, which becomes the job's message or shows the published result. */
  location: messageLocationSchema,
  /** In the moderators' channel, for the decision at the entry gate. */
  card: messageSchema.optional(),
  /** The job's message in the moderators' channel, for the decision at the result gate. */
  result: messageSchema.optional(),
  editedById: z.string().optional(),
  /** How often the prompt was edited, so that a press can name the version that was read. */
  edits: z.int().min(0),
  votesNeeded: z.int().min(1).max(BOUNDS.votesNeeded[1]),
  voterIds: z.array(z.string()).max(BOUNDS.votesNeeded[1]),
  decision: decisionSchema.optional(),
  /** When the last decision at either gate was made, which names it for *Undo*. */
  decidedAtMs: timeSchema.optional(),
  /** How long moderators can undo that decision, if they can. */
  undoUntilMs: timeSchema.optional(),
  /** Its author was trusted in the same press that approved it, which the card can undo. */
  trustsAuthor: z.boolean().optional(),
  /** Why moderators didn't publish its result; its author reads it. */
  discardedWhy: z.string().max(WHY_MAX_CHARACTERS).optional(),
  /** Set if this id's job is a finished draft: which results are published, and the draft that keeps the others. */
  draft: z.strictObject({ taskKeys: z.array(z.string()).min(1).max(TASKS_MAX), restJobId: z.string() }).optional(),
});
export type GatedRequest = z.output<typeof gatedRequestSchema>;

export const requestCollection = defineCollection({
  name: 'requests',
  schema: gatedRequestSchema,
  serverOf: ({ guildId }) => guildId,
  keeps: {
    what: 'requests that people decide on: prompt, sources, roles, votes, decision',
    ends: { when: '7 days after the decision; a preview after 90 days, and a discarded one with its author’s history' },
    erased: { goes: 'prompts, also on moderators’ cards', stays: 'who decided what about whom' },
  },
});

/** What every new request starts with, before anyone decides about it. */
export const newRequestAt = (nowMs: number) =>
  ({
    ...{ createdAtMs: nowMs, phase: 'opening', phaseAtMs: nowMs, phaseById: BY_EASEL },
    ...{ shown: {}, edits: 0, votesNeeded: 1, voterIds: [] },
  }) satisfies Partial<GatedRequest>;

/** Its card, which shows the prompt, is drawn again. */
export function withoutPrompt(request: GatedRequest): GatedRequest {
  const { styleText: _, ...rest } = request.request;
  const shown = request.shown.card === undefined ? request.shown : { ...request.shown, card: '' };
  return { ...request, shown, request: { ...rest, prompt: '', sources: withoutAddresses(rest.sources) } };
}

/** The holds that its job will find. */
export function holdOf({ id, memberId, request, quotesCredits, roleIds, channelIds }: GatedRequest): NewHolds {
  return { jobId: id, memberId, tasks: holdTasksOf(id, request, quotesCredits), roleIds, channelIds };
}

/** The job that it becomes, before its first task is created. */
export function newJobOf(of: GatedRequest, location = of.location): Job {
  const { id, createdAtMs, memberId, request, quotesCredits } = of;
  return { id, createdAtMs, memberId, request, location, tasks: newTasksOf(id, quotesCredits) };
}

/** All credits held for it. */
export function quotedCreditsOf({ quotesCredits }: GatedRequest): number {
  return quotesCredits.reduce((sum, quoteCredits) => sum + quoteCredits, 0);
}

/** The gates for a draft, which is made already: moderators decide about its result. */
export function draftGates({ before, after }: Gates): Gates {
  return before === 'moderators' ? { before: 'nobody', after: 'moderators' } : { before, after };
}

/** Whether the owners of its pictures have to answer. */
export const isForOwners = ({ phase, gates }: GatedRequest): boolean => phase === 'asked' && gates.before === 'owner';

/** The owners of its pictures who haven't agreed yet. */
export function undecidedOwnerIds({ consent }: GatedRequest): string[] {
  const { origins = [], allowedByIds = [] } = consent ?? {};
  return [...new Set(origins.map(({ ownerId }) => ownerId))].filter((ownerId) => !allowedByIds.includes(ownerId));
}

/** How long people have to decide. */
export function decisionWindowMs(
  before: GatedRequest['gates']['before'],
  { voteMinutes, waitHours }: Pick<ModerationSettings, 'voteMinutes' | 'waitHours'>,
): number {
  if (before === 'owner') return DAY_MS;
  return before === 'members' ? voteMinutes * MINUTE_MS : waitHours * HOUR_MS;
}

/** When people have to have decided: never later than its pictures are lost. */
export function deadlineMs(
  { before }: Pick<GatedRequest['gates'], 'before'>,
  request: Pick<JobRequest, 'sources'>,
  settings: Pick<ModerationSettings, 'voteMinutes' | 'waitHours'>,
  nowMs: number,
): number {
  return Math.min(nowMs + decisionWindowMs(before, settings), ...picturesOf(request).map(lostAtMs));
}

export const isUndecided = ({ phase }: GatedRequest): boolean => phase === 'asked';

/** Whether it won a round, so that no command asked for it. */
export function isFromRound({ isWinner }: GatedRequest): boolean {
  return isWinner === true;
}

/** Whether its author may withdraw it: while people decide, and while it can't start. Members chose a winner. */
export const mayWithdraw = (request: GatedRequest): boolean =>
  isUndecided(request) || (request.delay !== undefined && !isFromRound(request));

/**
 * Whether its author may change its prompt while moderators or members decide. Owners of pictures allowed its prompt, members
 * chose a winner for its prompt, and a draft is made already.
 */
export function mayEditWaiting(request: GatedRequest): boolean {
  return request.consent === undefined && !request.draft && !isFromRound(request);
}

/** Whether people or Easel still decide whether it starts. */
export function isBeforeStart(phase: Phase): boolean {
  return phase === 'opening' || phase === 'asked' || phase === 'allowed' || phase === 'approved';
}

export function isMade(phase: Phase): phase is MadePhase {
  return MADE_PHASES.some((one) => one === phase);
}

/**
 * Whether its result is or was visible only to moderators.
 * @param messageId the message that shows the result now, if known
 */
export function isWithModerators(request: GatedRequest | undefined, messageId: string | undefined): boolean {
  if (!request?.result) return false;
  // Right after publication, the result may still be in the moderators' channel.
  return request.phase !== 'published' || messageId === request.result.messageId;
}

/** The location of a job whose result moderators see first, without the message. */
export function resultLocationOf({ location, result }: Pick<GatedRequest, 'location' | 'result'>): MessageLocation {
  return {
    ...withoutMessage(withoutToken(location)),
    channelId: result?.channelId ?? '',
    isForModerators: true,
    uploadLimitBytes: Math.min(location.uploadLimitBytes, CAUTIOUS_LIMIT_BYTES),
  };
}
