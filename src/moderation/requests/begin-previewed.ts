import type { Job, Place } from '../../jobs/job.ts';
import { taskKeyOf } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Submission } from '../../jobs/submit.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Preview, PreviewDesk, Previews } from './previews.ts';
import { BY_EASEL } from './waiting.ts';

/** Posts a job's message where no interaction opens one. */
export type PostJob = (job: Job) => Promise<{ messageId: string } | 'no access' | 'unavailable'>;

/** What a bot may upload without anybody's subscription. */
const CARD_UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;

/** The place in the moderators' channel for a job that is asked for at `place`. */
export function cardPlaceOf(place: Place, channelId: string): Place {
  const { guildId, applicationId, uploadLimitBytes } = place;
  const limitBytes = Math.min(uploadLimitBytes, CARD_UPLOAD_LIMIT_BYTES);
  return { guildId, applicationId, channelId, token: '', tokenIssuedAtMs: 0, uploadLimitBytes: limitBytes };
}

/** The record of a preview that is about to be made. @param place the message that everybody sees */
export function newPreview(
  { jobId, memberId, request, count, place }: Submission,
  card: Preview['card'],
  nowMs: number,
): Preview {
  const what = { id: jobId, memberId, kind: kindOf(request.modelId), count };
  const state = { phase: 'making' as const, byId: BY_EASEL, isCarriedOut: false, notes: [] };
  return { version: 1, ...what, atMs: nowMs, place, card, ...state };
}

const NO_CARD: Preview['card'] = { channelId: '', messageId: '' };

export interface BeginPreviewedParts {
  jobs: Pick<Jobs, 'submit'>;
  previews: Pick<Previews, 'find' | 'add'>;
  desk: Pick<PreviewDesk, 'showPublic'>;
  postJob: PostJob;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached there. */
  noDesk: (guildId: string) => void;
  clock: { now(): number };
}

/** `later` is tried again; after `gone` nothing is left of its hold. */
export type BegunPreviewed = 'begun' | 'later' | 'gone' | 'no desk' | 'message deleted';

/** Begins what was let in some time ago so that moderators see its result before everybody does. Its credits are held. */
export interface BeginPreviewed {
  /** @param submission with the message that everybody sees as its place. @param quoteCredits of each task */
  begin(submission: Submission, quoteCredits: number): Promise<BegunPreviewed>;
  /** Where a crash came between its job and its preview, the message that everybody sees is told how the job ended. */
  mend(submission: Submission): Promise<void>;
}

export function createBeginPreviewed(parts: BeginPreviewedParts): BeginPreviewed {
  const { jobs, previews, desk, postJob, moderatorsChannelId, noDesk, clock } = parts;

  return {
    begin: async (submission, quoteCredits) => {
      const { jobId, memberId, request, count, place } = submission;
      const channelId = await moderatorsChannelId(place.guildId);
      if (channelId === null) return 'no desk';
      const preview = newPreview(submission, NO_CARD, clock.now());
      // Before anything is begun: a message that was deleted meanwhile ends it.
      const shown = await desk.showPublic(preview);
      if (shown !== 'shown') return shown === 'gone' ? 'message deleted' : 'later';
      const cardPlace = cardPlaceOf(place, channelId);
      const tasks = Array.from({ length: count }, (_, index) => ({
        ...{ key: taskKeyOf(jobId, index), quoteCredits, state: 'new' as const },
      }));
      const facts = { id: jobId, createdAtMs: clock.now(), memberId, request, tasks };
      const posted = await postJob({ ...facts, place: cardPlace, isPreview: true });
      if (typeof posted === 'string') {
        if (posted === 'no access') noDesk(place.guildId);
        return posted === 'no access' ? 'no desk' : 'later';
      }
      const { messageId } = posted;
      const { outcome } = await jobs.submit({ ...submission, place: cardPlace, isPreview: true }, async () => {
        await previews.add({ ...preview, card: { channelId, messageId } });
        return messageId;
      });
      if (outcome === 'busy') return 'later';
      return outcome === 'begun' || outcome === 'already' ? 'begun' : 'gone';
    },
    mend: async (submission) => {
      if (await previews.find(submission.jobId)) return;
      await previews.add(newPreview(submission, NO_CARD, clock.now()));
    },
  };
}
