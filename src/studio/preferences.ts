import { z } from 'zod';
import { type MemberRecordsParts, memberRecords } from '../store/member-records.ts';

/** Whether others may make something of a member's pictures, or have to ask each time. */
export const mayWorkOnSchema = z.union([z.boolean(), z.literal('ask')]);
export type MayWorkOn = z.output<typeof mayWorkOnSchema>;

/** What a member wants in a server wherever the command leaves it open. */
export const preferencesSchema = z.object({
  /** Whatever was offered when it was chosen: what is stored outlives the list of models. */
  imageModelId: z.string().max(100).optional(),
  videoModelId: z.string().max(100).optional(),
  aspectRatio: z.string().max(20).optional(),
  count: z.int().min(1).max(4).optional(),
  spoiler: z.boolean().optional(),
  /** Commands make drafts. */
  drafts: z.boolean().optional(),
  /** What concerns only this member may come as a direct message. */
  directMessages: z.boolean().optional(),
  /** How long a result has to take for its member to be told that it is there; null for never. */
  toldAfterMinutes: z.int().min(0).max(60).nullable().optional(),
  /** Whether others' stars may bring this member's results into the gallery. They may where nothing was said. */
  starsMayShow: z.boolean().optional(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** Of those who said nothing. */
const TOLD_AFTER_MINUTES = 10;

/** After how long a wait a member is told that it is over; undefined for those who never want to be. */
export function toldAfterMs({ toldAfterMinutes = TOLD_AFTER_MINUTES }: Preferences): number | undefined {
  return toldAfterMinutes === null ? undefined : toldAfterMinutes * 60_000;
}

/** All calls reject with StoreError when the store fails. */
export interface PreferencesStore {
  of(guildId: string, memberId: string): Promise<Preferences>;
  /** What is not named stays as it was. */
  change(guildId: string, memberId: string, changes: Preferences): Promise<void>;
  reset(guildId: string, memberId: string): Promise<void>;
  /** Whether others may build on what a member posts and makes, in every server; undefined where they did not say. */
  mayWorkOn(memberId: string): Promise<MayWorkOn | undefined>;
  /** @param word undefined where the servers' settings are to count again. */
  sayMayWorkOn(memberId: string, word: MayWorkOn | undefined): Promise<void>;
}

/** Most members have none, which is remembered as well: a command asks every time. */
const AT_HAND = 20_000;

export function createPreferences(parts: MemberRecordsParts): PreferencesStore {
  const records = memberRecords(parts, 'preferences', preferencesSchema, { cached: AT_HAND });
  // A member has one answer for all servers, which any process may serve.
  const answers = parts.store.collection('picture_answers', z.object({ mayWorkOn: mayWorkOnSchema }));
  return {
    of: async (guildId, memberId) => (await records.get({ guildId, memberId })) ?? {},
    change: async (guildId, memberId, changes) => {
      await records.change({ guildId, memberId }, (before) => ({ ...before, ...changes }));
    },
    reset: async (guildId, memberId) => {
      await records.remove({ guildId, memberId });
    },
    mayWorkOn: async (memberId) => (await answers.get(memberId))?.mayWorkOn,
    sayMayWorkOn: async (memberId, word) => {
      if (word === undefined) await answers.delete(memberId);
      else await answers.set(memberId, { mayWorkOn: word });
    },
  };
}
