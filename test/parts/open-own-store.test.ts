import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import type { AppPorts } from '../../src/parts/base.ts';
import { openOwnStore } from '../../src/parts/open-own-store.ts';
import type { OpenStoreOptions } from '../../src/store/open-store.ts';
import { StoreError, StoreUnavailableError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';

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
  const ports = { clock, log: createLog('silent'), openStore } as Partial<AppPorts> as AppPorts;
  const environment = {
    DISCORD_TOKEN: 'not-a-real-token.b.c',
    TASK_API_URL: 'http://127.0.0.1:1',
    TASK_API_KEY: 'sk-1',
  };
  const config = readConfig({ ...environment, STORE_URL: 'sqlite:///nowhere/easel.sqlite' });
  const ignore = (): void => undefined;
  const { signal } = new AbortController();
  const opening = openOwnStore(config, ports, { signal, onState: ignore, onRestartNeeded: ignore, onVacant: ignore });
  const failed = opening.catch((error: Error) => error.message);
  await clock.advanceUntil(() => triedAtMs.length === 6);
  expect(await failed).toContain('the end of the test');
  const pausesMs = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
  expect(pausesMs).toEqual([1_000, 2_000, 4_000, 1_000, 1_000]);
});
