import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Beside, type Easel, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { freePort } from '../support/free-port.ts';
import { manyServers } from '../support/many-servers.ts';
import { hasPostgres, newPostgres } from '../support/postgres.ts';

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
    for (const server of servers) expect(await historyIn(server)).toContain('You have made nothing here yet');
    const served = (): number[] => [easel, second].map(answeredBy);
    await easel.until(() => served().reduce((sum, count) => sum + count) >= servers.length);
    expect(served()).toEqual([0, 1].map((shard) => servers.filter((one) => shardOf(one) === shard).length));
  });

  it('are followed by a spare, which is well while it waits and says for whom', async () => {
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
    await easel.app.stop();
    await spare.started;
    for (const server of servers) expect(await historyIn(server)).toContain('You have made nothing here yet');
    expect(await health()).toEqual([200, expect.objectContaining({ gateway: expect.objectContaining({ shards: 1 }) })]);
  });

  it('leave each other’s jobs alone: one that starts touches nothing of ten whose creates are under way elsewhere', async () => {
    const own = servers.filter((server) => shardOf(server) === 0);
    // The service thinks for long: neither sent nor answered is known of any of them.
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
