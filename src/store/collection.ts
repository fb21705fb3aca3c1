import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Committer } from './committer.ts';
import type { Database } from './database.ts';
import { storeFailure } from './failures.ts';
import { recordToText, textToRecord, versionOf } from './record-text.ts';
import type { SetAside } from './set-aside.ts';
import {
  type Change,
  type Collection,
  type Migration,
  type Page,
  type PageRequest,
  RecordError,
  StoreError,
} from './store.ts';
import { withinLimit } from './time-limit.ts';

export interface CollectionParts {
  name: string;
  migrations: readonly Migration[];
  /** How many records are kept at hand; 0 for none. */
  cached: number;
  database: () => Database;
  committer: () => Committer;
  commit: (changes: readonly Change[]) => Promise<void>;
  callTimeoutMs: number;
  setAside: SetAside;
}

export interface StoredCollection<Value> extends Collection<Value> {
  /** The collection's version: that of the records that it writes. */
  readonly version: number;
  /** Takes note of what is being written. */
  noteWritten(changes: readonly Change[]): void;
  /** Forgets what is at hand: a write failed. */
  forget(): void;
  /** Those texts of a page that are of the first version, and where the next page begins. */
  olderPage(after: string | undefined): Promise<{ texts: [key: string, text: string][]; next: string | undefined }>;
}

/** With the collection's name in front under the 255 that the adapters allow. */
const KEY_MAX_CHARACTERS = 200;
/** Rows that are looked through together for older ones. */
const ROWS_PER_PAGE = 500;
/** Keys are printable: these two sort before and behind every character of one. */
const LOWEST = '\x01';
const HIGHEST = '\x7f';

/** Typed records: parsed on the way in and on the way out, every call within the time limit. */
export function createCollection<Schema extends z.ZodType>(
  schema: Schema,
  parts: CollectionParts,
): StoredCollection<z.output<Schema>> {
  type Value = z.output<Schema>;
  const { name, migrations, database, committer, commit, callTimeoutMs, setAside } = parts;
  const atHand =
    parts.cached > 0 ? new LRUCache<string, { value: Value | undefined }>({ max: parts.cached }) : undefined;
  /** Changes with every write, so that nothing older is put at hand. */
  let writes = 0;
  const shape = { schema, migrations };
  const doing = `the store cannot use its ${name}`;
  const where = (key: string): string => `record "${key}" of ${name}`;
  const rowKey = (key: string): string => `${name}:${key}`;

  const bounded = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await withinLimit(work, callTimeoutMs, doing);
    } catch (cause) {
      throw storeFailure(doing, cause);
    }
  };

  const checkKey = (key: string): void => {
    if (key.length === 0 || key.length > KEY_MAX_CHARACTERS || !/^[\x21-\x7e]+$/u.test(key)) {
      throw new RecordError(`a key of ${name} must have 1 to ${KEY_MAX_CHARACTERS} printable characters`);
    }
  };

  const checkSettled = (key: string): void => {
    if (committer().isUnsettled(rowKey(key))) throw new StoreError(`${where(key)}: an earlier write has not ended`);
  };

  const parse = (key: string, text: unknown): Value => {
    try {
      if (typeof text !== 'string') throw new RecordError(`${where(key)} cannot be read: it is not a text`);
      return textToRecord(shape, text, where(key));
    } catch (error) {
      if (error instanceof RecordError) setAside.found(name, key, error.message);
      throw error;
    }
  };

  const get = async (key: string): Promise<Value | undefined> => {
    checkKey(key);
    checkSettled(key);
    const known = atHand?.get(key);
    if (known) return known.value;
    const waiting = committer().waiting(rowKey(key));
    if (waiting) return waiting.text === undefined ? undefined : parse(key, waiting.text);
    const before = writes;
    const text = await bounded(database().read(rowKey(key)));
    const value = text === undefined ? undefined : parse(key, text);
    if (writes === before) atHand?.set(key, { value });
    return value;
  };

  const put = (key: string, value: Value): Change => {
    checkKey(key);
    const record = recordToText(shape, value, where(key));
    return { collection: name, key, ...record };
  };

  const drop = (key: string): Change => {
    checkKey(key);
    return { collection: name, key, text: undefined, value: undefined };
  };

  /** The rows of a page as they will be when all that was asked for is on disk. */
  const rowsOf = async (request: PageRequest): Promise<[key: string, text: unknown][]> => {
    const { most, backwards = false } = request;
    const { from, to } = rangeOf(request);
    const waiting = [...committer().waitingKeys()].filter(([key]) => key >= from && key < to);
    // As many more as may turn out to be gone.
    const wanted = most + waiting.filter(([, text]) => text === undefined).length;
    const rows = new Map(await bounded(database().page({ from, to, most: wanted, backwards })));
    const last = rows.size < wanted ? undefined : [...rows.keys()].at(-1);
    for (const [key, text] of waiting) {
      if (text === undefined) rows.delete(key);
      else if (last === undefined || (backwards ? key > last : key < last)) rows.set(key, text);
    }
    const order = backwards ? -1 : 1;
    return [...rows].sort(([a], [b]) => (a < b ? -order : order)).slice(0, most);
  };

  const rangeOf = ({ prefix = '', after, backwards }: PageRequest): { from: string; to: string } => {
    const whole = { from: rowKey(prefix), to: rowKey(`${prefix}${HIGHEST}`) };
    if (after === undefined) return whole;
    return backwards ? { ...whole, to: rowKey(after) } : { ...whole, from: rowKey(`${after}${LOWEST}`) };
  };

  const keyOf = (row: string): string => row.slice(name.length + 1);
  const nextOf = (rows: readonly [string, unknown][], most: number): string | undefined => {
    const last = rows.at(-1);
    return last === undefined || rows.length < most ? undefined : keyOf(last[0]);
  };

  const page = async (request: PageRequest): Promise<Page<Value>> => {
    const rows = await rowsOf(request);
    const records: [string, Value][] = [];
    const unreadable: string[] = [];
    for (const [row, text] of rows) {
      const key = keyOf(row);
      checkSettled(key);
      try {
        records.push([key, parse(key, text)]);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        unreadable.push(key);
      }
    }
    return { records, unreadable, next: nextOf(rows, request.most) };
  };

  return {
    version: migrations.length + 1,
    get,
    page,
    put,
    drop,
    set: async (key, value) => commit([put(key, value)]),
    delete: async (key) => {
      const wasThere = (await get(key)) !== undefined;
      if (wasThere) await commit([drop(key)]);
      return wasThere;
    },
    noteWritten: (changes) => {
      writes += 1;
      // The collection made the change, so that its value is of this type.
      for (const { key, value } of changes) atHand?.set(key, { value: value as Value | undefined });
    },
    forget: () => {
      writes += 1;
      atHand?.clear();
    },
    olderPage: async (after) => {
      const rows = await rowsOf({ after, most: ROWS_PER_PAGE });
      const texts = rows.flatMap(([row, text]): [string, string][] =>
        typeof text === 'string' && versionOf(text) === 1 && migrations.length > 0 ? [[keyOf(row), text]] : [],
      );
      return { texts, next: nextOf(rows, ROWS_PER_PAGE) };
    },
  };
}
