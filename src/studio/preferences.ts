import { z } from 'zod';
import { type MemberRecordsParts, memberRecords } from '../store/member-records.ts';

/** Whether others may build on a member's pictures, or have to ask each time. */
export const buildPolicySchema = z.union([z.boolean(), z.literal('ask')]);
export type BuildPolicy = z.output<typeof buildPolicySchema>;

/** A member's defaults in a server. */
export const preferencesSchema = z.object({
  /** Not checked against the list of models, because stored ids outlive it. */
  imageModelId: z.string().max(100).optional(),
  videoModelId: z.string().max(100).optional(),
  aspectRatio: z.string().max(20).optional(),
  count: z.int().min(1).max(4).optional(),
  spoiler: z.boolean().optional(),
  drafts: z.boolean().optional(),
  /** Easel may send personal notices as direct messages. */
  directMessages: z.boolean().optional(),
  /** Mention the member if a job took at least this long; null for never. */
  notifyAfterMinutes: z.int().min(0).max(60).nullable().optional(),
  /** Whether stars may bring this member's works into the gallery. If undefined, they may. */
  starsMayShow: z.boolean().optional(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** The default. */
const NOTIFY_AFTER_MINUTES = 10;

/** How long a job has to take before its member is notified; undefined for never. */
export function notifyAfterMs({ notifyAfterMinutes = NOTIFY_AFTER_MINUTES }: Preferences): number | undefined {
  return notifyAfterMinutes === null ? undefined : notifyAfterMinutes * 60_000;
}

/** All calls reject with StoreError when the store fails. */
export interface PreferencesStore {
  of(guildId: string, memberId: string): Promise<Preferences>;
  /** Keeps what `changes` leaves out. */
  change(guildId: string, memberId: string, changes: Preferences): Promise<void>;
  reset(guildId: string, memberId: string): Promise<void>;
  /** Who may build on the member's pictures, in all servers; undefined if they chose nothing. */
  buildPolicy(memberId: string): Promise<BuildPolicy | undefined>;
  /** @param policy undefined if the servers' settings should apply again */
  setBuildPolicy(memberId: string, policy: BuildPolicy | undefined): Promise<void>;
}

/** Every command asks, so missing preferences are cached too. */
const AT_HAND = 20_000;

export function createPreferences(parts: MemberRecordsParts): PreferencesStore {
  const records = memberRecords(parts, 'preferences', preferencesSchema, { cached: AT_HAND });
  // One record for all servers, which several processes may serve.
  const answers = parts.store.collection('member_build_policies', z.object({ policy: buildPolicySchema }));
  return {
    of: async (guildId, memberId) => (await records.get({ guildId, memberId })) ?? {},
    change: async (guildId, memberId, changes) => {
      await records.change({ guildId, memberId }, (before) => ({ ...before, ...changes }));
    },
    reset: async (guildId, memberId) => {
      await records.remove({ guildId, memberId });
    },
    buildPolicy: async (memberId) => (await answers.get(memberId))?.policy,
    setBuildPolicy: async (memberId, policy) => {
      if (policy === undefined) await answers.delete(memberId);
      else await answers.set(memberId, { policy });
    },
  };
}
