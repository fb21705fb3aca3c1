import { type HoldRefusal, isHeld } from '../../budget/account/decisions.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { DrivenRecords } from '../../engine/driven-records.ts';
import { RetryLater } from '../../engine/lane.ts';
import { isUnsent, type Job, type MessageLocation } from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AnswerLostError, type JobMessages } from '../../jobs/outside/job-messages.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Answer } from '../../jobs/submit.ts';
import type { Log } from '../../log.ts';
import type { Refusal } from '../admission/refusal.ts';
import { type GatedRequest, holdOf, isFromRound, resultLocationOf } from './request.ts';
import { mayBeRevealedAgain, type RequestEvent, type Step } from './request-decisions.ts';
import type { RequestMessages } from './request-messages.ts';

export type AskOutcome =
  | { outcome: 'asked' }
  /** The request exists: a button was pressed twice, or people have decided. */
  | { outcome: 'already'; request: GatedRequest }
  | { outcome: 'not held'; refusal: HoldRefusal }
  | { outcome: 'unanswered' };

/**
 * Shows the request's message as the first answer. Resolves with its id, or with undefined if Discord refused it.
 * @throws AnswerLostError if it is unknown whether Discord accepted it.
 */
export type ShowRequest = (request: GatedRequest) => Promise<string | undefined>;

export interface OpeningParts {
  accounts: Pick<Accounts, 'mayHold' | 'hold'>;
  records: Pick<DrivenRecords<GatedRequest>, 'carryOut' | 'change' | 'drop'>;
  recordEvent: (id: string, event: RequestEvent) => Promise<unknown>;
  log: Log;
}

/** Turns a member's command into a request that people can decide on: stores it, holds its credits and answers. */
export function createOpening({ accounts, records, recordEvent, log }: OpeningParts) {
  /** Requests that this process is answering. */
  const opening = new Set<string>();

  const open = async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
    const { id, guildId, gates, draft } = request;
    const known = await records.change(id, (found) =>
      found && !(draft && mayBeRevealedAgain(found)) ? { outcome: found } : { after: request, outcome: undefined },
    );
    if (known) return { outcome: 'already', request: known };
    // A draft was paid for when it was made.
    const held = draft ? undefined : await accounts.hold(guildId, holdOf(request));
    if (held && !isHeld(held)) {
      await records.drop(id);
      return { outcome: 'not held', refusal: held };
    }
    const messageId = await answer(request);
    await recordEvent(id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
    if (messageId === undefined) return { outcome: 'unanswered' };
    log.info({ request: id, server: guildId, before: gates.before }, 'request waits');
    return { outcome: 'asked' };
  };

  return {
    /** Whether this process is answering it. If not, a missing answer may be lost. */
    isOpening: (id: string): boolean => opening.has(id),
    ask: async (request: GatedRequest, answer: ShowRequest): Promise<AskOutcome> => {
      const { id, guildId, draft } = request;
      const refusal = draft ? undefined : await accounts.mayHold(guildId, holdOf(request));
      if (refusal) return { outcome: 'not held', refusal };
      if (opening.has(id)) return { outcome: 'already', request };
      opening.add(id);
      try {
        return await open(request, answer);
      } catch (error) {
        // A step of the record finds out whether the message exists.
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
  jobMessages: Pick<JobMessages, 'show'>;
  messages: Pick<RequestMessages, 'bring'>;
  /** Why the current settings refuse it; undefined if they don't. */
  recheck: (request: GatedRequest) => Promise<Refusal | undefined>;
  /** A request that is approved before or during a pause starts when the pause ends. */
  isPaused: (guildId: string) => Promise<boolean>;
  /** Whether the service and Easel's own state allow new jobs now. */
  mayCreate: (memberId: string) => boolean;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Called when Easel can't reach the moderators' channel. */
  onModeratorsUnreachable: (guildId: string) => void;
  recordEvent: (id: string, event: RequestEvent) => Promise<unknown>;
  clock: { now(): number };
}

/** Stays below the time that a stop waits for. */
const SHOW_WITHIN_MS = 6_000;
const NEW_FOR_MS = 60_000;

const MESSAGE_DELETED: RequestEvent = { event: 'forbidden', refusal: { reason: 'message deleted' } };

/**
 * Makes the job of an approved request, at most once. The request's hold stays until the job settles it, so a request
 * without a hold has been a job already, even if no other record remembers that job.
 */
export function createBegin(parts: BeginParts): Step {
  const { jobs, history, accounts, jobMessages, messages, clock } = parts;

  const show = async (job: Job, messageId: string | undefined): Promise<string | undefined> => {
    if (messageId === undefined) return undefined;
    const withMessage = { ...job, location: { ...job.location, messageId } };
    // Not the stop signal: an interrupted submission would have to be given up.
    const signal = AbortSignal.timeout(SHOW_WITHIN_MS);
    try {
      const shown = await jobMessages.show({ job: withMessage, expectation: undefined, newFiles: [] }, { signal });
      return shown.outcome === 'shown' ? shown.location.messageId : undefined;
    } catch (error) {
      // The message exists, and the job's next step brings it up to date.
      if (error instanceof RetryLater) return messageId;
      throw error;
    }
  };

  /** Whether only the settings let it in, moments ago, so that checking for changes isn't worth a call. */
  const isNew = (request: GatedRequest): boolean =>
    !request.decision && !isFromRound(request) && clock.now() - request.createdAtMs < NEW_FOR_MS;

  /** Finds or posts the job's message in the moderators' channel. The same key finds it again if a crash lost its id. */
  const bringResult = async (
    request: GatedRequest,
  ): Promise<{ channelId: string; messageId: string } | RequestEvent | 'waits'> => {
    const { id, guildId, result } = request;
    if (result?.messageId !== undefined) return { ...result, messageId: result.messageId };
    // The winner of a round waits until moderators can be reached.
    const onModeratorsUnreachable = isFromRound(request) ? 'waits' : { event: 'no moderators channel' as const };
    const channelId = await parts.moderatorsChannelId(guildId);
    if (channelId === null) return onModeratorsUnreachable;
    const brought = await messages.bring({ ...request, result: { channelId } }, 'result');
    if (brought.outcome !== 'there') {
      parts.onModeratorsUnreachable(guildId);
      return onModeratorsUnreachable;
    }
    const at = { channelId, messageId: brought.message.id };
    await parts.recordEvent(id, { event: 'shown', key: 'result', state: undefined, at });
    return at;
  };

  const submit = async (
    { id, memberId, count, roleIds, channelIds, request }: GatedRequest,
    location: MessageLocation,
    answer: Answer,
  ): Promise<RequestEvent | 'waits'> => {
    const submission = { jobId: id, memberId, request, count, location, roleIds, channelIds, isLate: true };
    const { outcome } = await jobs.submit(submission, answer);
    if (outcome === 'busy') return 'waits';
    if (outcome === 'unanswered') return MESSAGE_DELETED;
    if (outcome === 'not held') await accounts.releaseJob(location.guildId, id, 'not started');
    return { event: 'started' };
  };

  const beginForModerators = async (request: GatedRequest): Promise<RequestEvent | 'waits'> => {
    // First of all: if someone deleted the public message meanwhile, nothing is made.
    if (!isNew(request)) {
      const { outcome } = await messages.bring({ ...request, phase: 'making' }, 'public');
      if (outcome !== 'there') return MESSAGE_DELETED;
    }
    const result = await bringResult(request);
    if (result === 'waits' || 'event' in result) return result;
    return submit(request, resultLocationOf(request, result), async () => result.messageId);
  };

  return async (request) => {
    const { id, guildId, memberId, location, gates, draft } = request;
    if (await parts.isPaused(guildId)) return 'waits';
    if (draft) {
      // The sources of a finished picture no longer matter.
      const refusal = await parts.recheck({ ...request, request: { ...request.request, sourceUrls: [] } });
      return refusal ? { event: 'forbidden', refusal } : { event: 'started' };
    }
    const job = await jobs.find(id);
    // The job waits for its turn to be sent, or a crash left it and recovery is about to undo it.
    if (job && isUnsent(job)) return 'waits';
    if (job || (await history.find(guildId, memberId, id))) return { event: 'started' };
    if (!(await accounts.holds(guildId)).some(({ jobId }) => jobId === id)) return { event: 'started' };
    // Settings may have changed while it waited for people, for the service, or for the end of a pause.
    const refusal = isNew(request) ? undefined : await parts.recheck(request);
    if (refusal) return { event: 'forbidden', refusal };
    if (!parts.mayCreate(memberId)) return 'waits';
    if (gates.after === 'moderators') return beginForModerators(request);
    return submit(request, location, (made) => show(made, location.messageId));
  };
}
