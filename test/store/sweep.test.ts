import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usageCollection } from '../../src/budget/books/books.ts';
import { auditCollection } from '../../src/moderation/records/audit-log.ts';
import { memberCollection, NEW_MEMBER } from '../../src/moderation/records/members.ts';
import { RETENTION_MS, roundCollection } from '../../src/moderation/rounds/round.ts';
import { type CollectionDefinition, defineCollection } from '../../src/store/store.ts';
import { sweepOf } from '../../src/store/sweep.ts';
import { preferenceCollection } from '../../src/studio/preferences.ts';
import { styleCollection } from '../../src/studio/styles.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { collectedWorkCollection } from '../../src/works/collections.ts';
import { roundOf } from '../moderation/rounds-samples.ts';
import { keysOf } from '../support/all-records.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const things = defineCollection({
  name: 'things',
  schema: z.object({ atMs: z.int(), isNeeded: z.boolean().optional() }),
  serverOf: 'key',
  keeps: {
    what: 'things',
    erased: 'none',
    ends: { after: 100, since: ({ atMs, isNeeded }) => (isNeeded ? undefined : atMs) },
  },
});

const isSeen = async ({ memberId }: { memberId: string }): Promise<boolean> => memberId === 'seen';

describe('a sweep by rule', () => {
  it('keeps what a member set up for as long as Easel knows them, and what a server did', async () => {
    const store = await storeOver(new MemoryDatabase());
    const [preferences, styles] = [store.collection(preferenceCollection), store.collection(styleCollection)];
    const collected = store.collection(collectedWorkCollection);
    const style = { name: 's', byId: 'm', atMs: 0 };
    for (const memberId of ['seen', 'gone']) {
      await preferences.set(`1:${memberId}:`, { count: 2, changedAtMs: 0 });
      await styles.set(`1:${memberId}:s`, style);
      await collected.set(`1:${memberId}:c`, { name: 'c', works: [], changedAtMs: 0 });
    }
    await styles.set('1:server:s', style);
    for (const atMs of [400 * DAY_MS - 1, 400 * DAY_MS]) {
      expect(await keysOf(preferences)).toContain('1:gone:');
      expect(await keysOf(styles)).toContain('1:gone:s');
      await sweepOf(store, preferenceCollection, isSeen)?.(atMs);
      await sweepOf(store, styleCollection, isSeen)?.(atMs);
      await sweepOf(store, collectedWorkCollection, isSeen)?.(atMs);
    }
    expect(await keysOf(preferences)).toEqual(['1:seen:']);
    expect(await keysOf(styles)).toEqual(['1:seen:s', '1:server:s']);
    expect(await keysOf(collected)).toEqual(['1:seen:c']);
  });

  it('takes decisions, refused prompts and drafts out of a server’s log when each is old', async () => {
    const store = await storeOver(new MemoryDatabase());
    const log = store.collection(auditCollection);
    const entryAt = (atMs: number) => ({ number: atMs, byId: 'm', action: 'trusted' as const, atMs });
    const draftAt = (atMs: number) => ({ atMs, memberId: 'm', channelId: 'c', prompt: 'p' });
    const refusedAt = (atMs: number) => ({ ...draftAt(atMs), entry: 'e' });
    const recordOf = (...times: number[]) => ({
      entries: times.map(entryAt),
      refused: times.map(refusedAt),
      drafts: times.map(draftAt),
    });
    await log.set('1', recordOf(1, 2, 3));
    await log.set('2', recordOf(3));
    await sweepOf(store, auditCollection, isSeen)?.(400 * DAY_MS + 2);
    expect(await log.get('1')).toEqual(recordOf(3));
    expect(await log.get('2')).toEqual(recordOf(3));
  });

  it('deletes what has ended, and nothing that is needed', async () => {
    const store = await storeOver(new MemoryDatabase());
    const records = store.collection(things);
    await records.set('1:old', { atMs: 0 });
    await records.set('1:needed', { atMs: 0, isNeeded: true });
    await records.set('1:young', { atMs: 1 });
    await sweepOf(store, things, isSeen)?.(100);
    expect(await keysOf(records)).toEqual(['1:needed', '1:young']);
  });

  it('keeps a record that changes meanwhile, also under its owner’s lock', async () => {
    const owned: CollectionDefinition<typeof things.schema> = { ...things, locks: 'owner' };
    const store = await storeOver(new MemoryDatabase());
    const records = store.collection(owned);
    await records.set('1:m:old', { atMs: 0 });
    const read = Promise.withResolvers<void>();
    const { page } = records;
    records.page = async (request) => {
      const found = await page(request);
      read.resolve();
      return found;
    };
    const change = records.locked('1:m:', async () => {
      await read.promise;
      await records.set('1:m:old', { atMs: 100 });
    });
    await Promise.all([change, sweepOf(store, owned, isSeen)?.(100)]);
    expect(await keysOf(records)).toEqual(['1:m:old']);
  });

  it('of records without a server is the first process’s', async () => {
    const { serverOf: _, ...shared } = things;
    const store = await storeOver(new MemoryDatabase());
    const records = store.collection(shared);
    await records.set('old', { atMs: 0 });
    await sweepOf({ ...store, shards: { numbers: [1], of: 2 } }, shared, isSeen)?.(100);
    expect(await keysOf(records)).toEqual(['old']);
    await sweepOf({ ...store, shards: { numbers: [0], of: 2 } }, shared, isSeen)?.(100);
    expect(await keysOf(records)).toEqual([]);
  });
});

const endOf = <Schema extends z.ZodType>(
  { keeps }: CollectionDefinition<Schema>,
  value: z.output<Schema>,
  key: string,
) => ('since' in keeps.ends ? (keeps.ends.since(value, key) ?? Infinity) + keeps.ends.after : undefined);

it('a day’s usage ends after 400 days', () => {
  const end = endOf(usageCollection, { models: {}, members: {} }, '1:2026-11-20');
  expect(end).toBe(Date.UTC(2026, 10, 20) + 400 * DAY_MS);
});

it('a member’s record ends 400 days after the last event, but not before their timeout', () => {
  const timeout = { untilMs: 500 * DAY_MS, why: '', byId: '1', atMs: 0 };
  expect(endOf(memberCollection, { ...NEW_MEMBER, updatedAtMs: 5 }, '1-2')).toBe(400 * DAY_MS + 5);
  expect(endOf(memberCollection, { ...NEW_MEMBER, updatedAtMs: 5, timeout }, '1-2')).toBe(500 * DAY_MS);
});

it('a round ends once its pot is released', () => {
  const endWith = (isPotReleased: boolean) => {
    const ending = { how: 'done', atMs: 7, isPotReleased } as const;
    return endOf(roundCollection, { ...roundOf(), ending }, 'r');
  };
  expect([endWith(true), endWith(false)]).toEqual([7 + RETENTION_MS, Infinity]);
});
