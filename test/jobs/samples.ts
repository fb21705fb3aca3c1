import type { Delivery, Job, JobTask, JobTaskIn } from '../../src/jobs/job/job.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);

export const NEW_TASK: JobTaskIn<'new'> = { key: 'job1-1', quoteCredits: 4, state: 'new' };

export const SUBMITTED: JobTaskIn<'submitted'> = {
  ...{ key: 'job1-1', quoteCredits: 4, taskId: 'task-1', chargedCredits: 6, submittedAtMs: NOW },
  ...{ state: 'submitted', serviceState: 'queued' },
};

export const DELIVERING: JobTaskIn<'delivering'> = {
  ...{ key: 'job1-1', quoteCredits: 4, taskId: 'task-1', chargedCredits: 6, submittedAtMs: NOW },
  ...{ state: 'delivering', finishedAtMs: NOW, resultUrl: 'https://results.example/1' },
};

/** DELIVERING, shown. */
export function deliveredAs(delivery: Delivery): JobTaskIn<'delivered'> {
  const { finishedAtMs: deliveredAtMs, ...task } = DELIVERING;
  return { ...task, state: 'delivered', delivery, deliveredAtMs };
}

export function sampleJob(changed: Partial<Job> = {}, ...tasks: JobTask[]): Job {
  return {
    id: 'job1',
    createdAtMs: NOW,
    memberId: MEMBER,
    request: { modelId: 'image-model-a', prompt: 'a quiet harbour', sources: [], spoiler: false },
    location: {
      guildId: GUILD,
      channelId: '400000000000000001',
      messageId: '600000000000000001',
      applicationId: '500000000000000001',
      token: 'token',
      tokenIssuedAtMs: NOW,
      uploadLimitBytes: 1_000,
    },
    tasks: tasks.length > 0 ? tasks : [NEW_TASK],
    ...changed,
  };
}
