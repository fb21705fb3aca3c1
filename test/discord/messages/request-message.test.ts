import { describe, expect, it } from 'vitest';
import { noticeOf, reasonOf, renderCard } from '../../../src/discord/messages/request-message.ts';
import type { Source } from '../../../src/jobs/job/sources.ts';
import { NEW_MEMBER } from '../../../src/moderation/records/members.ts';
import { en } from '../../../src/texts/en.ts';
import { sampleRequest, sampleResult } from '../../moderation/request-samples.ts';
import { attached, work } from '../../support/sources.ts';

const BY_EASEL = { kind: 'rejected', byId: 'easel', atMs: 0 } as const;

describe('the reason of a decision', () => {
  it('is worded when it is shown, from the stored fact', () => {
    const refusal = { reason: 'role' as const, roleIds: ['700000000000000001'] };
    const decision = { ...BY_EASEL, why: '', refusal };
    expect(reasonOf(decision, en)).toBe(en.moderation.refusals.role(['700000000000000001']));
    const card = renderCard(sampleRequest({ phase: 'rejected', decision }), NEW_MEMBER, en);
    expect(JSON.stringify(card)).toContain('<@&700000000000000001>');
  });

  it('is escaped if a person wrote it', () => {
    expect(reasonOf({ ...BY_EASEL, byId: '300000000000000009', why: '**no**' }, en)).toBe('\\*\\*no\\*\\*');
  });
});

describe('the card of a request with sources', () => {
  const cardOf = (sources: Source[]) => {
    const sample = sampleRequest();
    return renderCard({ ...sample, request: { ...sample.request, sources } }, NEW_MEMBER, en);
  };
  const own = attached(undefined, sampleRequest().memberId);

  it('names each owner once, marks apps, and pings no one', () => {
    const card = cardOf([
      own,
      attached(undefined, '300000000000000008'),
      work('3', '300000000000000009'),
      work('4', '300000000000000008', 'inherited'),
      { ...attached(undefined, '300000000000000007'), kind: 'app' },
    ]);
    expect(JSON.stringify(card)).toContain('From pictures by <@300000000000000008>, <@300000000000000009>, an app');
    expect(card.allowed_mentions).toEqual({ parse: [] });
  });

  it('doesn’t name the author’s own sources', () => {
    expect(JSON.stringify(cardOf([own]))).not.toContain('From pictures');
  });
});

describe('the card of a request without a response', () => {
  it('has no button that leads nowhere', () => {
    const card = JSON.stringify(renderCard(sampleRequest({ phase: 'unanswered' }), NEW_MEMBER, en));
    expect(card).toContain('Discord didn’t confirm');
    expect(card).not.toContain('custom_id');
  });
});

describe('a notice to the author', () => {
  it('mentions them if the result is ready', () => {
    expect(noticeOf(sampleResult({ phase: 'ready' }), en)).toContain(`<@${sampleResult().memberId}>`);
  });

  it.each(['rejected', 'expired', 'dropped', 'discarded'] as const)('names the request that is %s', (phase) => {
    expect(noticeOf(sampleResult({ phase }), en)).toContain(`> ${sampleResult().request.prompt}`);
  });

  it.each(['withdrawn', 'started', 'published'] as const)('isn’t sent for one that is %s', (phase) => {
    expect(noticeOf(sampleResult({ phase }), en)).toBeUndefined();
  });
});
