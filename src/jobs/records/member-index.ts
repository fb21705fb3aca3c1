import type { Job } from '../job.ts';

export interface MemberIndex {
  jobsOf(guildId: string, memberId: string): string[];
  add(job: Job): void;
  remove(job: Job): void;
}

/** Whose jobs are under way: the store finds jobs by their own key only. Small, for there may be a hundred thousand. */
export function createMemberIndex(): MemberIndex {
  const jobIds = new Map<string, readonly string[]>();
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  const jobsOf = (guildId: string, memberId: string): string[] => [...(jobIds.get(keyOf(guildId, memberId)) ?? [])];
  return {
    jobsOf,
    add: ({ id, location: { guildId }, memberId }) => {
      const before = jobsOf(guildId, memberId);
      if (!before.includes(id)) jobIds.set(keyOf(guildId, memberId), before.concat(id));
    },
    remove: ({ id, location: { guildId }, memberId }) => {
      const left = jobsOf(guildId, memberId).filter((jobId) => jobId !== id);
      if (left.length > 0) jobIds.set(keyOf(guildId, memberId), left);
      else jobIds.delete(keyOf(guildId, memberId));
    },
  };
}
