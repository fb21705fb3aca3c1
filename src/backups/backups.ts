import { join } from 'node:path';
import { every } from '../engine/every.ts';
import { RetryLater } from '../engine/lane.ts';
import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';
import { failureReason } from '../store/database/failures.ts';
import { renameDurably } from '../store/sqlite/rename-durably.ts';
import { StoreError } from '../store/store.ts';
import { HOUR_MS, MINUTE_MS } from '../time/clock.ts';
import {
  backupName,
  lastBackupAtMs,
  listBackups,
  removeBackups,
  surplusBackups,
  unverifiedName,
} from './backup-files.ts';
import type { MakeBackup } from './make-backup.ts';

/** How often to check whether a backup is due, and so to retry after a failure. */
const LOOK_INTERVAL_MS = HOUR_MS;
/** How often to look for a folder that can't be read. That costs nothing, unlike another copy. */
const FOLDER_INTERVAL_MS = MINUTE_MS;

/** Why the store isn't backed up. */
export interface BackupFailure {
  path: string;
  cause: string;
  /** When the newest verified backup was made; undefined if there is none. */
  lastAtMs: number | undefined;
}

export interface BackupParts extends Needs<'clock' | 'log'> {
  storePath: string;
  folder: string;
  intervalMs: number;
  keptCount: number;
  /** To encrypt them with. */
  key?: Buffer | undefined;
  make: MakeBackup;
  /** Tells the operator. May be repeated. @throws RetryLater if the operator wasn't reached */
  alert: (failure: BackupFailure) => Promise<void>;
}

/** Keeps verified copies of the store in a folder, one for each interval. A failure is a finding, and hurts nothing. */
export function createBackups(parts: BackupParts) {
  const { storePath, folder, intervalMs, keptCount, key, make, clock, log } = parts;
  let lastAtMs: number | undefined;
  let hasFolder = true;
  let lookedAtMs: number | undefined;
  let failure: { cause: string; isAlerted: boolean } | undefined;

  const backUp = async (signal: AbortSignal): Promise<void> => {
    const startedAtMs = clock.monotonicMs();
    const atMs = clock.now();
    hasFolder = false;
    const backups = await listBackups(folder);
    hasFolder = true;
    lastAtMs = lastBackupAtMs(backups, atMs);
    if (lastAtMs !== undefined && atMs - lastAtMs < intervalMs) return;
    // Of an attempt that failed or was cut short.
    await removeBackups(
      folder,
      backups.filter(({ isVerified }) => !isVerified),
    );
    const name = backupName(atMs, key !== undefined);
    const path = join(folder, name);
    const unverified = unverifiedName(path);
    if ((await make({ storePath, path: unverified, key }, signal)) === 'empty') {
      await removeBackups(folder, [{ name: unverifiedName(name), atMs, isVerified: false }]);
      return;
    }
    await renameDurably(unverified, path);
    lastAtMs = atMs;
    // The new one is kept in any case, also if a wrong clock made the others' names later.
    await removeBackups(folder, surplusBackups(backups, keptCount - 1));
    log.info({ file: name, durationMs: Math.round(clock.monotonicMs() - startedAtMs) }, 'the store is backed up');
  };

  const look = async (signal: AbortSignal): Promise<void> => {
    const nowMs = clock.monotonicMs();
    if (hasFolder && lookedAtMs !== undefined && nowMs - lookedAtMs < LOOK_INTERVAL_MS) return;
    lookedAtMs = nowMs;
    try {
      await backUp(signal);
      failure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      const cause = error instanceof StoreError ? error.message : failureReason(error);
      if (failure?.cause !== cause) logFinding(log, findingOf(cause), { err: error });
      failure = { cause, isAlerted: failure?.isAlerted ?? false };
    }
    if (failure !== undefined && !failure.isAlerted) {
      failure.isAlerted = await isReached({ path: folder, cause: failure.cause, lastAtMs });
    }
  };

  const isReached = async (missed: BackupFailure): Promise<boolean> => {
    try {
      await parts.alert(missed);
      return true;
    } catch (error) {
      if (error instanceof RetryLater) return false;
      throw error;
    }
  };

  const findingOf = (cause: string): Finding => finding('store.backup', { path: folder, cause });

  return {
    /** How old the newest verified backup is; undefined if there is none. */
    ageMs: (): number | undefined => (lastAtMs === undefined ? undefined : clock.now() - lastAtMs),
    /** When the newest verified backup was made; undefined if there is none. */
    lastAtMs: (): number | undefined => lastAtMs,
    finding: (): Finding | undefined => failure && findingOf(failure.cause),
    run: (signal: AbortSignal): Promise<void> =>
      every(FOLDER_INTERVAL_MS, () => look(signal), { clock, log, name: 'back up the store', signal }),
  };
}

export type Backups = ReturnType<typeof createBackups>;
