import { RecordError } from '../store/store.ts';
import type { Job, JobTask } from './job.ts';
import type { History } from './records/history.ts';
import type { JobRecorder } from './records/recorder.ts';

/** From the job, or the history of its member. @returns undefined where neither has it, or it cannot be read. */
export async function findKept(
  { history, records }: { history: Pick<History, 'find'>; records: Pick<JobRecorder, 'get'> },
  { guildId, memberId, jobId }: { guildId: string; memberId: string; jobId: string },
): Promise<Pick<Job, 'request' | 'tasks'> | undefined> {
  const job = await unlessUnreadable(records.get(jobId));
  return job ?? (await unlessUnreadable(history.find(guildId, memberId, jobId)));
}

/** The service's name for a task, where its create was answered. */
export function serviceNameOf(tasks: readonly JobTask[], taskKey: string): string | undefined {
  const task = tasks.find(({ key }) => key === taskKey);
  return task && 'taskId' in task ? task.taskId : undefined;
}

/** A record that is at fault itself must not keep an operator from ending its hold. */
export async function unlessUnreadable<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof RecordError) return undefined;
    throw error;
  });
}
