import type { PostJob } from '../../moderation/requests/begin-previewed.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

/** The member's answer has to be there within 3 s, and comes after it. */
const POST_WITHIN_MS = 1_500;

/** Of the message of a job that moderators see first. */
export function previewNonceOf(jobId: string): string {
  return `${jobId}-preview`;
}

/** Posts that message. */
export function createJobPoster(rest: Pick<DiscordRest, 'post'>, texts: Texts): PostJob {
  return async (job) => {
    const body = renderJob({ job, expectation: undefined, newFiles: [] }, texts);
    const options = { signal: AbortSignal.timeout(POST_WITHIN_MS), nonce: previewNonceOf(job.id) };
    try {
      return { messageId: (await rest.post(job.place.channelId, body, [], options)).id };
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'refused') throw error;
      return kind === 'unavailable' ? kind : 'no access';
    }
  };
}
