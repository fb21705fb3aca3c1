import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { BEAT_EVERY_MS } from '../../src/store/postgres/heartbeat.ts';
import { type Beside, type Easel, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { manyServers } from '../support/many-servers.ts';
import { askedAt, hasPostgres, newPostgres } from '../support/postgres.ts';
import { endTurns } from '../support/turns.ts';

const SHARDS = 2;
const { servers, world, shardOf } = manyServers(6, SHARDS);

describe.runIf(hasPostgres)('several processes that share the servers of one store', () => {
  let easel: Easel;
  beforeEach(async () => {
    easel = await startEasel({
      environment: { STORE_URL: await newPostgres(), SHARDS_PER_PROCESS: '1' },
      discord: { world, shards: { recommended: SHARDS, atOnce: SHARDS } },
    });
  });
  afterEach(() => easel.close());

  const historyIn = async (server: (typeof servers)[number]): Promise<string> =>
    textOf(await easel.command(people.member, { channelId: server.channels[0]?.id ?? '', name: 'history' }));
  const answeredBy = ({ log }: Pick<Beside, 'log'>): number =>
    log.filter(({ msg }) => String(msg).startsWith('interaction')).length;

  it('each connect with their own shards, and answer every interaction once', async () => {
    const second = easel.beside();
    await second.started;
    for (const server of servers) expect(await historyIn(server)).toContain('You haven’t made anything here yet');
    const served = (): number[] => [easel, second].map(answeredBy);
    await easel.until(() => served().reduce((sum, count) => sum + count) >= servers.length);
    expect(served()).toEqual([0, 1].map((shard) => servers.filter((one) => shardOf(one) === shard).length));
  });

  it('are followed by a spare, which is healthy while it waits and says for whom', async () => {
    const second = easel.beside();
    await second.started;
    const port = await freePort();
    const spare = easel.beside({ HEALTH_PORT: port });
    const health = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      return [answer.status, await answer.json()];
    };
    await easel.until(() => spare.log.some(({ msg }) => /waiting until it ends/.test(msg)));
    expect(await health()).toEqual([
      200,
      { state: 'waiting', ownedBy: expect.stringContaining(`process ${process.pid}`) },
    ]);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('easel_state{state="waiting"} 1');
    await easel.app.stop();
    await endTurns(easel.config.STORE_URL);
    await spare.started;
    for (const server of servers) expect(await historyIn(server)).toContain('You haven’t made anything here yet');
    expect(await health()).toEqual([200, expect.objectContaining({ gateway: expect.objectContaining({ shards: 1 }) })]);
  });

  it('leave each other’s jobs alone: a new one touches nothing of ten creates that another has under way', async () => {
    const own = servers.filter((server) => shardOf(server) === 0);
    // The service takes long, so no create is sent or answered yet.
    easel.service.faults.switchOn('slow', { on: 'create', delayMs: 5_000 });
    const places = Array.from({ length: 10 }, (_, index) => own[index % own.length]?.channels[0]?.id ?? '');
    const pending = await Promise.all(
      places.map((channelId, index) =>
        easel.command(index < 5 ? people.member : people.artist, {
          ...{ channelId, name: 'image', options: { prompt: `a fox ${index}` } },
        }),
      ),
    );
    const second = easel.beside();
    await second.started;
    await easel.until(() => second.log.some(({ msg }) => msg === 'jobs found'));
    expect(second.log.find(({ msg }) => msg === 'jobs found')).toMatchObject({ jobs: 0, unreadable: 0 });
    await easel.idle();
    expect(pending.map((message) => mediaOf(easel.now(message)).length)).toEqual(Array(10).fill(1));
    expect(easel.service.creates).toBe(10);
    expect(second.log.filter((line) => 'job' in line)).toEqual([]);
  });
});

describe.runIf(hasPostgres)('shards without a process', () => {
  afterEach(() => vi.useRealTimers());

  it('end a process that has room for them, so that it restarts with them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const url = await newPostgres();
    const easel = await startEasel({
      environment: { STORE_URL: url, SHARDS: '4', SHARDS_PER_PROCESS: '3' },
      discord: { world, shards: { recommended: 1, atOnce: 4 } },
    });
    onTestFinished(() => easel.close());
    const roomy = easel.beside();
    await roomy.started;
    await easel.app.stop();
    let reason: unknown;
    roomy.app.ended.catch((error: unknown) => {
      reason = error;
    });
    while (reason === undefined) {
      const before = await askedAt(url);
      vi.advanceTimersByTime(BEAT_EVERY_MS);
      await expect.poll(() => askedAt(url), { timeout: 20_000 }).not.toEqual(before);
    }
    expect(String(reason)).toContain('shards 0, 1, 2 have no owner');
    await roomy.app.stop();
    await easel.restart({ SHARDS_PER_PROCESS: '4' });
    expect(easel.log.filter(({ msg }) => msg === 'owning these shards').at(-1)).toMatchObject({
      numbers: [0, 1, 2, 3],
    });
  });
});

describe.runIf(hasPostgres)('servers on another number of shards', () => {
  it('have their jobs continued by one process each, on one shard, two and four', async () => {
    const dividedBy = (shards: number) => ({ SHARDS: String(shards), SHARDS_PER_PROCESS: '1' });
    const easel = await startEasel({
      environment: { STORE_URL: await newPostgres(), ...dividedBy(1) },
      discord: { world, shards: { recommended: 1, atOnce: 4 } },
    });
    onTestFinished(() => easel.close());
    const pending = await Promise.all(
      servers.map(({ channels }) =>
        easel.command(people.member, { channelId: channels[0]?.id ?? '', name: 'image', options: { prompt: 'a fox' } }),
      ),
    );
    await easel.until(() => easel.log.filter(({ msg }) => msg === 'task submitted').length === servers.length, {
      stepMs: 1,
    });
    let others: Beside[] = [];
    for (const shards of [2, 4]) {
      await Promise.all(others.map(({ app }) => app.stop()));
      easel.log.length = 0;
      await easel.restart(dividedBy(shards));
      others = Array.from({ length: shards - 1 }, () => easel.beside(dividedBy(shards)));
      await Promise.all(others.map(({ started }) => started));
      const found = () => [easel, ...others].flatMap(({ log }) => log.filter(({ msg }) => msg === 'jobs found'));
      await easel.until(() => found().length === shards, { stepMs: 1 });
      const jobs = found().map((line) => Number(line['jobs']));
      expect([jobs.reduce((sum, count) => sum + count), Math.max(...jobs) < servers.length]).toEqual([
        servers.length,
        true,
      ]);
    }
    await easel.until(() => pending.every((message) => mediaOf(easel.now(message)).length === 1));
    expect(easel.service.creates).toBe(servers.length);
  });
});
