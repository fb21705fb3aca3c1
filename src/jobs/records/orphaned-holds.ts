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
 * Marks holds as unconfirmed if their job is gone or unreadable, because nothing here will ever end them. The service may
 * have charged for them, so an operator decides.
 */
export async function markOrphanedHolds(
  { accounts, log, holders }: OrphanedHoldsParts,
  holds: readonly OpenHold[],
): Promise<void> {
  try {
    const known = await holders();
    for (const { guildId, taskKey, jobId } of holds.filter((hold) => !known.has(hold.jobId))) {
      const [outcome] = await accounts.book(guildId, [{ kind: 'mark unconfirmed', taskKey }]);
      const facts = { server: guildId, job: jobId, task: taskKey };
      if (outcome === 'marked')
        log.error(facts, 'orphaned hold: its job is missing or unreadable; an operator must decide');
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error({ err: error }, 'holds could not be compared with jobs; the next start tries again');
  }
}
