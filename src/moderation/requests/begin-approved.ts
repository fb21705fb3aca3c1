import type { Accounts } from '../../budget/accounts.ts';
import { isUnsent, type Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Messenger } from '../../jobs/ports.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Submission } from '../../jobs/submit.ts';
import type { LateRefusal } from '../recheck.ts';
import type { BeginPreviewed } from './begin-previewed.ts';
import type { Waiting } from './waiting.ts';

export interface BeginParts {
  jobs: Pick<Jobs, 'find' | 'submit'>;
  history: Pick<History, 'find'>;
  accounts: Pick<Accounts, 'holds'>;
  messenger: Pick<Messenger, 'show'>;
  /** Why the settings forbid it by now, in words for its member; undefined where they do not. */
  forbids: (waiting: Waiting) => Promise<string | undefined>;
  wordsOf: (refusal: LateRefusal) => string;
  previewed: BeginPreviewed;
  mayCreate: () => boolean;
  stop: AbortSignal;
}

/** `later` is tried again; after `gone` nothing is left of it. */
export type Begun = 'begun' | 'gone' | 'later' | { forbidden: string };

/** Shorter than a stop waits. */
const SHOW_WITHIN_MS = 6_000;

/**
 * Makes the job of an approved request, at most once: its hold is there from the request until the job settles it, so a
 * request without a hold has been a job already, also where nothing else remembers it.
 */
export function createBegin({
  jobs,
  history,
  accounts,
  messenger,
  forbids,
  wordsOf,
  previewed,
  mayCreate,
  stop,
}: BeginParts) {
  const show = async (job: Job, messageId: string): Promise<string | undefined> => {
    const placed = { ...job, place: { ...job.place, messageId } };
    // Not the stop signal: a submission that it broke off would have to be given up.
    const signal = AbortSignal.timeout(SHOW_WITHIN_MS);
    const shown = await messenger.show({ job: placed, expectation: undefined, newFiles: [] }, { signal });
    // The message is there, though Discord cannot be reached just now: the next step of the job brings it up to date.
    if (shown.outcome === 'unavailable') return messageId;
    return shown.outcome === 'shown' ? shown.place.messageId : undefined;
  };

  const beginPreviewed = async (submission: Submission, { quoteCredits }: Waiting): Promise<Begun> => {
    const begun = await previewed.begin(submission, quoteCredits);
    if (begun === 'no desk') return { forbidden: wordsOf({ reason: 'no moderators channel' }) };
    return begun === 'message deleted' ? { forbidden: wordsOf({ reason: 'message deleted' }) } : begun;
  };

  return async (waiting: Waiting): Promise<Begun> => {
    const { id, guildId, memberId, request, count, place, roleIds, channelIds } = waiting;
    const { messageId } = place;
    if (messageId === undefined) return 'gone';
    const submission = { jobId: id, memberId, request, count, place, roleIds, channelIds };
    const job = await jobs.find(id);
    // Its turn to be sent has not come; or a crash left it, and it is about to be undone.
    if (job?.isOfRequest && isUnsent(job)) return 'later';
    if (job || (await history.find(guildId, memberId, id))) {
      if (waiting.isPreviewed) await previewed.mend(submission);
      return 'begun';
    }
    const holds = await accounts.holds(guildId);
    if (!holds.some(({ jobId }) => jobId === id)) return 'gone';
    // Settings may have changed while it waited for people, for the service, or for the end of a pause.
    const forbidden = await forbids(waiting);
    if (forbidden !== undefined) return { forbidden };
    if (stop.aborted || !mayCreate()) return 'later';
    if (waiting.isPreviewed) return beginPreviewed(submission, waiting);
    const { outcome } = await jobs.submit({ ...submission, isOfRequest: true }, (made) => show(made, messageId));
    if (outcome === 'busy') return 'later';
    if (outcome === 'unanswered') return { forbidden: wordsOf({ reason: 'message deleted' }) };
    return outcome === 'begun' || outcome === 'already' ? 'begun' : 'gone';
  };
}
