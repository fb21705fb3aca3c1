import { ownsServer } from '../../store/database/shards.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from '../account/account.ts';
import type { Books } from './books.ts';
import { readAccount } from './reading.ts';

/** More servers than are busy at the same time. */
const ACCOUNTS_MAX = 2_000;

export type AccountCache = ReturnType<typeof createAccountCache>;

/** Caches accounts of this process's servers. An entry is valid until a commit fails. */
export function createAccountCache(store: Pick<Store, 'failures' | 'shards'>, books: Books) {
  const cached = createLruCache<{ account: Account; failures: number }>(ACCOUNTS_MAX);
  const cache = {
    get: (guildId: string): Account | undefined => {
      const known = cached.get(guildId);
      return known?.failures === store.failures ? known.account : undefined;
    },
    /** @param failures the store's, from before the account was read */
    put: (guildId: string, account: Account, failures: number): void => {
      // Another process writes this account.
      if (!ownsServer(store.shards, guildId)) return;
      cached.set(guildId, { account: { ...account, latest: [] }, failures });
    },
    /** Call it under the account's lock, or the result may be older than the cache. */
    read: async (guildId: string): Promise<Account> => {
      for (;;) {
        const known = cache.get(guildId);
        if (known) return known;
        const { failures } = store;
        const account = await readAccount(books, guildId);
        // If a commit failed meanwhile, the parts may not belong together.
        if (failures === store.failures) {
          cache.put(guildId, account, failures);
          return account;
        }
      }
    },
  };
  return cache;
}
