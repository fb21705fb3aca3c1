import type { z } from 'zod';

/**
 * One kind of record, by key. A failure of the store always throws `StoreError`: it never reads as "no record".
 * Writes of one key must be ordered by the caller (see `locks.ts`); nothing here expires.
 */
export interface Collection<Value> {
  get(key: string): Promise<Value | undefined>;
  /** Resolves when the record is on disk. */
  set(key: string, value: Value): Promise<void>;
  /** Whether there was one. */
  delete(key: string): Promise<boolean>;
  /** All keys, collected before anything is returned: acting on them while reading would skip some. */
  keys(): Promise<string[]>;
  /** All records; those that cannot be parsed are left where they are and named in `unreadable`. */
  all(): Promise<{ records: [key: string, value: Value][]; unreadable: string[] }>;
}

export interface Store {
  /** The collection of that name; each has its own table. Asking twice for one name gives the same collection. */
  collection<Schema extends z.ZodType>(name: string, schema: Schema): Collection<z.output<Schema>>;
  /** Writes, reads, lists and deletes a record. @throws StoreError when the store does not keep what it is given. */
  selfTest(): Promise<void>;
  close(): Promise<void>;
}

/** The store failed, or holds a record that cannot be read. Work that needs it is refused. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The record itself is at fault: it cannot be read, or has a shape that is not kept. Trying again changes nothing. */
export class RecordError extends StoreError {}
