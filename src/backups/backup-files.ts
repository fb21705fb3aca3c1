import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../store/store.ts';

/**
 * The files in `BACKUP_FOLDER`. Their names say when each was made and whether it was verified, so nothing else has to
 * be kept. Other names belong to someone else.
 */

const NAME = /^easel-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.sqlite(?:\.encrypted)?(\.unverified.*)?$/;
const UNVERIFIED = '.unverified';

/** One backup, or what is left of one that wasn't verified. */
export interface BackupFile {
  name: string;
  /** In whole seconds. */
  atMs: number;
  isVerified: boolean;
}

export const backupName = (atMs: number, isEncrypted: boolean): string =>
  `easel-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite${isEncrypted ? '.encrypted' : ''}`;

export const unverifiedName = (name: string): string => name + UNVERIFIED;

function parseName(name: string): BackupFile[] {
  const [isOwn, hours, minutes, seconds, unverified] = NAME.exec(name) ?? [];
  const atMs = isOwn === undefined ? Number.NaN : Date.parse(`${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(atMs) ? [] : [{ name, atMs, isVerified: unverified === undefined }];
}

/** Backups in the folder, the oldest first. @throws StoreError if the folder is missing */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw isMissing ? new StoreError('the folder doesn’t exist', { cause }) : cause;
  });
  return names.flatMap(parseName).sort((a, b) => a.atMs - b.atMs);
}

/** When the newest verified backup was made. A time in the future is a clock's fault and says nothing. */
export function lastBackupAtMs(backups: readonly BackupFile[], nowMs: number): number | undefined {
  return backups.findLast(({ atMs, isVerified }) => isVerified && atMs <= nowMs)?.atMs;
}

/** All verified backups but the newest of this number. */
export function surplusBackups(backups: readonly BackupFile[], keptCount: number): BackupFile[] {
  const verified = backups.filter(({ isVerified }) => isVerified);
  return verified.slice(0, Math.max(0, verified.length - keptCount));
}

export async function removeBackups(folder: string, backups: readonly BackupFile[]): Promise<void> {
  for (const { name } of backups) await rm(join(folder, name), { recursive: true, force: true });
}
