import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { finding } from '../../src/findings/finding.ts';
import { createHealth, type HealthSources, notServing, type OwnHealth } from '../../src/health/health.ts';
import { serveHealth } from '../../src/health/serve-health.ts';
import { VERSION } from '../../src/version.ts';
import { FakeClock } from '../support/fake-clock.ts';

const clock = new FakeClock();
const shard = (id: number, aliveAgeMs: number | undefined, isConnected = true) => ({ id, isConnected, aliveAgeMs });
const shardsOf = (...shards: ReturnType<typeof shard>[]) => ({ shards: () => shards });
const longAgo = () => clock.monotonicMs() - 3_600_000;
const well = (changes: Partial<HealthSources> = {}): HealthSources => ({
  clock,
  startedAtMs: longAgo(),
  discord: shardsOf(shard(0, 20_000), shard(1, 30_000), shard(2, 10_000)),
  store: { unreadable: () => ({}) },
  storeWatch: { finding: () => undefined },
  watch: { status: 'well', refusal: undefined, lastAnswerAtMs: clock.monotonicMs() - 5_000 },
  registration: { status: { state: 'registered' } },
  clockCheck: { status: () => ({ state: 'right', aheadMs: 20 }) },
  jobs: { tasks: { atService: 3 } },
  backups: undefined,
  marks: ['XMP'],
  findings: () => [],
  restWatch: { status: () => ({ ok: true }), failsForMs: () => undefined },
  ...changes,
});

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const ask = async (health: OwnHealth, path: string, method = 'GET') => {
  const routes = { '/healthz': health.healthz, '/readyz': health.readyz };
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, routes);
  close = server.close;
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method });
};

describe('/healthz', () => {
  const healthz = (changes: Partial<HealthSources> = {}) => ask(createHealth(well(changes)), '/healthz');

  it('is 200 while the gateway answers heartbeats and the store keeps what is written', async () => {
    const answer = await healthz({ store: { unreadable: () => ({ jobs: 2 }) } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      version: VERSION,
      gateway: { ok: true, longestSilenceMs: 30_000, shards: 3, away: [] },
      discord: { ok: true },
      store: { ok: true },
      service: { status: 'well', lastAnswerAgeMs: 5_000 },
      commands: { state: 'registered' },
      clock: { state: 'right', aheadMs: 20 },
      waitingTasks: 3,
      unreadable: { jobs: 2 },
    });
  });

  it('says why the service refuses everyone', async () => {
    const watch = { status: 'refuses requests', refusal: 'insufficient credits', lastAnswerAtMs: undefined };
    expect(await (await healthz({ watch })).json()).toMatchObject({
      service: { status: 'refuses requests', reason: 'insufficient credits' },
    });
  });

  it.each<[string, Partial<HealthSources>]>([
    ['one connection’s heartbeats are no longer answered', { discord: shardsOf(shard(0, 1_000), shard(1, 101_000)) }],
    ['one connection never came to be', { discord: shardsOf(shard(0, 1_000), shard(1, undefined, false)) }],
    ['there is no connection, long after the start', { discord: shardsOf() }],
    ['the store fails', { storeWatch: { finding: () => finding('store.failing', { reason: 'full' }) } }],
  ])('is 503 when %s', async (_, changes) => expect((await healthz(changes)).status).toBe(503));

  it.each([
    ['before Discord said how many connections it wants', 5_000, []],
    [
      'while the last of many connections waits for its turn',
      150_000,
      [...Array(20).keys()].map((id) => shard(id, id < 18 ? 9_000 : undefined)),
    ],
  ])('is 200 %s', async (_, ageMs, shards) => {
    const fresh = { startedAtMs: clock.monotonicMs() - ageMs, discord: shardsOf(...shards) };
    expect((await healthz(fresh)).status).toBe(200);
  });

  it('names a connection that is reconnecting, which is fine for a while', async () => {
    const answer = await healthz({ discord: shardsOf(shard(0, 1_000), shard(1, 30_000, false)) });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ gateway: { shards: 2, away: [1] } });
  });
});

describe('/readyz', () => {
  const foundSchema = z.object({
    state: z.string(),
    findings: z.array(z.object({ id: z.string(), text: z.string() })),
  });
  const readyz = async (health: OwnHealth): Promise<[number, string, string[]]> => {
    const answer = await ask(health, '/readyz');
    const { state, findings } = foundSchema.parse(await answer.json());
    return [answer.status, state, findings.map(({ id }) => id)];
  };
  const asked = (changes: Partial<HealthSources>) => readyz(createHealth(well(changes)));
  const failing = (failsForMs: number) => ({
    restWatch: { status: () => ({ ok: false, cause: 'cut' }), failsForMs: () => failsForMs },
  });

  it.each<[string, Partial<HealthSources>, ...string[]]>([
    ['a shard is not connected', { discord: shardsOf(shard(0, 1_000), shard(1, 5_000, false)) }],
    ['no shard is there yet', { discord: shardsOf() }],
    [
      'the store fails',
      { storeWatch: { finding: () => finding('store.failing', { reason: 'full' }) } },
      'store.failing',
    ],
    ['calls to Discord fail for 30 seconds', failing(30_000)],
  ])('is 503 while %s', async (_, changes, ...found) => expect(await asked(changes)).toEqual([503, 'serving', found]));

  it.each<[string, Partial<HealthSources>, ...string[]]>([
    ['all is well', {}],
    ['calls to Discord fail for some seconds', failing(10_000)],
    ['something else is wrong, which it says', { findings: () => [finding('service.down')] }, 'service.down'],
  ])('is 200 while %s', async (_, changes, ...found) => expect(await asked(changes)).toEqual([200, 'serving', found]));

  it.each([
    [90_000, 90_000],
    [undefined, null],
  ])('tells the age of the last backup: %s', async (ageMs, shown) => {
    const answer = await ask(createHealth(well({ backups: { ageMs: () => ageMs } })), '/readyz');
    expect(await answer.json()).toMatchObject({ backupAgeMs: shown });
  });

  it('is 503 while Easel starts, with what delays it, and 200 for a spare that waits', async () => {
    const found = finding('store.unavailable', { path: 'PostgreSQL', reason: 'it does not answer' });
    expect(await readyz(notServing({ state: 'starting', found }))).toEqual([503, 'starting', ['store.unavailable']]);
    await close?.();
    expect(await readyz(notServing({ state: 'waiting', ownedBy: 'process 1' }))).toEqual([200, 'waiting', []]);
  });
});

it.each([
  ['/other', 'GET'],
  ['/toString', 'GET'],
  ['/healthz', 'POST'],
])('health answers nothing else: %s %s', async (path, method) => {
  expect((await ask(createHealth(well()), path, method)).status).toBe(404);
});

it('a path whose answer fails is 503, and its fault is reported', async () => {
  const faults: unknown[] = [];
  const fails = (): never => {
    throw new Error('broken');
  };
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, { '/metrics': fails }, (fault) =>
    faults.push(fault),
  );
  close = server.close;
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(503);
  expect(faults).toEqual([new Error('broken')]);
});
