import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type AuditReport, audit } from './budget/audit/audit.ts';
import { EXIT_CODES, tellAudit } from './budget/audit/audit-report.ts';
import { openBooks } from './budget/books/books.ts';
import { upgradeBooks } from './budget/books/upgrade.ts';
import { systemClock } from './clock.ts';
import { ConfigError, readConfigOf } from './config.ts';
import { copyRecords } from './store/copy.ts';
import { openStore } from './store/open-store.ts';
import { backUpStore, copyStore, integrityFaults, restoreStore } from './store/sqlite/backup.ts';
import { StoreError } from './store/store.ts';
import { parseStoreUrl, storeFileOf } from './store/store-url.ts';

/**
 * `npm run store`: backs the store up, checks it or a backup, brings a backup back, copies it into another database.
 * Exit code 0: done, and the books are in order; 1: something differs; 2: it could not be done; 3: the store is empty.
 */

const USAGE = `npm run store -- backup FILE    copies the store into a new file, beside a running Easel
npm run store -- verify [FILE]  checks a backup, or the store itself: the file, and every account
npm run store -- restore FILE   puts a backup in the store's place, and keeps what was there
npm run store -- copy FROM TO   copies all records from one address into another, such as from sqlite:// to postgres://`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function auditStore(url: string, isCopy: boolean): Promise<AuditReport> {
  const store = await openStore(url, { exclusive: isCopy });
  try {
    if (isCopy) await upgradeBooks(store);
    return await audit(openBooks(store));
  } finally {
    await store.close();
  }
}

/**
 * Says what a store holds.
 * @param isCopy one that nobody else knows of: it is brought up to this version of Easel, as a start would do.
 * @throws StoreError when SQLite finds it damaged.
 */
async function inspect(path: string, isCopy: boolean): Promise<number> {
  const faults = await integrityFaults(path);
  if (faults.length > 0) {
    for (const fault of faults) say(fault);
    throw new StoreError('the file is damaged');
  }
  return sayAudit(await auditStore(`sqlite://${path}`, isCopy));
}

function sayAudit(report: AuditReport): number {
  const { lines, exitCode } = tellAudit(report);
  for (const line of lines) say(line);
  return exitCode;
}

async function backUp(path: string, copyPath: string): Promise<number> {
  await backUpStore(path, copyPath);
  say(`Backed up to ${copyPath}.`);
  return verify(copyPath);
}

/** Opening a store writes to its folder: a backup is looked at in a copy. */
async function verify(backupPath: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-verify-'));
  try {
    const copyPath = join(folder, 'copy.sqlite');
    await copyStore(backupPath, copyPath);
    return await inspect(copyPath, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(path: string, backupPath: string): Promise<number> {
  if (backupPath === path) throw new StoreError('that file is the store itself');
  let exitCode: number = EXIT_CODES.unreadable;
  const keptPath = await restoreStore({ backupPath, path, nowMs: systemClock.now() }, async (copyPath) => {
    exitCode = await inspect(copyPath, true);
    if (exitCode === EXIT_CODES.empty) throw new StoreError('the backup is empty');
  });
  if (keptPath !== undefined) say(`What was there is kept as ${keptPath}.`);
  say(`Restored from ${backupPath}.`);
  return exitCode;
}

/** The copy is brought up to this version of Easel, as a start would do. */
async function copy(fromUrl: string, toUrl: string): Promise<number> {
  say(`Copied ${await copyRecords(fromUrl, toUrl)} records. Now set STORE_URL, and move the old store out of reach.`);
  return sayAudit(await auditStore(toUrl, true));
}

async function main([command, file, ...rest]: string[]): Promise<number> {
  const [to] = rest;
  if (rest.length === 1 && command === 'copy' && file && to) return copy(file, to);
  const url = readConfigOf('STORE_URL', process.env);
  const path = (): string => resolve(storeFileOf(url));
  if (rest.length === 0 && command === 'backup' && file) return backUp(path(), resolve(file));
  if (rest.length === 0 && command === 'verify' && file) return verify(resolve(file));
  if (rest.length === 0 && command === 'verify') {
    return parseStoreUrl(url).scheme === 'sqlite' ? inspect(path(), false) : sayAudit(await auditStore(url, false));
  }
  if (rest.length === 0 && command === 'restore' && file) return restore(path(), resolve(file));
  say(USAGE);
  return EXIT_CODES.unreadable;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof ConfigError) for (const fault of error.faults) say(fault);
  else if (error instanceof StoreError) say(`Not done: ${error.message}`);
  else throw error;
  return EXIT_CODES.unreadable;
});
