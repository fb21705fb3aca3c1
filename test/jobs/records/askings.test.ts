import { describe, expect, it } from 'vitest';
import {
  createKeptRequests,
  KEPT_REQUEST_LIFE_MS,
  keptRequestSchema,
} from '../../../src/jobs/records/kept-requests.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { keysOf } from '../../support/all-records.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const asking = {
  memberId: 'ada',
  guildId: 'guild',
  count: 2,
  question: { applicationId: 'app', token: 'token' },
  request: {
    modelId: 'omni-pro' as const,
    prompt: 'a harbour',
    sourceUrls: ['https://cdn.example/a.png'],
    spoiler: false,
  },
};

function start() {
  const clock = new FakeClock();
  const collection = new MemoryCollection(keptRequestSchema);
  return { clock, collection, askings: createKeptRequests({ collection, clock }) };
}

describe('a request that waits for its member’s answer', () => {
  it('is returned once, even to simultaneous calls', async () => {
    const { askings } = start();
    await askings.add('q', asking);
    const taken = await Promise.all([askings.take('q', 'ada'), askings.take('q', 'ada'), askings.take('q', 'ada')]);
    expect(taken.filter((one) => one !== undefined)).toMatchObject([asking]);
  });

  it('isn’t returned to others, and stays available', async () => {
    const { askings } = start();
    await askings.add('q', asking);
    expect(await askings.take('q', 'ben')).toBeUndefined();
    expect(await askings.take('q', 'ada')).toMatchObject(asking);
  });

  it('expires', async () => {
    const { askings, clock } = start();
    expect(await askings.add('q', asking)).toBe(clock.now() + KEPT_REQUEST_LIFE_MS);
    await clock.advance(KEPT_REQUEST_LIFE_MS);
    expect(await askings.take('q', 'ada')).toBeUndefined();
  });

  it('is deleted by a sweep once it has expired', async () => {
    const { askings, clock, collection } = start();
    await askings.add('old', asking);
    await clock.advance(KEPT_REQUEST_LIFE_MS / 2);
    await askings.add('new', asking);
    await clock.advance(KEPT_REQUEST_LIFE_MS / 2);
    await askings.sweep(clock.now());
    expect(await keysOf(collection)).toEqual(['new']);
  });
});
