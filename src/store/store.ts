import type { z } from 'zod';
import type { Ownership } from './database/database.ts';
import type { Keeps } from './keeps.ts';

export { NoStoreError, RecordError, StoreError, StoreUnavailableError, UnfitRecordError } from './database/failures.ts';

/** A record to write, or to delete if `text` is undefined. A collection makes it; nothing happens before `commit`. */
export interface Change {
  readonly collection: string;
  readonly key: string;
  readonly text: string | undefined;
  /** The server that owns the record, if its key doesn't say. */
  readonly server?: string | undefined;
  /** The parsed value, so that the writing process doesn't have to parse the text again. */
  readonly value: unknown;
}

/** A range of records whose keys share a prefix, in key order. */
export interface PageRequest {
  /** The prefix; all keys if left out. */
  prefix?: string;
  /** Starts after this key, the last one of the previous page. */
  after?: string | undefined;
  most: number;
  /** Largest key first; `after` is then the smallest key of the previous page. */
  backwards?: boolean;
  /**
   * Includes records of servers that other processes own, as last written. They may change at any time, and this
   * process must not write them.
   */
  everyServer?: boolean;
}

/** A range within one server's records: a count doesn't check who owns them. */
export interface CountRequest {
  /** The prefix. */
  prefix: string;
  /** Only keys after this one. */
  after?: string | undefined;
}

export interface Page<Value> {
  records: [key: string, value: Value][];
  /** Keys of unreadable records. They stay in the store for a person to inspect. */
  unreadable: string[];
  /** Where the next page starts; undefined after the last page. */
  next: string | undefined;
}

/**
 * One kind of record, by key. A failing store always throws `StoreError`; it never looks like "no record".
 * Reads see a write as soon as it is requested, so commit before you act on it outside. Nothing expires.
 */
export interface Collection<Value> {
  get(key: string): Promise<Value | undefined>;
  page(request: PageRequest): Promise<Page<Value>>;
  /** The number of records, readable or not. Reads none of them. */
  count(request: CountRequest): Promise<number>;
  /** A change for `Store.commit`. @throws RecordError for a value that doesn't fit the schema. */
  put(key: string, value: Value): Change;
  drop(key: string): Change;
  /** Commits this record, and with it the changes in `also`. Resolves when it is on disk. */
  set(key: string, value: Value, also?: readonly Change[]): Promise<void>;
  /** Commits its deletion alone. @returns whether it existed. @throws StoreError if it can't be read. */
  delete(key: string): Promise<boolean>;
  /**
   * Runs `work` once all earlier work under the same key has ended, successfully or not. Reading, deciding and writing a
   * key happens under its lock. Not re-entrant: work that asks for its own key waits forever.
   */
  locked<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Converts an unparsed record from one version to the next, each time an older record is read. It stays in the program:
 * a record is written in the new shape when it next changes, which may be never.
 */
export type Migration = (record: unknown) => unknown;

export interface CollectionDefinition<Schema extends z.ZodType = z.ZodType> {
  name: string;
  schema: Schema;
  keeps: Keeps<z.output<Schema>>;
  /**
   * For records that belong to one server each: where its id is, at the start of the key or in the record. On a shared
   * store, a process pages, writes and caches only its own servers' records. If left out, every process reads and writes
   * the records, none are cached, and the last write wins.
   */
  serverOf?: 'key' | ServerOf<z.output<Schema>>;
  /** Keys start with a server and a member, and a lock covers all records of both. */
  locks?: 'owner';
  /** One for each version after the first, in order. The collection's version is their number plus one. */
  migrations?: readonly Migration[];
  /** How many records this process caches; none if left out. */
  cached?: number;
}

/** A method's type, so that definitions of any records fit into one list. */
export type ServerOf<Value> = { in(record: Value): string }['in'];

/** Define each collection once, next to its schema, and list it in `parts/collections.ts`. */
export const defineCollection = <Schema extends z.ZodType>(
  definition: CollectionDefinition<Schema> & (OfServers<Schema> | { keeps: { leaves: string } }),
): CollectionDefinition<Schema> => definition;

/** An erased server's records are found by it. */
type OfServers<Schema extends z.ZodType> = Required<Pick<CollectionDefinition<Schema>, 'serverOf'>>;

/** Writes all of `changes` or none, in the order of the calls. Resolves when they are on disk. */
export type Commit = (changes: readonly Change[]) => Promise<void>;

/** Also says which servers this process owns, and proves it; see `Ownership`. */
export interface Store extends AsyncDisposable, Omit<Ownership, 'release'> {
  /**
   * The collection with this name; the same one for the same name.
   * @throws StoreError if the store holds a version that this Easel doesn't know.
   */
  collection<Schema extends z.ZodType>(definition: CollectionDefinition<Schema>): Collection<z.output<Schema>>;
  /**
   * Commits requested while another is under way share the next one. If one fails, all commits waiting after it fail too,
   * because they may build on what is not on disk.
   */
  commit: Commit;
  /** How often a commit failed. Values cached before the last failure may never have reached the disk. */
  readonly failures: number;
  /** The number of unreadable records found since the store was opened, by collection. They stay unchanged. */
  unreadable(): Record<string, number>;
  /** Writes, reads, lists and deletes a test record. @throws StoreError if the store doesn't keep it. */
  selfTest(): Promise<void>;
  /**
   * Copies the whole store as it is if this Easel changes its formats. Call it once all collections are known, before any
   * is written.
   * @param version names the copy.
   * @returns where the copy is; undefined if no format changes.
   */
  copyBeforeUpgrade(version: string): Promise<string | undefined>;
  /** Deletes copies that upgrades and restores left before a time. */
  sweepCopies(beforeMs: number): Promise<void>;
  close(): Promise<void>;
}
