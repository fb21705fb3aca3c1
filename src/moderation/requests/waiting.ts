import { z } from 'zod';
import type { HoldRequest } from '../../budget/decisions.ts';
import { placeSchema, requestSchema, taskKeyOf } from '../../jobs/job.ts';
import { notesSchema } from '../notes.ts';
import { BOUNDS } from '../settings/settings.ts';

/** A request that waits for people before it becomes a job: its stored record, and which state leads where. */

const timeSchema = z.int().min(0);

export const DECISIONS = ['approved', 'rejected', 'withdrawn', 'expired', 'dropped'] as const;
export type DecisionKind = (typeof DECISIONS)[number];
/** A person, or Easel itself: where time ran out, or the votes were there. */
export const BY_EASEL = 'easel';

const decisionSchema = z.strictObject({
  kind: z.enum(DECISIONS),
  byId: z.string(),
  atMs: timeSchema,
  why: z.string().max(300),
  /** Whether all that follows from it has been done; until then it is tried again. */
  isCarriedOut: z.boolean(),
});
export type Decision = z.output<typeof decisionSchema>;

export const waitingSchema = z.strictObject({
  version: z.literal(1),
  /** The job that it becomes; its holds are the job's. */
  id: z.string(),
  guildId: z.string(),
  memberId: z.string(),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  mode: z.enum(['review', 'vote']),
  /** Moderators see its result before everybody does, too. */
  isPreviewed: z.boolean().optional(),
  /** The line of a list for which moderators are asked, where it is not the channel. */
  entry: z.string().optional(),
  request: requestSchema,
  count: z.int().min(1).max(4),
  quoteCredits: z.int().min(0),
  ageRestricted: z.boolean(),
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  /** The request's message in its channel; it becomes the job's pending message. */
  place: placeSchema,
  /** In the moderators' channel. */
  card: z.strictObject({ channelId: z.string(), messageId: z.string().optional() }),
  editedById: z.string().optional(),
  /** How often its prompt was changed: tells which one somebody read before they pressed. */
  edits: z.int().min(0).default(0),
  /** An edit that the request's own message does not show yet. */
  isBehind: z.boolean().optional(),
  votesNeeded: z.int().min(1).max(BOUNDS.votesNeeded[1]),
  voterIds: z.array(z.string()).max(BOUNDS.votesNeeded[1]),
  /** Nothing until both messages are there. */
  isOpen: z.boolean(),
  decision: decisionSchema.optional(),
  notes: notesSchema,
});
export type Waiting = z.output<typeof waitingSchema>;

/** The holds that the job will find. */
export function holdOf({ id, memberId, request, count, quoteCredits, roleIds, channelIds }: Waiting): HoldRequest {
  const tasks = Array.from({ length: count }, (_, index) => ({ taskKey: taskKeyOf(id, index), quoteCredits }));
  return { jobId: id, memberId, modelId: request.modelId, tasks, roleIds, channelIds };
}

export const isUndecided = ({ isOpen, decision }: Waiting): boolean => isOpen && decision === undefined;
