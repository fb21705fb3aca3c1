import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import { modelCollection } from '../../../src/jobs/records/learned-models.ts';
import { type ModelRecords, openModelRecords } from '../../../src/jobs/records/model-records.ts';
import { createLog, type Log } from '../../../src/log.ts';
import type { Store } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { BreakingDatabase, MemoryDatabase, storeOver } from '../../support/memory-database.ts';

const guesses = new Map([['image-model-a', 5] as const]);
const clock = new FakeClock();
const open = (store: Store, log: Log = createLog('silent'), at = clock) =>
  openModelRecords({ collection: store.collection(modelCollection), store, guesses, clock: at, log });

/** Runs them like the app does. */
function keep(models: ModelRecords): void {
  const stopping = new AbortController();
  void models.run(stopping.signal).catch(() => undefined);
  onTestFinished(() => stopping.abort());
}

describe('the record of a model', () => {
  it('starts with the configured guess or a cautious one, and with the prior of its kind', async () => {
    const models = await open(await storeOver(new MemoryDatabase()));
    expect(models.quoteCredits('image-model-a')).toBe(5);
    expect(models.quoteCredits('omni-pro')).toBe(50);
    expect(models.durations('image-model-a')).toEqual(NO_DURATIONS);
    expect(models.durations('omni-pro')).toEqual(NO_DURATIONS);
  });

  it('survives a restart', async () => {
    const store = await storeOver(new MemoryDatabase());
    const models = await open(store);
    models.learnPrice('image-model-a', 7);
    models.learnDuration('image-model-a', 9_000, 11_000);
    await models.close();
    const again = await open(store);
    expect(again.quoteCredits('image-model-a')).toBe(7);
    expect(again.durations('image-model-a')).toEqual(models.durations('image-model-a'));
    expect(again.durations('image-model-a').seen).toBe(1);
    expect(again.quoteCredits('omni-pro')).toBe(50);
  });

  it('is written some seconds later, once for everything learned meanwhile', async () => {
    const moving = new FakeClock();
    const database = new BreakingDatabase();
    const store = await storeOver(database);
    const models = await open(store, undefined, moving);
    keep(models);
    for (let job = 0; job < 100; job++) {
      models.learnPrice('image-model-a', 7);
      models.learnDuration('image-model-a', 9_000, 11_000);
      await moving.advance(1_000);
    }
    expect(database.commits).toBeGreaterThan(5);
    expect(database.commits).toBeLessThanOrEqual(10);
    expect((await open(store)).durations('image-model-a').seen).toBeGreaterThan(80);
    await models.close();
    expect((await open(store)).durations('image-model-a').seen).toBe(100);
  });

  it('survives a kill some seconds after the last change', async () => {
    const moving = new FakeClock();
    const store = await storeOver(new MemoryDatabase());
    const models = await open(store, undefined, moving);
    keep(models);
    models.learnPrice('image-model-a', 4);
    await moving.advance(10_000);
    expect((await open(store)).quoteCredits('image-model-a')).toBe(4);
  });

  it('is written later if the store fails', async () => {
    const moving = new FakeClock();
    const database = new BreakingDatabase();
    const store = await storeOver(database);
    const models = await open(store, undefined, moving);
    keep(models);
    models.learnPrice('image-model-a', 4);
    database.breakNextCommit = 'before';
    for (let second = 1; second <= 30; second++) await moving.advance(1_000);
    expect((await open(store)).quoteCredits('image-model-a')).toBe(4);
  });

  it('loses nothing when much is learned at once', async () => {
    const store = await storeOver(new MemoryDatabase());
    const models = await open(store);
    for (let task = 0; task < 20; task++) models.learnDuration('omni-pro', 1_000, 1_000 + task);
    models.learnPrice('omni-pro', 61);
    await models.close();
    const again = await open(store);
    expect(again.durations('omni-pro').seen).toBe(20);
    expect(again.quoteCredits('omni-pro')).toBe(61);
  });

  it('gives new run times some seconds after a change, not for every task', async () => {
    const moving = new FakeClock();
    const store = await storeOver(new MemoryDatabase());
    const models = await open(store, undefined, moving);
    const before = models.runTimes('omni-pro');
    await moving.advance(60_000);
    expect(models.runTimes('omni-pro')).toBe(before);
    models.learnDuration('omni-pro', 9_000, 11_000);
    const after = models.runTimes('omni-pro');
    expect(after).not.toBe(before);
    for (let task = 0; task < 50; task++) models.learnDuration('omni-pro', 9_000, 11_000);
    expect(models.runTimes('omni-pro')).toBe(after);
    await moving.advance(5_000);
    expect(models.runTimes('omni-pro').law.seen).toBe(51);
  });

  it('is changed in memory even if the store fails, and written later', async () => {
    const database = new BreakingDatabase();
    const store = await storeOver(database);
    const models = await open(store);
    models.learnPrice('image-model-a', 7);
    database.breakNextCommit = 'before';
    await models.close();
    expect(models.quoteCredits('image-model-a')).toBe(7);
    expect(database.texts.size).toBe(0);
    await models.close();
    expect((await open(store)).quoteCredits('image-model-a')).toBe(7);
  });

  it('ignores an absurd charge and logs it for the operator', async () => {
    const logLines: string[] = [];
    const models = await open(
      await storeOver(new MemoryDatabase()),
      createLog('info', { write: (line) => void logLines.push(line) }),
    );
    for (let times = 0; times < 9; times++) models.learnPrice('image-model-a', 501);
    expect(models.quoteCredits('image-model-a')).toBe(5);
    expect(logLines[0]).toContain('PRICE_GUESS_CREDITS');
  });

  it('starts over if it is unreadable; the old record stays and is logged', async () => {
    const database = new MemoryDatabase();
    database.texts.set('models:image-model-a', '{"durations":"none"}');
    const store = await storeOver(database);
    const logLines: string[] = [];
    const models = await open(store, createLog('info', { write: (line) => void logLines.push(line) }));
    expect(models.quoteCredits('image-model-a')).toBe(5);
    expect(logLines.join()).toContain('"record":"image-model-a"');
    models.learnPrice('image-model-a', 7);
    models.learnDuration('image-model-a', 9_000, 11_000);
    await models.close();
    expect(database.texts.get('models:image-model-a')).toBe('{"durations":"none"}');
    const again = await open(store);
    expect(again.quoteCredits('image-model-a')).toBe(7);
    expect(again.durations('image-model-a').seen).toBe(1);
  });
});
