import type { PostJob } from '../../moderation/requests/begin-previewed.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import type { Board } from '../rest/board.ts';
import { asPosted } from './outcomes.ts';

/** The member's answer has to be there within 3 s, and comes after it. */
const POST_WITHIN_MS = 1_500;

/** Of the message of a job that moderators see first. */
export function previewNonceOf(jobId: string): string {
  return `${jobId}-preview`;
}

/** Posts that message. */
export function createJobPoster(board: Pick<Board, 'post'>, texts: Texts): PostJob {
  return async (job) => {
    const body = renderJob({ job, expectation: undefined, newFiles: [] }, texts);
    const options = { nonce: previewNonceOf(job.id), withinMs: POST_WITHIN_MS };
    return asPosted(await board.post(job.place.channelId, body, options));
  };
}
