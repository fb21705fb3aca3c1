import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { listBackups, removeBackups } from '../backups/backup-files.ts';
import { decryptFile, encryptFile, isEncrypted } from '../backups/encrypted-file.ts';
import { type AuditReport, audit } from '../budget/audit/audit.ts';
import { openBooks } from '../budget/books/books.ts';
import { type Environment, readVariable } from '../config.ts';
import { loadEnvironment } from '../environment.ts';
import { copyRecords } from '../store/copy.ts';
import { openStore } from '../store/open-store.ts';
import { LAST_RESTORE, restoreCollection } from '../store/restores.ts';
import {
  backUpStore,
  carryOver,
  copyStore,
  differingRecords,
  integrityFaults,
  restoreStore,
} from '../store/sqlite/backup.ts';
import { eraseFiles, filesOfStore } from '../store/sqlite/erase-files.ts';
import { sizeOf } from '../store/sqlite/store-file.ts';
import { type Change, type Store, StoreError } from '../store/store.ts';
import { parseStoreUrl, storeFileOf } from '../store/store-url.ts';
import { lastRelease, versionsWith } from '../store/versions.ts';
import { systemClock } from '../time/clock.ts';
import { VERSION } from '../version.ts';
import { lastChangeAtMs, spentSince } from './restore-comparison.ts';
import { erasuresAgain, FROM_BACKUP, stricterOfBoth } from './restore-rules.ts';
import { NOT_DONE, print, runTool } from './run-tool.ts';

/**
 * `npm run store` backs the store up, checks it or a backup, restores a backup, and copies the store into another
 * database. `npm run audit` only checks the books, while the bot runs.
 */

/** How long the comparison of two stores may take. */
const COMPARE_LIMIT_MS = 300_000;

/** Done and the books are in order; something differs; not done; the store is empty. */
const EXIT_CODES = { inOrder: 0, differs: 1, notDone: NOT_DONE, empty: 3 } as const;

const USAGE = `npm run store -- backup FILE    copies the store into a new file, while Easel runs
npm run store -- verify [FILE]  checks a backup, or the store itself: the file, and every account
npm run store -- restore FILE   puts a backup in the store's place, and keeps what was there
    --carry-over                takes all but settings and members' own marks from the replaced store
    --forget                    goes back to the backup as it is: credits may be spent again
npm run store -- erase          at the end of the bot: deletes the store, its copies and backups, once you type its name
    --yes                       doesn't ask
npm run store -- copy FROM TO   copies all records from one address into another, such as from sqlite:// to postgres://`;

async function auditStore(url: string, isCopy: boolean): Promise<AuditReport> {
  await using store = await openStore(url, { exclusive: isCopy });
  const last = await lastRelease(store);
  if (last) print(`Easel ${last.version} last started on this store, ${new Date(last.startedAtMs).toISOString()}.`);
  return await audit(openBooks(store));
}

/**
 * Prints what a store holds.
 * @param isCopy whether it is a private copy, which is opened for writing and then kept in one file.
 * @throws StoreError if SQLite finds damage.
 */
async function inspect(path: string, isCopy: boolean): Promise<number> {
  const faults = await integrityFaults(path);
  if (faults.length > 0) {
    for (const fault of faults) print(fault);
    throw new StoreError('the file is damaged');
  }
  return printAudit(await auditStore(`sqlite://${path}`, isCopy));
}

/** @returns the exit code. A store without accounts has its own, because it is either new or lost. */
function printAudit(report: AuditReport): number {
  const { accounts, faults, unreadable, spentCredits, heldCredits, unconfirmed } = report;
  const wrong = faults.length + unreadable.length;
  if (accounts + wrong === 0) {
    print('The store is empty: no server has an account.');
    return EXIT_CODES.empty;
  }
  for (const guildId of unreadable) print(`server ${guildId}: the account cannot be read`);
  for (const { guildId, entryNumber, fault } of faults) {
    const where = guildId === undefined ? 'all servers' : `server ${guildId}`;
    print(`${where}: ${entryNumber === undefined ? '' : `entry ${entryNumber}: `}${fault}`);
  }
  const held = `${heldCredits} held (${unconfirmed.credits} unconfirmed)`;
  print(`${accounts} accounts: ${spentCredits} credits spent, ${held}`);
  print(wrong > 0 ? `${wrong} faults.` : 'The books are in order.');
  return wrong > 0 ? EXIT_CODES.differs : EXIT_CODES.inOrder;
}

/** Read once, and not for what needs no variable. */
let loaded: Environment | undefined;
function environment(): Environment {
  loaded ??= loadEnvironment({ own: process.env });
  return loaded;
}
const backupKey = (): Buffer | undefined => readVariable('BACKUP_KEY', environment());

/** With a key, the copy is outside of the backup's folder until it is encrypted. */
async function backUp(path: string, copyPath: string): Promise<number> {
  const key = backupKey();
  if (key === undefined) await backUpStore(path, copyPath);
  else {
    await withTemporary(async (plainPath) => {
      await backUpStore(path, plainPath);
      await encryptFile(plainPath, copyPath, key);
    });
  }
  print(`Backed up to ${copyPath}${key === undefined ? '' : ', encrypted'}.`);
  return verify(copyPath);
}

/** Copies a store that no process uses, or a backup. */
async function copyOf(path: string, copyPath: string): Promise<void> {
  if (await isEncrypted(path)) await decryptFile(path, copyPath, backupKey());
  else await copyStore(path, copyPath);
}

/** Works on a copy, because opening a store writes to its folder. */
const inCopy = <Result>(path: string, work: (copyPath: string) => Promise<Result>): Promise<Result> =>
  withTemporary(async (copyPath) => {
    await copyOf(path, copyPath);
    return await work(copyPath);
  });

/** Lends a path in a folder of its own. */
async function withTemporary<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-copy-'));
  try {
    return await work(join(folder, 'copy.sqlite'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verify(backupPath: string): Promise<number> {
  return inCopy(backupPath, (copyPath) => inspect(copyPath, true));
}

/** What to do with what happened since the backup. */
type Since = 'carry over' | 'forget' | undefined;

async function restore(path: string, backupPath: string, since: Since): Promise<number> {
  if (backupPath === path) throw new StoreError('that file is the store itself');
  let exitCode: number = EXIT_CODES.notDone;
  const nowMs = systemClock.now();
  const keptPath = await restoreStore({ copy: (to) => copyOf(backupPath, to), path, nowMs }, async (copyPath) => {
    exitCode = await inspect(copyPath, true);
    if (exitCode === EXIT_CODES.empty) throw new StoreError('the backup is empty');
    const backupChangedAtMs = await withStore(copyPath, lastChangeAtMs);
    print(
      `The backup last changed ${new Date(backupChangedAtMs).toISOString()}, ${formatAge(nowMs - backupChangedAtMs)} ago.`,
    );
    const difference = await printDifferences(copyPath, path);
    const isCarriedOver = since !== 'forget';
    if (isCarriedOver) {
      if (difference === 'unknown') throw new StoreError('choose --forget to restore the backup all the same');
      if (difference === 'some' && since === undefined)
        throw new StoreError('choose --carry-over to keep these records of the replaced store, or --forget');
      await inCopy(path, (replacedPath) => carryAllOver(copyPath, replacedPath));
      print('Carried over what happened since:');
      exitCode = await inspect(copyPath, true);
    } else if (difference !== 'unknown') {
      const eraseAgain = (backup: Store, replaced: Store) => erasuresAgain(backup, replaced, false);
      await commitTo(copyPath, await inCopy(path, (replacedPath) => withStores(copyPath, replacedPath, eraseAgain)));
    }
    await withStore(copyPath, (store) =>
      store.collection(restoreCollection).set(LAST_RESTORE, { restoredAtMs: nowMs, backupChangedAtMs, isCarriedOver }),
    );
  });
  if (keptPath !== undefined) print(`The replaced store is kept as ${keptPath}.`);
  print(`Restored from ${backupPath}.`);
  return exitCode;
}

/** Opens a private copy of a store. Closing it writes everything into its one file. */
async function withStore<Result>(path: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(`sqlite://${path}`);
  const result = await work(store).catch(async (cause: unknown) => {
    // A failing close must not hide why the work failed.
    await store.close().catch(() => undefined);
    throw cause;
  });
  await store.close();
  return result;
}

const withStores = <Result>(
  backupPath: string,
  replacedPath: string,
  work: (backup: Store, replaced: Store) => Promise<Result>,
): Promise<Result> => withStore(backupPath, (backup) => withStore(replacedPath, (replaced) => work(backup, replaced)));

async function carryAllOver(copyPath: string, replacedPath: string): Promise<void> {
  const changes = await withStores(copyPath, replacedPath, async (backup, replaced) => [
    ...(await versionsWith(backup, replaced, VERSION)),
    ...(await stricterOfBoth(backup, replaced)),
    ...(await erasuresAgain(backup, replaced, true)),
  ]);
  await carryOver(copyPath, replacedPath, FROM_BACKUP);
  await commitTo(copyPath, changes);
}

const commitTo = (copyPath: string, changes: Change[]): Promise<void> =>
  withStore(copyPath, (store) => store.commit(changes));

/**
 * @returns whether the backup lacks something that `--carry-over` would keep. It is unknown if the replaced store can't
 * be read, which is why backups get restored.
 */
async function printDifferences(backupPath: string, replacedPath: string): Promise<'none' | 'some' | 'unknown'> {
  try {
    const bytes = await sizeOf(replacedPath);
    if (!bytes) throw new StoreError(bytes === 0 ? 'its file is empty' : 'its file is missing');
    return await inCopy(replacedPath, async (copyPath) => {
      const { credits, servers, heldCredits } = await withStores(backupPath, copyPath, spentSince);
      print(`Since then ${credits} credits were spent in ${servers} servers.`);
      if (heldCredits > 0) print(`Its unfinished tasks hold ${heldCredits} credits, which the service may charge.`);
      const differing = [...(await differingRecords(backupPath, copyPath, COMPARE_LIMIT_MS))];
      const [fromBackup, carried] = [true, false].map((isFromBackup) =>
        differing.filter(([name]) => FROM_BACKUP.includes(name) === isFromBackup),
      );
      printCounts('Records that differ from the replaced store', carried);
      printCounts('Records that differ and come from the backup in any case', fromBackup);
      return carried?.length ? 'some' : 'none';
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    print(`Not compared with the store that it replaces: ${error.message}.`);
    print('What was spent and decided since the backup is unknown, and can be spent and decided again.');
    print('Members who had themselves erased since may be in the backup; they have to do it again.');
    print("Look at the service's account page for what was spent.");
    return 'unknown';
  }
}

function printCounts(title: string, counts: readonly [name: string, records: number][] = []): void {
  if (counts.length > 0) print(`${title}: ${counts.map(([name, records]) => `${name} ${records}`).join(', ')}.`);
}

function formatAge(ageMs: number): string {
  const minutes = Math.max(0, Math.round(ageMs / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

async function copy(fromUrl: string, toUrl: string): Promise<number> {
  print(`Copied ${await copyRecords(fromUrl, toUrl)} records. Now set STORE_URL and move the old store away.`);
  return printAudit(await auditStore(toUrl, true));
}

/** The first line that is typed; nothing if there is none. */
async function typedLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
}

async function erase(path: string, isSure: boolean): Promise<number> {
  const folder = readVariable('BACKUP_FOLDER', environment());
  const backups = folder === undefined ? [] : await listBackups(folder);
  const files = await filesOfStore(path);
  if (files.length === 0) throw new StoreError(`there is no store at ${path}`);
  for (const file of files) print(file);
  for (const { name } of backups) print(join(folder ?? '', name));
  if (!isSure) {
    print(`Type ${basename(path)} to delete these files for good.`);
    if ((await typedLine()) !== basename(path)) throw new StoreError('the name was not typed');
  }
  await eraseFiles(path, files);
  if (folder !== undefined) await removeBackups(folder, backups);
  print('Erased. Copies elsewhere are yours to delete.');
  return EXIT_CODES.inOrder;
}

const SINCE: Readonly<Record<string, Since>> = { '--carry-over': 'carry over', '--forget': 'forget' };

async function main([command, file, ...rest]: string[]): Promise<number | undefined> {
  const [to] = rest;
  print(`Easel ${VERSION}`);
  if (rest.length === 1 && command === 'copy' && file && to) return copy(file, to);
  const url = readVariable('STORE_URL', environment());
  const path = (): string => resolve(storeFileOf(url));
  if (rest.length === 0 && command === 'backup' && file) return backUp(path(), resolve(file));
  if (rest.length === 0 && command === 'verify' && file) return verify(resolve(file));
  if (rest.length === 0 && command === 'verify') {
    return parseStoreUrl(url).scheme === 'sqlite' ? inspect(path(), false) : printAudit(await auditStore(url, false));
  }
  if (command === 'erase' && rest.length === 0 && (!file || file === '--yes')) return erase(path(), file === '--yes');
  if (command === 'audit' && !file) return printAudit(await auditStore(url, false));
  const since = to === undefined ? undefined : SINCE[to];
  if (command === 'restore' && file && rest.length === (since ? 1 : 0)) return restore(path(), resolve(file), since);
  return undefined;
}

await runTool(USAGE, main);
