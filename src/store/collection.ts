import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { createServers } from './own-servers.ts';
import { recordToText, textToRecord } from './record-text.ts';
import { checkKey, createRows, type Rows, type RowsParts } from './rows.ts';
import type { Shards } from './shards.ts';
import {
  type Change,
  type Collection,
  type CollectionOptions,
  type Migration,
  type Page,
  RecordError,
} from './store.ts';
import type { SetAside } from './unreadable-records.ts';

export interface CollectionParts extends RowsParts {
  migrations: readonly Migration[];
  /** How many records are kept at hand; 0 for none. */
  cached: number;
  commit: (changes: readonly Change[]) => Promise<void>;
  setAside: SetAside;
  shards: Shards;
}

export interface StoredCollection<Value> extends Collection<Value> {
  /** The collection's version: that of the records that it writes. */
  readonly version: number;
  /** @throws StoreError for a record of a server that this process does not serve. */
  checkOwn(change: Change): void;
  /** Takes note of what is being written. */
  noteWritten(changes: readonly Change[]): void;
  /** Forgets what is at hand: a write failed. */
  forget(): void;
}

/** Typed records: parsed on the way in and on the way out. */
export function createCollection<Schema extends z.ZodType>(
  schema: Schema,
  parts: CollectionParts,
  serverOf: CollectionOptions<z.output<Schema>>['serverOf'],
): StoredCollection<z.output<Schema>> {
  type Value = z.output<Schema>;
  const { name, migrations, cached, commit, setAside } = parts;
  const rows = createRows(parts);
  const servers = createServers(parts, serverOf);
  const atHand = cached > 0 ? new LRUCache<string, { value: Value | undefined }>({ max: cached }) : undefined;
  /** Changes with every write, so that nothing older is put at hand. */
  let writes = 0;
  const shape = { schema, migrations };
  const where = (key: string): string => `record "${key}" of ${name}`;

  const parse = (key: string, text: unknown): Value => {
    try {
      if (typeof text !== 'string') throw new RecordError(`${where(key)} cannot be read: it is not a text`);
      return textToRecord(shape, text, where(key));
    } catch (error) {
      if (error instanceof RecordError) setAside.found(name, key, error.message);
      throw error;
    }
  };

  const serverIn = (value: Value): string | undefined => (serverOf instanceof Function ? serverOf(value) : undefined);
  const get = async (key: string): Promise<Value | undefined> => {
    checkKey(name, key);
    rows.checkSettled(key);
    const known = atHand?.get(key);
    if (known) return known.value;
    const before = writes;
    const text = await rows.read(key);
    const value = text === undefined ? undefined : parse(key, text);
    if (writes === before && servers.areOurs(key, value)) atHand?.set(key, { value });
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
      const { records, ...page } = pageOf(await rows.page(servers.requestFor(request)), rows, parse);
      return { ...page, records: servers.among(request, records) };
    },
    count: rows.count,
    put,
    drop,
    set: async (key, value) => commit([put(key, value)]),
    delete: async (key) => {
      const found = await get(key);
      if (found !== undefined) await commit([{ ...drop(key), server: serverIn(found) }]);
      return found !== undefined;
    },
    checkOwn: servers.check,
    noteWritten: (changes) => {
      writes += 1;
      for (const change of changes) {
        // The collection made the change, so that its value is of this type.
        const value = change.value as Value | undefined;
        if (servers.areOurs(change.key, value)) atHand?.set(change.key, { value });
        else atHand?.delete(change.key);
      }
    },
    forget: () => {
      writes += 1;
      atHand?.clear();
    },
  };
}

function pageOf<Value>(
  { rows, next }: Awaited<ReturnType<Rows['page']>>,
  { checkSettled }: Rows,
  parse: (key: string, text: unknown) => Value,
): Page<Value> {
  const records: [string, Value][] = [];
  const unreadable: string[] = [];
  for (const [key, text] of rows) {
    checkSettled(key);
    try {
      records.push([key, parse(key, text)]);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      unreadable.push(key);
    }
  }
  return { records, unreadable, next };
}
