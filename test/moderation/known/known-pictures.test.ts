import { expect, it } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { createKnownPictures, knownPictureCollection } from '../../../src/moderation/known/known-pictures.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const CASTLE = { guildId: 'g', memberId: 'ann', jobId: 'castle' };
const BOAT = { ...CASTLE, jobId: 'boat' };
const HASH = { seen: 'a'.repeat(64), mirrored: 'b'.repeat(64) };
const picture = { kind: 'image' as const, path: 'her.png', mimeType: 'image/png', extension: 'png', sizeBytes: 5_000 };

function knownWith(hashPicture: () => Promise<typeof HASH>) {
  const stop = new AbortController();
  const known = createKnownPictures({
    ...{ clock: new FakeClock(), log: createLog('silent'), stop: stop.signal, hashPicture },
    collection: new MemoryCollection(knownPictureCollection.schema),
    reports: { get: async () => undefined },
  });
  return { known, stop };
}

it('counts as unknown if this machine cannot tell what a picture looks like, so that nothing waits for it', async () => {
  let looks = 0;
  const { known, stop } = knownWith(async () => {
    if (looks++ > 0) throw new Error('no space left on device');
    return HASH;
  });
  await known.learn(CASTLE, [picture]);
  await known.learn(BOAT, [picture]);
  expect(await known.includes(BOAT, picture, stop.signal)).toBe(false);
});

it('decides nothing when Easel stops meanwhile', async () => {
  const { known, stop } = knownWith(async () => {
    stop.signal.throwIfAborted();
    return HASH;
  });
  await known.learn(CASTLE, [picture]);
  stop.abort(new Error('stop'));
  await expect(known.includes(BOAT, picture, stop.signal)).rejects.toThrow('stop');
});
