import { describe, expect, it } from 'vitest';
import { modelCollection } from '../../../src/jobs/records/learned-models.ts';
import { type ModelRecords, openModelRecords } from '../../../src/jobs/records/model-records.ts';
import { createLog } from '../../../src/log.ts';
import type { Store } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { hasPostgres, newPostgres } from '../../support/postgres.ts';
import { processOf } from '../../support/processes.ts';

const MODEL = 'omni-pro';
const MINUTE_MS = 60_000;
const clock = new FakeClock();

const openOn = (store: Store): Promise<ModelRecords> =>
  openModelRecords({
    ...{ store, clock, log: createLog('silent'), guesses: new Map() },
    collection: store.collection(modelCollection),
  });

function learnMany(models: ModelRecords, tasks: number, seconds: number): void {
  for (let task = 0; task < tasks; task++) models.learnDuration(MODEL, seconds * 1000 - 100, seconds * 1000 + 100);
}

describe.runIf(hasPostgres)('the records of a model from several processes', () => {
  it('reach all processes within a minute, and none overwrites another’s', async () => {
    const url = await newPostgres();
    const stores = [await processOf(url, [0, 2], 4), await processOf(url, [1, 3], 4)];
    const [first, second] = await Promise.all(stores.map(openOn));
    if (!first || !second) throw new Error('two were opened');
    const stopping = new AbortController();
    const running = [first, second].map((models) => models.run(stopping.signal).catch(() => undefined));
    learnMany(first, 30, 20);
    for (let task = 0; task < 5; task++) second.learnPrice(MODEL, 61);
    learnMany(second, 10, 40);
    await Promise.all([first.close(), second.close()]);

    expect(first.durations(MODEL).seen).toBe(30);
    await clock.advance(MINUTE_MS);
    await expect.poll(() => [first, second].map((models) => models.durations(MODEL).seen)).toEqual([40, 40]);
    expect(first.quoteCredits(MODEL)).toBe(61);
    const ends = first.durations(MODEL).recent.map(([from]) => Math.round(from));
    expect(new Set(ends)).toEqual(new Set([20, 40]));

    stopping.abort(new Error('the test stops'));
    await Promise.all(running);
  });

  it.each([
    ['joined', [[0]], 1],
    ['divided more finely', [[0, 2], [1], [3]], 4],
    ['divided as before', [[0], [1]], 2],
  ])('are all kept and counted once when servers are %s', async (_, divided, of) => {
    const url = await newPostgres();
    const before = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    for (const [index, store] of before.entries()) {
      const models = await openOn(store);
      learnMany(models, 10 * (index + 1), 20);
      await models.close();
    }
    await Promise.all(before.map((store) => store.close()));

    for (let turn = 0; turn < 2; turn++) {
      const after: Store[] = [];
      for (const numbers of divided) after.push(await processOf(url, numbers, of));
      for (const store of after) await openOn(store);
      for (const store of after) expect((await openOn(store)).durations(MODEL).seen).toBe(30);
      await Promise.all(after.map((store) => store.close()));
    }
  });
});
