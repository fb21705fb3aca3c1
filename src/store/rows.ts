import type { Committer } from './committer.ts';
import type { Database, KeyRange } from './database/database.ts';
import { toStoreError, withinCallTimeout } from './database/failures.ts';
import { type CountRequest, type PageRequest, RecordError, StoreError } from './store.ts';

export interface RowsParts {
  database: () => Database;
  committer: () => Committer;
  callTimeoutMs: number;
}

/** Stays below the adapters' limit of 255, with the collection's name. */
const KEY_MAX_CHARACTERS = 200;
/** Keys are printable, so these sort before and after every character of a key. */
const LOWEST = '\x01';
const HIGHEST = '\x7f';

/** A collection's texts, including writes that are not on disk yet. Every call has a time limit. */
export function createRows(name: string, { database, committer, callTimeoutMs }: RowsParts) {
  const doing = `the store cannot use its ${name}`;
  const rowKey = (key: string): string => `${name}:${key}`;

  const bounded = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await withinCallTimeout(work, callTimeoutMs, doing);
    } catch (cause) {
      throw toStoreError(doing, cause);
    }
  };

  const rangeOf = ({ prefix = '', after, backwards = false }: Omit<PageRequest, 'most'>) => {
    const [from, to] = [rowKey(prefix), rowKey(`${prefix}${HIGHEST}`)];
    if (after === undefined) return { from, to };
    return backwards ? { from, to: rowKey(after) } : { from: rowKey(`${after}${LOWEST}`), to };
  };
  const pendingIn = ({ from, to }: Pick<KeyRange, 'from' | 'to'>) =>
    [...committer().pendingWrites()].filter(([row]) => row >= from && row < to);

  /** @throws StoreError if the current text is unknown because an earlier write hasn't ended, or the store is closed. */
  const requireSettled = (key: string): void => {
    if (!committer().isUnsettled(rowKey(key))) return;
    throw new StoreError(`record "${key}" of ${name}: an earlier write has not ended`);
  };

  return {
    requireSettled,
    /** Undefined if there is no row. */
    read: async (key: string): Promise<unknown> => {
      const pending = committer().pending(rowKey(key));
      return pending ? pending.text : bounded(database().read(rowKey(key)));
    },
    page: async (request: PageRequest, only?: KeyRange['only']) => {
      const { most, backwards = false } = request;
      const range = rangeOf(request);
      const pending = pendingIn(range);
      // Reads more rows, because as many may be about to be deleted.
      const wanted = most + pending.filter(([, text]) => text === undefined).length;
      const found = new Map(await bounded(database().page({ ...range, most: wanted, backwards, only })));
      const last = found.size < wanted ? undefined : [...found.keys()].at(-1);
      for (const [row, text] of pending) {
        if (text === undefined) found.delete(row);
        else if (last === undefined || (backwards ? row > last : row < last)) found.set(row, text);
      }
      const order = backwards ? -1 : 1;
      const rows = [...found]
        .sort(([a], [b]) => (a < b ? -order : order))
        .slice(0, most)
        .map(([row, text]): [key: string, text: unknown] => [row.slice(name.length + 1), text]);
      for (const [key] of rows) requireSettled(key);
      return { rows, next: rows.length < most ? undefined : rows.at(-1)?.[0] };
    },
    count: async (request: CountRequest): Promise<number> => {
      const range = rangeOf(request);
      const pending = pendingIn(range);
      const without = pending.map(([row]) => row);
      const onDisk = await bounded(database().count({ ...range, without }));
      return onDisk + pending.filter(([, text]) => text !== undefined).length;
    },
  };
}

/** @throws RecordError for a key that databases may order differently. */
export function checkKey(name: string, key: string): void {
  if (key.length === 0 || key.length > KEY_MAX_CHARACTERS || !/^[\x21-\x7e]+$/u.test(key)) {
    throw new RecordError(`a key of ${name} must have 1 to ${KEY_MAX_CHARACTERS} printable characters`);
  }
}
