import { z } from 'zod';
import { sortableId } from '../jobs/job-id.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage, hasRoom } from '../store/pages.ts';
import type { Change, Store } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';

/** Of one member in one server. Their oldest works can be starred again once they take a star away. */
export const STARS_OF_MEMBER_MAX = 1_000;
/** Of one work; whoever comes later is told that it has enough. */
export const STARS_OF_WORK_MAX = 500;

/** A member's result in a server. */
export interface WorkRef {
  guildId: string;
  jobId: string;
  /** Whose it is. */
  memberId: string;
}

export interface StarOutcome {
  /** `full` where the member, or the work, has as many as may be. */
  outcome: 'starred' | 'already' | 'member full' | 'work full';
  /** As `countOf`, afterwards. */
  count: number;
}

/**
 * A star is a member's own mark, by which they find a work again; how many members starred a work is for everybody. All calls
 * reject with StoreError when the store fails. `starred` of the parts tells whoever listens of every new star.
 */
export interface Stars {
  /** @param work with the time at which it was asked for, by which it is forgotten. */
  star(work: WorkRef & { createdAtMs: number }, byId: string): Promise<StarOutcome>;
  /** @returns how many are left, as `countOf`. */
  unstar(work: WorkRef, byId: string): Promise<number>;
  /** How many members starred it, beside the one whose it is. */
  countOf(work: WorkRef): Promise<number>;
  isStarred(work: WorkRef, byId: string): Promise<boolean>;
  /** What a member starred in a server, what was asked for last first. */
  starredBy(guildId: string, memberId: string): Promise<WorkRef[]>;
  /** Takes away the stars that a member gave in a server, and those of their own works. */
  forget(guildId: string, memberId: string): Promise<void>;
  /** Drops what was asked for longer ago than works are kept. */
  sweep(nowMs: number): Promise<void>;
}

export interface NewStar {
  work: WorkRef;
  byId: string;
  /** As `countOf`. */
  count: number;
}

export interface StarsParts {
  store: Pick<Store, 'collection' | 'commit'>;
  locks: KeyedLocks;
  keptMs: number;
  /** Told of every new star, when it is on disk. */
  onStarred: (star: NewStar) => void;
}

/** One for each work that has any, by server, its member and the work. */
const workSchema = z.object({
  jobId: z.string(),
  createdAtMs: z.int().min(0),
  byIds: z.array(z.string()).max(STARS_OF_WORK_MAX),
});
/** One for each star, by server, who gave it and the work. */
const starSchema = z.object({ jobId: z.string(), memberId: z.string() });

const prefixOf = (guildId: string, memberId: string): string => `${guildId}:${memberId}:`;
const workKey = ({ guildId, memberId, jobId }: WorkRef): string => `${prefixOf(guildId, memberId)}${sortableId(jobId)}`;
/** Nothing tells the works of two members apart but the job's id, which no two works have. */
const starKey = ({ guildId, jobId }: WorkRef, byId: string): string => `${prefixOf(guildId, byId)}${sortableId(jobId)}`;

export function createStars({ store, locks, keptMs, onStarred }: StarsParts): Stars {
  const works = store.collection('starred_works', workSchema, { serverOf: 'key' });
  const stars = store.collection('stars', starSchema, { serverOf: 'key' });

  /** The member first, then the work: the one order in which both are locked. */
  const ofMember = <Result>(guildId: string, byId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`stars-of:${prefixOf(guildId, byId)}`, work);
  const ofWork = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`starred:${key}`, work);

  const star = (work: WorkRef & { createdAtMs: number }, byId: string): Promise<StarOutcome> =>
    ofWork(workKey(work), async () => {
      const { jobId, memberId, createdAtMs } = work;
      const { byIds = [] } = (await works.get(workKey(work))) ?? {};
      const count = countIn(work, byIds);
      if (byIds.includes(byId)) return { outcome: 'already', count };
      if (byIds.length >= STARS_OF_WORK_MAX) return { outcome: 'work full', count };
      const bound = { prefix: prefixOf(work.guildId, byId), most: STARS_OF_MEMBER_MAX };
      if (!(await hasRoom(stars, bound))) return { outcome: 'member full', count };
      const after = [...byIds, byId];
      await store.commit([
        works.put(workKey(work), { jobId, createdAtMs, byIds: after }),
        stars.put(starKey(work, byId), { jobId, memberId }),
      ]);
      return { outcome: 'starred', count: countIn(work, after) };
    });

  const unstar = (work: WorkRef, byId: string): Promise<number> =>
    ofWork(workKey(work), async () => {
      const found = await works.get(workKey(work));
      const byIds = (found?.byIds ?? []).filter((id) => id !== byId);
      const without = (): Change =>
        found && byIds.length > 0 ? works.put(workKey(work), { ...found, byIds }) : works.drop(workKey(work));
      await store.commit([stars.drop(starKey(work, byId)), ...(found ? [without()] : [])]);
      return countIn(work, byIds);
    });

  const dropWork = (key: string): Promise<void> =>
    ofWork(key, async () => {
      const found = await works.get(key);
      if (!found) return;
      const [guildId = '', memberId = ''] = key.split(':');
      const work = { guildId, memberId, jobId: found.jobId };
      await store.commit([works.drop(key), ...found.byIds.map((byId) => stars.drop(starKey(work, byId)))]);
    });

  const starredBy = async (guildId: string, memberId: string): Promise<WorkRef[]> => {
    const prefix = prefixOf(guildId, memberId);
    const { records } = await stars.page({ prefix, most: STARS_OF_MEMBER_MAX, backwards: true });
    return records.map(([, { jobId, memberId: ownerId }]) => ({ guildId, jobId, memberId: ownerId }));
  };

  return {
    star: async (work, byId) => {
      const starred = await ofMember(work.guildId, byId, () => star(work, byId));
      const { guildId, jobId, memberId } = work;
      if (starred.outcome === 'starred') onStarred({ work: { guildId, jobId, memberId }, byId, count: starred.count });
      return starred;
    },
    unstar: (work, byId) => ofMember(work.guildId, byId, () => unstar(work, byId)),
    countOf: async (work) => countIn(work, (await works.get(workKey(work)))?.byIds ?? []),
    isStarred: async (work, byId) => (await stars.get(starKey(work, byId))) !== undefined,
    starredBy,
    forget: async (guildId, memberId) => {
      await ofMember(guildId, memberId, async () => {
        for (const work of await starredBy(guildId, memberId)) await unstar(work, memberId);
      });
      for await (const { records, unreadable } of everyPage(works, { prefix: prefixOf(guildId, memberId) })) {
        for (const [key] of records) await dropWork(key);
        await store.commit(unreadable.map((key) => works.drop(key)));
      }
    },
    sweep: (nowMs) => sweepPages(works, ({ createdAtMs }) => createdAtMs <= nowMs - keptMs, dropWork),
  };
}

function countIn({ memberId }: WorkRef, byIds: readonly string[]): number {
  return byIds.filter((id) => id !== memberId).length;
}
