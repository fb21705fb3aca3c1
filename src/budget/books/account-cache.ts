import { ownsServer } from '../../store/database/shards.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Store, StoreError } from '../../store/store.ts';
import type { Account } from '../account/account.ts';
import type { Books } from './books.ts';
import { readAccount } from './reading.ts';

/** More servers than are busy at the same time. */
const ACCOUNTS_MAX = 2_000;

/** How often a decision starts again because a commit failed meanwhile. A store that keeps failing refuses it then. */
const TRIES_MAX = 5;

/**
 * Calls `attempt` until no commit failed meanwhile, because what it read may then not belong together. An attempt without
 * a result is one that has to be made again.
 * @throws StoreError if commits keep failing
 */
export async function betweenFailures<Result>(
  store: Pick<Store, 'failures'>,
  attempt: (hasFailed: () => boolean) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; ) {
    const { failures } = store;
    const hasFailed = (): boolean => store.failures !== failures;
    const result = await attempt(hasFailed);
    if (result !== undefined) return result;
    if (hasFailed()) tries += 1;
  }
  throw new StoreError('commits keep failing');
}

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
    read: (guildId: string): Promise<Account> =>
      betweenFailures(store, async (hasFailed) => {
        const known = cache.get(guildId);
        if (known) return known;
        const { failures } = store;
        const account = await readAccount(books, guildId);
        if (hasFailed()) return undefined;
        cache.put(guildId, account, failures);
        return account;
      }),
  };
  return cache;
}
