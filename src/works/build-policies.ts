import { z } from 'zod';
import { sortableId } from '../jobs/job/job-id.ts';
import { defineMemberCollection, type MemberStore, memberRecords } from '../store/member-records.ts';
import { type BuildPolicy, buildPolicySchema, stricterPolicy } from '../studio/preferences.ts';
import type { WorkRef } from './stars.ts';

/** Per member and server. */
export const BUILD_POLICIES_MAX = 1_000;

const workPolicySchema = z.object({ jobId: z.string(), createdAtMs: z.int().min(0), policy: buildPolicySchema });

export const buildPolicyCollection = defineMemberCollection({
  name: 'build_policies',
  schema: workPolicySchema,
  keeps: {
    what: 'whether others may build on one of a member’s pictures',
    ends: { when: '5 years after the picture’s end' },
    erased: { stays: 'so that the answer counts' },
    restored: { from: 'replaced', stricter: stricterPolicy },
  },
});

export interface BuildPoliciesParts {
  store: MemberStore;
  /** Works younger than this are always known. */
  keptMs: number;
  /** Whether Easel still knows the work, so that people may ask to build on it. */
  isKnown: (work: WorkRef) => Promise<boolean>;
}

export type BuildPolicies = ReturnType<typeof createBuildPolicies>;

/**
 * Who may build on single works, as their authors chose. Overrides the authors' preferences. All calls reject with StoreError
 * when the store fails.
 */
export function createBuildPolicies({ store, keptMs, isKnown }: BuildPoliciesParts) {
  const records = memberRecords(store, buildPolicyCollection, { most: BUILD_POLICIES_MAX });
  const refOf = ({ guildId, memberId, jobId }: WorkRef) => ({ guildId, memberId, id: sortableId(jobId) });
  return {
    /** Undefined if the author chose nothing for this work. */
    of: async (work: WorkRef) => (await records.get(refOf(work)))?.policy,
    /**
     * @param work with the time of its request, so that sweeps can skip recent works
     * @param policy undefined if the author's preference should apply again
     * @returns `full` if the author has chosen for too many works, in which case nothing changed
     */
    set: async (work: WorkRef & { createdAtMs: number }, policy: BuildPolicy | undefined): Promise<'set' | 'full'> => {
      if (policy === undefined) {
        await records.remove(refOf(work));
        return 'set';
      }
      const { jobId, createdAtMs } = work;
      return (await records.change(refOf(work), () => ({ jobId, createdAtMs, policy }))) ? 'set' : 'full';
    },
    /** Deletes choices for works that Easel no longer knows. *Forget all* leaves them: the messages stay, too. */
    sweep: (nowMs: number) =>
      records.sweep(
        async ({ jobId, createdAtMs }, owner) => createdAtMs <= nowMs - keptMs && !(await isKnown({ ...owner, jobId })),
      ),
  };
}
