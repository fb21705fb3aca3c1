import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openBooks } from '../src/budget/books/books.ts';
import { spentEverCredits } from '../src/budget/ledger/sums.ts';
import { requestCollection } from '../src/moderation/requests/request.ts';
import { openStore } from '../src/store/open-store.ts';
import { LAST_RESTORE, restoreCollection } from '../src/store/restores.ts';
import type { Store } from '../src/store/store.ts';
import { recordRelease } from '../src/store/versions.ts';
import { VERSION } from '../src/version.ts';
import { changed, decideSettle, holding, keepAccount, terms } from './budget/samples.ts';
import { sampleRequest } from './moderation/request-samples.ts';
import { startChild } from './store/child.ts';
import { meddle, stateOfFile, strangersFile, tempFolder } from './store/temp-folder.ts';
import { allOf } from './support/all-records.ts';
import { hasPostgres, newPostgres } from './support/postgres.ts';
import { type Said, toolRunner } from './support/tools.ts';
import { toy } from './support/toy-collection.ts';

/** Runs `npm run store` like its operator, next to a store that this test has open like a bot. */

const run = toolRunner('store-tool/store-tool');

const tool = (path: string, ...args: string[]): Promise<Said> => toolAt(`sqlite://${path}`, ...args);

const toolAt = (url: string, ...args: string[]): Promise<Said> => toolWith({ STORE_URL: url }, ...args);

async function toolWith(environment: Record<string, string>, ...args: string[]): Promise<Said> {
  const { code, said } = await run(environment, ...args);
  const [version, ...lines] = said.split('\n');
  expect(version).toBe(`Easel ${VERSION}`);
  return { code, said: lines.join('\n') };
}

const GUILD = '111222333444555666';
const IN_ORDER = '1 accounts: 0 credits spent, 10 held (0 unconfirmed)\nThe books are in order.\n';

async function open(path: string): Promise<Store> {
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  return store;
}

/** An open store with one account. */
async function runningStore(heldCredits = 10): Promise<{ path: string; store: Store }> {
  const path = join(await tempFolder(), 'easel.sqlite');
  const store = await open(path);
  await keepAccount(store, GUILD, holding('job', heldCredits));
  return { path, store };
}

async function stoppedStore(heldCredits?: number): Promise<string> {
  const { path, store } = await runningStore(heldCredits);
  await store.close();
  return path;
}

async function heldIn(path: string): Promise<number | undefined> {
  const store = await open(path);
  const { records } = await openBooks(store).holds.page({ prefix: `${GUILD}:`, most: 1 });
  await store.close();
  return records[0]?.[1].credits;
}

describe('npm run store -- erase', () => {
  const typing = (path: string, line: string) =>
    spawnSync(process.execPath, ['src/store-tool/store-tool.ts', 'erase'], {
      env: { ...process.env, STORE_URL: `sqlite://${path}` },
      input: `${line}\n`,
      encoding: 'utf8',
    });

  it('deletes the store, its copies and the backups, once its name is typed', async () => {
    const path = await stoppedStore();
    const folder = dirname(path);
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const own = [`${path}-before-1.1.0`, `${path}.before-2026-11-27T10-00-00.000Z-wal`];
    const backup = join(backups, 'easel-2026-11-27T10-00-00Z.sqlite');
    const others = [`${path}-mine`, join(backups, 'mine.sqlite')];
    for (const name of [...own, backup, ...others]) await writeFile(name, '');
    const refused = typing(path, 'yes');
    expect([refused.status, refused.stdout]).toEqual([2, expect.stringContaining('Not done: the name was not typed')]);
    expect(typing(path, 'easel.sqlite').status).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['backups', 'easel.sqlite-mine']);
    await writeFile(path, '');
    const { code, said } = await toolWith({ STORE_URL: `sqlite://${path}`, BACKUP_FOLDER: backups }, 'erase', '--yes');
    expect([code, said]).toEqual([0, expect.stringContaining(backup)]);
    expect(await readdir(backups)).toEqual(['mine.sqlite']);
  });

  it('deletes nothing while Easel runs', async () => {
    const { path } = await runningStore();
    expect(await tool(path, 'erase', '--yes')).toEqual({ code: 2, said: expect.stringContaining('Not done') });
    expect(await readdir(dirname(path))).toContain('easel.sqlite');
  });
});

describe('npm run store -- backup', () => {
  it('copies everything next to a running bot, even what is not in the main file yet', async () => {
    const { path } = await runningStore();
    const copy = `${path}-copied`;
    await copyFile(path, copy);
    expect(await tool(path, 'verify', copy)).toEqual({ code: 3, said: expect.stringContaining('The store is empty') });

    const backup = join(dirname(path), 'backup.sqlite');
    expect(await tool(path, 'backup', backup)).toEqual({ code: 0, said: `Backed up to ${backup}.\n${IN_ORDER}` });
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(dirname(path))).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite']);
    expect(await heldIn(backup)).toBe(10);
  });

  it('overwrites nothing, and leaves nothing behind if it fails', async () => {
    const { path } = await runningStore();
    const folder = await tempFolder();
    const diary = join(folder, 'diary');
    await writeFile(diary, 'today');
    expect(await tool(path, 'backup', diary)).toEqual({
      code: 2,
      said: expect.stringContaining('the file exists already'),
    });
    expect(await readFile(diary, 'utf8')).toBe('today');
    await writeFile(join(folder, 'backup-wal'), 'of another');
    expect((await tool(path, 'backup', join(folder, 'backup'))).code).toBe(2);
    expect((await tool(path, 'backup', join(folder, 'nowhere', 'backup'))).code).toBe(2);
    await meddle(path, async (query) => {
      await query('PRAGMA writable_schema = ON');
      await query("UPDATE sqlite_schema SET sql = 'rubbish' WHERE name = 'records'");
    });
    expect((await tool(path, 'backup', join(folder, 'damaged'))).code).toBe(2);
    expect((await readdir(folder)).sort()).toEqual(['backup-wal', 'diary']);
  });

  it('reports an empty, emptied or missing store, and creates none', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'easel.sqlite');
    expect((await tool(path, 'backup', join(folder, 'backup'))).code).toBe(2);
    expect(await readdir(folder)).toEqual([]);
    await (await open(path)).close();
    expect(await tool(path, 'backup', join(folder, 'backup'))).toEqual({
      code: 3,
      said: expect.stringContaining('The store is empty'),
    });
    await truncate(path);
    expect(await tool(path, 'backup', join(folder, 'another'))).toEqual({
      code: 2,
      said: expect.stringContaining('0 bytes'),
    });
  });
});

describe('npm run store -- verify', () => {
  it('reads the store next to a running bot', async () => {
    expect(await tool((await runningStore()).path, 'verify')).toEqual({ code: 0, said: IN_ORDER });
  });

  it('names what differs in a backup, and changes nothing in it', async () => {
    const path = await stoppedStore();
    await meddle(path, async (query) => {
      await query("UPDATE records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
    });
    const folder = await tempFolder();
    const backup = join(folder, 'backup');
    await rename(path, backup);
    const bytes = await readFile(backup);
    expect(await tool(path, 'verify', backup)).toEqual({
      code: 1,
      said: expect.stringContaining(`server ${GUILD}: entry 2: says that 91 credits were left`),
    });
    expect(await readdir(folder)).toEqual(['backup']);
    expect((await readFile(backup)).equals(bytes)).toBe(true);
  });

  it('reads the write-ahead log if its file came with the backup', async () => {
    const { path } = await runningStore();
    const backup = join(await tempFolder(), 'backup');
    for (const suffix of ['', '-wal']) await copyFile(`${path}${suffix}`, `${backup}${suffix}`);
    expect(await tool(path, 'verify', backup)).toEqual({ code: 0, said: IN_ORDER });
  });

  it('reports a file that is not a store, or is damaged', async () => {
    const path = await stoppedStore();
    const diary = join(await tempFolder(), 'diary');
    await writeFile(diary, 'dear diary\n'.repeat(1000));
    expect(await tool(path, 'verify', diary)).toMatchObject({ code: 2, said: expect.stringContaining('not a SQLite') });
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xa5, bytes.length - 4096));
    expect((await tool(path, 'verify')).code).toBe(2);
  });
});

describe('a backup with BACKUP_KEY', () => {
  const KEY = 'ab'.repeat(32);
  const withKey = (path: string, key: string, ...args: string[]) =>
    toolWith({ STORE_URL: `sqlite://${path}`, BACKUP_KEY: key }, ...args);

  it('is encrypted, checked, and restored, and needs the key', async () => {
    const path = await stoppedStore();
    const backup = join(await tempFolder(), 'backup');
    expect(await withKey(path, KEY, 'backup', backup)).toEqual({
      code: 0,
      said: `Backed up to ${backup}, encrypted.\n${IN_ORDER}`,
    });
    const bytes = await readFile(backup);
    expect([bytes.includes('SQLite format'), bytes.includes(GUILD)]).toEqual([false, false]);
    expect(await readdir(dirname(backup))).toEqual(['backup']);
    for (const command of ['verify', 'restore']) {
      expect(await tool(path, command, backup)).toEqual({
        code: 2,
        said: expect.stringContaining('is encrypted. Set BACKUP_KEY_FILE'),
      });
      expect(await withKey(path, 'cd'.repeat(32), command, backup)).toEqual({
        code: 2,
        said: expect.stringMatching(/needs key .* BACKUP_KEY is key/),
      });
    }
    expect(await heldIn(path)).toBe(10);
    await rm(path);
    expect((await withKey(path, KEY, 'restore', backup, '--forget')).code).toBe(0);
    expect(await heldIn(path)).toBe(10);
  });

  it('isn’t looked for in a folder, or where there is nothing', async () => {
    const path = await stoppedStore();
    for (const file of [dirname(path), join(dirname(path), 'nowhere')]) {
      expect(await withKey(path, KEY, 'verify', file)).toEqual({
        code: 2,
        said: expect.stringContaining('Not done: '),
      });
    }
  });

  it('isn’t made with half a key', async () => {
    const { code, said } = await withKey(await stoppedStore(), 'abc', 'backup', join(await tempFolder(), 'backup'));
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('64 hexadecimal digits') });
  });
});

describe('npm run store -- restore', () => {
  it('replaces the store by a backup, and keeps the old one with its write-ahead log', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const child = startChild('write-for-ever.ts', [`sqlite://${path}`]);
    await child.line();
    child.process.kill('SIGKILL');
    await child.ended;
    const before = new Map<string, Buffer>();
    for (const suffix of ['', '-wal']) before.set(suffix, await readFile(`${path}${suffix}`));

    const backup = await stoppedStore(30);
    const { code, said } = await tool(path, 'restore', backup, '--forget');
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`Restored from ${backup}.`) });
    const kept = /kept as (.*)\.$/m.exec(said)?.[1] ?? '';
    for (const [suffix, bytes] of before) expect((await readFile(`${kept}${suffix}`)).equals(bytes)).toBe(true);
    expect(await heldIn(path)).toBe(30);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await heldIn(backup)).toBe(30);
  });

  it('refuses a backup from before the first release, and leaves the store unchanged', async () => {
    const backup = await stoppedStore(30);
    await meddle(backup, async (query) => {
      for (const statement of ['PRAGMA user_version = 0', 'CREATE TABLE self_test (key, value)'])
        await query(statement);
    });
    const path = await stoppedStore(10);
    for (const command of ['verify', 'restore']) {
      const { code, said } = await tool(path, command, backup);
      expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('from before the first release') });
    }
    expect(await heldIn(path)).toBe(10);
  });

  const incomparable: [how: string, destroy: (path: string) => Promise<void>][] = [
    ['was emptied', (path) => truncate(path)],
    ['is missing', (path) => rm(path)],
    ['is damaged', async (path) => writeFile(path, (await readFile(path)).fill(0xa5, 4096))],
  ];

  it.each(incomparable)('says what is unknown and asks for --forget if the store’s file %s', async (_, destroy) => {
    const [path, backup] = [await stoppedStore(), await stoppedStore(30)];
    await destroy(path);
    const before = await stateOfFile(backup);
    for (const choice of [[], ['--carry-over']]) {
      const { code, said } = await tool(path, 'restore', backup, ...choice);
      expect(code).toBe(2);
      expect(said).toMatch(/The backup last changed 2026-11-20T12:00:00.000Z, \d+ (min|h|days) ago\./);
      expect(said).toContain('What was spent and decided since the backup is unknown');
      expect(said).toContain('choose --forget');
    }
    expect((await tool(path, 'restore', backup, '--forget')).code).toBe(0);
    expect(await heldIn(path)).toBe(30);
    expect(await stateOfFile(backup)).toEqual(before);
  });

  describe('from a backup made before 40 credits were spent and a request was decided', () => {
    const oneOf = async (path: string) => {
      const store = await open(path);
      const { sums } = (await openBooks(store).accounts.get(GUILD)) ?? {};
      const request = await store.collection(requestCollection).get('job1');
      await store.close();
      return { spentCredits: sums && spentEverCredits(sums), phase: request?.phase };
    };

    const replacedAndBackup = async (): Promise<[path: string, backup: string]> => {
      const path = join(await tempFolder(), 'easel.sqlite');
      const backup = `${path}-backup`;
      const [first, second] = [await open(path), await open(backup)];
      const held = holding('job', 40);
      const settled = changed(decideSettle(held, 'job.0', 40, terms()));
      await keepAccount(first, GUILD, settled);
      await keepAccount(second, GUILD, held);
      await first.collection(requestCollection).set('job1', sampleRequest({ phase: 'rejected' }));
      await second.collection(requestCollection).set('job1', sampleRequest());
      await first.close();
      await second.close();
      return [path, backup];
    };

    it('says what it would forget, and asks for a choice', async () => {
      const [path, backup] = await replacedAndBackup();
      const { code, said } = await tool(path, 'restore', backup);
      expect(code).toBe(2);
      expect(said).toMatch(/last changed 2026-11-20T12:00:00.000Z, \d+ (min|h|days) ago\./);
      expect(said).toContain('40 credits were spent in 1 servers.');
      expect(said).toContain('differ from the replaced store: accounts 1, holds 1, ledger 1, requests 1.\n');
      expect(said).toContain('Not done: ');
      expect(await oneOf(path)).toEqual({ spentCredits: 40, phase: 'rejected' });
    });

    it('keeps both with --carry-over', async () => {
      const [path, backup] = await replacedAndBackup();
      expect((await tool(path, 'restore', backup, '--carry-over')).code).toBe(0);
      expect(await oneOf(path)).toEqual({ spentCredits: 40, phase: 'rejected' });
    });

    it('returns to the backup with --forget, also after a restore that was killed', async () => {
      const [path, backup] = await replacedAndBackup();
      for (const suffix of ['', '-wal', '-lock']) await writeFile(`${path}.restoring${suffix}`, 'half');
      expect((await tool(path, 'restore', backup, '--forget')).code).toBe(0);
      expect(await oneOf(path)).toEqual({ spentCredits: 0, phase: 'asked' });
      expect((await readdir(dirname(path))).filter((name) => name.includes('restoring'))).toEqual([]);
    });

    const setStyles = (path: string, version: number) =>
      meddle(path, async (query) => {
        const versions = JSON.stringify({ styles: version });
        await query("INSERT OR REPLACE INTO records (key, value) VALUES ('store:versions', ?)", versions);
      });
    const versionsIn = async (path: string): Promise<unknown> => {
      let rows: unknown;
      await meddle(path, async (query) => {
        rows = await query("SELECT value FROM records WHERE key = 'store:versions'");
      });
      return rows;
    };

    it('carries over from an older Easel, whose records this one converts', async () => {
      const [path, backup] = await replacedAndBackup();
      await setStyles(backup, 3);
      await setStyles(path, 2);
      expect((await tool(path, 'restore', backup, '--carry-over')).code).toBe(0);
      expect(await oneOf(path)).toEqual({ spentCredits: 40, phase: 'rejected' });
      expect(await versionsIn(path)).toEqual([{ value: '{"styles":3}' }]);
    });

    it('carries over from a newer Easel only if it is that Easel, and else names it', async () => {
      const [path, backup] = await replacedAndBackup();
      await setStyles(path, 2);
      const startedBy = async (version: string) => {
        const store = await open(path);
        await recordRelease(store, { version, startedAtMs: 0 });
        await store.close();
      };
      await startedBy('99.0.0');
      expect(await tool(path, 'restore', backup, '--carry-over')).toEqual({
        code: 2,
        said: expect.stringMatching(
          /Easel 99\.0\.0 wrote the store to carry over.*restore with that version, or choose --forget/,
        ),
      });
      expect(await versionsIn(backup)).toEqual([]);
      await startedBy(VERSION);
      expect((await tool(path, 'restore', backup, '--carry-over')).code).toBe(0);
      expect(await versionsIn(path)).toEqual([{ value: '{"styles":2}' }]);
    });

    it('notes the restore in the store, for the operator’s alert', async () => {
      const [path, backup] = await replacedAndBackup();
      expect((await tool(path, 'restore', backup, '--carry-over')).code).toBe(0);
      const store = await open(path);
      const backupChangedAtMs = Date.parse('2026-11-20T12:00:00.000Z');
      const noted = await store.collection(restoreCollection).get(LAST_RESTORE);
      await store.close();
      expect(noted).toMatchObject({ backupChangedAtMs, isCarriedOver: true });
    });
  });

  it('asks also if nothing was spent, keeps every other collection, and takes settings from the backup', async () => {
    const [path, backup] = [join(await tempFolder(), 'easel.sqlite'), join(await tempFolder(), 'backup')];
    const schema = z.object({ text: z.string() });
    for (const [at, words] of [
      [backup, 'before'],
      [path, 'after'],
    ] as const) {
      const store = await open(at);
      await keepAccount(store, GUILD, holding('job', 10));
      for (const name of ['styles', 'something_new'])
        await store.collection(toy(name, schema)).set('one', { text: words });
      await store.close();
    }
    const asked = await tool(path, 'restore', backup);
    expect(asked.code).toBe(2);
    expect(asked.said).toContain('0 credits were spent in 0 servers.\n');
    expect(asked.said).toContain('Its unfinished tasks hold 10 credits, which the service may charge.\n');
    expect(asked.said).toContain('Records that differ from the replaced store: something_new 1.\n');
    expect(asked.said).toContain('Records that differ and come from the backup in any case: styles 1.\n');
    expect((await tool(path, 'restore', backup, '--carry-over')).code).toBe(0);
    const store = await open(path);
    expect(await store.collection(toy('something_new', schema)).get('one')).toEqual({ text: 'after' });
    expect(await store.collection(toy('styles', schema)).get('one')).toEqual({ text: 'before' });
    await store.close();
  });

  it('refuses while a bot runs on the store, which stays unchanged', async () => {
    const { path, store } = await runningStore();
    const files = await readdir(dirname(path));
    const said = await tool(path, 'restore', await stoppedStore(30));
    expect(said).toEqual({ code: 2, said: expect.stringContaining('another Easel is running on this store') });
    expect(await readdir(dirname(path))).toEqual(files);
    expect(await openBooks(store).holds.get(`${GUILD}:job.0`)).toMatchObject({ credits: 10 });
  });

  it('refuses a backup that is empty, damaged or the store itself, which stays unchanged', async () => {
    const path = await stoppedStore();
    const files = await readdir(dirname(path));
    const folder = await tempFolder();
    const empty = join(folder, 'empty.sqlite');
    await (await open(empty)).close();
    const damaged = join(folder, 'damaged');
    const bytes = await readFile(path);
    await writeFile(damaged, bytes.fill(0xa5, bytes.length - 4096));
    for (const backup of [empty, damaged, join(folder, 'nothing'), path]) {
      expect((await tool(path, 'restore', backup)).code, backup).toBe(2);
    }
    expect(await readdir(dirname(path))).toEqual(files);
    expect(await heldIn(path)).toBe(10);
  });
});

describe('another program’s database stays as it is', () => {
  const uses: [
    what: string,
    args: (file: string, store: string, folder: string) => [path: string, ...args: string[]],
  ][] = [
    ['at STORE_URL of a backup', (file, _, folder) => [file, 'backup', join(folder, 'backup')]],
    ['at STORE_URL of a check', (file) => [file, 'verify']],
    ['at STORE_URL of an audit', (file) => [file, 'audit']],
    ['at STORE_URL of a restore', (file, store) => [file, 'restore', store, '--forget']],
    ['as a backup to check', (file, store) => [store, 'verify', file]],
    ['as a backup to restore', (file, store) => [store, 'restore', file, '--forget']],
    ['as the source of a copy', (file, _, folder) => [file, 'copy', `sqlite://${file}`, `sqlite://${folder}/copy`]],
    ['as the target of a copy', (file, store) => [file, 'copy', `sqlite://${store}`, `sqlite://${file}`]],
  ];

  it.each(uses)('%s', async (_, args) => {
    const [file, store, folder] = [await strangersFile(), await stoppedStore(), await tempFolder()];
    const before = [await stateOfFile(file), await stateOfFile(store)];
    const { code, said } = await tool(...args(file, store, folder));
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringMatching(/the database of another program|not a store of Easel/),
    });
    expect([await stateOfFile(file), await stateOfFile(store)]).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  });

  it('even if it is not SQLite, unless a store’s lock is next to it', async () => {
    const path = join(await tempFolder(), 'diary');
    await writeFile(path, 'dear diary\n'.repeat(1000));
    const [before, backup] = [await stateOfFile(path), await stoppedStore(30)];
    expect(await tool(path, 'restore', backup, '--forget')).toEqual({
      code: 2,
      said: expect.stringContaining('not a store of Easel'),
    });
    expect(await stateOfFile(path)).toEqual(before);
    await writeFile(`${path}-lock`, '');
    expect((await tool(path, 'restore', backup, '--forget')).code).toBe(0);
  });
});

describe.runIf(hasPostgres)('npm run store -- copy', () => {
  const recordsIn = async (path: string): Promise<unknown> => {
    let rows: unknown;
    await meddle(path, async (query) => {
      rows = await query('SELECT key, value FROM records ORDER BY key');
    });
    return rows;
  };
  const elsewhere = join('nowhere', 'easel.sqlite');

  it('copies a store from a file to PostgreSQL and back, every record unchanged', async () => {
    const path = await stoppedStore();
    const before = await recordsIn(path);
    expect(before).not.toEqual([]);
    const url = await newPostgres();
    const there = await tool(elsewhere, 'copy', `sqlite://${path}`, url);
    expect(there).toEqual({ code: 0, said: expect.stringMatching(/^Copied [1-9]\d* records\./) });
    expect(there.said).toContain(IN_ORDER);
    expect(there.said).not.toContain(url);
    const back = join(await tempFolder(), 'new', 'easel.sqlite');
    expect((await tool(elsewhere, 'copy', url, `sqlite://${back}`)).code).toBe(0);
    expect(await recordsIn(back)).toEqual(before);
    expect(await recordsIn(path)).toEqual(before);
    expect(await heldIn(back)).toBe(10);
  });

  it('copies more than it reads at once, and checks the books of the copy', async () => {
    const { path, store } = await runningStore();
    const things = store.collection(toy('things', z.object({ text: z.string() })));
    await store.commit(
      Array.from({ length: 1234 }, (_, one) => things.put(`t${one}`, { text: 'ü'.repeat(one % 100) })),
    );
    await store.close();
    await meddle(path, async (query) => {
      await query("UPDATE records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
    });
    const url = await newPostgres();
    const { code, said } = await tool(elsewhere, 'copy', `sqlite://${path}`, url);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('says that 91 credits were left') });
    const copied = await openStore(url);
    onTestFinished(() => copied.close());
    expect((await allOf(copied.collection(toy('things', z.object({ text: z.string() }))))).records).toHaveLength(1234);
  });

  it('refuses a target that has records, and leaves it unchanged', async () => {
    const [from, to] = [await stoppedStore(), await stoppedStore(30)];
    const before = await recordsIn(to);
    const refused = { code: 2, said: expect.stringContaining('has records already') };
    expect(await tool(elsewhere, 'copy', `sqlite://${from}`, `sqlite://${to}`)).toEqual(refused);
    expect((await tool(elsewhere, 'copy', `sqlite://${from}`, `sqlite://${from}`)).code).toBe(2);
    expect(await recordsIn(to)).toEqual(before);
  });

  it('refuses a store on which an Easel runs, on either side', async () => {
    const { path } = await runningStore();
    const url = await newPostgres();
    const running = await openStore(url);
    onTestFinished(() => running.close());
    const refused = { code: 2, said: expect.stringContaining('another Easel is running on this store') };
    const idle = `sqlite://${await stoppedStore()}`;
    expect(await tool(elsewhere, 'copy', `sqlite://${path}`, await newPostgres())).toEqual(refused);
    expect(await tool(elsewhere, 'copy', url, `sqlite://${join(await tempFolder(), 'new')}`)).toEqual(refused);
    expect(await tool(elsewhere, 'copy', idle, url)).toEqual(refused);
  });

  it('reports a missing store, and creates none', async () => {
    const folder = await tempFolder();
    const refused = { code: 2, said: expect.stringContaining('there is no store') };
    expect(await tool(elsewhere, 'copy', `sqlite://${join(folder, 'nothing')}`, await newPostgres())).toEqual(refused);
    expect(await tool(elsewhere, 'copy', await newPostgres(), `sqlite://${join(folder, 'new')}`)).toEqual(refused);
    expect(await readdir(folder)).toEqual([]);
  });

  it('marks an unfinished copy, so that it is neither opened nor copied', async () => {
    const path = await stoppedStore();
    await meddle(path, async (query) => {
      await query("INSERT INTO records VALUES ('zebras:bad', NULL)");
    });
    const url = await newPostgres();
    const { code, said } = await tool(elsewhere, 'copy', `sqlite://${path}`, url);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('record zebras:bad has no text') });
    await expect(openStore(url)).rejects.toThrow('did not finish');
    await expect(openStore(url, { exclusive: false })).rejects.toThrow('did not finish');
    const on = await tool(elsewhere, 'copy', url, `sqlite://${join(await tempFolder(), 'new')}`);
    expect(on).toEqual({ code: 2, said: expect.stringContaining('did not finish') });
    expect((await tool(elsewhere, 'copy', `sqlite://${await stoppedStore()}`, url)).code).toBe(2);
  });
});

it.runIf(hasPostgres)('backs up and restores files only, and checks either kind', async () => {
  const url = await newPostgres();
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await keepAccount(store, GUILD, holding('job', 10));
  const file = join(await tempFolder(), 'backup');
  for (const command of ['backup', 'restore']) {
    expect(await toolAt(url, command, file)).toEqual({ code: 2, said: expect.stringContaining('use pg_dump') });
  }
  expect(await toolAt(url, 'verify')).toEqual({ code: 0, said: IN_ORDER });
});

it.each([[], ['copy', 'a'], ['backup'], ['restore'], ['backup', 'a', 'b'], ['remove', 'a']])(
  'prints its usage: %s',
  async (...args) => {
    const path = join(await tempFolder(), 'easel.sqlite');
    expect(await tool(path, ...args)).toEqual({
      code: 2,
      said: expect.stringContaining('npm run store -- verify [FILE]'),
    });
  },
);
