import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { openInspection } from '../../src/discord/rest/inspection.ts';
import type { NotServing } from '../../src/health/health.ts';
import { createLog } from '../../src/log.ts';
import type { AppPorts } from '../../src/parts/base.ts';
import { openOwnStore } from '../../src/parts/open-own-store.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { NoStoreError, StoreError, StoreUnavailableError } from '../../src/store/store.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { startChild } from '../store/child.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';

const { atelier } = ids;
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
  for (const reason of reasons)
    expect(reason).toContain(
      'the database can only be read; is it a standby, or a pooler that shares sessions? (25006)',
    );
});

describe('where no store is', () => {
  /** Discord with or without a command of this application, in the named server or everywhere. */
  async function discordWith(commands: number, guildId?: string) {
    const folder = await tempFolder();
    const discord = await startDiscordSandbox({ clock: systemClock, folder });
    onTestFinished(() => discord.stop());
    const calls = openInspection({ token: discord.token, apiUrl: discord.apiUrl });
    onTestFinished(() => calls.close());
    const body = Array.from({ length: commands }, (_, index) => ({ name: `c${index}`, description: 'x', type: 1 }));
    await calls.calls.setCommands(discord.applicationId, guildId, body, unwatched);
    return discord;
  }

  const start = (
    { token, apiUrl }: { token: string; apiUrl: string },
    storeUrl: string,
    changes: Record<string, string> = {},
    { clock = systemClock as Clock, onState = unwatched.onState } = {},
  ) => {
    const own = readConfig({
      ...{ DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, STORE_URL: storeUrl },
      ...{ TASK_API_URL: 'http://127.0.0.1:1', TASK_API_KEY: 'sk-1', ...changes },
    });
    const ports = { clock, log: createLog('silent'), openStore } as Partial<AppPorts> as AppPorts;
    return openOwnStore(own, ports, { ...unwatched, onState });
  };

  const inFile = async () => `sqlite://${join(await tempFolder(), 'data', 'easel.sqlite')}`;
  const places = [
    { kind: 'a file', newUrl: inFile },
    ...(hasPostgres ? [{ kind: 'PostgreSQL', newUrl: newPostgres }] : []),
  ];
  const gone = expect.objectContaining({ finding: expect.objectContaining({ id: 'store.gone' }) });

  describe.each(places)('in $kind', ({ newUrl }) => {
    it('makes one on the first start, and opens it on the next', async () => {
      const [discord, url] = [await discordWith(0), await newUrl()];
      for (let round = 0; round < 2; round += 1) await (await start(discord, url)).close();
    });

    it('makes none if Discord has a command, each time, until the operator says that it is new', async () => {
      const [discord, url] = [await discordWith(1), await newUrl()];
      for (let round = 0; round < 2; round += 1) await expect(start(discord, url)).rejects.toEqual(gone);
      await expect(openStore(url, { exclusive: false })).rejects.toThrow(NoStoreError);
      await (await start(discord, url, { STORE_NEW: 'yes' })).close();
      await (await start(discord, url)).close();
    });
  });

  it('also asks for the commands of the test server', async () => {
    const guildId = atelier.guild;
    const [discord, url] = [await discordWith(1, guildId), await inFile()];
    await expect(start(discord, url, { DISCORD_GUILD_ID: guildId })).rejects.toEqual(gone);
    await (await start(discord, url, { DISCORD_GUILD_ID: '1300000000000009999' })).close();
  });

  it('waits while Discord does not say, and makes nothing', async () => {
    const [discord, url, clock] = [await discordWith(1), await inFile(), new FakeClock()];
    discord.faults.switchOn({ name: 'internal-error' });
    const states: NotServing[] = [];
    const opening = start(discord, url, {}, { clock, onState: (state) => void states.push(state) });
    let isOver = false;
    const failed = expect(opening)
      .rejects.toEqual(gone)
      .finally(() => {
        isOver = true;
      });
    await clock.advanceUntil(() => states.length === 2);
    expect(states[0]).toMatchObject({ state: 'starting', found: { id: 'discord.unreachable' } });
    await expect(openStore(url, { exclusive: false })).rejects.toThrow(NoStoreError);
    discord.faults.clear();
    await clock.advanceUntil(() => isOver);
    await failed;
  });
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
