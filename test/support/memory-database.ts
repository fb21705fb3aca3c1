import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CountedRange, Database, KeyRange, Write } from '../../src/store/database/database.ts';
import { ALL_SERVERS } from '../../src/store/database/shards.ts';
import { createStore } from '../../src/store/open-store.ts';
import { type Store, StoreError } from '../../src/store/store.ts';

/** Texts by key, with the ordered keys of each collection. */
class Texts extends Map<string, string> {
  readonly #sorted = new Map<string, string[]>();
  /** Counts changes, so that what was read stays valid until the next. */
  changes = 0;

  override set(key: string, text: string): this {
    this.changes += 1;
    if (!this.has(key)) this.#sorted.delete(nameOf(key));
    return super.set(key, text);
  }

  override delete(key: string): boolean {
    this.changes += 1;
    this.#sorted.delete(nameOf(key));
    return super.delete(key);
  }

  override clear(): void {
    this.changes += 1;
    this.#sorted.clear();
    super.clear();
  }

  /** The ordered keys of this key's collection. */
  neighbours(key: string): readonly string[] {
    const name = nameOf(key);
    const sorted = this.#sorted.get(name) ?? [...this.keys()].filter((one) => nameOf(one) === name).sort();
    this.#sorted.set(name, sorted);
    return sorted;
  }
}

function nameOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/** A database in memory that meets the contract of the real ones. */
export class MemoryDatabase implements Database {
  readonly texts = new Texts();

  /** A copy with the same records. */
  copy(): MemoryDatabase {
    const copy = new MemoryDatabase();
    for (const [key, text] of this.texts) copy.texts.set(key, text);
    return copy;
  }

  async read(key: string): Promise<unknown> {
    return this.texts.get(key);
  }

  async page({ from, to, most, backwards }: KeyRange): Promise<[key: string, text: unknown][]> {
    const keys = this.texts.neighbours(from).filter((key) => key >= from && key < to);
    const wanted = backwards ? keys.slice(-most).reverse() : keys.slice(0, most);
    return wanted.map((key) => [key, this.texts.get(key)]);
  }

  async count({ from, to, without }: CountedRange): Promise<number> {
    const skipped = new Set(without);
    return this.texts.neighbours(from).filter((key) => key >= from && key < to && !skipped.has(key)).length;
  }

  async commit(writes: readonly Write[]): Promise<void> {
    for (const [key, text] of writes) {
      if (text === undefined) this.texts.delete(key);
      else this.texts.set(key, text);
    }
  }

  async disconnect(): Promise<void> {}
}

/** The database, with some reads replaced. */
export function withReads(inner: Database, read: (key: string) => Promise<unknown> | undefined): Database {
  return {
    read: (key) => read(key) ?? inner.read(key),
    page: (range) => read(range.from)?.then(() => []) ?? inner.page(range),
    count: (range) => inner.count(range),
    commit: (writes) => inner.commit(writes),
    disconnect: () => inner.disconnect(),
  };
}

/** When a commit fails. The caller can't tell whether it took effect. */
export type Breakage = 'before' | 'after' | undefined;

/** Counts commits, and lets one fail on request. */
export class BreakingDatabase extends MemoryDatabase {
  commits = 0;
  breakNextCommit: Breakage;
  /** A commit takes some turns of the event loop, as on a disk. */
  isSlow = false;

  override async commit(writes: readonly Write[]): Promise<void> {
    const broken = this.breakNextCommit;
    this.breakNextCommit = undefined;
    for (let turn = 0; this.isSlow && turn < 10; turn++) await nextTurn();
    if (broken === 'before') throw new StoreError('broken before the write');
    await super.commit(writes);
    this.commits += 1;
    if (broken === 'after') throw new StoreError('broken after the write');
  }
}

/** The names of the written collections. */
export function collectionsOf(writes: readonly Write[]): string {
  return [...new Set(writes.map(([key]) => nameOf(key)))].join(', ');
}

/** A time limit that no test reaches, because a killed run gets no answers. */
const CALL_TIMEOUT_MS = 2 ** 31 - 1;

/** The real store over a test's database. */
export function storeOver(database: Database, callTimeoutMs = CALL_TIMEOUT_MS): Promise<Store> {
  return createStore({
    database,
    // Its own promise: one shared by all stores would keep them all in memory.
    ownership: { shards: ALL_SERVERS, lost: new Promise(() => undefined), release: async () => undefined },
    callTimeoutMs,
  });
}
