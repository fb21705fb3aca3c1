import { expect, it } from 'vitest';
import { createStoreWatch } from '../../src/health/store-watch.ts';
import { createLog } from '../../src/log.ts';
import { StoreError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';

async function start(test: () => Promise<void>) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const watch = createStoreWatch({ clock, log: createLog('info', { write: (line) => void lines.push(line) }), test });
  const ended = new AbortController();
  void watch.run(ended.signal);
  await clock.asleep();
  return { clock, watch, lines, end: () => ended.abort() };
}

it('a store fails with its test, which is logged once, and works again with the next good one', async () => {
  let isWell = true;
  const { clock, watch, lines, end } = await start(() =>
    isWell ? Promise.resolve() : Promise.reject(new StoreError('the disk is full')),
  );
  await clock.advance(60_000);
  expect(watch.finding()).toBeUndefined();
  isWell = false;
  await clock.advance(20_000);
  expect(watch.finding()?.text).toMatch(/: the disk is full$/);
  expect(lines).toHaveLength(1);
  isWell = true;
  await clock.advance(5_000);
  expect(watch.finding()).toBeUndefined();
  end();
});

it('a store whose test is not answered fails after 15 seconds, and no further test is started', async () => {
  let tests = 0;
  const { clock, watch, end } = await start(() => {
    tests += 1;
    return tests < 3 ? Promise.resolve() : new Promise(() => undefined);
  });
  await clock.advance(10_000);
  expect([tests, watch.finding()]).toEqual([3, undefined]);
  await clock.advance(60_000);
  expect([tests, watch.finding()?.text]).toEqual([3, expect.stringMatching(/: it does not answer$/)]);
  end();
});
