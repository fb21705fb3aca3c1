import { expect, test } from 'vitest';
import type { Origin } from '../../src/jobs/job/sources.ts';
import { createConsents } from '../../src/studio/consents.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const DAY_MS = 24 * 3_600_000;
const ASKER = { guildId: '1', memberId: '2' };
const origin = (id: string, ownerId = '3'): Origin => ({ kind: 'work', id, ownerId });

test('an owner’s answer counts for one member and one picture, for a day', async () => {
  const [database, clock] = [new MemoryDatabase(), new FakeClock()];
  const store = await storeOver(database);
  const consents = createConsents({ store, clock });
  await store.commit(consents.answered(ASKER, [origin('a'), origin('b')], true));
  await store.commit(consents.answered(ASKER, [origin('c', '4')], false));
  const wasAllowed = (one: Origin, memberId = '2') => consents.wasAllowed({ ...ASKER, memberId }, one);
  expect(await wasAllowed(origin('a'))).toBe(true);
  expect(await wasAllowed(origin('b'))).toBe(true);
  expect(await wasAllowed(origin('c', '4'))).toBe(false);
  expect(await wasAllowed(origin('d'))).toBe(false);
  expect(await wasAllowed(origin('a'), '9')).toBe(false);
  expect(await consents.answersTo(ASKER)).toEqual([
    { ownerId: '3', originId: 'a', isAllowed: true, endsAtMs: clock.now() + DAY_MS },
    { ownerId: '3', originId: 'b', isAllowed: true, endsAtMs: clock.now() + DAY_MS },
    { ownerId: '4', originId: 'c', isAllowed: false, endsAtMs: clock.now() + DAY_MS },
  ]);
  await clock.advance(DAY_MS);
  expect(await wasAllowed(origin('a'))).toBe(false);
});
