import type { Accounts } from '../../budget/accounts.ts';
import type { OpenHold } from '../../budget/audit/audit.ts';
import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';

export interface OrphanedHoldsParts {
  accounts: Pick<Accounts, 'book'>;
  log: Log;
  /**
   * The ids under which something that can be read still holds credits and will end that. Asked after the holds were
   * read: what holds credits is always written before its hold.
   */
  holders: () => Promise<ReadonlySet<string>>;
}

/**
 * Leaves to the operator what nothing here will ever end: holds whose job is gone, or cannot be read. The service may have
 * charged for them.
 */
export async function markOrphanedHolds(parts: OrphanedHoldsParts, holds: readonly OpenHold[]): Promise<void> {
  try {
    await markOrphans(parts, holds);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    parts.log.error({ err: error }, 'holds could not be compared with the jobs; the next start tries again');
  }
}

async function markOrphans({ accounts, log, holders }: OrphanedHoldsParts, holds: readonly OpenHold[]): Promise<void> {
  const known = await holders();
  for (const { guildId, taskKey, jobId } of holds.filter((hold) => !known.has(hold.jobId))) {
    const [outcome] = await accounts.book(guildId, [{ kind: 'mark unconfirmed', taskKey }]);
    if (outcome !== 'marked') continue;
    log.error(
      { server: guildId, job: jobId, task: taskKey },
      'credits are held for a job that nobody can find or read',
    );
  }
}
