import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { requestRecords } from '../../../src/moderation/requests/request.ts';
import { upgradeRequests } from '../../../src/moderation/requests/upgrade.ts';
import { ONLY_ADDED } from '../../../src/store/only-added.ts';
import { kindOf } from '../../../src/task-api/models.ts';
import { keysOf } from '../../support/all-records.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { sampleRequest } from '../request-samples.ts';

/** Records as the version before wrote them. */
const PLACE = {
  ...{ guildId: '200000000000000001', channelId: '400000000000000001', messageId: '600000000000000001' },
  ...{ applicationId: '500000000000000001', token: 'token', tokenIssuedAtMs: 1_000, uploadLimitBytes: 10_485_760 },
};
const WAITING = {
  ...{ version: 1, id: 'abc', guildId: PLACE.guildId, memberId: '300000000000000001', mode: 'review' },
  ...{ createdAtMs: 1_000, expiresAtMs: 9_000, count: 2, quoteCredits: 4, ageRestricted: false },
  request: { modelId: 'image-model-a', prompt: 'a castle', sourceUrls: [], spoiler: false },
  ...{ roleIds: ['700000000000000001'], channelIds: [PLACE.channelId], place: PLACE },
  card: { channelId: '400000000000000009', messageId: '600000000000000009' },
  ...{ edits: 1, editedById: '300000000000000009', votesNeeded: 3, voterIds: [], isOpen: true, notes: [] },
};
const decided = (kind: string, isCarriedOut: boolean, why = '') => ({
  ...WAITING,
  decision: { kind, byId: 'easel', atMs: 2_000, why, isCarriedOut },
});
const PREVIEW = {
  ...{ version: 1, id: 'abc', memberId: WAITING.memberId, kind: 'video', count: 1, atMs: 3_000, place: PLACE },
  card: { channelId: '400000000000000009', messageId: '600000000000000010' },
  ...{ phase: 'ready', byId: 'easel', isCarriedOut: true, notes: [] },
};

async function upgraded({ waiting, preview }: { waiting?: object; preview?: object }) {
  const database = new MemoryDatabase();
  const before = await storeOver(database);
  const old = [before.collection('waiting', z.unknown()), before.collection('previews', z.unknown())] as const;
  if (waiting) await old[0].set('abc', waiting);
  if (preview) await old[1].set('abc', preview);
  const store = await storeOver(database);
  const { unreadable } = await upgradeRequests(store);
  expect(await upgradeRequests(store)).toEqual({ unreadable });
  const request = await requestRecords(store).get('abc');
  const left = (await Promise.all(old.map((one) => keysOf(one)))).flat();
  return { unreadable, request, left };
}

describe('a record of a request that waited, as an earlier version wrote it', () => {
  it('becomes one with two gates, and keeps all that is in it', async () => {
    const { request, left, unreadable } = await upgraded({ waiting: { ...WAITING, entry: 'castle' } });
    const { version: _, mode: __, isOpen: ___, quoteCredits: ____, ...kept } = WAITING;
    expect(request).toEqual({
      ...kept,
      quotesCredits: [4, 4],
      ...{ entry: 'castle', gates: { before: 'moderators', after: 'nobody' } },
      ...{ phase: 'asked', phaseAtMs: 1_000, phaseById: 'easel', isCarriedOut: false },
    });
    expect({ left, unreadable }).toEqual({ left: [], unreadable: [] });
  });

  it.each<[string, object, object]>([
    ['by votes', { ...WAITING, mode: 'vote' }, { phase: 'asked', gates: { before: 'members', after: 'nobody' } }],
    ['not shown yet', { ...WAITING, isOpen: false }, { phase: 'opening' }],
    ['just approved', decided('approved', false), { phase: 'approved', isCarriedOut: false }],
    ['approved and made', decided('approved', true), { phase: 'begun', isCarriedOut: true }],
    ['expired', decided('expired', true), { phase: 'expired', phaseAtMs: 2_000, isCarriedOut: true }],
    [
      'forbidden, with words of Easel’s own',
      decided('rejected', false, 'That model is not used here.'),
      { phase: 'rejected', isCarriedOut: false, decision: { byId: 'easel', why: 'That model is not used here.' } },
    ],
    [
      'begun to be looked at, before that was written down',
      { ...decided('approved', true), isPreviewed: true },
      { phase: 'making', isCarriedOut: false, gates: { before: 'moderators', after: 'moderators' } },
    ],
  ])('%s', async (_, waiting, expected) => {
    expect((await upgraded({ waiting })).request).toMatchObject(expected);
  });

  it('is one with the record of its result', async () => {
    const waiting = { ...decided('approved', true), isPreviewed: true };
    const { request, left } = await upgraded({ waiting, preview: { ...PREVIEW, phase: 'discarded', byId: 'mod' } });
    expect(request).toMatchObject({
      ...{ phase: 'discarded', phaseAtMs: 3_000, phaseById: 'mod', isCarriedOut: true },
      ...{ card: WAITING.card, result: PREVIEW.card, decision: { kind: 'approved' }, request: WAITING.request },
    });
    expect(left).toEqual([]);
  });
});

describe('a record of a result that moderators see first, as an earlier version wrote it', () => {
  it('waits for them as before; what it is made with only the history knows', async () => {
    const { request, left } = await upgraded({ preview: PREVIEW });
    expect(request).toMatchObject({
      ...{ phase: 'ready', phaseAtMs: 3_000, isCarriedOut: true, gates: { before: 'nobody', after: 'moderators' } },
      ...{ guildId: PLACE.guildId, memberId: WAITING.memberId, count: 1, place: PLACE, result: PREVIEW.card },
    });
    expect(kindOf(request?.request.modelId ?? '')).toBe('video');
    expect(left).toEqual([]);
  });

  it('whose message a crash left unknown has none', async () => {
    const { request } = await upgraded({ preview: { ...PREVIEW, card: { channelId: '', messageId: '' } } });
    expect(request?.result).toEqual({ channelId: '' });
  });
});

describe('a record that cannot be read', () => {
  it('stays as it is, and is told', async () => {
    const { request, left, unreadable } = await upgraded({ waiting: { id: 'abc' } });
    expect({ request, left, unreadable }).toEqual({ request: undefined, left: ['abc'], unreadable: ['abc'] });
  });

  it('keeps nobody from the other one of its request', async () => {
    const waiting = { ...decided('approved', true), isPreviewed: true };
    const { request, left, unreadable } = await upgraded({ waiting, preview: { id: 'abc' } });
    expect(request).toMatchObject({ phase: 'making' });
    expect({ left, unreadable }).toEqual({ left: ['abc'], unreadable: ['abc'] });
  });
});

test('a request with one quote for all its tasks, as the version after those wrote it, has one for each', async () => {
  const { quotesCredits, ...facts } = sampleRequest({ count: 2, quotesCredits: [7, 7] });
  const database = new MemoryDatabase();
  const older = await storeOver(database);
  await older
    .collection('requests', z.unknown(), { migrations: [ONLY_ADDED] })
    .set('job1', { ...facts, quoteCredits: 7 });
  const newer = await storeOver(database);
  expect(await requestRecords(newer).get('job1')).toEqual({ ...facts, quotesCredits });
});
