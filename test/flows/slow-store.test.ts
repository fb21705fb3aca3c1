import { expect, it, onTestFinished } from 'vitest';
import { type Store, StoreError } from '../../src/store/store.ts';
import { startEasel } from '../support/easel.ts';

/** The first pages of this collection cannot be read, because the database takes too long. */
function withSlow(store: Store, slow: string, failures: number): Store {
  const pages = { left: failures };
  return {
    ...store,
    get failures() {
      return store.failures;
    },
    collection: (definition) => {
      const collection = store.collection(definition);
      if (definition.name !== slow) return collection;
      const page: typeof collection.page = (request) => {
        // Before anything runs, Easel adds up the service's charges over all servers.
        if (request.everyServer) return collection.page(request);
        pages.left -= 1;
        return pages.left >= 0 ? Promise.reject(new StoreError('it took too long')) : collection.page(request);
      };
      return { ...collection, page };
    },
  };
}

it('a store that is slow while the books are checked does not end the bot: it checks them again', async () => {
  const easel = await startEasel({ wrapStore: (store) => withSlow(store, 'accounts', 2) });
  onTestFinished(() => easel.close());
  const logged = (what: string) => easel.log.filter(({ msg }) => msg === what);
  await easel.until(() => logged('the store is empty: no server has an account yet').length === 1);
  expect(logged('the books could not be checked; retrying').map(({ delayMs }) => delayMs)).toEqual([5_000, 10_000]);
});
