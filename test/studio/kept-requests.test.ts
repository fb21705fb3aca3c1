import { expect, it } from 'vitest';
import { createKeptRequests, KEPT_REQUEST_LIFE_MS } from '../../src/studio/kept-requests.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { attached } from '../support/sources.ts';

const ADA = { guildId: '1', memberId: '2' };
const BEN = { guildId: '1', memberId: '3' };
const REQUEST = {
  count: 2,
  request: { modelId: 'omni-pro', prompt: 'a harbour', sources: [attached()], spoiler: false },
};
const yes = (requestId: string) => ({ verb: 'yes' as const, requestId });

async function start() {
  const [clock, database] = [new FakeClock(), new MemoryDatabase()];
  const kept = createKeptRequests({ store: await storeOver(database), clock });
  return { clock, kept, keys: () => [...database.texts.keys()].filter((key) => key.startsWith('kept_requests:')) };
}

it('returns a request with its first answer only, even to simultaneous ones, and says what the first was', async () => {
  const { kept } = await start();
  await kept.add(ADA, 'q', REQUEST);
  expect(await Promise.all(['a', 'b'].map((id) => kept.answer(ADA, 'q', yes(id))))).toMatchObject([
    REQUEST,
    { answered: yes('a') },
  ]);
  expect(await kept.find(ADA, 'q')).toBeUndefined();
  expect(await kept.answer(ADA, 'q', { verb: 'no', requestId: 'c' })).toEqual({ answered: yes('a') });
});

it('belongs to its member', async () => {
  const { kept } = await start();
  await kept.add(ADA, 'q', REQUEST);
  expect(await kept.find(BEN, 'q')).toBeUndefined();
  expect(await kept.answer(BEN, 'q', yes('a'))).toBeUndefined();
  expect(await kept.find(ADA, 'q')).toMatchObject(REQUEST);
});

it('expires', async () => {
  const { kept, clock } = await start();
  expect(await kept.add(ADA, 'q', REQUEST)).toBe(clock.now() + KEPT_REQUEST_LIFE_MS);
  await clock.advance(KEPT_REQUEST_LIFE_MS / 2);
  await kept.add(ADA, 'new', REQUEST);
  await clock.advance(KEPT_REQUEST_LIFE_MS / 2);
  expect(await kept.answer(ADA, 'q', yes('a'))).toBeUndefined();
});

it('has a bound: who leaves very many open loses the old ones', async () => {
  const { kept, keys } = await start();
  for (let index = 0; index < 150; index++) await kept.add(ADA, `q${index}`, REQUEST);
  expect(keys().length).toBeLessThanOrEqual(100);
  expect(await kept.find(ADA, 'q149')).toMatchObject(REQUEST);
});
