import { afterEach, describe, expect, it } from 'vitest';
import { createHealth, createStoreTest, type HealthSources, serveHealth } from '../src/health.ts';
import { VERSION } from '../src/version.ts';
import { FakeClock } from './support/fake-clock.ts';

const clock = new FakeClock();
const shard = (id: number, aliveAgeMs: number | undefined, isConnected = true) => ({ id, isConnected, aliveAgeMs });
const longAgo = () => clock.monotonicMs() - 3_600_000;
const well = (changes: Partial<HealthSources> = {}): HealthSources => ({
  clock,
  startedAtMs: longAgo(),
  discord: { shards: () => [shard(0, 20_000), shard(1, 30_000), shard(2, 10_000)] },
  store: { selfTest: async () => undefined, unreadable: () => ({ jobs: 2 }) },
  watch: { status: 'well', refusal: undefined, lastAnswerAtMs: clock.monotonicMs() - 5_000 },
  registration: { status: { state: 'registered' } },
  clockCheck: { status: () => ({ state: 'wrong', aheadMs: 400_000 }) },
  jobs: { waiting: 3 },
  restWatch: { status: () => ({ ok: true }) },
  ...changes,
});

describe('health', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(() => close?.());

  const ask = async (sources: HealthSources, path = '/healthz', method = 'GET') => {
    const server = await serveHealth({ host: '127.0.0.1', port: 0 }, createHealth(sources));
    close = server.close;
    return fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  };

  it('is 200 while the gateway answers heartbeats and the store keeps what is written', async () => {
    const answer = await ask(well());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      version: VERSION,
      gateway: { ok: true, longestSilenceMs: 30_000, shards: 3, away: [] },
      discord: { ok: true },
      store: { ok: true },
      service: { status: 'well', lastAnswerAgeMs: 5_000 },
      commands: { state: 'registered' },
      clock: { state: 'wrong', aheadMs: 400_000 },
      waitingTasks: 3,
      unreadable: { jobs: 2 },
    });
  });

  it('says why the service refuses everyone', async () => {
    const refusing = {
      watch: { status: 'refuses requests', refusal: 'insufficient credits', lastAnswerAtMs: undefined },
    };
    expect(await (await ask(well(refusing))).json()).toMatchObject({
      service: { status: 'refuses requests', reason: 'insufficient credits' },
    });
  });

  it.each<[string, Partial<HealthSources>]>([
    [
      'one connection’s heartbeats are no longer answered',
      { discord: { shards: () => [shard(0, 1_000), shard(1, 101_000)] } },
    ],
    ['one connection never came to be', { discord: { shards: () => [shard(0, 1_000), shard(1, undefined, false)] } }],
    ['there is no connection, long after the start', { discord: { shards: () => [] } }],
    ['the store fails', { store: { selfTest: () => Promise.reject(new Error('disk')), unreadable: () => ({}) } }],
  ])('is 503 when %s', async (_, changes) => {
    expect((await ask(well(changes))).status).toBe(503);
  });

  it.each([
    ['before Discord said how many connections it wants', 5_000, []],
    [
      'while the last of many connections waits for its turn',
      150_000,
      [...Array(20).keys()].map((id) => shard(id, id < 18 ? 9_000 : undefined)),
    ],
  ])('is 200 %s', async (_, ageMs, shards) => {
    const fresh = { startedAtMs: clock.monotonicMs() - ageMs, discord: { shards: () => shards } };
    expect((await ask(well(fresh))).status).toBe(200);
  });

  it('names a connection that is reconnecting, which is fine for a while', async () => {
    const answer = await ask(well({ discord: { shards: () => [shard(0, 1_000), shard(1, 30_000, false)] } }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ gateway: { shards: 2, away: [1] } });
  });

  it('reports a service that is down, which is no reason to restart the bot', async () => {
    const answer = await ask(well({ watch: { status: 'down', refusal: undefined, lastAnswerAtMs: undefined } }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ service: { status: 'down' } });
  });

  it('says why commands are not registered yet, which is no reason either', async () => {
    const commands = { state: 'waiting', reason: 'Discord is in trouble' };
    const answer = await ask(well({ registration: { status: commands } }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ commands });
  });

  it.each([
    ['/other', 'GET'],
    ['/healthz', 'POST'],
  ])('answers nothing else: %s %s', async (path, method) => {
    expect((await ask(well(), path, method)).status).toBe(404);
  });
});

describe('the store test', () => {
  it('is shared by all callers while it runs and for some seconds afterwards', async () => {
    const clock = new FakeClock();
    const running = Promise.withResolvers<void>();
    let tests = 0;
    const test = createStoreTest(clock, () => {
      tests += 1;
      return tests === 1 ? running.promise : Promise.reject(new Error('disk'));
    });
    const asked = Array.from({ length: 1_000 }, test);
    await clock.advance(60_000);
    asked.push(test());
    running.resolve();
    await Promise.all(asked);
    await clock.advance(4_000);
    await test();
    expect(tests).toBe(1);
    await clock.advance(1_000);
    const failing = Array.from({ length: 1_000 }, () => test().catch(String));
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['Error: disk']));
    expect(tests).toBe(2);
  });
});
