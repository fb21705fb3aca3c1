import { setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { createTransferGarbage } from '../../src/media/transfer-garbage.ts';
import { FakeClock } from '../support/fake-clock.ts';

const MEGABYTE = 1_000_000;

function createScene() {
  const clock = new FakeClock();
  const scene = { clock, bytes: 50 * MEGABYTE, collections: 0 };
  const collect = (): void => {
    scene.collections += 1;
    scene.bytes = 50 * MEGABYTE;
  };
  return { scene, garbage: createTransferGarbage({ clock, externalBytes: () => scene.bytes, collect }) };
}

describe('while a file is on its way', () => {
  test('what it leaves behind is collected every few megabytes', async () => {
    const { scene, garbage } = createScene();
    await garbage.during(async () => {
      for (let megabytes = 0; megabytes < 90; megabytes += 1) {
        scene.bytes += MEGABYTE;
        await scene.clock.advance(10);
      }
    });
    expect(scene.collections).toBe(22);
  });

  test('a little is left to V8', async () => {
    const { scene, garbage } = createScene();
    await garbage.during(async () => {
      scene.bytes += 2 * MEGABYTE;
      await scene.clock.advance(1_000);
    });
    expect(scene.collections).toBe(0);
  });

  test('it is looked at until the last of several is there, and no longer', async () => {
    const { scene, garbage } = createScene();
    const ends: (() => void)[] = [];
    const transfers = [1, 2].map(() => garbage.during(() => new Promise<void>((resolve) => ends.push(resolve))));
    ends[0]?.();
    await transfers[0];
    scene.bytes += 20 * MEGABYTE;
    await scene.clock.advance(10);
    expect(scene.collections).toBe(1);
    ends[1]?.();
    await transfers[1];
    scene.bytes += 20 * MEGABYTE;
    await scene.clock.advance(1_000);
    expect(scene.collections).toBe(1);
    expect(scene.clock.sleeping).toBe(0);
  });

  test('a failure of the transfer comes through', async () => {
    const { garbage } = createScene();
    await expect(garbage.during(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset');
  });
});

/** What buffers take at most while 100 MB pass in pieces, as a file does. */
async function peakBytes(): Promise<number> {
  const before = getHeapStatistics().external_memory;
  let peak = 0;
  for (let pieces = 0; pieces < 1_600; pieces += 1) {
    Buffer.allocUnsafeSlow(65_536).fill(pieces);
    if (pieces % 16 === 0) await setTimeout(1);
    peak = Math.max(peak, getHeapStatistics().external_memory - before);
  }
  return peak;
}

test('V8’s own collector is found: fewer buffers lie about than it leaves by itself', async () => {
  const alone = await peakBytes();
  const collected = await createTransferGarbage().during(peakBytes);
  expect(collected).toBeLessThan(alone / 2);
});
