import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/log.ts';
import { erasureAfterRestore, erasureCollection } from '../../src/privacy/erasure.ts';
import { createErasures } from '../../src/privacy/erasures.ts';
import { StoreError } from '../../src/store/store.ts';
import { sweepOf } from '../../src/store/sweep.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/clock.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const ADA = { guildId: '1', memberId: '2' };

function world() {
  const [database, clock] = [new MemoryDatabase(), new FakeClock()];
  const state = { isUnderWay: false, isFailing: false, erased: 0, during: async (): Promise<unknown> => undefined };
  /** Of a server, which Easel has left. */
  const away = { isIn: false as boolean | undefined, isClockRight: true, isUnderWay: false, usedAtMs: 0, erased: 0 };
  const paused: string[] = [];
  const start = async () => {
    const collection = (await storeOver(database)).collection(erasureCollection);
    const erasures = createErasures({
      ...{ collection, clock, log: createLog('silent') },
      erase: async () => {
        await state.during();
        if (state.isFailing) throw new StoreError('the disk is full');
        state.erased += 1;
      },
      isUnderWay: async () => state.isUnderWay,
      server: {
        keptMs: 30 * DAY_MS,
        isIn: async () => away.isIn,
        lastUsedAtMs: async () => away.usedAtMs,
        isClockRight: async () => away.isClockRight,
        isUnderWay: async () => away.isUnderWay,
        pause: async (guildId) => paused.push(guildId),
        erase: async () => {
          away.erased += 1;
        },
      },
    });
    await erasures.load();
    const stopping = new AbortController();
    const running = erasures.run(stopping.signal).catch(() => undefined);
    const stop = async (): Promise<void> => {
      stopping.abort();
      await running;
    };
    const done = async () => (await collection.get('1:2'))?.doneAtMs;
    const keys = () => keysOf(collection);
    const sweep = async () => sweepOf(await storeOver(database), erasureCollection, async () => false)?.(clock.now());
    return { ...erasures, ask: () => erasures.ask(ADA), stop, done, keys, sweep, find: collection.get };
  };
  return { away, clock, paused, state, start };
}

it('an erasure is done at once, and known for as long as people keep backups', async () => {
  const { clock, state, start } = world();
  const { ask, done, keys, stop, sweep } = await start();
  expect(await ask()).toBe('erased');
  expect(state.erased).toBe(1);
  expect(await done()).toBe(clock.now());
  await stop();
  await clock.leap(399 * DAY_MS);
  await sweep();
  expect(await keys()).toEqual(['1:2']);
  await clock.leap(DAY_MS);
  await sweep();
  expect(await keys()).toEqual([]);
});

it('a member who asks again while an erasure ends is erased again', async () => {
  const { state, start } = world();
  const { ask, done, stop } = await start();
  let again: Promise<unknown> | undefined;
  state.during = async () => {
    state.during = async () => undefined;
    again = ask();
    // Until the new wish is on disk.
    await new Promise(setImmediate);
  };
  await ask();
  await again;
  expect(state.erased).toBe(2);
  expect(await done()).toBeDefined();
  await stop();
});

describe('after a restore', () => {
  const done = { ...ADA, askedAtMs: 5, isWaiting: false, doneAtMs: 6 };
  const again = { ...ADA, askedAtMs: 5, isWaiting: false };

  it.each([
    ['the backup knows nothing of it', undefined],
    ['it wasn’t done in the backup', { ...done, doneAtMs: undefined }],
    ['the backup knows an earlier one', { ...done, askedAtMs: 4 }],
  ])('an erasure runs again if %s', (_, inBackup) => {
    expect(erasureAfterRestore(done, inBackup, false)).toEqual(again);
    expect(erasureAfterRestore(done, inBackup, true)).toEqual({ ...again, isOnlyRestored: true });
  });

  it('one that is done in the backup doesn’t, and one that isn’t done goes on', () => {
    expect(erasureAfterRestore(done, done, false)).toBeUndefined();
    expect(erasureAfterRestore({ ...again, isWaiting: true }, undefined, true)).toEqual({ ...again, isWaiting: true });
  });
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
  expect(await second.done()).toBeDefined();
  await second.stop();
});

it('an erasure that fails is repeated', async () => {
  const { clock, state, start } = world();
  state.isFailing = true;
  const { ask, done, stop } = await start();
  expect(await ask()).toBe('later');
  state.isFailing = false;
  await clock.advance(20 * MINUTE_MS);
  expect(state.erased).toBe(1);
  expect(await done()).toBeDefined();
  await stop();
});

describe('a server that Easel has left', () => {
  /** A server that is due, unless something is different. */
  const leave = async () => {
    const { away, clock, start } = world();
    const { dropMark, find, left, markLeft, stop } = await start();
    onTestFinished(stop);
    expect(await markLeft('1')).toBe(true);
    await clock.leap(30 * DAY_MS - HOUR_MS);
    expect(await markLeft('1')).toBe(false);
    expect(away.erased).toBe(0);
    return { away, clock, dropMark, find, left };
  };

  it('is erased after its days, once', async () => {
    const { away, clock, find, left } = await leave();
    expect(left()).toEqual(['1']);
    await clock.leap(3 * HOUR_MS);
    expect(await find('1')).toMatchObject({ doneAtMs: expect.any(Number) });
    expect(left()).toEqual([]);
    await clock.leap(DAY_MS);
    expect(away.erased).toBe(1);
  });

  it('stays if it comes back before, on the list or at the last ask', async () => {
    const listed = await leave();
    await listed.dropMark('1');
    const asked = await leave();
    asked.away.isIn = true;
    for (const { away, clock, find } of [listed, asked]) {
      await clock.leap(2 * DAY_MS);
      expect(away.erased).toBe(0);
      expect(await find('1')).toBeUndefined();
    }
  });

  it.each<[when: string, Partial<Awaited<ReturnType<typeof leave>>['away']>]>([
    ['Discord says nothing', { isIn: undefined }],
    ['the clock is wrong', { isClockRight: false }],
    ['credits are held there', { isUnderWay: true }],
  ])('waits while %s', async (_, trouble) => {
    const { away, clock } = await leave();
    Object.assign(away, trouble);
    await clock.leap(3 * DAY_MS);
    expect(away.erased).toBe(0);
    Object.assign(away, { isIn: false, isClockRight: true, isUnderWay: false });
    await clock.leap(2 * HOUR_MS);
    expect(away.erased).toBe(1);
  });

  it('gets its days again if someone used a command there', async () => {
    const { away, clock } = await leave();
    away.usedAtMs = clock.now();
    await clock.leap(29 * DAY_MS);
    expect(away.erased).toBe(0);
    await clock.leap(2 * DAY_MS);
    expect(away.erased).toBe(1);
  });
});

it('managers’ erasure of a server is done at once, after a pause, or once nothing is under way', async () => {
  const { away, clock, paused, start } = world();
  const { ask, askForServer, dropMark, find, forgetMembers, keys, stop } = await start();
  onTestFinished(stop);
  await ask();
  away.isUnderWay = true;
  expect(await askForServer('1')).toBe('later');
  expect(paused).toEqual(['1']);
  // Easel never left.
  await dropMark('1');
  away.isUnderWay = false;
  await clock.leap(HOUR_MS);
  expect(await find('1')).toMatchObject({ doneAtMs: expect.any(Number) });
  await forgetMembers('1');
  expect(await keys()).toEqual(['1']);
});
