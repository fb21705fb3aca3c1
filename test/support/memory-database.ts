import type { Database, KeyRange, Write } from '../../src/store/database.ts';
import { createStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** A database in memory, which meets the same contract as the real one. */
export class MemoryDatabase implements Database {
  readonly texts = new Map<string, string>();

  async read(key: string): Promise<unknown> {
    return this.texts.get(key);
  }

  async page({ from, to, most, backwards }: KeyRange): Promise<[key: string, text: unknown][]> {
    const rows = [...this.texts].filter(([key]) => key >= from && key < to).sort(([a], [b]) => (a < b ? -1 : 1));
    return (backwards ? rows.reverse() : rows).slice(0, most);
  }

  async commit(writes: readonly Write[]): Promise<void> {
    for (const [key, text] of writes) {
      if (text === undefined) this.texts.delete(key);
      else this.texts.set(key, text);
    }
  }

  async disconnect(): Promise<void> {}
}

const CALL_TIMEOUT_MS = 10_000;

/** The real store over a database of a test. */
export function storeOver(database: Database, callTimeoutMs = CALL_TIMEOUT_MS): Promise<Store> {
  return createStore({ database, release: async () => undefined, callTimeoutMs });
}
