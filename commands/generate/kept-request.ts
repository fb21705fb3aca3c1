import { MemberError } from '../../src/errors.ts';
import type { JobRequest, JobTask } from '../../src/jobs/job.ts';
import type { CommandContext } from '../support/context.ts';

export interface KeptRequest {
  request: JobRequest;
  count: number;
  tasks: readonly JobTask[];
  /** Its message, where there is one. */
  at: { channelId: string; messageId?: string | undefined };
}

/** What was asked for, from the job or, when it has ended, from its member's history. @throws MemberError when it is gone. */
export async function keptRequest(
  { history, jobs, texts }: CommandContext,
  guildId: string,
  memberId: string,
  jobId: string,
): Promise<KeptRequest> {
  const job = await jobs.find(jobId);
  const isHere = job?.place.guildId === guildId;
  const kept = isHere ? { ...job, ...job.place } : await history.find(guildId, memberId, jobId);
  if (!kept) throw new MemberError(texts.refusals.jobGone);
  const { tasks, channelId, messageId } = kept;
  const request = tasks.some(isUnapproved) ? { ...kept.request, hidesPrompt: true } : kept.request;
  return { request, count: tasks.length, tasks, at: { channelId, messageId } };
}

/** Nobody let everybody read its prompt. */
function isUnapproved(task: JobTask): boolean {
  if (task.state !== 'failed') return false;
  const { reason } = task.failure;
  return reason === 'not approved' || reason === 'not decided in time';
}
