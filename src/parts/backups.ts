import { resolve } from 'node:path';
import { type Backups, createBackups } from '../backups/backups.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { parseStoreUrl } from '../store/store-url.ts';
import { HOUR_MS } from '../time/clock.ts';
import type { Alerts } from './alerts.ts';
import type { Base } from './base.ts';

/** The backups by schedule, if the configuration wants them. */
export function createOwnBackups({ config, clock, log, alertOfNoBackup }: Base & Alerts): Backups | undefined {
  const {
    BACKUP_FOLDER: folder,
    BACKUP_EVERY_HOURS: hours,
    BACKUPS_KEPT: keptCount,
    BACKUP_KEY: key,
    STORE_URL,
  } = config;
  const address = parseStoreUrl(STORE_URL);
  if (folder === undefined || address.scheme !== 'sqlite') return undefined;
  return createBackups({
    storePath: resolve(address.path),
    folder: resolve(folder),
    intervalMs: hours * HOUR_MS,
    keptCount,
    key,
    make: makeBackup,
    alert: alertOfNoBackup,
    clock,
    log,
  });
}
