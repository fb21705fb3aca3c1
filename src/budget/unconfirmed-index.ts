import type { Collection } from '../store/store.ts';
import type { Account, Hold } from './account.ts';

/** A hold that waits for an operator, of whichever server. */
export type UnconfirmedHold = Hold & { guildId: string; taskKey: string };

/** The unconfirmed holds of all accounts, in memory: an operator who types must not wait until all accounts were read. */
export interface UnconfirmedIndex {
  /** The account as it was just read or written. */
  note(guildId: string, account: Account): void;
  /** Oldest first. @throws StoreError while the accounts cannot be read. */
  all(): Promise<UnconfirmedHold[]>;
}

export function createUnconfirmedIndex(collection: Pick<Collection<Account>, 'all'>): UnconfirmedIndex {
  const holdsOf = new Map<string, UnconfirmedHold[]>();
  let firstReading: Promise<void> | undefined;

  const note = (guildId: string, { holds }: Account): void => {
    const unconfirmed = Object.entries(holds).filter(([, hold]) => hold.unconfirmed);
    holdsOf.set(
      guildId,
      unconfirmed.map(([taskKey, hold]) => ({ guildId, taskKey, ...hold })),
    );
  };

  /** What was noted while all accounts were read is newer than what was read. */
  const read = async (): Promise<void> => {
    const { records } = await collection.all();
    for (const [guildId, account] of records) if (!holdsOf.has(guildId)) note(guildId, account);
  };

  return {
    note,
    all: async () => {
      firstReading ??= read();
      try {
        await firstReading;
      } catch (error) {
        firstReading = undefined;
        throw error;
      }
      return [...holdsOf.values()].flat().sort((a, b) => a.heldAtMs - b.heldAtMs || a.taskKey.localeCompare(b.taskKey));
    },
  };
}
