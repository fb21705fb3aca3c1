import { z } from 'zod';
import type { ConsentRule, Denial } from '../access/access.ts';

/** Why moderation refuses a request or lets it wait, as facts; texts turn them into words. */

const limit = z.int();
const timeMs = z.int();
const ids = z.array(z.string());
const kind = z.enum(['image', 'video']);

/** The prompts match the word lists or the floor, or take too long to compare with them. */
const WORD_REFUSALS = [
  /** `entry` is for moderators; the member never learns which word it was. */
  z.object({ reason: z.enum(['floor', 'words', 'explicit']), entry: z.string() }),
  z.object({ reason: z.literal('unread') }),
] as const;

const REFUSALS = [
  ...WORD_REFUSALS,
  z.object({ reason: z.literal('paused') }),
  z.object({ reason: z.literal('timed out'), untilMs: timeMs, why: z.string() }),
  z.object({ reason: z.literal('channel'), channelIds: ids }),
  z.object({ reason: z.literal('role'), roleIds: ids }),
  z.object({
    reason: z.literal('model'),
    kind,
    modelIds: ids,
    modelNames: z.record(z.string(), z.string()).optional(),
  }),
  /** The model is retired everywhere. */
  z.object({ reason: z.literal('retired model') }),
  z.object({ reason: z.literal('ratio'), kind, ratios: ids }),
  z.object({ reason: z.literal('at once'), limit }),
  z.object({ reason: z.literal('per day'), limit, againAtMs: timeMs }),
  z.object({ reason: z.literal('cooldown'), againAtMs: timeMs }),
  /** It needs approval, but the server has no moderators' channel. */
  z.object({ reason: z.literal('no moderators channel') }),
  z.object({ reason: z.literal('drafts off') }),
  /** People have to decide before it is made, and no one but its member would see a draft. */
  z.object({ reason: z.literal('no draft'), because: z.enum(['words', 'pictures', 'owner']) }),
  /** The member of an admitted request has left the server. */
  z.object({ reason: z.literal('left') }),
  /** A source was hidden or removed. */
  z.object({ reason: z.literal('hidden source') }),
  /** A source's owner withdrew consent or wants to be asked again. */
  z.object({ reason: z.literal('no consent') }),
  /** Discord no longer serves the source pictures. */
  z.object({ reason: z.literal('expired sources') }),
  /** Its message in the channel was deleted. */
  z.object({ reason: z.literal('message deleted') }),
] as const;

export type WordRefusal = z.output<(typeof WORD_REFUSALS)[number]>;

export const refusalSchema = z.discriminatedUnion('reason', REFUSALS);
export type Refusal = z.output<typeof refusalSchema>;

export interface MessageAt {
  guildId: string;
  channelId: string;
  messageId: string | undefined;
}

/** A new request's source pictures are refused, or their owners can't be asked now. */
export type SourceRefusal =
  | { reason: 'source'; denial: Exclude<Denial, 'ask first'>; ownerId: string; rule: ConsentRule }
  /** After a no, the same member waits before asking that owner again. */
  | { reason: 'owner declined'; ownerId: string; againAtMs: number }
  /** Another request of theirs waits for the same owner. */
  | { reason: 'owner asked'; ownerId: string; at: MessageAt | undefined; expiresAtMs: number }
  | { reason: 'owner left'; ownerId: string }
  | { reason: 'too many questions'; limit: number };

/** Why people decide about a request. */
export const waitReasonSchema = z.discriminatedUnion('reason', [
  /** The owners of its source pictures want to be asked first. */
  z.strictObject({ reason: z.literal('owner') }),
  /** The mode of its channel. */
  z.strictObject({ reason: z.literal('channel') }),
  /** The line of a word list that needs a moderator. */
  z.strictObject({ reason: z.literal('words'), entry: z.string() }),
  /** It uses a picture that isn't its member's own, and the server reviews those. */
  z.strictObject({ reason: z.literal('pictures') }),
]);
export type WaitReason = z.output<typeof waitReasonSchema>;
