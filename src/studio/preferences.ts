import { z } from 'zod';
import { PICTURES_MAX } from '../jobs/job/job.ts';
import { type BuildPolicy, buildPolicySchema, isStricter } from '../jobs/job/sources.ts';
import { createLruCache } from '../store/lru-cache.ts';
import { defineMemberCollection, type MemberStore, memberRecords, UNSEEN_MS } from '../store/member-records.ts';
import { sweepPages } from '../store/pages.ts';
import { defineCollection } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { type Clock, DAY_MS, isWithinLast } from '../time/clock.ts';

/** A member's choice for all their pictures. */
const memberPolicySchema = z.object({
  policy: buildPolicySchema,
  /** When the member chose it, or last made something that it may be about. */
  neededAtMs: z.int().min(0),
});

/** A member's defaults in a server. */
export const preferencesSchema = z.object({
  /** Not checked against the list of models, because stored ids outlive it. */
  imageModelId: z.string().max(100).optional(),
  videoModelId: z.string().max(100).optional(),
  aspectRatio: z.string().max(20).optional(),
  count: z.int().min(1).max(PICTURES_MAX).optional(),
  spoiler: z.boolean().optional(),
  drafts: z.boolean().optional(),
  /** Easel may send personal notices as direct messages. */
  directMessages: z.boolean().optional(),
  /** Mention the member if a job took at least this long; null for never. */
  notifyAfterMinutes: z.int().min(0).max(60).nullable().optional(),
  /** Whether stars may bring this member's works into the gallery. If undefined, they may. */
  starsMayShow: z.boolean().optional(),
  /** Easel has explained the buttons below a result to them. */
  knowsControls: z.boolean().optional(),
});
export type Preferences = z.output<typeof preferencesSchema>;
const recordSchema = preferencesSchema.extend({ changedAtMs: z.int().min(0) });

/** By member. One record for all servers, which several processes may serve. */
export const memberPolicyCollection = defineCollection({
  name: 'member_build_policies',
  schema: memberPolicySchema,
  keeps: {
    what: 'whether others may build on a member’s pictures',
    ends: { when: 'when the member resets it, or 5 years after their last picture' },
    erased: { stays: 'so that the answer counts' },
    leaves: 'the member’s answer, which counts in all servers',
    restored: {
      from: 'replaced',
      // Consent: what either store of a restore forbids stays forbidden.
      stricter: (other, restored) => (isStricter(other.policy, restored?.policy) ? other : undefined),
    },
  },
});

/** How exactly it's known when a choice was last needed. */
const RENEWED_EVERY_MS = 30 * DAY_MS;

/** Every command asks, so missing preferences are cached too. */
const CACHED_MAX = 20_000;

export const preferenceCollection = defineMemberCollection({
  name: 'preferences',
  schema: recordSchema,
  cached: CACHED_MAX,
  keeps: {
    what: 'a member’s preferences',
    ends: {
      after: UNSEEN_MS,
      since: ({ changedAtMs }) => changedAtMs,
      unlessSeen: true,
      words: 'when the member resets them, or isn’t seen in the server for 400 days',
    },
    erased: { goes: 'the member’s', own: 'deleted' },
    restored: {
      from: 'backup',
      stricter: ({ starsMayShow, changedAtMs }, restored) =>
        starsMayShow === false && restored?.starsMayShow !== false
          ? { changedAtMs, ...restored, starsMayShow }
          : undefined,
    },
  },
});

/** The default. */
const NOTIFY_AFTER_MINUTES = 10;

/** How long a job has to take before its member is notified; undefined for never. */
export function notifyAfterMs({ notifyAfterMinutes = NOTIFY_AFTER_MINUTES }: Preferences): number | undefined {
  return notifyAfterMinutes === null ? undefined : notifyAfterMinutes * 60_000;
}

export type PreferencesStore = ReturnType<typeof createPreferences>;

/** All calls reject with StoreError when the store fails. */
export function createPreferences(store: MemberStore, clock: Pick<Clock, 'now'>) {
  const records = memberRecords(store, preferenceCollection);
  const answers = store.collection(memberPolicyCollection);
  /** So that not every picture reads its member's choice. */
  const renewedAtMs = createLruCache<number>(CACHED_MAX);
  return {
    of: async (guildId: string, memberId: string): Promise<Preferences> => {
      const { changedAtMs: _, ...chosen } = (await records.get({ guildId, memberId })) ?? { changedAtMs: 0 };
      return chosen;
    },
    /** Keeps what `changes` leaves out. */
    change: async (guildId: string, memberId: string, changes: Preferences): Promise<void> => {
      await records.change({ guildId, memberId }, (before) => ({ ...before, ...changes, changedAtMs: clock.now() }));
    },
    /** Deletes the record, also an unreadable one, or keeps of it only that the member knows what the buttons do. */
    reset: (guildId: string, memberId: string): Promise<void> => {
      const owner = { guildId, memberId };
      return records.locked(owner, async () => {
        const before = await unlessUnreadable(records.get(owner));
        await store.commit([
          before?.knowsControls
            ? records.put(owner, { knowsControls: true, changedAtMs: clock.now() })
            : records.drop(owner),
        ]);
      });
    },
    /** Records that the member knows what the buttons do. @returns whether that is new */
    learnControls: async (guildId: string, memberId: string): Promise<boolean> => {
      const learned = await records.change({ guildId, memberId }, (before) =>
        before?.knowsControls ? undefined : { ...before, knowsControls: true, changedAtMs: clock.now() },
      );
      return learned !== undefined;
    },
    /** Who may build on the member's pictures, in all servers; undefined if they chose nothing. */
    buildPolicy: async (memberId: string) => (await answers.get(memberId))?.policy,
    /** @param policy undefined if the servers' settings should apply again */
    setBuildPolicy: async (memberId: string, policy: BuildPolicy | undefined): Promise<void> => {
      if (policy === undefined) await answers.delete(memberId);
      else await answers.set(memberId, { policy, neededAtMs: clock.now() });
    },
    /** The member made something, which their choice is about for as long as it's known. */
    renewBuildPolicy: async (memberId: string): Promise<void> => {
      const nowMs = clock.now();
      if (isWithinLast(RENEWED_EVERY_MS, renewedAtMs.get(memberId) ?? Number.NEGATIVE_INFINITY, nowMs)) return;
      await answers.locked(memberId, async () => {
        const before = await answers.get(memberId);
        const isRecent = before !== undefined && nowMs - before.neededAtMs < RENEWED_EVERY_MS;
        if (before && !isRecent) await answers.set(memberId, { ...before, neededAtMs: nowMs });
        renewedAtMs.set(memberId, isRecent ? before.neededAtMs : nowMs);
      });
    },
    /** Deletes the choices of members who made nothing since. */
    sweepBuildPolicies: (sinceMs: number): Promise<void> =>
      sweepPages(answers, ({ neededAtMs }) => neededAtMs < sinceMs - RENEWED_EVERY_MS, answers.delete),
  };
}
