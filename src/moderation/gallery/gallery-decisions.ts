import type { Decided } from '../../engine/driven-records.ts';
import type { NewDecision } from '../records/decisions.ts';
import type { ReportState } from '../reports/report-record.ts';
import { BY_EASEL } from '../requests/request.ts';
import { type CopyEnding, type CopyLocation, type CopyPhase, type GalleryCopy, isComing } from './gallery-copy.ts';

/** Decisions about a copy in the gallery: showing, removing, and what happened to its message. */

/** A result to show in the gallery. */
export type NewCopy = Pick<
  GalleryCopy,
  'guildId' | 'jobId' | 'memberId' | 'source' | 'channelId' | 'ageRestricted' | 'uploadLimitBytes' | 'byId'
>;

export interface AskOutcome {
  outcome: 'wanted' | 'under way' | 'already' | 'leaving';
  copy: GalleryCopy;
}

type Found = GalleryCopy | undefined;

const OUTCOMES = {
  wanted: 'under way',
  shown: 'already',
  hiding: 'under way',
  hidden: 'under way',
  returning: 'under way',
  leaving: 'leaving',
} as const satisfies Record<Exclude<CopyPhase, 'gone'>, AskOutcome['outcome']>;

export function askForCopy(before: Found, wanted: NewCopy, nowMs: number): Decided<GalleryCopy, AskOutcome> {
  if (before && before.phase !== 'gone') return { outcome: { outcome: OUTCOMES[before.phase], copy: before } };
  const number = (before?.number ?? 0) + 1;
  const copy: GalleryCopy = {
    ...wanted,
    phase: 'wanted',
    atMs: nowMs,
    number,
    ...(before?.firstShownAtMs !== undefined && { firstShownAtMs: before.firstShownAtMs }),
  };
  return { after: copy, outcome: { outcome: 'wanted', copy } };
}

/** Why a copy was never shown: reasons that may no longer apply. */
const MAY_COME_LATER: readonly (CopyEnding | undefined)[] = ['closed', 'forbidden', 'late'];

/** Like `askForCopy`, for stars. A copy that was shown before, or that a person removed or deleted, doesn't come back. */
export function askByStars(
  before: Found,
  wanted: NewCopy,
  nowMs: number,
): Decided<GalleryCopy, AskOutcome['outcome'] | 'was there'> {
  if (before?.phase === 'gone' && !MAY_COME_LATER.includes(before.ending)) return { outcome: 'was there' };
  const { after, outcome } = askForCopy(before, wanted, nowMs);
  return { after, outcome: outcome.outcome };
}

/** What a change of a copy adds to the log: what others than the author do with a result. */
export function decisionsIn(
  before: Found,
  { phase, ending, byId, memberId, jobId, source }: GalleryCopy,
): NewDecision[] {
  const isByOther = byId !== memberId && byId !== BY_EASEL;
  if (!isByOther || phase === before?.phase) return [];
  const about = { byId, memberId, jobId, ...source };
  if (phase === 'shown') return before?.phase === 'wanted' ? [{ ...about, action: 'shown in the gallery' }] : [];
  // With an ending, it leaves because it couldn't be shown.
  return phase === 'leaving' && ending === undefined ? [{ ...about, action: 'taken out of the gallery' }] : [];
}

const isSameShowing = (now: Found, copy: GalleryCopy): now is GalleryCopy => now?.number === copy.number;

/** Records the message, which doesn't show the result yet. The outcome says whether it still may. */
export function withCopyLocation(now: Found, copy: GalleryCopy, location: CopyLocation): Decided<GalleryCopy, boolean> {
  if (!isSameShowing(now, copy)) return { outcome: false };
  return { after: { ...now, ...location }, outcome: isComing(now.phase) };
}

export function showCopy(now: GalleryCopy, copy: GalleryCopy, nowMs: number): Found {
  if (!isSameShowing(now, copy) || !isComing(now.phase)) return undefined;
  const firstShownAtMs = now.firstShownAtMs ?? nowMs;
  return { ...now, phase: 'shown', atMs: nowMs, firstShownAtMs };
}

/** The copy can't be shown. If it has a message, the message is removed. */
export function endCopy(now: GalleryCopy, copy: GalleryCopy, ending: CopyEnding, nowMs: number): Found {
  if (!isSameShowing(now, copy) || !isComing(now.phase)) return undefined;
  const hasMessage = now.messageId !== undefined && ending !== 'deleted';
  return { ...now, phase: hasMessage ? 'leaving' : 'gone', ending, atMs: nowMs };
}

/** @param messageId to remove the copy only if this is its message. The outcome is `unknown` if there is no such copy. */
export function removeCopy(
  before: Found,
  { byId, messageId }: { byId: string; messageId?: string },
  nowMs: number,
): Decided<GalleryCopy, 'taken out' | 'leaving already' | 'unknown'> {
  if (!before || before.phase === 'gone') return { outcome: 'unknown' };
  if (messageId !== undefined && messageId !== before.messageId) return { outcome: 'unknown' };
  if (before.phase === 'leaving') return { outcome: 'leaving already' };
  return { after: { ...before, phase: 'leaving', byId, atMs: nowMs }, outcome: 'taken out' };
}

/**
 * What a report of the result does to its copy: hidden until moderators decide, then shown again in the same message, or
 * removed. The outcome says whether anything is to be done.
 */
export function followReport(before: Found, state: ReportState, nowMs: number): Decided<GalleryCopy, boolean> {
  if (!before) return { outcome: false };
  if (state === 'removed') {
    const { after, outcome } = removeCopy(before, { byId: BY_EASEL }, nowMs);
    return { after, outcome: outcome !== 'unknown' };
  }
  const { phase } = before;
  if (state === 'hidden' && (phase === 'shown' || isComing(phase)))
    return { after: { ...before, phase: 'hiding', atMs: nowMs }, outcome: true };
  if (state !== 'hidden' && (phase === 'hiding' || phase === 'hidden'))
    return { after: { ...before, phase: 'returning', atMs: nowMs }, outcome: true };
  // A step that a crash interrupted.
  return { outcome: phase === 'hiding' || phase === 'returning' };
}

/** The copy's message, if there is one, no longer shows the result. */
export function markCopyHidden(now: GalleryCopy, copy: GalleryCopy, nowMs: number): Found {
  return isSameShowing(now, copy) && now.phase === 'hiding' ? { ...now, phase: 'hidden', atMs: nowMs } : undefined;
}

/** The copy's message is gone. */
export function markCopyGone(now: GalleryCopy, copy: GalleryCopy, nowMs: number): Found {
  if (!isSameShowing(now, copy) || now.phase === 'gone' || now.phase === 'wanted') return undefined;
  const { messageId: _, postId: __, ...rest } = now;
  return { ...rest, phase: 'gone', atMs: nowMs };
}
