import { Client, DatabaseError } from 'pg';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Three pictures that the service is making. */
async function startWithPictures(): Promise<{
  easel: Easel;
  url: string;
  pending: Awaited<ReturnType<Easel['command']>>[];
}> {
  const url = await newPostgres();
  const easel = await startEasel({ environment: { STORE_URL: url } });
  onTestFinished(() => easel.close());
  const command = { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox in snow' } };
  const pending = [await easel.command(people.member, command), await easel.command(people.artist, command)];
  pending.push(await easel.command(people.member, command));
  await easel.until(() => logged(easel, 'task submitted') === 3, { stepMs: 1 });
  return { easel, url, pending };
}

/** Lets time pass while the store does not answer. */
async function passes(easel: Easel, durationMs: number): Promise<void> {
  const untilMs = easel.clock.now() + durationMs;
  await easel.until(() => easel.clock.now() >= untilMs, { stepMs: 5_000, isDiskStuck: true });
}

const logged = (easel: Easel, what: string): number => easel.log.filter(({ msg }) => msg === what).length;

/** As if this process stood still for a minute: nothing that was confirmed earlier counts. */
function standStill(): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
}

/** PostgreSQL takes too long to answer even trivial queries. */
function refuseHeartbeats(): { allow: () => void } {
  let isRefused = true;
  const { query } = Client.prototype;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...parts: unknown[]) {
    if (!isRefused || parts[0] !== 'SELECT') return Reflect.apply(query, this, parts);
    const refusal = new DatabaseError('canceling statement due to statement timeout', 0, 'error');
    refusal.code = '57014';
    return Promise.reject(refusal);
  });
  return {
    allow: () => {
      isRefused = false;
    },
  };
}

/** A full disk, as far as this table is concerned. */
const refuseWrites = (table: string): string => `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER refusing BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`;

async function expectAllShown({ easel, pending }: Awaited<ReturnType<typeof startWithPictures>>): Promise<void> {
  await easel.until(() => pending.every((message) => mediaOf(easel.now(message)).length === 1));
  await easel.idle();
  for (const message of pending) expect(textOf(easel.now(message))).not.toContain('/history');
  expect(await easel.budget()).toMatchObject({ spent: 12, held: 0, unconfirmed: 0 });
  expect(easel.service.creates).toBe(3);
}

describe.runIf(hasPostgres)('finished pictures', () => {
  it('are shown after PostgreSQL stops refusing heartbeats, and none is shown before', async () => {
    const started = await startWithPictures();
    const { easel, pending } = started;
    const heartbeats = refuseHeartbeats();
    standStill();
    const shown = pending.map((message) => textOf(easel.now(message)));
    await passes(easel, 120_000);
    expect(pending.map((message) => textOf(easel.now(message)))).toEqual(shown);
    expect(logged(easel, 'task settled')).toBe(3);
    heartbeats.allow();
    await expectAllShown(started);
  });

  it('are booked and shown once PostgreSQL’s full disk has room', async () => {
    const started = await startWithPictures();
    const { easel, url, pending } = started;
    await meddlePostgres(url, async (query) => {
      await query(refuseWrites('easel_records'));
      await passes(easel, 120_000);
      expect(pending.flatMap((message) => mediaOf(easel.now(message)))).toEqual([]);
      await query('DROP TRIGGER refusing ON easel_records');
    });
    await expectAllShown(started);
  });

  it.each([
    ['commits, and the heartbeats behind them,', 'LOCK TABLE easel_records IN EXCLUSIVE MODE'],
    ['all statements', 'LOCK TABLE easel_records IN ACCESS EXCLUSIVE MODE'],
  ])('are shown once slow %s are done', async (_, lock) => {
    const started = await startWithPictures();
    const { easel, url } = started;
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query(lock);
      standStill();
      await passes(easel, 60_000);
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await expect.poll(() => query(waiting), { timeout: 20_000 }).not.toEqual([]);
      await query('COMMIT');
    });
    await expectAllShown(started);
  });

  it('are shown once statements stop taking longer than Easel waits', async () => {
    const started = await startWithPictures();
    const { easel, url } = started;
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE easel_records IN EXCLUSIVE MODE');
      standStill();
      // PostgreSQL ends a statement after its time limit. The test ends statements at once, again and again.
      const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      for (let cancelled = 0; cancelled < 5; ) {
        await passes(easel, 5_000);
        cancelled += (await query(cancel)).length;
      }
      await query('COMMIT');
    });
    await expectAllShown(started);
  });
});
