import { z } from 'zod';

/** Why moderation refuses something: facts, which become words where people read them. */

const limit = z.int();
const timeMs = z.int();
const ids = z.array(z.string());
const kind = z.enum(['image', 'video']);

/** What is sent goes against the word lists or the floor below them, or is too much work to compare with them. */
const WORD_REFUSALS = [
  /** `entry` is for moderators: the member does not read which word it was. */
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
  /** Nothing is made with it any more, anywhere. */
  z.object({ reason: z.literal('retired model') }),
  z.object({ reason: z.literal('ratio'), kind, ratios: ids }),
  z.object({ reason: z.literal('at once'), limit }),
  z.object({ reason: z.literal('per day'), limit, againAtMs: timeMs }),
  z.object({ reason: z.literal('cooldown'), againAtMs: timeMs }),
  /** It would have to wait for moderators, and they have no channel to see it in. */
  z.object({ reason: z.literal('no moderators channel') }),
  /** What was let in some time ago: its member is no longer in the server. */
  z.object({ reason: z.literal('left') }),
  /** What it is made from was hidden or removed. */
  z.object({ reason: z.literal('hidden source') }),
  /** A member whose picture it is made from does not want that any more, or was to be asked again. */
  z.object({ reason: z.literal('no consent') }),
  /** Discord no longer gives its source pictures out. */
  z.object({ reason: z.literal('expired sources') }),
  /** Its message in the channel: there is nothing that it could become. */
  z.object({ reason: z.literal('message deleted') }),
] as const;

export type WordRefusal = z.output<(typeof WORD_REFUSALS)[number]>;

export const refusalSchema = z.discriminatedUnion('reason', REFUSALS);
export type Refusal = z.output<typeof refusalSchema>;
