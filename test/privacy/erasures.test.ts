import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createErasures, erasureCollection } from '../../src/privacy/erasures.ts';
import { StoreError } from '../../src/store/store.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const ADA = { guildId: '1', memberId: '2' };

function world() {
  const [database, clock] = [new MemoryDatabase(), new FakeClock()];
  const state = { isUnderWay: false, isFailing: false, erased: 0 };
  const start = async () => {
    const collection = (await storeOver(database)).collection(erasureCollection);
    const erasures = createErasures({
      ...{ collection, clock, log: createLog('silent') },
      erase: async () => {
        if (state.isFailing) throw new StoreError('the disk is full');
        state.erased += 1;
      },
      isUnderWay: async () => state.isUnderWay,
    });
    await erasures.load();
    const stopping = new AbortController();
    const running = erasures.run(stopping.signal).catch(() => undefined);
    const stop = async (): Promise<void> => {
      stopping.abort();
      await running;
    };
    return { ask: () => erasures.ask(ADA), stop, keys: () => keysOf(collection) };
  };
  return { clock, state, start };
}

it('an erasure is done at once, and leaves no record', async () => {
  const { state, start } = world();
  const { ask, keys, stop } = await start();
  expect(await ask()).toBe('erased');
  expect(state.erased).toBe(1);
  expect(await keys()).toEqual([]);
  await stop();
});

it('what is under way is erased once it ends, also after a crash', async () => {
  const { clock, state, start } = world();
  state.isUnderWay = true;
  const first = await start();
  expect(await first.ask()).toBe('later');
  await clock.advance(60 * MINUTE_MS);
  expect(state.erased).toBe(1);
  await first.stop();
  const second = await start();
  state.isUnderWay = false;
  await clock.advance(20 * MINUTE_MS);
  expect(state.erased).toBe(2);
  expect(await second.keys()).toEqual([]);
  await second.stop();
});

it('an erasure that fails is repeated', async () => {
  const { clock, state, start } = world();
  state.isFailing = true;
  const { ask, keys, stop } = await start();
  expect(await ask()).toBe('later');
  state.isFailing = false;
  await clock.advance(20 * MINUTE_MS);
  expect(state.erased).toBe(1);
  expect(await keys()).toEqual([]);
  await stop();
});
