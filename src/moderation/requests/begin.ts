import { type HoldRefusal, isHeld } from '../../budget/account/decisions.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import { RetryLater } from '../../engine/lane.ts';
import { isUnsent, type Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AnswerLostError, type Messenger } from '../../jobs/ports.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Submission } from '../../jobs/submit.ts';
import type { Log } from '../../log.ts';
import type { Refusal } from '../refusal.ts';
import { type GatedRequest, holdOf, isLetInElsewhere, resultPlaceOf } from './request.ts';
import { mayBeShownAgain, type RequestEvent } from './request-decisions.ts';
import type { RequestMessages } from './request-messages.ts';

export type AskOutcome =
  | { outcome: 'asked' }
  /** It exists already: a second press, or a decision was made. */
  | { outcome: 'already'; request: GatedRequest }
  | { outcome: 'not held'; refusal: HoldRefusal }
  | { outcome: 'unanswered' };

/**
 * Shows the request's message as the first answer; resolves with its id, or undefined where Discord did not take it.
 * @throws AnswerLostError if it is unknown whether Discord accepted it.
 */
export type ShowRequest = (request: GatedRequest) => Promise<string | undefined>;

export interface OpeningParts {
  accounts: Pick<Accounts, 'mayHold' | 'hold'>;
  records: Pick<DrivenRecords<GatedRequest>, 'carryOut' | 'change' | 'drop'>;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  log: Log;
}

/** From a member's command to a request on which people can decide: written, held, answered. All else follows from the record. */
export function createOpening({ accounts, records, note, log }: OpeningParts) {
  /** Requests of this process whose answer is on its way. */
  const opening = new Set<string>();

  const open = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
    const { id, guildId, gates, shows } = request;
    const known = await records.change(id, (found) =>
      found && !(shows && mayBeShownAgain(found)) ? { outcome: found } : { after: request, outcome: undefined },
    );
    if (known) return { outcome: 'already', request: known };
    // A draft was paid for when it was made.
    const held = shows ? undefined : await accounts.hold(guildId, holdOf(request));
    if (held && !isHeld(held)) {
      await records.drop(id);
      return { outcome: 'not held', refusal: held };
    }
    const messageId = await answer(request);
    await note(id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
    if (messageId === undefined) return { outcome: 'unanswered' };
    log.info({ request: id, server: guildId, before: gates.before }, 'request waits');
    return { outcome: 'asked' };
  };

  return {
    /** Whether this process is about to answer it; otherwise a missing answer may have been lost. */
    isOpening: (id: string): boolean => opening.has(id),
    ask: async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
      const { id, guildId, shows } = request;
      const refusal = shows ? undefined : await accounts.mayHold(guildId, holdOf(request));
      if (refusal) return { outcome: 'not held', refusal };
      if (opening.has(id)) return { outcome: 'already', request };
      opening.add(id);
      try {
        return await open(request, answer);
      } catch (error) {
        // The record finds out whether its message is there.
        if (error instanceof AnswerLostError) return { outcome: 'asked' };
        throw error;
      } finally {
        opening.delete(id);
        void records.carryOut(id);
      }
    },
  };
}

export interface BeginParts {
  jobs: Pick<Jobs, 'find' | 'submit'>;
  history: Pick<History, 'find'>;
  accounts: Pick<Accounts, 'holds' | 'releaseJob'>;
  messenger: Pick<Messenger, 'show'>;
  messages: Pick<RequestMessages, 'bring'>;
  /** Why the settings forbid it by now; undefined where they do not. */
  recheck: (request: GatedRequest) => Promise<Refusal | undefined>;
  /** What was approved before a pause, or by votes in it, begins when it is over. */
  isPaused: (guildId: string) => Promise<boolean>;
  /** Whether jobs are begun just now, as far as the service and Easel's stop are concerned. */
  mayCreate: (memberId: string) => boolean;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached there. */
  noDesk: (guildId: string) => void;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  clock: { now(): number };
}

/** `later`: it waits for the service, or the end of a pause. `no desk`: moderators cannot see it. */
export type Begun = 'begun' | 'later' | 'no desk' | { forbidden: Refusal };

/** Shorter than a stop waits. */
const SHOW_WITHIN_MS = 6_000;
const NEW_FOR_MS = 60_000;

function submissionOf(request: GatedRequest): Submission {
  const { id: jobId, memberId, count, place, roleIds, channelIds } = request;
  return { jobId, memberId, request: request.request, count, place, roleIds, channelIds };
}

/**
 * Makes the job of an approved request, at most once: its hold is there from the request until the job settles it, so a
 * request without a hold has been a job already, also where nothing else remembers it.
 */
export function createBegin(parts: BeginParts): (request: GatedRequest) => Promise<Begun> {
  const { jobs, history, accounts, messenger, messages, clock } = parts;

  const show = async (job: Job, messageId: string | undefined): Promise<string | undefined> => {
    if (messageId === undefined) return undefined;
    const placed = { ...job, place: { ...job.place, messageId } };
    // Not the stop signal: a submission that it broke off would have to be given up.
    const signal = AbortSignal.timeout(SHOW_WITHIN_MS);
    try {
      const shown = await messenger.show({ job: placed, expectation: undefined, newFiles: [] }, { signal });
      return shown.outcome === 'shown' ? shown.place.messageId : undefined;
    } catch (error) {
      // The message exists, and the job's next step brings it up to date.
      if (error instanceof RetryLater) return messageId;
      throw error;
    }
  };

  /** Whether it was let in just now, by nobody but the settings: nothing can have changed that is worth a call. */
  const isNew = (request: GatedRequest): boolean =>
    !request.decision && !isLetInElsewhere(request) && clock.now() - request.createdAtMs < NEW_FOR_MS;

  /** The job's message in the moderators' channel: posted with the same key, it is found again where a crash lost its id. */
  const resultOf = async (request: GatedRequest): Promise<{ channelId: string; messageId: string } | Begun> => {
    const { id, guildId, result } = request;
    if (result?.messageId !== undefined) return { ...result, messageId: result.messageId };
    // What won a round waits until moderators can be reached.
    const noDesk: Begun = isLetInElsewhere(request) ? 'later' : 'no desk';
    const channelId = await parts.moderatorsChannelId(guildId);
    if (channelId === null) return noDesk;
    const brought = await messages.bring({ ...request, result: { channelId } }, 'result');
    if (brought.outcome !== 'there') {
      parts.noDesk(guildId);
      return noDesk;
    }
    const at = { channelId, messageId: brought.message.id };
    await parts.note(id, { event: 'shown', key: 'result', state: undefined, at });
    return at;
  };

  const submitted = async (
    submission: Submission,
    answer: (job: Job) => Promise<string | undefined>,
  ): Promise<Begun> => {
    const { outcome } = await jobs.submit({ ...submission, isLate: true }, answer);
    if (outcome === 'busy') return 'later';
    if (outcome === 'unanswered') return { forbidden: { reason: 'message deleted' } };
    if (outcome === 'not held') {
      await accounts.releaseJob(submission.place.guildId, submission.jobId, 'not begun');
    }
    return 'begun';
  };

  const beginForModerators = async (request: GatedRequest): Promise<Begun> => {
    // Before anything is begun: a message that was deleted meanwhile ends it.
    if (!isNew(request)) {
      const { outcome } = await messages.bring({ ...request, phase: 'making' }, 'public');
      if (outcome !== 'there') return { forbidden: { reason: 'message deleted' } };
    }
    const result = await resultOf(request);
    if (typeof result === 'string' || 'forbidden' in result) return result;
    const place = resultPlaceOf(request, result);
    return submitted({ ...submissionOf(request), place }, async () => result.messageId);
  };

  return async (request) => {
    const { id, guildId, memberId, place, gates, shows } = request;
    if (await parts.isPaused(guildId)) return 'later';
    if (shows) {
      // What it was made from has done its part.
      const forbidden = await parts.recheck({ ...request, request: { ...request.request, sourceUrls: [] } });
      return forbidden ? { forbidden } : 'begun';
    }
    const job = await jobs.find(id);
    // Its turn to be sent has not come; or a crash left it, and it is about to be undone.
    if (job && isUnsent(job)) return 'later';
    if (job || (await history.find(guildId, memberId, id))) return 'begun';
    if (!(await accounts.holds(guildId)).some(({ jobId }) => jobId === id)) return 'begun';
    // Settings may have changed while it waited for people, for the service, or for the end of a pause.
    const forbidden = isNew(request) ? undefined : await parts.recheck(request);
    if (forbidden) return { forbidden };
    if (!parts.mayCreate(memberId)) return 'later';
    if (gates.after === 'moderators') return beginForModerators(request);
    return submitted(submissionOf(request), (made) => show(made, place.messageId));
  };
}
