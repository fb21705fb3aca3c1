import { z } from 'zod';
import { sortableId } from '../jobs/job/job-id.ts';
import {
  defineMemberCollection,
  type MemberStore,
  memberRecords,
  type Owner,
  type RecordRef,
} from '../store/member-records.ts';
import type { Change } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';

/** Stars that one member can give in one server. */
export const STARS_OF_MEMBER_MAX = 1_000;
/** Stars that one work can get. */
export const STARS_OF_WORK_MAX = 500;

/** Names a work. The id alone grants nothing: a work is looked up in the server of the press. */
export interface WorkRef {
  guildId: string;
  jobId: string;
  /** The author. */
  memberId: string;
}

export interface StarOutcome {
  outcome: 'starred' | 'already' | 'member full' | 'work full';
  /** The new count, as `countOf` counts. */
  count: number;
}

export interface NewStar {
  work: WorkRef;
  byId: string;
  count: number;
}

export interface StarsParts {
  store: MemberStore;
  keptMs: number;
  /** Follows how many stars each work has, in the commits that change it. */
  mostStarred: {
    commit: (count: WorkRef & { createdAtMs: number; stars: number }, changes: readonly Change[]) => Promise<void>;
  };
  /** Runs the commit of a new count together with what lets the work's messages show it. */
  showCount: (work: WorkRef, commit: (also: readonly Change[]) => Promise<void>) => Promise<void>;
  /** Called after each new star is on disk. */
  onStarred: (star: NewStar) => void;
}

/** Who starred a work. The record's owner is the author. */
const workSchema = z.object({
  jobId: z.string(),
  createdAtMs: z.int().min(0),
  byIds: z.array(z.string()).max(STARS_OF_WORK_MAX),
});
/** One star. The record's owner is the member who gave it. */
const starSchema = z.object({ jobId: z.string(), memberId: z.string() });

export const starCollection = defineMemberCollection({
  name: 'stars',
  schema: starSchema,
  keeps: {
    what: 'which pictures a member starred',
    ends: { when: 'with the picture’s history' },
    erased: { goes: 'the member’s, and all of their pictures' },
    restored: { from: 'backup' },
  },
});

export const starredWorkCollection = defineMemberCollection({
  name: 'starred_works',
  schema: workSchema,
  keeps: {
    what: 'who starred a picture',
    ends: { when: 'with the picture’s history' },
    erased: { goes: 'the member’s, and all of their pictures' },
    restored: { from: 'backup' },
  },
});

const workRefOf = ({ guildId, memberId, jobId }: WorkRef): RecordRef => ({ guildId, memberId, id: sortableId(jobId) });
const starRefOf = ({ guildId, jobId }: Pick<WorkRef, 'guildId' | 'jobId'>, byId: string): RecordRef => ({
  guildId,
  memberId: byId,
  id: sortableId(jobId),
});

export type Stars = ReturnType<typeof createStars>;

/**
 * Members star works to find them again. Everyone can see how many members starred a work. All calls reject with StoreError when
 * the store fails.
 */
export function createStars({ store, keptMs, mostStarred, onStarred, showCount }: StarsParts) {
  const stars = memberRecords(store, starCollection, { most: STARS_OF_MEMBER_MAX });
  const works = memberRecords(store, starredWorkCollection, {
    deletedWith: ({ guildId }, { jobId, byIds }) =>
      byIds.map((byId) => stars.drop(starRefOf({ guildId, jobId }, byId))),
  });
  /** Locks the giver before the author. Always using this order prevents deadlocks. */
  const locked = <Result>(work: WorkRef, byId: string, run: () => Promise<Result>): Promise<Result> =>
    stars.locked({ guildId: work.guildId, memberId: byId }, () => works.locked(work, run));
  const starsOf = async (work: WorkRef): Promise<string[]> => (await works.get(workRefOf(work)))?.byIds ?? [];

  /** An author's own star counts nowhere. */
  const commit = (
    work: WorkRef & { createdAtMs: number; stars: number },
    before: number,
    changes: readonly Change[],
  ): Promise<void> =>
    work.stars === before
      ? mostStarred.commit(work, changes)
      : showCount(work, (also) => mostStarred.commit(work, [...changes, ...also]));

  const star = async (work: WorkRef & { createdAtMs: number }, byId: string): Promise<StarOutcome> => {
    const { guildId, jobId, memberId, createdAtMs } = work;
    const byIds = await starsOf(work);
    const count = countIn(work, byIds);
    if (byIds.includes(byId)) return { outcome: 'already', count };
    if (byIds.length >= STARS_OF_WORK_MAX) return { outcome: 'work full', count };
    const ref = starRefOf(work, byId);
    if (!(await stars.hasRoom(ref))) return { outcome: 'member full', count };
    const after = [...byIds, byId];
    const starred = works.put(workRefOf(work), { jobId, createdAtMs, byIds: after });
    const now = countIn(work, after);
    await commit({ guildId, jobId, memberId, createdAtMs, stars: now }, count, [
      starred,
      stars.put(ref, { jobId, memberId }),
    ]);
    return { outcome: 'starred', count: now };
  };

  /** @returns the new count, as `countOf` counts */
  const unstar = (work: WorkRef, byId: string): Promise<number> =>
    locked(work, byId, async () => {
      const found = await works.get(workRefOf(work));
      const byIds = (found?.byIds ?? []).filter((id) => id !== byId);
      const isLeft = found !== undefined && byIds.length > 0;
      const left = isLeft ? works.put(workRefOf(work), { ...found, byIds }) : works.drop(workRefOf(work));
      const count = countIn(work, byIds);
      const changes = [stars.drop(starRefOf(work, byId)), left];
      const before = countIn(work, found?.byIds ?? []);
      await commit({ ...work, createdAtMs: found?.createdAtMs ?? 0, stars: count }, before, changes);
      return count;
    });

  /** The works that a member starred in a server, newest first. */
  const starredBy = async ({ guildId, memberId }: Owner): Promise<WorkRef[]> =>
    (await stars.list({ guildId, memberId })).map(({ value }) => ({ guildId, ...value })).reverse();

  return {
    /** @param work with the time of its request, which decides when its stars are deleted */
    star: async (work: WorkRef & { createdAtMs: number }, byId: string): Promise<StarOutcome> => {
      const starred = await locked(work, byId, () => star(work, byId));
      const { guildId, jobId, memberId } = work;
      if (starred.outcome === 'starred') onStarred({ work: { guildId, jobId, memberId }, byId, count: starred.count });
      return starred;
    },
    unstar,
    /** Counts the members who starred the work, except its author; none if that can't be read. */
    countOf: async (work: WorkRef) => countIn(work, (await unlessUnreadable(starsOf(work))) ?? []),
    isStarred: async (work: WorkRef, byId: string) => (await stars.get(starRefOf(work, byId))) !== undefined,
    starredBy,
    /** Deletes the stars that a member gave in a server, and all stars of their own works. */
    forget: async (owner: Owner): Promise<void> => {
      for (const work of await starredBy(owner)) await unstar(work, owner.memberId);
      await works.forget(owner);
    },
    /** Deletes the stars of works that are older than Easel keeps works. */
    sweep: (nowMs: number) => works.sweep(({ createdAtMs }) => createdAtMs <= nowMs - keptMs),
  };
}

function countIn({ memberId }: WorkRef, byIds: readonly string[]): number {
  return byIds.filter((id) => id !== memberId).length;
}
