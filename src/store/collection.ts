import type { z } from 'zod';
import { storeFailure } from './failures.ts';
import type { KeyedLocks } from './locks.ts';
import { recordToText, textToRecord } from './record-text.ts';
import { type Collection, RecordError, StoreError } from './store.ts';
import type { Table } from './table.ts';
import { StoreTimeoutError, withinLimit } from './time-limit.ts';

export interface CollectionParts {
  name: string;
  table: () => Promise<Table>;
  locks: KeyedLocks;
  callTimeoutMs: number;
}

/** Under the 255 that the adapters allow. */
const KEY_MAX_CHARACTERS = 200;
/** A few megabytes of keys; more than are busy at one time. */
const READABLE_MAX_KEYS = 20_000;

/** Typed records over a table: parsed on the way in and on the way out, every call within the time limit. */
export function createCollection<Schema extends z.ZodType>(
  schema: Schema,
  { name, table, locks, callTimeoutMs }: CollectionParts,
): Collection<z.output<Schema>> {
  /** Keys whose write outlived its time limit and may still land: what is read now could be overtaken. */
  const unsettled = new Set<string>();
  /** Keys whose record was readable when this process, the only one that writes, last saw it. Only saves looking again. */
  const readable = new Set<string>();
  const doing = `the store cannot use its ${name}`;
  const where = (key: string): string => `record "${key}" of ${name}`;

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
    if (unsettled.has(key)) throw new StoreError(`${where(key)}: an earlier write has not ended`);
  };

  /**
   * All writes of a store take turns: SQLite has one writer, and connections that compete for it would block the
   * threads of everything else. Work whose time is up before its turn is not begun.
   */
  const inTurn = async <Result>(work: (rows: Table) => Promise<Result>, key?: string): Promise<Result> => {
    let timeIsUp = false;
    const turn = locks.run('write', async () => {
      if (timeIsUp) throw new StoreError(`${doing}: not begun`);
      return work(await table());
    });
    try {
      return await bounded(turn);
    } catch (error) {
      timeIsUp = true;
      if (error instanceof StoreTimeoutError && key !== undefined) {
        unsettled.add(key);
        turn.catch(() => undefined).finally(() => unsettled.delete(key));
      }
      throw error;
    }
  };

  const parse = (key: string, text: string): z.output<Schema> => {
    const value = textToRecord(schema, text, where(key));
    noteReadable(key);
    return value;
  };

  const noteReadable = (key: string): void => {
    if (readable.size >= READABLE_MAX_KEYS) readable.clear();
    readable.add(key);
  };

  /** What cannot be read is left for a person to look at. */
  const refuseUnreadable = async (rows: Table, key: string): Promise<void> => {
    if (readable.has(key)) return;
    const text = await rows.read(key);
    if (text !== undefined) parse(key, text);
  };

  /** In a turn of its own, so that no row is removed, and another skipped, on the way. */
  const allTexts = (): Promise<[string, string | undefined][]> =>
    inTurn(async (rows) => {
      const texts: [string, string | undefined][] = [];
      for await (const row of rows.rows()) texts.push(row);
      return texts;
    });

  return {
    get: async (key) => {
      checkKey(key);
      const text = await bounded(table().then((rows) => rows.read(key)));
      return text === undefined ? undefined : parse(key, text);
    },
    set: async (key, value) => {
      checkKey(key);
      const text = recordToText(schema, value, where(key));
      await inTurn(async (rows) => {
        await refuseUnreadable(rows, key);
        await rows.write(key, text);
        noteReadable(key);
      }, key);
    },
    delete: async (key) => {
      checkKey(key);
      return inTurn(async (rows) => {
        await refuseUnreadable(rows, key);
        readable.delete(key);
        return rows.remove(key);
      }, key);
    },
    keys: async () => (await allTexts()).map(([key]) => key),
    all: async () => {
      const records: [string, z.output<Schema>][] = [];
      const unreadable: string[] = [];
      for (const [key, text] of await allTexts()) {
        try {
          if (text === undefined) throw new RecordError(`${where(key)} cannot be read: it is not a text`);
          records.push([key, parse(key, text)]);
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          unreadable.push(key);
        }
      }
      return { records, unreadable };
    },
  };
}
