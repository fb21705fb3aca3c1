import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { freePort, startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { type Collection, type Store, StoreError } from '../../src/store/store.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { toy } from '../support/toy-collection.ts';

const schema = z.object({ credits: z.int() });

async function open(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const store = await openStore(url, { callTimeoutMs: 5000, ...options });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

async function openAccounts(
  url: string,
  options?: OpenStoreOptions,
): Promise<{ store: Store; accounts: Collection<{ credits: number }> }> {
  const store = await open(url, options);
  const accounts = store.collection(toy('accounts', schema));
  await accounts.set('guild', { credits: 7 });
  return { store, accounts };
}

async function expectRefusal(work: Promise<unknown>, reason: string | RegExp): Promise<void> {
  const error: unknown = await work.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toMatch(reason);
}

/** Cuts the connections that the query selects, like a failing network. */
const cut = (url: string, which: string): Promise<void> =>
  meddlePostgres(url, async (query) => {
    const cuts = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'Easel: %' AND pid ${which} (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`;
    expect((await query(cuts)).length).toBeGreaterThan(0);
  });
const WRITERS = 'IN';
const READERS = 'NOT IN';

describe.runIf(hasPostgres)('a store in PostgreSQL', () => {
  it('keeps its records through a restart', async () => {
    const url = await newPostgres();
    const { store } = await openAccounts(url);
    await store.close();
    expect(await (await open(url)).collection(toy('accounts', schema)).get('guild')).toEqual({ credits: 7 });
  });

  it('waits for the disk, whatever its user’s settings', async () => {
    const url = await newPostgres();
    await (await open(url)).close();
    await meddlePostgres(url, async (query) => {
      const name = new URL(url).pathname.slice(1);
      await query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
      await query('CREATE TABLE seen (setting text)');
      await query(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$`);
      await query('CREATE TRIGGER see AFTER INSERT ON easel_records FOR EACH ROW EXECUTE FUNCTION see()');
      expect(await query('SHOW synchronous_commit')).not.toEqual([{ synchronous_commit: 'off' }]);
    });
    await openAccounts(url);
    await meddlePostgres(url, async (query) => {
      expect(await query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
      expect(await query('SELECT DISTINCT setting FROM seen')).toEqual([{ setting: 'on' }]);
    });
  });

  it('writes nothing of a commit with a refused record, and keeps working', async () => {
    const url = await newPostgres();
    const { store, accounts } = await openAccounts(url);
    await meddlePostgres(url, async (query) => {
      await query(`ALTER TABLE easel_records ADD CHECK (key <> 'accounts:bad')`);
    });
    const changes = [accounts.put('a', { credits: 1 }), accounts.put('bad', { credits: 2 }), accounts.drop('guild')];
    await expectRefusal(store.commit(changes), 'cannot be written');
    expect(await keysOf(accounts)).toEqual(['guild']);
    await store.commit([accounts.put('a', { credits: 1 })]);
    expect(await keysOf(accounts)).toEqual(['a', 'guild']);
  });

  it('belongs to one process and refuses another', async () => {
    const url = await newPostgres();
    await open(url);
    await expectRefusal(open(url), 'another Easel');
  });

  it('can be read next to a running Easel by a reader that cannot write', async () => {
    const url = await newPostgres();
    await openAccounts(url);
    const reader = await open(url, { exclusive: false });
    const accounts = reader.collection(toy('accounts', schema));
    expect(await accounts.get('guild')).toEqual({ credits: 7 });
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'for reading only');
  });

  it('does not open once the signal has aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopping'));
    await expectRefusal(open(await newPostgres(), { signal }), 'cannot be opened');
  });
});

describe.runIf(hasPostgres)('an unusable database is refused', () => {
  const withPassword = (url: string, changes: Partial<URL>): string =>
    Object.assign(new URL(url), { password: 'hunter2', ...changes }).href;

  it.each([
    ['nobody listens', async () => ({ port: await freePort() }), /no server answers at its address \(ECONNREFUSED\)$/],
    ['it is not there', async () => ({ pathname: '/nothing' }), /no such database/],
    ['the user is not there', async () => ({ username: 'nobody' }), /refuses the user/],
  ])('when %s, in one sentence without the password', async (_, change, reason) => {
    const error = await openStore(withPassword(await newPostgres(), await change())).catch(String);
    expect(error).toMatch(reason);
    expect(error).not.toMatch(/hunter2|127\.0\.0\.1|\n/);
  });

  it('when a reader finds no store in it, and creates none', async () => {
    const url = await newPostgres();
    await expectRefusal(open(url, { exclusive: false }), 'there is no store');
    await meddlePostgres(url, async (query) => {
      expect(await query(`SELECT relname FROM pg_class WHERE relname LIKE 'easel%'`)).toEqual([]);
    });
  });

  it.each([
    ['its records are gone', 'DROP TABLE easel_records', 'a store was here'],
    ['an earlier Easel made its tables', 'UPDATE easel_layout SET version = 1', 'Set STORE_URL to a new store'],
    ['a newer Easel made its tables', 'UPDATE easel_layout SET version = version + 1', 'newer Easel'],
    ['its table is somebody else’s', 'DROP TABLE easel_layout', "not Easel's"],
  ])('when %s, by a reader too', async (_, change, reason) => {
    const url = await newPostgres();
    await (await open(url)).close();
    await meddlePostgres(url, async (query) => {
      await query(change);
    });
    await expectRefusal(open(url), reason);
    await expectRefusal(open(url, { exclusive: false }), reason);
  });

  it('when it cannot hold every character', async () => {
    const url = new URL(await newPostgres());
    const name = `${url.pathname.slice(1)}_latin`;
    await meddlePostgres(url.href, async (query) => {
      await query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`);
    });
    url.pathname = name;
    await expectRefusal(open(url.href), 'Easel needs UTF8');
  });

  it('when a newer Easel wrote one of its collections', async () => {
    const url = await newPostgres();
    const newer = await open(url);
    const migrations = [(record: unknown) => record];
    await newer.collection(toy('accounts', schema, { migrations })).set('a', { credits: 1 });
    await newer.close();
    const older = await open(url);
    expect(() => older.collection(toy('accounts', schema))).toThrow('newer Easel');
  });
});

describe.runIf(hasPostgres)('a store in PostgreSQL that breaks while open never reads as empty', () => {
  it('when its table is dropped', async () => {
    const url = await newPostgres();
    const { accounts } = await openAccounts(url);
    await meddlePostgres(url, async (query) => {
      await query('DROP TABLE easel_records');
    });
    await expectRefusal(accounts.get('guild'), 'accounts');
    await expectRefusal(accounts.get('never-written'), 'its table is missing');
    await expectRefusal(allOf(accounts), 'its table is missing');
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'its table is missing');
  });

  it('when its table is locked, and works again afterwards', async () => {
    const url = await newPostgres();
    const { accounts } = await openAccounts(url, { callTimeoutMs: 500 });
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE easel_records');
      await expectRefusal(accounts.set('guild', { credits: 8 }), /no answer within|took too long/);
      await expectRefusal(accounts.get('guild'), /no answer within|took too long|an earlier write has not ended/);
      await query('ROLLBACK');
    });
    await expect
      .poll(() => accounts.set('guild', { credits: 9 }).then(() => accounts.get('guild'), String), { timeout: 20_000 })
      .toEqual({ credits: 9 });
  });

  it('when its reading connections are cut, and the next read opens another', async () => {
    const url = await newPostgres();
    const { accounts } = await openAccounts(url);
    await accounts.get('guild');
    await cut(url, READERS);
    await expect.poll(() => accounts.get('guild').catch(String), { timeout: 20_000 }).toEqual({ credits: 7 });
  });

  it('when its writing connection is cut: it says so, and nothing is written or read after that', async () => {
    const url = await newPostgres();
    const { store, accounts } = await openAccounts(url);
    await cut(url, WRITERS);
    expect(String(await store.lost)).toContain('connection to PostgreSQL was lost');
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'connection to PostgreSQL was lost');
    await expectRefusal(accounts.get('guild'), 'connection to PostgreSQL was lost');
    const next = (await open(url)).collection(toy('accounts', schema));
    expect(await next.get('guild')).toEqual({ credits: 7 });
    await next.set('guild', { credits: 9 });
    await store.close();
    expect(await next.get('guild')).toEqual({ credits: 9 });
  });

  it('when PostgreSQL stops, and a new start finds everything acknowledged', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const { store, accounts } = await openAccounts(server.url);
    await server.stop();
    expect(String(await store.lost)).toContain('connection to PostgreSQL was lost');
    await expectRefusal(accounts.get('guild'), 'connection to PostgreSQL was lost');
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'connection to PostgreSQL was lost');
    await expectRefusal(open(server.url), 'no server answers at its address');
    await server.start();
    expect(await (await open(server.url)).collection(toy('accounts', schema)).get('guild')).toEqual({ credits: 7 });
  });
});
