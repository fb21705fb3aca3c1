import type { z } from 'zod';
import type { Shards } from './database/shards.ts';
import { createKeyedLocks } from './locks.ts';
import { createLruCache } from './lru-cache.ts';
import { createOwnServers } from './own-servers.ts';
import { recordToText, textToRecord } from './record-text.ts';
import { checkKey, createRows, type RowsParts } from './rows.ts';
import { type Change, type Collection, type CollectionDefinition, RecordError } from './store.ts';
import type { UnreadableRecords } from './unreadable-records.ts';

/** What all collections of a store share. */
export interface CollectionParts extends RowsParts {
  commit: (changes: readonly Change[]) => Promise<void>;
  unreadableRecords: UnreadableRecords;
  shards: Shards;
}

export interface StoredCollection<Value> extends Collection<Value> {
  /** The version of the records that it writes. */
  readonly version: number;
  /** @throws StoreError for a record of a server that this process doesn't own. */
  checkOwn(change: Change): void;
  /** Updates the cache. Call it for every write. */
  cacheWritten(changes: readonly Change[]): void;
  /** Call it when a write failed, because cached values may not be on disk. */
  clearCache(): void;
}

/** Typed records, parsed when they are written and when they are read. */
export function createCollection<Schema extends z.ZodType>(
  parts: CollectionParts,
  { name, schema, migrations = [], cached = 0, serverOf, locks }: CollectionDefinition<Schema>,
): StoredCollection<z.output<Schema>> {
  type Value = z.output<Schema>;
  const { commit, unreadableRecords } = parts;
  const rows = createRows(name, parts);
  const servers = createOwnServers(name, parts.shards, serverOf);
  const cache = cached > 0 ? createLruCache<{ value: Value | undefined }>(cached) : undefined;
  /** Counts writes, so that a slow read doesn't put an older value into the cache. */
  let writes = 0;
  const shape = { schema, migrations };
  const keyedLocks = createKeyedLocks();
  const where = (key: string): string => `record "${key}" of ${name}`;

  const parse = (key: string, text: unknown): Value => {
    try {
      if (typeof text !== 'string') throw new RecordError(`${where(key)} cannot be read: it is not a text`);
      return textToRecord(shape, text, where(key));
    } catch (error) {
      if (error instanceof RecordError) unreadableRecords.report(name, key, error.message);
      throw error;
    }
  };

  const serverIn = (value: Value): string | undefined => (serverOf instanceof Function ? serverOf(value) : undefined);
  const get = async (key: string): Promise<Value | undefined> => {
    checkKey(name, key);
    rows.requireSettled(key);
    const known = cache?.get(key);
    if (known) return known.value;
    const before = writes;
    const text = await rows.read(key);
    const value = text === undefined ? undefined : parse(key, text);
    if (writes === before && servers.ownsRecord(key, value)) cache?.set(key, { value });
    return value;
  };
  const put = (key: string, value: Value): Change => {
    checkKey(name, key);
    return { collection: name, key, server: serverIn(value), ...recordToText(shape, value, where(key)) };
  };
  const drop = (key: string): Change => {
    checkKey(name, key);
    return { collection: name, key, text: undefined, value: undefined };
  };

  return {
    version: migrations.length + 1,
    get,
    page: async (request) => {
      const only = servers.limitOf(request);
      const page = await rows.page(request, only);
      const records: [string, Value][] = [];
      const unreadable: string[] = [];
      for (const [key, text] of page.rows) {
        try {
          const value = parse(key, text);
          // A copied record's row has no server, only its value names it.
          if (!only?.isInRecord || servers.ownsRecord(key, value)) records.push([key, value]);
        } catch (error) {
          if (!(error instanceof RecordError)) throw error;
          unreadable.push(key);
        }
      }
      return { records, unreadable, next: page.next };
    },
    count: rows.count,
    put,
    drop,
    set: async (key, value, also = []) => commit([put(key, value), ...also]),
    delete: async (key) => {
      const found = await get(key);
      if (found !== undefined) await commit([{ ...drop(key), server: serverIn(found) }]);
      return found !== undefined;
    },
    locked: (key, work) => keyedLocks.run(locks === 'owner' ? ownerPrefixOf(key) : key, work),
    checkOwn: servers.check,
    cacheWritten: (changes) => {
      writes += 1;
      for (const change of changes) {
        // This collection made the change, so its value has this type.
        const value = change.value as Value | undefined;
        if (servers.ownsRecord(change.key, value)) cache?.set(change.key, { value });
        else cache?.delete(change.key);
      }
    },
    clearCache: () => {
      writes += 1;
      cache?.clear();
    },
  };
}

const ownerPrefixOf = (key: string): string => key.split(':', 2).join(':');
