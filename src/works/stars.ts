import { z } from 'zod';
import { sortableId } from '../jobs/job-id.ts';
import { type MemberRecordsParts, memberRecords, type Owner, type RecordRef } from '../store/member-records.ts';

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
  starredBy(owner: Owner): Promise<WorkRef[]>;
  /** Takes away the stars that a member gave in a server, and those of their own works. */
  forget(owner: Owner): Promise<void>;
  /** Drops what was asked for longer ago than works are kept. */
  sweep(nowMs: number): Promise<void>;
}

export interface NewStar {
  work: WorkRef;
  byId: string;
  /** As `countOf`. */
  count: number;
}

export interface StarsParts extends MemberRecordsParts {
  keptMs: number;
  /** Told of every new star, when it is on disk. */
  onStarred: (star: NewStar) => void;
}

/** Who starred a work. Its owner is the member whose work it is. */
const workSchema = z.object({
  jobId: z.string(),
  createdAtMs: z.int().min(0),
  byIds: z.array(z.string()).max(STARS_OF_WORK_MAX),
});
/** One star. Its owner is who gave it; the job's id tells works of several members apart. */
const starSchema = z.object({ jobId: z.string(), memberId: z.string() });

const workRefOf = ({ guildId, memberId, jobId }: WorkRef): RecordRef => ({ guildId, memberId, id: sortableId(jobId) });
const starRefOf = ({ guildId, jobId }: Pick<WorkRef, 'guildId' | 'jobId'>, byId: string): RecordRef => ({
  guildId,
  memberId: byId,
  id: sortableId(jobId),
});

export function createStars({ keptMs, onStarred, ...parts }: StarsParts): Stars {
  const { commit } = parts.store;
  const stars = memberRecords(parts, 'stars', starSchema, { most: STARS_OF_MEMBER_MAX });
  const works = memberRecords(parts, 'starred_works', workSchema, {
    deletedWith: ({ guildId }, { jobId, byIds }) =>
      byIds.map((byId) => stars.drop(starRefOf({ guildId, jobId }, byId))),
  });
  /** First who stars, then whose work it is: the only order in which both are locked. */
  const locked = <Result>(work: WorkRef, byId: string, run: () => Promise<Result>): Promise<Result> =>
    stars.locked({ guildId: work.guildId, memberId: byId }, () => works.locked(work, run));
  const starsOf = async (work: WorkRef): Promise<string[]> => (await works.get(workRefOf(work)))?.byIds ?? [];

  const star = async (work: WorkRef & { createdAtMs: number }, byId: string): Promise<StarOutcome> => {
    const { jobId, memberId, createdAtMs } = work;
    const byIds = await starsOf(work);
    const count = countIn(work, byIds);
    if (byIds.includes(byId)) return { outcome: 'already', count };
    if (byIds.length >= STARS_OF_WORK_MAX) return { outcome: 'work full', count };
    const ref = starRefOf(work, byId);
    if (!(await stars.hasRoom(ref))) return { outcome: 'member full', count };
    const after = [...byIds, byId];
    const starred = works.put(workRefOf(work), { jobId, createdAtMs, byIds: after });
    await commit([starred, stars.put(ref, { jobId, memberId })]);
    return { outcome: 'starred', count: countIn(work, after) };
  };

  const unstar: Stars['unstar'] = (work, byId) =>
    locked(work, byId, async () => {
      const found = await works.get(workRefOf(work));
      const byIds = (found?.byIds ?? []).filter((id) => id !== byId);
      const isLeft = found !== undefined && byIds.length > 0;
      const left = isLeft ? works.put(workRefOf(work), { ...found, byIds }) : works.drop(workRefOf(work));
      await commit([stars.drop(starRefOf(work, byId)), left]);
      return countIn(work, byIds);
    });

  /** What was asked for last first. */
  const starredBy = async ({ guildId, memberId }: Owner): Promise<WorkRef[]> =>
    (await stars.list({ guildId, memberId })).map(({ value }) => ({ guildId, ...value })).reverse();

  return {
    star: async (work, byId) => {
      const starred = await locked(work, byId, () => star(work, byId));
      const { guildId, jobId, memberId } = work;
      if (starred.outcome === 'starred') onStarred({ work: { guildId, jobId, memberId }, byId, count: starred.count });
      return starred;
    },
    unstar,
    countOf: async (work) => countIn(work, await starsOf(work)),
    isStarred: async (work, byId) => (await stars.get(starRefOf(work, byId))) !== undefined,
    starredBy,
    forget: async (owner) => {
      for (const work of await starredBy(owner)) await unstar(work, owner.memberId);
      await works.forget(owner);
    },
    sweep: (nowMs) => works.sweep(({ createdAtMs }) => createdAtMs <= nowMs - keptMs),
  };
}

function countIn({ memberId }: WorkRef, byIds: readonly string[]): number {
  return byIds.filter((id) => id !== memberId).length;
}
