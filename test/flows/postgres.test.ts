import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { buttonOf, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { endTurns } from '../support/turns.ts';

/** A connection to this PostgreSQL that is closed at first. */
async function closedWay(url: string): Promise<{ url: string; open(): Promise<void> }> {
  const { hostname: host, port } = new URL(url);
  const way = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    for (const end of [near, far])
      end.on('error', () => undefined).on('close', () => [near, far].map((one) => one.destroy()));
    near.pipe(far).pipe(near);
  });
  const nearPort = await freePort();
  onTestFinished(() => void way.close());
  return {
    url: Object.assign(new URL(url), { port: nearPort }).href,
    open: async () => {
      way.listen(Number(nearPort), '127.0.0.1');
      await once(way, 'listening');
    },
  };
}

describe.runIf(hasPostgres)('a PostgreSQL that is away at the start', () => {
  it('is awaited with growing pauses, and reported in the log and by the health page', async () => {
    const easel = await startEasel();
    onTestFinished(() => easel.close());
    const way = await closedWay(await newPostgres());
    const { app, log, started } = easel.beside({ STORE_URL: way.url, STORE_NEW: 'yes', HEALTH_PORT: await freePort() });
    const tries = () => log.filter((line) => line['finding'] === 'store.unavailable');
    await easel.until(() => tries().length === 7);
    expect(tries().map(({ delayMs }) => delayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    const reason =
      'STORE_URL: PostgreSQL can’t be used now: PostgreSQL cannot be reached: no server answers at its address (ECONNREFUSED)';
    const answer = await fetch(`http://127.0.0.1:${app.healthPort}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ state: 'starting', reason })]);
    await way.open();
    await easel.until(() => log.some(({ msg }) => msg === 'Easel is ready'));
    await started;
  });

  it('does not keep the bot from stopping', async () => {
    const easel = await startEasel();
    onTestFinished(() => easel.close());
    const way = await closedWay(await newPostgres());
    const { app, log, started } = easel.beside({ STORE_URL: way.url });
    await easel.until(() => log.some((line) => line['finding'] === 'store.unavailable'));
    await app.stop();
    await expect(started).rejects.toThrow('Easel is stopping');
  });

  it('is awaited by a spare whose connection breaks while it waits for the owner', async () => {
    const url = await newPostgres();
    const easel = await startEasel({ environment: { STORE_URL: url } });
    onTestFinished(() => easel.close());
    const spare = easel.beside();
    await easel.until(() => spare.log.some(({ msg }) => /waiting until it ends/.test(msg)));
    await meddlePostgres(url, async (query) => {
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name LIKE 'Easel: %' AND query NOT LIKE '%easel_records%'
        AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2)`);
    });
    await easel.until(() => spare.log.some((line) => line['finding'] === 'store.unavailable'));
    await easel.until(() => spare.log.filter(({ msg }) => /waiting until it ends/.test(msg)).length === 2);
    await easel.app.stop();
    await endTurns(url);
    await spare.started;
  });
});

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let easel: Easel;
  let url: string;
  beforeEach(async () => {
    url = await newPostgres();
    easel = await startEasel({ environment: { STORE_URL: url } });
  });
  afterEach(() => easel.close());

  const image = (prompt: string) =>
    easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt } });

  it('a command becomes its picture, and a restart still has it', async () => {
    const pending = await image('a red fox in snow');
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ left: 496, spent: 4, held: 0 });
    await easel.restart();
    expect(await easel.budget()).toMatchObject({ left: 496, spent: 4, held: 0 });
    const history = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(history)).toContain('a red fox in snow');
    const { message } = await easel.press(people.member, easel.now(pending), 'Vary').then((answer) => {
      if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}`);
      return answer;
    });
    await easel.idle();
    expect(mediaOf(easel.now(message))).toHaveLength(1);
    expect(buttonOf(easel.now(message), 'Vary')).toBeTruthy();
  });

  it('a restart continues an unfinished job', async () => {
    const pending = await image('a tent');
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    expect(easel.service.creates).toBe(1);
  });

  it('the bot ends with its reason when the writing connection is lost, and the next one continues', async () => {
    const pending = await image('a lighthouse');
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task submitted'));
    await meddlePostgres(url, async (query) => {
      await query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
    });
    await expect(easel.app.ended).rejects.toThrow('the connection to PostgreSQL was lost');
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    expect(easel.service.creates).toBe(1);
  });
});
