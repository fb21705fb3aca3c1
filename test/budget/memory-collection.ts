import type { z } from 'zod';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { type RecordFormat, recordToText, textToRecord } from '../../src/store/record-text.ts';
import {
  type Change,
  type Collection,
  type CountRequest,
  type Page,
  type PageRequest,
  RecordError,
  StoreError,
} from '../../src/store/store.ts';

/** A collection in memory that keeps texts as the real one does. */
export class MemoryCollection<Schema extends z.ZodType> implements Collection<z.output<Schema>> {
  readonly texts = new Map<string, string>();
  readonly #shape: RecordFormat<Schema>;
  readonly #name: string;

  constructor(schema: Schema, name = 'memory') {
    this.#name = name;
    this.#shape = { schema, migrations: [] };
  }

  async get(key: string): Promise<z.output<Schema> | undefined> {
    const text = this.texts.get(key);
    return text === undefined ? undefined : textToRecord(this.#shape, text, key);
  }

  async set(key: string, value: z.output<Schema>, also: readonly Change[] = []): Promise<void> {
    if (also.length > 0) throw new TypeError('a collection in memory can’t commit other records');
    this.texts.set(key, this.put(key, value).text ?? '');
  }

  async delete(key: string): Promise<boolean> {
    return this.texts.delete(key);
  }

  readonly locked = createKeyedLocks().run;

  put(key: string, value: z.output<Schema>): Change {
    return { collection: this.#name, key, ...recordToText(this.#shape, value, key) };
  }

  drop(key: string): Change {
    return { collection: this.#name, key, text: undefined, value: undefined };
  }

  async page(request: PageRequest): Promise<Page<z.output<Schema>>> {
    const { prefix = '', after, most, backwards = false } = request;
    const keys = [...this.texts.keys()].filter((key) => key.startsWith(prefix)).sort();
    if (backwards) keys.reverse();
    const from = after === undefined ? 0 : keys.findIndex((key) => (backwards ? key < after : key > after));
    const own = from === -1 ? [] : keys.slice(from, from + most);
    const records: [string, z.output<Schema>][] = [];
    const unreadable: string[] = [];
    for (const key of own) {
      try {
        records.push([key, textToRecord(this.#shape, this.texts.get(key) ?? '', key)]);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        unreadable.push(key);
      }
    }
    return { records, unreadable, next: own.length < most ? undefined : own.at(-1) };
  }

  async count({ prefix, after = '' }: CountRequest): Promise<number> {
    return [...this.texts.keys()].filter((key) => key.startsWith(prefix) && key > after).length;
  }
}

/** The moment at which a write fails: the caller cannot tell whether it was kept. */
export type Breakage = 'before' | 'after' | undefined;

/** A collection whose writes are counted, and fail on request. */
export class BreakingCollection<Value> implements Collection<Value> {
  inner: Collection<Value>;
  writes = 0;
  breakNextWrite: Breakage;

  constructor(inner: Collection<Value>) {
    this.inner = inner;
  }

  async set(key: string, value: Value, also: readonly Change[] = []): Promise<void> {
    const broken = this.breakNextWrite;
    this.breakNextWrite = undefined;
    if (broken === 'before') throw new StoreError('broken before the write');
    await this.inner.set(key, value, also);
    this.writes += 1;
    if (broken === 'after') throw new StoreError('broken after the write');
  }

  get(key: string): Promise<Value | undefined> {
    return this.inner.get(key);
  }

  put(key: string, value: Value): Change {
    return this.inner.put(key, value);
  }

  drop(key: string): Change {
    return this.inner.drop(key);
  }

  page(request: PageRequest): Promise<Page<Value>> {
    return this.inner.page(request);
  }

  count(request: CountRequest): Promise<number> {
    return this.inner.count(request);
  }

  delete(key: string): Promise<boolean> {
    return this.inner.delete(key);
  }

  readonly locked = createKeyedLocks().run;
}
