import type { Decided } from '../../engine/driven-records.ts';
import { withOutboxEntry } from '../records/outbox.ts';
import { BY_EASEL } from '../requests/request.ts';
import type { CopyEnding, CopyLocation, GalleryCopy } from './gallery-copy.ts';

/** What becomes of a copy in the gallery when somebody shows it, takes it out, or a message could be had or not. */

/** A result that somebody wants to see in the gallery. */
export type Showing = Pick<
  GalleryCopy,
  'guildId' | 'jobId' | 'memberId' | 'source' | 'channelId' | 'ageRestricted' | 'uploadLimitBytes' | 'byId'
>;

export interface Asked {
  outcome: 'wanted' | 'under way' | 'already' | 'leaving';
  copy: GalleryCopy;
}

export type BroughtIn = Asked['outcome'] | 'was there';

type Found = GalleryCopy | undefined;

const OUTCOMES = { wanted: 'under way', shown: 'already', leaving: 'leaving' } as const;

export function askForCopy(before: Found, showing: Showing, nowMs: number): Decided<GalleryCopy, Asked> {
  if (before && before.phase !== 'gone') return { outcome: { outcome: OUTCOMES[before.phase], copy: before } };
  const number = (before?.number ?? 0) + 1;
  const copy: GalleryCopy = {
    ...showing,
    phase: 'wanted',
    atMs: nowMs,
    number,
    outbox: before?.outbox ?? [],
  };
  return { after: copy, outcome: { outcome: 'wanted', copy } };
}

/** Of those that were never there: what kept them out may be over. */
const MAY_COME_LATER: readonly (CopyEnding | undefined)[] = ['closed', 'forbidden', 'late'];

/** As `askForCopy`, where nobody in particular asks: what was there once, or was kept from it by somebody, does not come back. */
export function askByStars(before: Found, showing: Showing, nowMs: number): Decided<GalleryCopy, BroughtIn> {
  if (before?.phase === 'gone' && !MAY_COME_LATER.includes(before.ending)) return { outcome: 'was there' };
  const { after, outcome } = askForCopy(before, showing, nowMs);
  return { ...(after ? { after } : {}), outcome: outcome.outcome };
}

/** What others do with a member's result is in the log. */
function noted(copy: GalleryCopy, action: 'shown in the gallery' | 'taken out of the gallery'): GalleryCopy {
  const { byId, memberId, atMs } = copy;
  return byId === memberId || byId === BY_EASEL ? copy : withOutboxEntry(copy, { action, byId, atMs });
}

const isSame = (now: Found, copy: GalleryCopy): now is GalleryCopy => now?.number === copy.number;

/** Its message is there, still without the result. The outcome: whether the result may go into it. */
export function withCopyLocation(now: Found, copy: GalleryCopy, location: CopyLocation): Decided<GalleryCopy, boolean> {
  if (!isSame(now, copy)) return { outcome: false };
  return { after: { ...now, ...location }, outcome: now.phase === 'wanted' };
}

export function showCopy(now: GalleryCopy, copy: GalleryCopy, nowMs: number): Found {
  if (!isSame(now, copy) || now.phase !== 'wanted') return undefined;
  return noted({ ...now, phase: 'shown', atMs: nowMs }, 'shown in the gallery');
}

/** It cannot be shown; a message that is there already goes again. */
export function endCopy(now: GalleryCopy, copy: GalleryCopy, ending: CopyEnding, nowMs: number): Found {
  if (!isSame(now, copy) || now.phase !== 'wanted') return undefined;
  const hasMessage = now.messageId !== undefined && ending !== 'deleted';
  return { ...now, phase: hasMessage ? 'leaving' : 'gone', ending, atMs: nowMs };
}

/** `unknown` where there is no such copy. */
export type TakingOut = 'taken out' | 'leaving already' | 'unknown';

/** @param messageId where somebody means this message: another one of the same result stays. */
export function takeCopyOut(
  before: Found,
  { byId, messageId }: { byId: string; messageId?: string },
  nowMs: number,
): Decided<GalleryCopy, TakingOut> {
  if (!before || before.phase === 'gone') return { outcome: 'unknown' };
  if (messageId !== undefined && messageId !== before.messageId) return { outcome: 'unknown' };
  if (before.phase === 'leaving') return { outcome: 'leaving already' };
  const after = noted({ ...before, phase: 'leaving', byId, atMs: nowMs }, 'taken out of the gallery');
  return { after, outcome: 'taken out' };
}

/** What Easel took out because of reports comes back. The outcome: whether there was something to bring back. */
export function putCopyBack(before: Found, nowMs: number): Decided<GalleryCopy, boolean> {
  if (before?.phase !== 'gone' || before.byId !== BY_EASEL || before.ending !== undefined) return { outcome: false };
  // By its author: who showed it is not known any more.
  const { after } = askForCopy(before, { ...before, byId: before.memberId }, nowMs);
  return { ...(after ? { after } : {}), outcome: true };
}

/** Its message is there no more. */
export function missCopy(now: GalleryCopy, copy: GalleryCopy, nowMs: number): Found {
  if (!isSame(now, copy) || now.phase === 'gone' || now.phase === 'wanted') return undefined;
  const { messageId: _, postId: __, ...rest } = now;
  return { ...rest, phase: 'gone', atMs: nowMs };
}
