import { dirname, resolve } from 'node:path';
import { lastBackupAtMs, listBackups } from '../backups/backup-files.ts';
import { audit } from '../budget/audit/audit.ts';
import { openBooks } from '../budget/books/books.ts';
import { type Finding, finding } from '../findings/finding.ts';
import { diskFinding, diskSpaceOf, freeMegabytes } from '../health/disk-watch.ts';
import { ranBefore } from '../parts/open-own-store.ts';
import { failureReason } from '../store/database/failures.ts';
import { openStore } from '../store/open-store.ts';
import { inspectPostgres, tablesTrouble } from '../store/postgres/inspect.ts';
import { integrityFaults } from '../store/sqlite/backup.ts';
import { missingFolder } from '../store/sqlite/store-file.ts';
import { NoStoreError, StoreError, StoreUnavailableError } from '../store/store.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { lastRelease } from '../store/versions.ts';
import { HOUR_MS } from '../time/clock.ts';
import { type Check, type Examination, requireFact } from './check.ts';
import { folderTrouble, nearestFolder } from './folders.ts';
import { warningsAbout } from './set-up-checks.ts';

/** Checks of the records. All of them read only, so they work next to a running Easel. */

/** Eight readers and the connection that writes. */
const CONNECTIONS_NEEDED = 9;
/** A command needs at least five answers in a row, within 3 seconds. */
const LATENCY_MAX_MS = 100;
/** From this many intervals without a backup on, there is a finding. */
const INTERVALS_MAX = 2;

const addressOf = (examination: Examination) => parseStoreUrl(requireFact(examination, 'config').STORE_URL);
const isFile = ({ facts }: Examination): boolean => facts.config?.STORE_URL.startsWith('sqlite:') === true;
const isPostgres = (examination: Examination): boolean =>
  examination.facts.config !== undefined && !isFile(examination);
const isThere = ({ facts }: Examination): boolean => facts.store !== undefined;

const tls: Check = {
  name: 'store.tls',
  needs: ['config'],
  applies: isPostgres,
  run: async (examination) => ({ findings: warningsAbout(examination, 'store.plain', 'store.unverified') }),
};

const open: Check = {
  name: 'store.open',
  needs: ['config'],
  run: async (examination) => {
    const { STORE_URL: url, STORE_NEW: isNew } = requireFact(examination, 'config');
    const address = addressOf(examination);
    const path = address.scheme === 'sqlite' ? resolve(address.path) : 'PostgreSQL';
    if (address.scheme === 'sqlite') {
      const reason = await folderTrouble(dirname(path));
      if (reason !== undefined) return { findings: [finding('store.opening', { path, reason })] };
    }
    try {
      const store = await openStore(url, { exclusive: false });
      examination.facts.store = store;
      examination.closing.push(() => store.close());
      return { findings: isNew ? [finding('store.new')] : [] };
    } catch (error) {
      if (error instanceof NoStoreError) return whereNoStoreIs(examination, path);
      if (!(error instanceof StoreError)) throw error;
      const facts = { path, reason: error.message };
      const id = error instanceof StoreUnavailableError ? 'store.unavailable' : 'store.opening';
      return { findings: [finding(id, facts)] };
    }
  },
};

/** Whether the first start can make a store, and whether this is the first. */
async function whereNoStoreIs(examination: Examination, path: string): ReturnType<Check['run']> {
  const config = requireFact(examination, 'config');
  const reason = await (isFile(examination) ? missingFolder(path) : tablesTrouble(config.STORE_URL));
  if (reason !== undefined) return { findings: [finding('store.opening', { path, reason })] };
  const isGone = !config.STORE_NEW && (await ranBefore(config, examination.signal).catch(() => 'unknown' as const));
  if (isGone === true) return { findings: [finding('store.gone', { path })] };
  return {
    detail: isGone
      ? 'none yet; the start asks Discord whether it is the first, and the doctor got no answer'
      : 'none yet; the first start makes it',
  };
}

const version: Check = {
  name: 'store.version',
  needs: ['store.open'],
  applies: isThere,
  run: async (examination) => {
    const last = await lastRelease(requireFact(examination, 'store'));
    return last ? { detail: `Easel ${last.version} last started, ${new Date(last.startedAtMs).toISOString()}` } : {};
  },
};

const disk: Check = {
  name: 'store.disk',
  needs: ['config'],
  run: async (examination) => {
    const { MEDIA_FOLDER: results } = requireFact(examination, 'config');
    const address = addressOf(examination);
    const store = address.scheme === 'sqlite' ? [{ what: 'store', path: dirname(resolve(address.path)) } as const] : [];
    const findings: Finding[] = [];
    const details: string[] = [];
    for (const { what, path } of [...store, { what: 'results', path: resolve(results) } as const]) {
      const space = await diskSpaceOf({ what, path: await nearestFolder(path) });
      details.push(`${freeMegabytes(space)} MB free for ${what}`);
      const found = diskFinding(space);
      if (found) findings.push(found);
    }
    return { detail: details.join(', '), findings };
  },
};

const backups: Check = {
  name: 'store.backups',
  needs: ['config'],
  // Easel backs up no PostgreSQL.
  applies: isFile,
  run: async (examination) => {
    const {
      BACKUP_FOLDER: folder,
      BACKUP_EVERY_HOURS: everyHours,
      BACKUP_KEY: key,
    } = requireFact(examination, 'config');
    if (folder === undefined) return { findings: [finding('store.no-backups')] };
    const path = resolve(folder);
    const missed = (cause: string) => ({ findings: [finding('store.backup', { path, cause })] });
    try {
      const nowMs = examination.clock.now();
      const lastAtMs = lastBackupAtMs(await listBackups(path), nowMs);
      const trouble = await folderTrouble(path);
      if (trouble !== undefined) return missed(trouble);
      if (lastAtMs === undefined) return { detail: 'none yet; Easel makes the first once a server has an account' };
      const hours = Math.floor((nowMs - lastAtMs) / HOUR_MS);
      return hours < INTERVALS_MAX * everyHours
        ? { detail: `the newest is ${hours} h old; new ones are ${key === undefined ? 'not ' : ''}encrypted` }
        : missed(`the newest backup is ${hours} h old`);
    } catch (error) {
      return missed(error instanceof StoreError ? error.message : failureReason(error));
    }
  },
};

const postgres: Check = {
  name: 'store.postgres',
  needs: ['store.open'],
  applies: isPostgres,
  run: async (examination) => {
    const facts = await inspectPostgres(requireFact(examination, 'config').STORE_URL);
    const { connections, latencyMs, sharesSessions, silenceMs } = facts;
    const left = connections.most - connections.used;
    const milliseconds = Math.round(latencyMs);
    const { most } = connections;
    return {
      detail: [
        `${left} of ${most} connections left`,
        `${milliseconds} ms an answer`,
        `idle_session_timeout is ${silenceMs.others} ms, and ${silenceMs.owner} ms for the owner`,
      ].join(', '),
      findings: [
        ...(sharesSessions ? [finding('store.pooler')] : []),
        ...(left < CONNECTIONS_NEEDED
          ? [finding('store.connections', { left, most, needed: CONNECTIONS_NEEDED })]
          : []),
        ...(latencyMs > LATENCY_MAX_MS ? [finding('store.latency', { milliseconds })] : []),
      ],
    };
  },
};

const integrity: Check = {
  name: 'store.integrity',
  needs: ['store.open'],
  isSlow: true,
  applies: (examination) => isThere(examination) && isFile(examination),
  run: async (examination) => {
    const address = addressOf(examination);
    if (address.scheme !== 'sqlite') return {};
    const { length: faults } = await integrityFaults(resolve(address.path));
    return { findings: faults > 0 ? [finding('store.damaged', { faults })] : [] };
  },
};

const books: Check = {
  name: 'store.books',
  needs: ['store.open', 'store.integrity'],
  isSlow: true,
  applies: isThere,
  run: async (examination) => {
    const report = await audit(openBooks(requireFact(examination, 'store')), { everyServer: true });
    const faults = report.faults.length + report.unreadable.length;
    const { holds: tasks } = report.unconfirmed;
    return {
      detail: `${report.accounts} accounts`,
      findings: [
        ...(faults > 0 ? [finding('store.books', { faults })] : []),
        ...(tasks > 0 ? [finding('credits.unconfirmed', { tasks })] : []),
      ],
    };
  },
};

export const storeChecks: readonly Check[] = [tls, open, version, backups, disk, postgres, integrity, books];
