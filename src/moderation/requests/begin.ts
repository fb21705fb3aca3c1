import { type HoldRefusal, isHeld } from '../../budget/account/decisions.ts';
import { RetryLater } from '../../engine/lane.ts';
import type { Job, MessageLocation } from '../../jobs/job/job.ts';
import { AnswerLostError } from '../../jobs/ports/job-messages.ts';
import { withFreshAddresses } from '../../jobs/records/source-addresses.ts';
import type { SubmitOutcome } from '../../jobs/submit.ts';
import type { Change } from '../../store/store.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import type { RequestsContext } from './context.ts';
import { type GatedRequest, holdOf, isFromRound, newJobOf, resultLocationOf } from './request.ts';
import { after, delayed, mayBeRevealedAgain, type RequestEvent, type Step } from './request-decisions.ts';

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

/** Turns a member's command into a request that people can decide on: stores it, holds its credits and answers. */
export async function askRequest(
  context: RequestsContext,
  request: GatedRequest,
  answer: ShowRequest,
): Promise<AskOutcome> {
  const { openingIds, records } = context;
  const { id } = request;
  if (openingIds.has(id)) return { outcome: 'already', request };
  openingIds.add(id);
  try {
    return await open(context, request, answer);
  } catch (error) {
    // A step of the record finds out whether the message exists.
    if (error instanceof AnswerLostError) return { outcome: 'asked' };
    throw error;
  } finally {
    openingIds.delete(id);
    void records.carryOut(id);
  }
}

async function open(
  { accounts, records, recordEvent, log }: RequestsContext,
  request: GatedRequest,
  answer: ShowRequest,
): Promise<AskOutcome> {
  const { id, guildId, gates, draft } = request;
  let refusal: HoldRefusal | undefined;
  /** One commit, so that a crash leaves neither a request without its credits nor an orphaned hold. */
  const holdWith = async (changes: readonly Change[]): Promise<boolean> => {
    const held = await accounts.hold(guildId, holdOf(request), () => changes);
    if (!isHeld(held)) refusal = held;
    return refusal === undefined;
  };
  const known = await records.change(id, (found) => {
    if (found && !(draft && mayBeRevealedAgain(found))) return { outcome: found };
    // A draft was paid for when it was made.
    return { after: request, outcome: undefined, ...(!draft && { commit: holdWith }) };
  });
  if (known) return { outcome: 'already', request: known };
  if (refusal) return { outcome: 'not held', refusal };
  const messageId = await answer(request);
  await recordEvent(id, messageId === undefined ? { event: 'unanswered' } : { event: 'answered', messageId });
  if (messageId === undefined) return { outcome: 'unanswered' };
  log.info({ request: id, server: guildId, before: gates.before }, 'request waits');
  return { outcome: 'asked' };
}

/** Stays below the time that a stop waits for. */
const SHOW_WITHIN_MS = 6_000;
const NEW_FOR_MS = 60_000;

const MESSAGE_DELETED: RequestEvent = { event: 'forbidden', refusal: { reason: 'message deleted' } };

/** Makes the job of an approved request. The job's commit also moves the request on, so it starts at most once. */
export function createBegin(context: RequestsContext): Step {
  const { jobs, accounts, jobMessages, messages, records, clock } = context;

  /** Shows that it starts. @returns whether the message exists */
  const show = async (job: Job): Promise<boolean> => {
    if (job.location.messageId === undefined) return false;
    const view = { job, expectation: undefined, newFiles: [] };
    try {
      const shown = await withinLimit(SHOW_WITHIN_MS, undefined, (signal) => jobMessages.show(view, { signal }));
      return shown.outcome === 'shown';
    } catch (error) {
      // The message exists, and the job's next step brings it up to date.
      if (error instanceof RetryLater || error instanceof TimeoutError) return true;
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
    const channelId = await context.moderatorsChannelId(guildId);
    if (channelId === null) return onModeratorsUnreachable;
    const brought = await messages.bring({ ...request, result: { channelId } }, 'result');
    if (brought.outcome !== 'there') {
      context.onModeratorsUnreachable(guildId);
      return onModeratorsUnreachable;
    }
    const at = { channelId, messageId: brought.message.id };
    await context.recordEvent(id, { event: 'shown', key: 'result', state: undefined, at });
    return at;
  };

  const submit = async (
    { id, memberId, quotesCredits, roleIds, channelIds, request }: GatedRequest,
    location: MessageLocation,
  ): Promise<RequestEvent | 'waits'> => {
    const submission = { jobId: id, memberId, request, count: quotesCredits.length, location, roleIds, channelIds };
    let outcome: SubmitOutcome['outcome'] | undefined;
    const start = async (also: readonly Change[]): Promise<boolean> => {
      ({ outcome } = await jobs.submit(submission, { also }));
      return outcome === 'started';
    };
    await records.change(id, (found) => ({
      ...(found?.phase === 'approved' && { after: after(found, { event: 'started' }, clock.now()), commit: start }),
      outcome: undefined,
    }));
    // What a failed commit may have left is undone soon.
    if (outcome === 'busy' || outcome === 'already') return 'waits';
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
    return submit(request, { ...resultLocationOf({ ...request, result }), messageId: result.messageId });
  };

  return async (request) => {
    const { guildId, memberId, location, gates, draft, quotesCredits } = request;
    if (await context.isPaused(guildId)) return delayed(request, 'pause');
    if (draft) {
      const refusal = await context.recheck(request);
      return refusal ? { event: 'forbidden', refusal } : { event: 'started' };
    }
    // Settings may have changed while it waited for people, for the service, or for the end of a pause.
    const refusal = isNew(request) ? undefined : await context.recheck(request);
    if (refusal) return { event: 'forbidden', refusal };
    if (!context.mayCreate({ guildId, memberId })) return delayed(request, 'service');
    // Otherwise each look at the full queue would edit its message.
    if (!jobs.hasRoom(guildId, quotesCredits.length)) return 'waits';
    const sources = await withFreshAddresses(guildId, request.request.sources, { ...context, nowMs: clock.now() });
    if (!sources) return { event: 'forbidden', refusal: { reason: 'expired sources' } };
    const ready = { ...request, request: { ...request.request, sources } };
    if (gates.after === 'moderators') return beginForModerators(ready);
    return (await show(newJobOf(ready))) ? submit(ready, location) : MESSAGE_DELETED;
  };
}
