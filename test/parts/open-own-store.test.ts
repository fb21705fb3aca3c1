import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import type { NotServing } from '../../src/health/health.ts';
import { createLog } from '../../src/log.ts';
import type { AppPorts } from '../../src/parts/base.ts';
import { openOwnStore } from '../../src/parts/open-own-store.ts';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { StoreError, StoreUnavailableError } from '../../src/store/store.ts';
import { startChild } from '../store/child.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';

const ignore = (): void => undefined;
const unwatched = {
  signal: new AbortController().signal,
  onState: ignore as (state: NotServing) => void,
  onRestartNeeded: ignore,
  onVacant: ignore,
};
const config = readConfig({
  DISCORD_TOKEN: 'not-a-real-token.b.c',
  TASK_API_URL: 'http://127.0.0.1:1',
  TASK_API_KEY: 'sk-1',
  STORE_URL: 'sqlite:///nowhere/easel.sqlite',
});
const openWith = (clock: FakeClock, openStore: AppPorts['openStore'], { onState } = unwatched) =>
  openOwnStore(config, { clock, log: createLog('silent'), openStore } as Partial<AppPorts> as AppPorts, {
    ...unwatched,
    onState,
  });

it('a spare that was connected retries after a second, however often it lost its connection before', async () => {
  const clock = new FakeClock();
  const triedAtMs: number[] = [];
  const connects = [false, false, false, true, true];
  const openStore = async (_: string, { onWaiting }: OpenStoreOptions = {}) => {
    triedAtMs.push(clock.monotonicMs());
    const isConnected = connects[triedAtMs.length - 1];
    if (isConnected === undefined) throw new StoreError('the end of the test');
    if (isConnected) onWaiting?.('another');
    throw new StoreUnavailableError('away');
  };
  const opening = openWith(clock, openStore);
  const failed = opening.catch((error: Error) => error.message);
  await clock.advanceUntil(() => triedAtMs.length === 6);
  expect(await failed).toContain('the end of the test');
  const pausesMs = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
  expect(pausesMs).toEqual([1_000, 2_000, 4_000, 1_000, 1_000]);
});

it('a store that opens but can’t be written is closed, and tried again', async () => {
  const clock = new FakeClock();
  let tries = 0;
  let closed = 0;
  const openStore = async () => {
    const database = new MemoryDatabase();
    database.disconnect = async () => {
      closed += 1;
    };
    const isStandby = ++tries < 3;
    if (isStandby) database.commit = () => Promise.reject(Object.assign(new Error('read-only'), { code: '25006' }));
    return storeOver(database);
  };
  let isOpen = false;
  const opening = openWith(clock, openStore).then(() => {
    isOpen = true;
  });
  await clock.advanceUntil(() => isOpen);
  await opening;
  expect({ tries, closed }).toEqual({ tries: 3, closed: 2 });
});

it.runIf(hasPostgres)('a start on a standby waits until it is promoted, and says why', async () => {
  const url = await newPostgres();
  await (await openStore(url)).close();
  const setReadOnly = (isReadOnly: 'on' | 'off'): Promise<void> =>
    meddlePostgres(url, async (query) => {
      await query('SET default_transaction_read_only = off');
      await query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = ${isReadOnly}`);
    });
  await setReadOnly('on');
  const clock = new FakeClock();
  const reasons: string[] = [];
  let isOpen = false;
  const onState = (state: NotServing): void => {
    if ('found' in state) reasons.push(state.found?.text ?? '');
  };
  const opening = openWith(clock, (_, options) => openStore(url, options), { ...unwatched, onState });
  void opening.then(() => {
    isOpen = true;
  });
  await clock.advanceUntil(() => reasons.length === 2);
  await setReadOnly('off');
  await clock.advanceUntil(() => isOpen);
  const store = await opening;
  await store.selfTest();
  await store.close();
  for (const reason of reasons) expect(reason).toContain('the database can only be read; is it a standby? (25006)');
});

/** A small disk of its own, in a namespace that ends with the process. */
const onSmallDisk = (folder: string): string[] => [
  ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
  `mount -t tmpfs -o size=400k tmpfs '${folder}' && exec "$0" "$@"`,
];
const [unshare = '', ...rest] = onSmallDisk('/tmp');
const mayMount = spawnSync(unshare, [...rest, 'true']).status === 0;

describe.runIf(mayMount)('a start', () => {
  const outcomeSchema = z.object({ reasons: z.array(z.string()), isWorking: z.boolean() });

  it.each([
    ['full', 'the disk is full'],
    ['read-only', 'cannot be written to'],
  ])('on a %s disk waits until that is over, and says why', async (trouble, reason) => {
    const folder = await tempFolder();
    const said = await startChild('wait-for-disk.ts', [folder, trouble], onSmallDisk(folder)).line();
    const { reasons, isWorking } = outcomeSchema.parse(JSON.parse(said ?? ''));
    expect(reasons).toHaveLength(2);
    for (const one of reasons) expect(one).toContain(reason);
    expect(isWorking).toBe(true);
  });
});
