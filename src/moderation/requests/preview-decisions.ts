import type { Change } from '../../driver/driven-records.ts';
import { withNote } from '../notes.ts';
import type { Preview, PreviewPhase } from './preview-record.ts';
import { BY_EASEL } from './waiting.ts';

/** What moderators, and the end of its job, do to a preview. */

export type PreviewDecision =
  | { outcome: 'decided'; preview: Preview }
  | { outcome: 'late'; preview: Preview }
  | { outcome: 'not done' }
  | { outcome: 'gone' };

/** Its job has ended, perhaps in another message: moderators may have deleted the first. */
export function ended(
  now: Preview | undefined,
  seen: Preview,
  to: PreviewPhase,
  messageId: string | undefined,
): Change<Preview, Preview | undefined> {
  const placed = now && messageId !== undefined ? { ...now, card: { ...now.card, messageId } } : now;
  return moved(placed, seen, to);
}

/** Nothing of it happens where something else has happened since `seen`. */
export function moved(now: Preview | undefined, seen: Preview, to: PreviewPhase): Change<Preview, Preview | undefined> {
  if (now?.phase !== seen.phase) return { outcome: now };
  const after: Preview = { ...now, phase: to, byId: BY_EASEL, isCarriedOut: false };
  return { after, outcome: after };
}

export function decided(
  now: Preview | undefined,
  { to, byId, isUnderWay }: { to: 'published' | 'discarded'; byId: string; isUnderWay: boolean },
  nowMs: number,
): Change<Preview, PreviewDecision> {
  if (!now) return { outcome: { outcome: 'gone' } };
  if (now.phase === 'making' && isUnderWay) return { outcome: { outcome: 'not done' } };
  if (now.phase !== 'ready' && now.phase !== 'making') return { outcome: { outcome: 'late', preview: now } };
  const after = withNote({ ...now, phase: to, byId, isCarriedOut: false }, { action: to, byId, atMs: nowMs });
  return { after, outcome: { outcome: 'decided', preview: after } };
}

/** Messages show it in the phase that was `seen`. */
export function carriedOut(now: Preview | undefined, seen: Preview): Change<Preview, undefined> {
  return now?.phase === seen.phase
    ? { after: { ...now, isCarriedOut: true }, outcome: undefined }
    : { outcome: undefined };
}

export function placed(now: Preview | undefined, messageId: string): Change<Preview, undefined> {
  return now ? { after: { ...now, place: { ...now.place, messageId } }, outcome: undefined } : { outcome: undefined };
}
