import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sqlite3 from 'sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { copyRecords } from '../../src/store/copy.ts';
import { insertBeside } from '../../src/store/insert-beside.ts';
import { openStore } from '../../src/store/open-store.ts';
import {
  backUpStore,
  carryOver,
  copyStore,
  differingRecords,
  integrityFaults,
  restoreStore,
} from '../../src/store/sqlite/backup.ts';
import { StoreError } from '../../src/store/store.ts';
import { toy } from '../support/toy-collection.ts';
import { storeContract } from './contract.ts';
import { tempFolder } from './temp-folder.ts';

/**
 * The real driver, until it falls silent: from then on it answers no statement and closes nothing, like threads of
 * which none wakes up.
 */
function quietDriver() {
  let answersLeft = Number.POSITIVE_INFINITY;
  const { all, close } = sqlite3.Database.prototype;
  const answered = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
    function (this: unknown, ...given: Parameters<Call>) {
      answersLeft -= 1;
      const answer = answersLeft >= 0 ? call.apply(this, given) : new Promise(() => undefined);
      return typeof given.at(-1) === 'function' ? undefined : answer;
    } as Call;
  const spies = [
    vi.spyOn(sqlite3.Database.prototype, 'all').mockImplementation(answered(all)),
    vi.spyOn(sqlite3.Database.prototype, 'close').mockImplementation(answered(close)),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  return {
    fallSilentAfter: (answers: number): void => {
      answersLeft = answers;
    },
    isSilent: () => answersLeft < 0,
  };
}

const schema = z.object({ count: z.int() });

/** Two stores with a record each, and a free name. */
async function stores() {
  const folder = await tempFolder();
  const [path, other, free] = ['easel.sqlite', 'other.sqlite', 'free.sqlite'].map((name) => join(folder, name));
  if (path === undefined || other === undefined || free === undefined) throw new Error('three');
  for (const [one, count] of [
    [path, 1],
    [other, 2],
  ] as const) {
    const store = await openStore(`sqlite://${one}`);
    await store.collection(toy('things', schema)).set('a', { count });
    await store.close();
  }
  await mkdir(join(folder, 'new'));
  return { path, other, free };
}

type Paths = Awaited<ReturnType<typeof stores>>;
const change = { collection: 'things', key: 'b', text: '{"count":3}', value: undefined };

const WORK: Record<string, (paths: Paths) => Promise<unknown>> = {
  'to open a store, test it and close it': async ({ path }) => {
    const store = await openStore(`sqlite://${path}`);
    await store.selfTest();
    await store.close();
  },
  'to make a store': async ({ free }) => (await openStore(`sqlite://${free}`)).close(),
  'to read a store next to its owner': async ({ path }) => {
    const store = await openStore(`sqlite://${path}`, { exclusive: false });
    await store.collection(toy('things', schema)).page({ most: 1 });
    await store.close();
  },
  'to back a store up': ({ path, free }) => backUpStore(path, free),
  'to check a file': ({ path }) => integrityFaults(path),
  'to compare two stores': ({ path, other }) => differingRecords(path, other, 10_000),
  'to carry records over': ({ path, other }) => carryOver(path, other, []),
  'to restore a backup': ({ path, other }) =>
    restoreStore(
      { copy: (to) => copyStore(other, to), path, nowMs: 0 },
      async (copyPath) => void (await integrityFaults(copyPath)),
    ),
  'to copy a store': ({ path, free }) => copyRecords(`sqlite://${path}`, `sqlite://${free}`),
  'to add a record next to the owner': ({ path }) => insertBeside(`sqlite://${path}`, change),
};

describe('a driver that falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(Object.entries(WORK))(
    'at any statement makes the work %s fail',
    async (_, work) => {
      const driver = quietDriver();
      for (let answers = 0; ; answers++) {
        const paths = await stores();
        driver.fallSilentAfter(answers);
        let outcome: unknown = 'none';
        work(paths).then(
          () => {
            outcome = 'done';
          },
          (error: unknown) => {
            outcome = error;
          },
        );
        while (outcome === 'none') {
          await nextTurn();
          // What is answered takes its real time.
          if (driver.isSilent()) await vi.advanceTimersByTimeAsync(60_000);
        }
        const wasSilent = driver.isSilent();
        driver.fallSilentAfter(Number.POSITIVE_INFINITY);
        if (!wasSilent) {
          expect(outcome).toBe('done');
          expect(answers).toBeGreaterThan(1);
          return;
        }
        // Work whose last close isn't answered may count as done.
        if (outcome !== 'done') expect(outcome).toBeInstanceOf(StoreError);
      }
    },
    120_000,
  );
});

describe('the driver before it falls silent', () => {
  storeContract(async () => {
    quietDriver();
    const store = await openStore(`sqlite://${join(await tempFolder(), 'easel.sqlite')}`);
    onTestFinished(() => store.close());
    return store;
  });
});
