import { MemberError } from '../../src/errors.ts';
import type { JobRequest, JobTask } from '../../src/jobs/job.ts';
import type { CommandContext } from '../support/context.ts';

/** What was asked for, from the job or, when it has ended, from its member's history. @throws MemberError when it is gone. */
export async function keptRequest(
  { history, jobs, texts }: CommandContext,
  guildId: string,
  memberId: string,
  jobId: string,
): Promise<{ request: JobRequest; count: number; tasks: readonly JobTask[] }> {
  const job = await jobs.find(jobId);
  const kept = job?.place.guildId === guildId ? job : await history.find(guildId, memberId, jobId);
  if (!kept) throw new MemberError(texts.refusals.jobGone);
  return { request: kept.request, count: kept.tasks.length, tasks: kept.tasks };
}
