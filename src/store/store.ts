import type { z } from 'zod';
import type { Shards, TakeTurn } from './shards.ts';

/** A record that is to be written, or deleted where `text` is undefined. Made by a collection; nothing happens before `commit`. */
export interface Change {
  readonly collection: string;
  readonly key: string;
  readonly text: string | undefined;
  /** The server whose record it is, where its key does not tell. */
  readonly server?: string | undefined;
  /** What the text says, so that the one process that writes need not read it again. */
  readonly value: unknown;
}

/** Records that are neighbours in the store: those whose keys begin alike, in the order of their keys. */
export interface PageRequest {
  /** What the keys begin with; all keys where it is left out. */
  prefix?: string;
  /** Goes on behind this key: the last one of the page before. */
  after?: string | undefined;
  most: number;
  /** Largest key first; `after` is then the smallest of the page before. */
  backwards?: boolean;
  /**
   * Also the records of servers that other processes serve, of a collection of servers. As they were written last; they may change at any
   * time, and are not this process's to write.
   */
  everyServer?: boolean;
}

/** Of one server, where the records are a server's each: a count does not ask whose they are. */
export interface CountRequest {
  /** What the keys begin with. */
  prefix: string;
  /** Only the keys behind this one. */
  after?: string | undefined;
}

export interface Page<Value> {
  records: [key: string, value: Value][];
  /** Keys of records that cannot be read. They stay where they are, for a person to look at. */
  unreadable: string[];
  /** Where the next page goes on; undefined at the end. */
  next: string | undefined;
}

/**
 * One kind of record, by key. A failure of the store always throws `StoreError`: it never reads as "no record".
 * What was asked to be written is what is read from then on; who acts on it towards others commits first.
 * Nothing here expires.
 */
export interface Collection<Value> {
  get(key: string): Promise<Value | undefined>;
  page(request: PageRequest): Promise<Page<Value>>;
  /** How many records there are, readable or not. Reads none of them. */
  count(request: CountRequest): Promise<number>;
  /** For `Store.commit`. @throws RecordError for a value that cannot be kept. */
  put(key: string, value: Value): Change;
  drop(key: string): Change;
  /** A commit of this record alone. Resolves when it is on disk. */
  set(key: string, value: Value): Promise<void>;
  /** A commit of its deletion alone. Whether there was one. @throws StoreError for one that cannot be read. */
  delete(key: string): Promise<boolean>;
}

/**
 * From the shape of one version to the next; what it is given was parsed by nobody. It is applied whenever an older record is
 * read, and stays in the program: a record is written in the new shape when it next changes, which may be never.
 */
export type Migration = (record: unknown) => unknown;

export interface CollectionOptions<Value = never> {
  /**
   * For records each of which is one server's: where its id stands, at the beginning of the key or in the record. Of these a process that
   * shares its store pages those of its own servers only, may write no others, and keeps no others at hand. Where it is left out,
   * the records are everybody's: every process reads and writes them, none of them is kept at hand while others may write,
   * and what is written last counts.
   */
  serverOf?: 'key' | ((record: Value) => string);
  /** One for each version after the first, in their order. The collection's version is their number and one. */
  migrations?: readonly Migration[];
  /** How many records this process keeps at hand, so that reading one again asks nobody. None where it is left out. */
  cached?: number;
}

/** All of `changes` or none, in the order of the calls. Resolves when they are on disk. */
export type Commit = (changes: readonly Change[]) => Promise<void>;

export interface Store {
  /**
   * The collection of that name. Asking twice for one name gives the same collection.
   * @throws StoreError when the store holds it in a version that this Easel does not know.
   */
  collection<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    options?: CollectionOptions<z.output<Schema>>,
  ): Collection<z.output<Schema>>;
  /**
   * Commits that are asked for while another is on its way share the next one. When one fails, all that wait behind it fail
   * too: they may build on what is not on disk.
   */
  commit: Commit;
  /** How often a commit failed. What was remembered from before the last time may never have reached the disk. */
  readonly failures: number;
  /** The servers whose records are this process's to write. */
  readonly shards: Shards;
  /** Where other processes share the store, takes turns with them. */
  readonly takeTurn?: TakeTurn;
  /** Where other processes share the store: resolves when this one still owns its servers, which goes before all that it does to them outside. @throws StoreError */
  readonly prove?: (() => Promise<void>) | undefined;
  /** How many records were found that cannot be read, by collection, since the store was opened. They stay as they are. */
  unreadable(): Record<string, number>;
  /** Counts a record as one of those; for whoever reads what a collection takes as it is. */
  setAside(collection: string, key: string, why: string): void;
  /** Resolves with the reason when this process may no longer write, and never again may: it gives up all that it does. */
  readonly lost: Promise<StoreError>;
  /** Writes, reads, lists and deletes a record. @throws StoreError when the store does not keep what it is given. */
  selfTest(): Promise<void>;
  close(): Promise<void>;
}

/** The store failed, or holds a record that cannot be read. Work that needs it is refused. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The database cannot be used for now, which may pass by itself. */
export class StoreUnavailableError extends StoreError {}

/** The record itself is at fault: it cannot be read, or has a shape that is not kept. Trying again changes nothing. */
export class RecordError extends StoreError {}
