import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { StoreError } from './failures.ts';
import type { FreeShards, Shards, TakeSlot, VacantShards } from './shards.ts';
import type { UpgradeCopies } from './upgrade-copies.ts';

/** The version of the tables, not of the records in them. Versions 0 and 1 were never released. */
export const LAYOUT_VERSION = 2;

/** What to do when an older Easel meets a newer one's store. */
export const WAY_BACK =
  'start that version again, or restore a backup from before the upgrade with "npm run store -- restore FILE --forget"';

/** Why a store of versions 0 and 1 isn't opened. */
export const UNRELEASED =
  'the store was written by an Easel from before the first release, whose records no later one reads. Set STORE_URL to a new store';

/** @throws StoreError for a store from another version of Easel that this one can't use. */
export function checkLayout(version: number): void {
  if (version > LAYOUT_VERSION) throw new StoreError(`the store was written by a newer Easel; ${WAY_BACK}`);
  if (version === LAYOUT_VERSION) return;
  throw new StoreError(UNRELEASED);
}

/** A range of keys, ordered by code unit. */
export interface KeyRange {
  /** The first key. */
  from: string;
  /** The key after the last one. */
  to: string;
  most: number;
  backwards: boolean;
  /**
   * Limits the range to records of these shards' servers. If records name their server themselves, rows without a
   * server are included.
   */
  only?: { shards: Shards; isInRecord: boolean } | undefined;
}

/** A range of keys except some of them. */
export interface CountedRange extends Pick<KeyRange, 'from' | 'to'> {
  without: readonly string[];
}

/** A text to store under a key, or undefined to delete it; and the record's server, if known and not in the key. */
export type Write = readonly [key: string, text: string | undefined, server?: string | undefined];

/**
 * Texts by key, in one ordered table of a database. Knows nothing about their meaning. Rejects with the database's own
 * errors. Returns values that are not texts unchanged.
 */
export interface Database {
  read(key: string): Promise<unknown>;
  page(range: KeyRange): Promise<[key: string, text: unknown][]>;
  /** The number of keys. Reads no texts. */
  count(range: CountedRange): Promise<number>;
  /** Writes all or nothing, each key at most once. Resolves when on disk. Call it one at a time. */
  commit(writes: readonly Write[]): Promise<void>;
  disconnect(): Promise<void>;
  readonly copies?: UpgradeCopies;
}

/**
 * The right of this process, and no other, to write its servers' records: their locks and caches are in its memory.
 * Opening a store acquires it.
 * It ends as a whole. A process that loses one shard unexpectedly was stopped or disconnected, so it can't know about
 * the others either. To hand a shard over, release the ownership first.
 */
export interface Ownership {
  /** The servers that this process owns. */
  readonly shards: Shards;
  /**
   * Resolves with the reason if it ended without a release, or if a write is never answered. Later writes don't reach
   * the store, and this process's memory may be out of date, so it must stop working.
   */
  readonly lost: Promise<StoreError>;
  /** Takes turns with the other processes. Undefined if no other process can share the store. */
  readonly takeSlot?: TakeSlot;
  /**
   * Resolves if this process owns its shards: at once if that was confirmed within the last seconds and this process
   * hasn't stood still since. A commit proves ownership by itself. Call this before any effect outside the store, so
   * that a process that stood still doesn't show old state over newer state. Undefined if no other process can share
   * the store.
   * @throws StoreError if ownership has ended or can't be confirmed.
   */
  readonly prove?: () => Promise<void>;
  /**
   * Whether `prove` would resolve at once. Ask it in the last moment before bytes leave this machine: between a proof and
   * that moment, a connection is made, and this process may stand still.
   */
  readonly isProved?: () => boolean;
  /** Ends the ownership. Safe to repeat. */
  release(): Promise<void>;
}

/**
 * For ownership that can't be lost: the operating system keeps it for this process, or nothing is ever written. A new
 * promise each time: one for all would keep every store that ever waited for it.
 */
export const neverLost = (): Promise<StoreError> => new Promise(() => undefined);

export interface OpenOptions {
  /** The longest time for one call, including its wait in the queue of commits. */
  callTimeoutMs: number;
  /** Cancels the opening. Has no effect on an open store. */
  signal?: AbortSignal;
  /**
   * False for a reader next to a running Easel, such as an audit: it claims, creates and writes nothing. Default true.
   */
  exclusive?: boolean;
  /** False if a missing store must not be made. Opening then fails with NoStoreError. Default true. */
  mayMake?: boolean;
  /** The servers to own, if processes share a database. All servers if left out. */
  shards?: Shards | FreeShards;
  /**
   * Called when shards stay vacant for half a minute, and with none once all have an owner. Only if free shards were
   * requested.
   */
  onVacant?: (vacant: VacantShards) => void;
  /**
   * Called with the owner's name if another process owns these servers in a shared database. Opening then waits until
   * that process has ended. If left out, and for a file, opening fails instead.
   */
  onWaiting?: (owner: string) => void;
}

/**
 * Keyv over one table of an adapter. Stores plain texts, so that it can't mistake a record for an expired one, and
 * leaves keys unchanged.
 */
export function createKeyvOver(adapter: KeyvStoreAdapter): Keyv<string> {
  const texts = new Keyv<string>(adapter, {
    throwOnErrors: true,
    namespace: '',
    useKeyPrefix: false,
    deserialize: <Value>(text: string) => ({ value: text as Value }),
  });
  // Every failure is also a rejection. Without a listener, the event would end the process.
  texts.on('error', () => undefined);
  return texts;
}

/** Far more rows than a page shows. */
const READ_TOGETHER = 200;

/** Reads that start together take one query. */
export function createReads(texts: Pick<Keyv<string>, 'get' | 'getMany'>): Database['read'] {
  let batch: { keys: string[]; found: Promise<readonly unknown[]> } | undefined;
  const start = () => {
    const keys: string[] = [];
    const found = Promise.resolve().then(async () => {
      if (batch?.keys === keys) batch = undefined;
      return keys.length === 1 ? [await texts.get(keys[0] ?? '')] : texts.getMany(keys);
    });
    return { keys, found };
  };
  return async (key) => {
    if (!batch || batch.keys.length >= READ_TOGETHER) batch = start();
    const { keys, found } = batch;
    const index = keys.push(key) - 1;
    return (await found)[index];
  };
}
