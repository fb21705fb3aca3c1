import { z } from 'zod';
import { sortableId } from '../jobs/job-id.ts';
import { type MemberRecordsParts, memberRecords, type Owner } from '../store/member-records.ts';
import { type MayWorkOn, mayWorkOnSchema } from '../studio/preferences.ts';
import type { WorkRef } from './stars.ts';

/** Of one member in one server. One more can be said when another is taken back. */
export const TERMS_OF_MEMBER_MAX = 1_000;

const recordSchema = z.object({ jobId: z.string(), createdAtMs: z.int().min(0), mayWorkOn: mayWorkOnSchema });

/**
 * Whether others may work on from single works, where their members said so. It counts more than the members' preferences. All
 * calls reject with StoreError when the store fails.
 */
export interface Terms {
  /** Undefined where nothing was said of this one. */
  of(work: WorkRef): Promise<MayWorkOn | undefined>;
  /**
   * @param work with the time at which it was asked for: while it is young, no sweep looks whether it is kept.
   * @param mayWorkOn undefined where the preference is to count again
   * @returns `full` where the member has said so of as many as may be. Nothing is changed then.
   */
  set(work: WorkRef & { createdAtMs: number }, mayWorkOn: MayWorkOn | undefined): Promise<'set' | 'full'>;
  /** Takes back what a member said of single works in a server. */
  forget(owner: Owner): Promise<void>;
  /** Drops what was said of works that are kept no more. */
  sweep(nowMs: number): Promise<void>;
}

export interface TermsParts extends MemberRecordsParts {
  /** No work is dropped before it is as old as this. */
  keptMs: number;
  isKept: (work: WorkRef) => Promise<boolean>;
}

export function createTerms({ keptMs, isKept, ...parts }: TermsParts): Terms {
  const records = memberRecords(parts, 'terms', recordSchema, { most: TERMS_OF_MEMBER_MAX });
  const refOf = ({ guildId, memberId, jobId }: WorkRef) => ({ guildId, memberId, id: sortableId(jobId) });
  return {
    of: async (work) => (await records.get(refOf(work)))?.mayWorkOn,
    set: async (work, mayWorkOn) => {
      if (mayWorkOn === undefined) {
        await records.remove(refOf(work));
        return 'set';
      }
      const { jobId, createdAtMs } = work;
      return (await records.change(refOf(work), () => ({ jobId, createdAtMs, mayWorkOn }))) ? 'set' : 'full';
    },
    forget: records.forget,
    sweep: (nowMs) =>
      records.sweep(
        async ({ jobId, createdAtMs }, owner) => createdAtMs <= nowMs - keptMs && !(await isKept({ ...owner, jobId })),
      ),
  };
}
