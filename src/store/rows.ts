import type { Committer } from './committer.ts';
import type { Database, KeyRange } from './database/database.ts';
import { toStoreError, withinCallTimeout } from './database/failures.ts';
import { type CountRequest, type PageRequest, RecordError, StoreError } from './store.ts';

export interface RowsParts {
  /** The collection's name. */
  name: string;
  database: () => Database;
  committer: () => Committer;
  callTimeoutMs: number;
}

export interface RowsRequest extends PageRequest {
  only?: KeyRange['only'];
}

/** A collection's texts, including writes that are not on disk yet. Every call has a time limit. */
export interface Rows {
  /** Undefined if there is no row. */
  read(key: string): Promise<unknown>;
  page(request: RowsRequest): Promise<{ rows: [key: string, text: unknown][]; next: string | undefined }>;
  count(request: CountRequest): Promise<number>;
  /** @throws StoreError if the current text is unknown because an earlier write hasn't ended. */
  checkSettled(key: string): void;
}

/** Stays below the adapters' limit of 255, with the collection's name. */
const KEY_MAX_CHARACTERS = 200;
/** Keys are printable, so these sort before and after every character of a key. */
const LOWEST = '\x01';
const HIGHEST = '\x7f';

export function createRows({ name, database, committer, callTimeoutMs }: RowsParts): Rows {
  const doing = `the store cannot use its ${name}`;
  const rowKey = (key: string): string => `${name}:${key}`;

  const bounded = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await withinCallTimeout(work, callTimeoutMs, doing);
    } catch (cause) {
      throw toStoreError(doing, cause);
    }
  };

  const rangeOf = ({ prefix = '', after, backwards }: Omit<PageRequest, 'most'>): { from: string; to: string } => {
    const whole = { from: rowKey(prefix), to: rowKey(`${prefix}${HIGHEST}`) };
    if (after === undefined) return whole;
    return backwards ? { ...whole, to: rowKey(after) } : { ...whole, from: rowKey(`${after}${LOWEST}`) };
  };

  return {
    read: async (key) => {
      const pending = committer().pending(rowKey(key));
      return pending ? pending.text : bounded(database().read(rowKey(key)));
    },
    page: async (request) => {
      const { most, backwards = false, only } = request;
      const { from, to } = rangeOf(request);
      const pending = [...committer().pendingWrites()].filter(([key]) => key >= from && key < to);
      // Reads more rows, because as many may be about to be deleted.
      const wanted = most + pending.filter(([, text]) => text === undefined).length;
      const found = new Map(await bounded(database().page({ from, to, most: wanted, backwards, only })));
      const last = found.size < wanted ? undefined : [...found.keys()].at(-1);
      for (const [key, text] of pending) {
        if (text === undefined) found.delete(key);
        else if (last === undefined || (backwards ? key > last : key < last)) found.set(key, text);
      }
      const order = backwards ? -1 : 1;
      const rows = [...found]
        .sort(([a], [b]) => (a < b ? -order : order))
        .slice(0, most)
        .map(([row, text]): [string, unknown] => [row.slice(name.length + 1), text]);
      return { rows, next: rows.length < most ? undefined : rows.at(-1)?.[0] };
    },
    count: async (request) => {
      const { from, to } = rangeOf(request);
      const pending = [...committer().pendingWrites()].filter(([key]) => key >= from && key < to);
      const without = pending.map(([key]) => key);
      const onDisk = await bounded(database().count({ from, to, without }));
      return onDisk + pending.filter(([, text]) => text !== undefined).length;
    },
    checkSettled: (key) => {
      if (committer().isUnsettled(rowKey(key))) {
        throw new StoreError(`record "${key}" of ${name}: an earlier write has not ended`);
      }
    },
  };
}

/** @throws RecordError for a key that databases may order differently. */
export function checkKey(name: string, key: string): void {
  if (key.length === 0 || key.length > KEY_MAX_CHARACTERS || !/^[\x21-\x7e]+$/u.test(key)) {
    throw new RecordError(`a key of ${name} must have 1 to ${KEY_MAX_CHARACTERS} printable characters`);
  }
}
