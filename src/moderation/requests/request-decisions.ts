import type { Decided } from '../../engine/driven-records.ts';
import { tokenEndsInMs, withoutToken } from '../../jobs/job/job.ts';
import { uniqueTimeMs } from '../../time/clock.ts';
import type { Refusal, WaitReason } from '../admission/refusal.ts';
import { mayUndoUntil, UNDO_WITHIN_MS, undoLeftMs, WHY_MAX_CHARACTERS } from '../records/audit-log.ts';
import type { NewDecision } from '../records/decisions.ts';
import { unreachedAfter } from '../records/messages.ts';
import type { Gates } from '../settings/modes.ts';
import {
  BY_EASEL,
  type DecisionKind,
  type GatedRequest,
  isBeforeStart,
  isForOwners,
  isUndecided,
  mayWithdraw,
  type Phase,
  type RequestMessage,
  undecidedOwnerIds,
} from './request.ts';
import { answeredStateOf, endedWithoutJob, messagesBehind, nextLateMessage, statesOf } from './request-messages.ts';

/** The life of a request between its two gates, as pure functions: what is due now, and what an event changes. */

/** The next step that needs no decision, and when it is due. */
export interface Due {
  step:
    | 'find answer'
    | 'age'
    | 'admit'
    | 'begin'
    | 'look at job'
    | 'publish'
    | 'end'
    | 'show'
    | 'show late'
    | 'forget token'
    | 'end undo';
  inMs: number;
}

/** @returns undefined if nothing is due until people decide. */
export function due(request: GatedRequest, nowMs: number): Due | undefined {
  const { phase, phaseAtMs, shown, expiresAtMs } = request;
  if (phase === 'opening') return { step: 'find answer', inMs: 0 };
  if (phase === 'allowed') return { step: 'admit', inMs: 0 };
  if (phase === 'approved') return { step: 'begin', inMs: 0 };
  if (phase === 'asked' && (expiresAtMs <= nowMs || phaseAtMs > nowMs)) return { step: 'age', inMs: 0 };
  if (phase === 'published' && shown.public !== phase) return { step: 'publish', inMs: 0 };
  if (endedWithoutJob(request) && shown.public !== phase) return { step: 'end', inMs: 0 };
  if (messagesBehind(request).length > 0) return { step: 'show', inMs: 0 };
  const lateInMs = nextLateMessage(request, nowMs)?.inMs;
  if (lateInMs === 0) return { step: 'show late', inMs: 0 };
  if (phase === 'making') return { step: 'look at job', inMs: 0 };
  const agesInMs = phase === 'asked' ? expiresAtMs - nowMs : Number.POSITIVE_INFINITY;
  if (lateInMs !== undefined && lateInMs < agesInMs) return { step: 'show late', inMs: lateInMs };
  return phase === 'asked' ? { step: 'age', inMs: agesInMs } : undefined;
}

/** The same, or what ends with time: its interaction's token, and the time to undo its decision. Whichever is next. */
export function dueOrEnding(request: GatedRequest, nowMs: number): Due | undefined {
  const { location, phase, undoUntilMs } = request;
  const tokenInMs = phase === 'opening' ? undefined : tokenEndsInMs(location, nowMs);
  const undoInMs = undoUntilMs && undoLeftMs(undoUntilMs, nowMs);
  const all: (Due | undefined)[] = [
    due(request, nowMs),
    tokenInMs === undefined ? undefined : { step: 'forget token', inMs: tokenInMs },
    undoInMs === undefined ? undefined : { step: 'end undo', inMs: undoInMs },
  ];
  return all.filter((one) => one !== undefined).toSorted((a, b) => a.inMs - b.inMs)[0];
}

/** Whether all its steps are done for good, except that a message may still be out of reach. */
export const isSettled = (request: GatedRequest): boolean => due({ ...request, unreached: [] }, 0) === undefined;

/** Whether it no longer needs its prompt; a finished job has the prompt in its author's history. */
export const isPromptSpent = (request: GatedRequest): boolean => request.phase === 'ready' || isSettled(request);

/** Whether its job doesn't exist yet, so that the request itself may hold credits. */
export function isBeforeJob(request: GatedRequest): boolean {
  return isBeforeStart(request.phase) || due(request, 0)?.step === 'end';
}

/** What happens to a request apart from people's decisions. */
export type RequestEvent =
  /** Managers chose another channel before its card was posted. */
  | { event: 'card moved'; channelId: string }
  | { event: 'answered'; messageId: string }
  | { event: 'unanswered' }
  /** The moderators' channel is missing or closed. */
  | { event: 'no moderators channel' }
  /** Its interaction's token has expired. */
  | { event: 'token ended' }
  /** Its decision can no longer be undone. */
  | { event: 'undo ended' }
  /** Time has passed. */
  | { event: 'aged' }
  /** Moderation let it through after its owners agreed. @param channelId the moderators' channel, if they decide too */
  | { event: 'admitted'; gates: Gates; why: WaitReason; channelId: string | null; expiresAtMs: number }
  | { event: 'started' }
  /** It can't go on for now. */
  | { event: 'delayed'; by: Delay }
  /** It was admitted, but the rules refuse it when it is about to start. */
  | { event: 'forbidden'; refusal: Refusal }
  /** @param messageId may name another message, because moderators may have deleted the first. */
  | { event: 'job ended'; how: 'ready' | 'failed' | 'unconfirmed' | 'lost'; messageId: string | undefined }
  | { event: 'published' }
  /** @param isUnreached whether a later try may succeed */
  | { event: 'not published'; how: 'lost' | 'gone'; isUnreached?: boolean }
  /** A message shows this state. @param at its location; undefined if it is gone or out of reach */
  | {
      event: 'shown';
      key: RequestMessage;
      state: string | undefined;
      at: { channelId: string; messageId: string } | undefined;
      isUnreached?: boolean;
    };

export type Delay = NonNullable<GatedRequest['delay']>;

/** For a step that can't go on for now: the event that records why, once. */
export const delayed = ({ delay }: GatedRequest, by: Delay): RequestEvent | 'waits' =>
  delay === by ? 'waits' : { event: 'delayed', by };

/** Takes a step and returns the event to record. `waits`: ask again soon, because the step depends on something else. */
export type Step = (request: GatedRequest) => Promise<RequestEvent | 'waits' | { dueInMs: number }>;

/** Applies an event. @returns the same request if the event no longer matters. */
export function after(request: GatedRequest, event: RequestEvent, nowMs: number): GatedRequest {
  const { phase } = request;
  switch (event.event) {
    case 'card moved':
      return { ...request, card: { channelId: event.channelId } };
    case 'answered': {
      if (phase !== 'opening') return request;
      const { messageId } = event;
      const shown = { ...request.shown, public: answeredStateOf(request) };
      return {
        ...withPhase(request, openedPhaseOf(request), nowMs),
        shown,
        location: { ...request.location, messageId },
      };
    }
    case 'unanswered':
      return phase === 'opening' ? withPhase(request, 'unanswered', nowMs) : request;
    case 'no moderators channel': {
      if (phase !== 'asked' && phase !== 'approved') return request;
      // The card's channel is out of reach.
      const { card: _, ...rest } = request;
      return withDecision(rest, { kind: 'dropped', byId: BY_EASEL }, nowMs);
    }
    case 'token ended':
      return { ...request, location: withoutToken(request.location) };
    case 'undo ended':
      return withoutUndo(request);
    case 'aged':
      return withExpiry(request, nowMs);
    case 'admitted':
      return phase === 'allowed' ? withGates(request, event, nowMs) : request;
    case 'started':
      if (phase !== 'approved') return request;
      return request.gates.after === 'nobody' && !request.draft
        ? withPhase(request, 'started', nowMs)
        : withPhase(request, admittedPhaseOf(request), nowMs);
    case 'delayed':
      return phase === 'approved' || phase === 'allowed' ? { ...request, delay: event.by } : request;
    case 'forbidden':
      if (phase !== 'approved' && phase !== 'allowed') return request;
      return withDecision(request, { kind: 'rejected', byId: BY_EASEL, refusal: event.refusal }, nowMs);
    case 'job ended': {
      if (phase !== 'making') return request;
      const { messageId = request.result?.messageId } = event;
      const result = request.result && { ...request.result, ...(messageId === undefined ? {} : { messageId }) };
      return { ...withPhase(request, event.how, nowMs), ...(result ? { result } : {}) };
    }
    case 'published':
    case 'not published':
      return phase === 'published' || phase === 'gone' ? withPublication(request, event, nowMs) : request;
    case 'shown':
      return withShownState(request, event, nowMs);
  }
}

/** Once its owners agreed, it waits for other people, or starts. */
function withGates(
  request: GatedRequest,
  { gates, why, channelId, expiresAtMs }: Extract<RequestEvent, { event: 'admitted' }>,
  nowMs: number,
): GatedRequest {
  const isAsked = gates.before !== 'nobody';
  const decided = {
    ...request,
    gates,
    why,
    expiresAtMs,
    ...(channelId !== null && isAsked && { card: { channelId } }),
  };
  return withPhase(decided, isAsked ? 'asked' : 'approved', nowMs);
}

/** The phase after its member is answered. */
function openedPhaseOf(request: GatedRequest): 'asked' | 'approved' | 'making' | 'published' {
  if (request.gates.before !== 'nobody') return 'asked';
  return request.draft ? admittedPhaseOf(request) : 'approved';
}

/** The phase that its member sees while no decision is needed before generation. */
export function shownPhaseOf(request: GatedRequest): Phase {
  const isStarting = request.phase === 'opening' || (request.phase === 'approved' && !request.delay);
  return isStarting && request.gates.before === 'nobody' ? admittedPhaseOf(request) : request.phase;
}

/** The phase after the entry gate. A draft is made already and goes straight to publication or to moderators. */
function admittedPhaseOf({ gates, draft }: GatedRequest): 'making' | 'published' {
  return draft && gates.after === 'nobody' ? 'published' : 'making';
}

/** Whether its author may publish the same draft again, because no one saw it. */
export function mayBeRevealedAgain(request: GatedRequest): boolean {
  return NEVER_PUBLISHED.includes(request.phase) && isSettled(request);
}

const NEVER_PUBLISHED: readonly Phase[] = ['withdrawn', 'expired', 'dropped', 'unanswered', 'lost', 'gone'];

/** The same before its job started; undefined if the job isn't one that it started. */
export function restarted(request: GatedRequest, nowMs: number): GatedRequest | undefined {
  const { phase, draft } = request;
  const hasJob = !draft && (phase === 'started' || phase === 'making');
  return hasJob ? withPhase(request, 'approved', nowMs) : undefined;
}

function withPhase({ delay: _, ...request }: GatedRequest, phase: Phase, nowMs: number, byId = BY_EASEL): GatedRequest {
  return { ...withoutUndo(request), phase, phaseAtMs: nowMs, phaseById: byId };
}

const withoutUndo = ({ undoUntilMs: _, ...request }: GatedRequest): GatedRequest => request;

/** Whether moderators can undo the decision of that time now. */
export const mayUndo = (request: GatedRequest, atMs: number, nowMs: number): boolean =>
  request.decidedAtMs === atMs && mayUndoUntil(request.undoUntilMs ?? 0, nowMs);

/** Waits for people again, for as long as it still had, with the votes that it had. A discarded result waits for moderators. */
export function undone(request: GatedRequest, byId: string, nowMs: number): GatedRequest {
  if (request.phase === 'discarded') {
    const { discardedWhy: _, shown, ...kept } = request;
    const discarded = { ...kept, shown: { ...shown, result: request.phase } };
    // The preview still has its results; those of a draft are sent again.
    return withPhase(discarded, request.draft ? 'making' : 'ready', nowMs, byId);
  }
  const { decision, trustsAuthor: _, ...before } = request;
  const waitedMs = nowMs - (decision?.atMs ?? nowMs);
  return { ...withPhase(before, 'asked', nowMs, byId), expiresAtMs: request.expiresAtMs + waitedMs };
}

interface DecisionFacts {
  kind: DecisionKind;
  byId: string;
  why?: string | undefined;
  refusal?: Refusal;
}

function withDecision(
  request: GatedRequest,
  { kind, byId, why = '', refusal }: DecisionFacts,
  nowMs: number,
): GatedRequest {
  const reason = { why: why.slice(0, WHY_MAX_CHARACTERS), ...(refusal ? { refusal } : {}) };
  const atMs = uniqueTimeMs(nowMs, request.decidedAtMs);
  return { ...withPhase(request, kind, nowMs, byId), decidedAtMs: atMs, decision: { kind, byId, atMs, ...reason } };
}

/** What a change of a request adds to the log. */
export function decisionsIn(before: GatedRequest | undefined, after: GatedRequest): NewDecision[] {
  const { id: jobId, memberId, location, phase, phaseById, decision, edits, editedById, voterIds } = after;
  const { channelId, messageId } = location;
  const about = { memberId, jobId, channelId, messageId };
  const decisions: NewDecision[] = [];
  const allowedById = after.consent?.allowedByIds[before?.consent?.allowedByIds.length ?? 0];
  if (allowedById !== undefined) decisions.push({ ...about, action: 'allowed', byId: allowedById });
  // The log holds decisions about members, not what they change in their own requests.
  if (edits > (before?.edits ?? 0) && editedById !== undefined && editedById !== memberId)
    decisions.push({ ...about, action: 'prompt edited', byId: editedById });
  if (decision && decision !== before?.decision) {
    const { kind, atMs: _, ...facts } = decision;
    const isByVote = kind === 'approved' && decision.byId === BY_EASEL;
    decisions.push({ ...about, action: kind, ...facts, ...(isByVote && { voterIds }) });
  }
  if (before?.decision && !decision)
    decisions.push({ ...about, action: 'undone', undid: before.decision.kind, byId: phaseById });
  if (before?.phase === 'discarded' && phase !== before.phase)
    decisions.push({ ...about, action: 'undone', undid: before.phase, byId: phaseById });
  // A publication that succeeds late was logged when it was decided.
  const isByPerson = phase !== before?.phase && before?.phase !== 'gone' && phaseById !== BY_EASEL;
  if (isByPerson && (phase === 'published' || phase === 'discarded'))
    decisions.push({
      ...about,
      action: phase,
      byId: phaseById,
      ...(after.discardedWhy && { why: after.discardedWhy }),
    });
  return decisions;
}

/** Ends a request whose time is over. One that was asked while the clock was ahead is asked now, for as long. */
function withExpiry(request: GatedRequest, nowMs: number): GatedRequest {
  const { phase, phaseAtMs, expiresAtMs } = request;
  if (phase !== 'asked') return request;
  if (expiresAtMs <= nowMs) return withDecision(request, { kind: 'expired', byId: BY_EASEL }, nowMs);
  return phaseAtMs <= nowMs
    ? request
    : { ...request, phaseAtMs: nowMs, expiresAtMs: nowMs + Math.max(0, expiresAtMs - phaseAtMs) };
}

/** What moderators published, or its author without them, is in the public message, or couldn't be put there. */
function withPublication(
  request: GatedRequest,
  event: Extract<RequestEvent, { event: 'published' | 'not published' }>,
  nowMs: number,
): GatedRequest {
  const phase = event.event === 'published' ? event.event : event.how;
  const isReached = event.event === 'published' || !event.isUnreached;
  const late = unreachedAfter(request, { key: 'public', state: phase, isReached }, nowMs);
  // If it was lost, its message still has to say so. A message that is gone can't.
  const shown = { ...request.shown, ...(phase !== 'lost' && { public: phase }) };
  return { ...withPhase(request, phase, nowMs, request.phaseById), shown, ...late };
}

function withShownState(
  request: GatedRequest,
  { key, state, at, isUnreached = false }: Extract<RequestEvent, { event: 'shown' }>,
  nowMs: number,
): GatedRequest {
  const { notice } = statesOf(request);
  const shown = {
    ...request.shown,
    ...(state !== undefined && { [key]: state }),
    // A deleted message has no room for a notice.
    ...(key === 'public' && !at && notice !== undefined && { notice }),
  };
  const late = unreachedAfter(request, { key, state, isReached: !isUnreached }, nowMs);
  return { ...request, shown, ...late, ...(at && (key === 'card' || key === 'result') && { [key]: at }) };
}

/** A decision or vote. `seenEdits` names the version of the prompt that was read, if that matters. */
export type Press =
  | { press: 'approved'; byId: string; trustsAuthor?: boolean; seenEdits?: number | undefined; isUndoable?: boolean }
  | { press: 'rejected'; byId: string; why?: string; seenEdits?: undefined; isUndoable?: boolean }
  | { press: 'withdrawn'; byId: string; seenEdits?: undefined }
  /** An owner of its pictures answers; or its author is no longer trusted, which its card shows. */
  | { press: 'allowed' | 'declined' | 'untrusted'; byId: string; seenEdits?: undefined }
  | { press: 'edited'; byId: string; prompt: string; seenEdits: number }
  /** A second vote withdraws the first. */
  | { press: 'voted'; byId: string; seenEdits: number }
  | { press: 'published' | 'discarded'; byId: string; why?: string; seenEdits?: undefined; isUndoable?: boolean };

/**
 * `late`: someone decided earlier. `changed`: nothing changed, because the prompt was edited after it was read. `not done`:
 * its job is still running.
 */
export type PressOutcome =
  | { outcome: 'done' | 'late' | 'changed'; request: GatedRequest }
  | { outcome: 'not done' | 'gone' };

/**
 * Only the first decision at a gate counts, before its time is over and while people can see the request.
 * @param isUnderWay whether its job is running
 */
export function pressed(
  found: GatedRequest | undefined,
  press: Press,
  nowMs: number,
  isUnderWay = false,
): Decided<GatedRequest, PressOutcome> {
  if (!found || found.phase === 'opening') return { outcome: { outcome: 'gone' } };
  if (press.press === 'published' || press.press === 'discarded')
    return applyResultPress(found, press, nowMs, isUnderWay);
  if (press.press === 'untrusted') return found.trustsAuthor ? done({ ...found, trustsAuthor: false }) : late(found);
  const now = withExpiry(found, nowMs);
  if (press.press === 'withdrawn' && mayWithdraw(now))
    return done(withDecision(now, { kind: press.press, byId: press.byId }, nowMs));
  if (!isUndecided(now)) {
    return { after: now === found ? undefined : now, outcome: { outcome: 'late', request: now } };
  }
  if (!mayPress(now, press)) return { outcome: { outcome: 'gone' } };
  if (press.seenEdits !== undefined && press.seenEdits !== now.edits) {
    return { outcome: { outcome: 'changed', request: now } };
  }
  switch (press.press) {
    case 'allowed':
      return done(withConsent(now, press.byId, nowMs));
    case 'edited':
      return done(withPrompt(now, press));
    case 'voted':
      return done(withVote(now, press.byId, nowMs));
    case 'approved':
      return done({
        ...withDecision(now, { ...press, kind: press.press }, nowMs),
        ...(press.trustsAuthor && { trustsAuthor: true }),
        ...undoPart(press, nowMs),
      });
    case 'rejected':
      return done({ ...withDecision(now, { ...press, kind: press.press }, nowMs), ...undoPart(press, nowMs) });
    default:
      return done(withDecision(now, { ...press, kind: press.press }, nowMs));
  }
}

const undoPart = (
  { isUndoable = false }: { isUndoable?: boolean },
  nowMs: number,
): Pick<GatedRequest, 'undoUntilMs'> => (isUndoable ? { undoUntilMs: nowMs + UNDO_WITHIN_MS } : {});

/** Only owners decide whether their pictures may be used; only others decide about the rest. Both may end a request. */
function mayPress(request: GatedRequest, { press, byId }: Press): boolean {
  if (press === 'withdrawn' || press === 'rejected') return true;
  const isOwners = press === 'allowed' || press === 'declined';
  return isForOwners(request) ? isOwners && undecidedOwnerIds(request).includes(byId) : !isOwners;
}

/** Adds an owner's yes; the last one needed lets it through. */
function withConsent(request: GatedRequest, byId: string, nowMs: number): GatedRequest {
  const { consent } = request;
  if (!consent) return request;
  const agreed = { ...request, consent: { ...consent, allowedByIds: [...consent.allowedByIds, byId] } };
  return undecidedOwnerIds(agreed).length > 0 ? agreed : withPhase(agreed, 'allowed', nowMs, byId);
}

const late = (request: GatedRequest): Decided<GatedRequest, PressOutcome> => ({
  outcome: { outcome: 'late', request },
});
const done = (request: GatedRequest): Decided<GatedRequest, PressOutcome> => ({
  after: request,
  outcome: { outcome: 'done', request },
});

function applyResultPress(
  found: GatedRequest,
  { press, byId, why = '', isUndoable = false }: Extract<Press, { press: 'published' | 'discarded' }>,
  nowMs: number,
  isUnderWay: boolean,
): Decided<GatedRequest, PressOutcome> {
  if (found.phase === 'making' && isUnderWay) return { outcome: { outcome: 'not done' } };
  // What couldn't be published yet can still be discarded.
  const isLate =
    found.phase !== 'ready' && found.phase !== 'making' && !(found.phase === 'gone' && press === 'discarded');
  if (isLate) return { outcome: { outcome: 'late', request: found } };
  const pressed = {
    ...withPhase(found, press, nowMs, byId),
    ...(why === '' ? {} : { discardedWhy: why.slice(0, WHY_MAX_CHARACTERS) }),
    // Only then does the preview show the results.
    ...undoPart({ isUndoable: isUndoable && found.phase === 'ready' }, nowMs),
    decidedAtMs: uniqueTimeMs(nowMs, found.decidedAtMs),
  };
  return done(pressed);
}

/** Replaces the prompt. */
function withPrompt(request: GatedRequest, { byId, prompt }: Extract<Press, { press: 'edited' }>): GatedRequest {
  const changed = { ...request, request: { ...request.request, prompt }, editedById: byId, edits: request.edits + 1 };
  // Members voted for another prompt, so votes start again.
  return { ...changed, voterIds: [] };
}

/** Adds or withdraws a member's vote; the last vote needed approves. */
function withVote(request: GatedRequest, memberId: string, nowMs: number): GatedRequest {
  const others = request.voterIds.filter((voter) => voter !== memberId);
  const isVote = others.length === request.voterIds.length;
  const counted = { ...request, voterIds: isVote ? [...others, memberId] : others };
  if (!isVote || counted.voterIds.length < request.votesNeeded) return counted;
  return withDecision(counted, { kind: 'approved', byId: BY_EASEL }, nowMs);
}
