import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BackupFailure, type BackupParts, createBackups } from '../../src/backups/backups.ts';
import { isEncrypted } from '../../src/backups/encrypted-file.ts';
import { type MakeBackup, makeBackup } from '../../src/backups/make-backup.ts';
import { RetryLater } from '../../src/engine/lane.ts';
import { createLog } from '../../src/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { backUpStore } from '../../src/store/sqlite/backup.ts';
import { StoreError } from '../../src/store/store.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/time/clock.ts';
import { holding, keepAccount } from '../budget/samples.ts';
import { meddle, tempFolder } from '../store/temp-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';

const GUILD = '111222333444555666';
const FIRST = 'easel-2026-11-20T12-00-00Z.sqlite';
const SECOND = 'easel-2026-11-21T12-00-00Z.sqlite';
const THIRD = 'easel-2026-11-22T12-00-00Z.sqlite';

/** Copies without a process of its own, which takes a second. */
const copied: MakeBackup = async ({ storePath, path }) => {
  await backUpStore(storePath, path);
  return 'sound';
};

/** An open store with an account, as a bot has it, and its backups until the test ends. */
async function backedUp(changes: Partial<BackupParts> = {}, hasAccount = true) {
  const storePath = join(await tempFolder(), 'easel.sqlite');
  const store = await openStore(`sqlite://${storePath}`);
  onTestFinished(() => store.close());
  if (hasAccount) await keepAccount(store, GUILD, holding('job', 10));
  const folder = await tempFolder();
  const clock = new FakeClock();
  const lines: string[] = [];
  const alerts: BackupFailure[] = [];
  const parts: BackupParts = {
    ...{ storePath, folder, clock, intervalMs: 24 * HOUR_MS, keptCount: 2, make: copied },
    alert: async (failure) => void alerts.push(failure),
    log: createLog('info', { write: (line) => void lines.push(line) }),
    ...changes,
  };
  const start = () => startOn(clock, parts);
  return { ...parts, clock, lines, alerts, start, names: async () => (await readdir(parts.folder)).sort() };
}

/** Resolves once the backups have looked for the first time. */
async function startOn(clock: FakeClock, parts: BackupParts) {
  const backups = createBackups(parts);
  const stopping = new AbortController();
  const running = backups.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  await clock.asleep();
  return {
    ...backups,
    stop,
    after: async (hours: number): Promise<void> => {
      for (let hour = 0; hour < hours; hour++) {
        await clock.advance(HOUR_MS);
        await clock.asleep();
      }
    },
  };
}

describe('backups by schedule', () => {
  it('copy the running store, check the copy in a process of their own, and leave it private', async () => {
    const world = await backedUp({ make: makeBackup });
    const { ageMs, finding } = await world.start();
    expect(await world.names()).toEqual([FIRST]);
    expect((await stat(join(world.folder, FIRST))).mode & 0o777).toBe(0o600);
    expect([ageMs(), finding()]).toEqual([0, undefined]);
    expect(world.lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'the store is backed up', file: FIRST }]);
  });

  it('with a key are never plain in their folder, and leave nothing next to the store', async () => {
    const key = Buffer.alloc(32, 7);
    const world = await backedUp({
      key,
      make: async (backup, signal) => {
        // Where the check of a plain backup works, and would replace this.
        await writeFile(`${backup.path}-check`, 'untouched');
        const made = await makeBackup(backup, signal);
        expect(await readFile(`${backup.path}-check`, 'utf8')).toBe('untouched');
        await rm(`${backup.path}-check`);
        return made;
      },
    });
    await world.start();
    expect(await world.names()).toEqual([`${FIRST}.encrypted`]);
    expect(await isEncrypted(join(world.folder, `${FIRST}.encrypted`))).toBe(true);
    expect((await readdir(dirname(world.storePath))).filter((name) => name.includes('check'))).toEqual([]);
  });

  it('count with or without a key', async () => {
    const world = await backedUp({ keptCount: 1 });
    await writeFile(join(world.folder, 'easel-2026-11-10T12-00-00Z.sqlite.encrypted'), '');
    await world.start();
    expect(await world.names()).toEqual([FIRST]);
  });

  it('keep as many as wanted, and touch no one else’s files', async () => {
    const world = await backedUp();
    const others = ['diary', 'easel-2020-01-01.sqlite', 'easel-2020-01-01T00-00-00Z.sqlite-wal', 'my-easel.sqlite'];
    for (const name of others) await writeFile(join(world.folder, name), 'mine');
    const { after, ageMs } = await world.start();
    await after(23);
    expect(await world.names()).toEqual([...others, FIRST].sort());
    expect(ageMs()).toBe(23 * HOUR_MS);
    await after(25);
    expect(await world.names()).toEqual([...others, SECOND, THIRD].sort());
    expect(ageMs()).toBe(0);
  });

  it('keep the newest even if it is the only one wanted', async () => {
    const world = await backedUp({ keptCount: 1 });
    const { after } = await world.start();
    await after(24);
    expect(await world.names()).toEqual([SECOND]);
  });

  it('know after a restart when the last one was made, and make none too early', async () => {
    const world = await backedUp();
    await (await world.start()).stop();
    await world.clock.advance(5 * HOUR_MS);
    const { after, ageMs } = await world.start();
    expect(await world.names()).toEqual([FIRST]);
    expect(ageMs()).toBe(5 * HOUR_MS);
    await after(19);
    expect(await world.names()).toEqual([FIRST, SECOND]);
  });

  it('aren’t held up by a file from the future, which a wrong clock made', async () => {
    const world = await backedUp({ keptCount: 1 });
    await writeFile(join(world.folder, 'easel-2030-01-01T00-00-00Z.sqlite'), '');
    await world.start();
    expect(await world.names()).toEqual([FIRST]);
  });

  it('make none of a store without accounts, which no one would restore', async () => {
    const world = await backedUp({ make: makeBackup }, false);
    const { ageMs, finding } = await world.start();
    expect(await world.names()).toEqual([]);
    expect([ageMs(), finding()]).toEqual([undefined, undefined]);
  });
});

describe('a backup that fails', () => {
  it('is not counted if its books differ: it is reported, and no good one is deleted for it', async () => {
    const world = await backedUp({ make: makeBackup, keptCount: 1 });
    const { after, ageMs, finding } = await world.start();
    await meddle(world.storePath, async (query) => {
      await query("UPDATE records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
    });
    await after(24);
    expect(await world.names()).toEqual([FIRST, `${SECOND}.unverified`]);
    expect(ageMs()).toBe(24 * HOUR_MS);
    const cause = expect.stringMatching(/^the books of the copy differ: \d+ faults$/);
    expect(world.alerts).toEqual([{ path: world.folder, cause, lastAtMs: Date.UTC(2026, 10, 20, 12) }]);
    expect(finding()?.id).toBe('store.backup');
    expect(finding()?.safeText).not.toContain(world.folder);
  });

  it('says why the store can’t be copied, and leaves nothing', async () => {
    const [folder, storePath] = [await tempFolder(), join(await tempFolder(), 'easel.sqlite')];
    await writeFile(storePath, 'no database at all');
    const making = makeBackup({ storePath, path: join(folder, FIRST) }, new AbortController().signal);
    await expect(making).rejects.toThrow(new StoreError('the file is not a SQLite database'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is reported in an operator’s words if the disk is full', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const world = await backedUp({
      make: async (backup, signal) => {
        await copied(backup, signal);
        throw full;
      },
    });
    const { after, finding } = await world.start();
    await after(1);
    expect(world.alerts).toMatchObject([{ cause: 'the disk is full (ENOSPC)' }]);
    expect(finding()?.text).toContain('the disk is full');
    expect(await world.names()).toHaveLength(1);
  });

  it('is looked at each minute and reported once, until the folder is back', async () => {
    const world = await backedUp();
    const away = `${world.folder}-away`;
    onTestFinished(() => rm(away, { recursive: true, force: true }));
    await rename(world.folder, away);
    const { after, finding } = await world.start();
    await after(3);
    expect(world.alerts).toEqual([{ path: world.folder, cause: 'the folder doesn’t exist', lastAtMs: undefined }]);
    expect(world.lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, finding: 'store.backup' }]);
    await rename(away, world.folder);
    await world.clock.advance(MINUTE_MS);
    await world.clock.asleep();
    expect(finding()).toBeUndefined();
    expect(await world.names()).toEqual(['easel-2026-11-20T15-01-00Z.sqlite']);
  });

  it('alerts again if Discord could not be reached, without another line', async () => {
    let tries = 0;
    const alert = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw new RetryLater();
    };
    const world = await backedUp({ alert, folder: join(await tempFolder(), 'nowhere') });
    const { after } = await world.start();
    await after(3);
    expect(tries).toBe(2);
    expect(world.lines).toHaveLength(1);
  });

  it('leaves nothing that grows: what is left of it goes with the next try', async () => {
    const world = await backedUp();
    await writeFile(join(world.folder, `${FIRST}.unverified.1234.part`), 'half');
    await mkdir(join(world.folder, `${FIRST}.unverified-check`));
    await world.start();
    expect(await world.names()).toEqual([FIRST]);
  });
});
