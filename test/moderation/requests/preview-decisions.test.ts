import { describe, expect, it } from 'vitest';
import { carriedOut, decided, moved, placed } from '../../../src/moderation/requests/preview-decisions.ts';
import type { PreviewPhase } from '../../../src/moderation/requests/previews.ts';
import { NOW } from '../../jobs/samples.ts';
import { samplePreview } from '../preview-samples.ts';

const PUBLISHING = { to: 'published' as const, byId: 'mod', isUnderWay: false };

describe('a moderator’s word on a preview', () => {
  it.each<[PreviewPhase, string]>([
    ['making', 'decided'],
    ['ready', 'decided'],
    ['failed', 'late'],
    ['published', 'late'],
    ['discarded', 'late'],
    ['lost', 'late'],
    ['gone', 'late'],
    ['unconfirmed', 'late'],
    ['unanswered', 'late'],
  ])('on one that is %s is %s', (phase, expected) => {
    const { after, outcome } = decided(samplePreview({ phase }), PUBLISHING, NOW);
    expect(outcome.outcome).toBe(expected);
    expect(after?.notes ?? []).toEqual(expected === 'decided' ? [{ action: 'published', byId: 'mod', atMs: NOW }] : []);
  });

  it('comes too early while it is being made', () => {
    const { after, outcome } = decided(samplePreview({ phase: 'making' }), { ...PUBLISHING, isUnderWay: true }, NOW);
    expect({ after, outcome }).toEqual({ after: undefined, outcome: { outcome: 'not done' } });
  });

  it('is none about what is not there', () => {
    expect(decided(undefined, PUBLISHING, NOW)).toEqual({ outcome: { outcome: 'gone' } });
  });
});

describe('a preview', () => {
  const making = samplePreview({ phase: 'making', isCarriedOut: false });

  it('moves on from the phase in which it was seen, and from no other', () => {
    expect(moved(making, making, 'ready').after).toMatchObject({ phase: 'ready', isCarriedOut: false });
    const discarded = samplePreview({ phase: 'discarded', byId: 'mod' });
    expect(moved(discarded, making, 'ready')).toEqual({ outcome: discarded });
  });

  it('is carried out in the phase that its messages show, and in no other', () => {
    const ready = samplePreview({ isCarriedOut: false });
    expect(carriedOut(ready, ready).after?.isCarriedOut).toBe(true);
    expect(carriedOut(samplePreview({ phase: 'published' }), ready).after).toBeUndefined();
  });

  it('learns where its message is', () => {
    expect(placed(making, 'message').after?.place.messageId).toBe('message');
    expect(placed(undefined, 'message').after).toBeUndefined();
  });
});
