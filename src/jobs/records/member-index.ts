import type { Job } from '../job.ts';

export interface MemberIndex {
  jobsOf(guildId: string, memberId: string): string[];
  add(job: Job): void;
  remove(job: Job): void;
}

/** Whose jobs are under way: the store finds jobs by their own key only. */
export function createMemberIndex(): MemberIndex {
  const jobIds = new Map<string, Set<string>>();
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  return {
    jobsOf: (guildId: string, memberId: string): string[] => [...(jobIds.get(keyOf(guildId, memberId)) ?? [])],
    add: (job: Job): void => {
      const key = keyOf(job.place.guildId, job.memberId);
      jobIds.set(key, (jobIds.get(key) ?? new Set()).add(job.id));
    },
    remove: (job: Job): void => {
      const key = keyOf(job.place.guildId, job.memberId);
      const left = jobIds.get(key);
      left?.delete(job.id);
      if (left?.size === 0) jobIds.delete(key);
    },
  };
}
