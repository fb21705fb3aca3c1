import { LRUCache } from 'lru-cache';
import { ownsServer } from '../../store/shards.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from '../account/account.ts';
import { type Books, readAccount } from './books.ts';

/** Accounts of servers that are busy at the same time. */
const AT_HAND = 2_000;

/** The accounts at hand: valid while no commit failed since they were read or written. Those of other processes' servers never are. */
export interface AccountMemory {
  known(guildId: string): Account | undefined;
  /** Under the account's lock, or else it may be older than what is at hand by now. */
  read(guildId: string): Promise<Account>;
  /** @param failures of the store, from before what it was made of was read */
  remember(guildId: string, account: Account, failures: number): void;
}

export function createAccountMemory(store: Pick<Store, 'failures' | 'shards'>, books: Books): AccountMemory {
  const atHand = new LRUCache<string, { account: Account; failures: number }>({ max: AT_HAND });
  const memory: AccountMemory = {
    known: (guildId) => {
      const known = atHand.get(guildId);
      return known?.failures === store.failures ? known.account : undefined;
    },
    remember: (guildId, account, failures) => {
      // Another process writes it.
      if (!ownsServer(store.shards, guildId)) return;
      atHand.set(guildId, { account: { ...account, latest: [] }, failures });
    },
    read: async (guildId) => {
      for (;;) {
        const known = memory.known(guildId);
        if (known) return known;
        const { failures } = store;
        const account = await readAccount(books, guildId);
        // What was read in part before a commit failed and in part after it belongs to no moment.
        if (failures === store.failures) {
          memory.remember(guildId, account, failures);
          return account;
        }
      }
    },
  };
  return memory;
}
