import type { z } from 'zod';
import { recordToText, textToRecord } from '../../src/store/record-text.ts';
import { type Collection, RecordError, StoreError } from '../../src/store/store.ts';

/** A collection in memory that keeps texts as the real one does. */
export class MemoryCollection<Schema extends z.ZodType> implements Collection<z.output<Schema>> {
  readonly texts = new Map<string, string>();
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  async get(key: string): Promise<z.output<Schema> | undefined> {
    const text = this.texts.get(key);
    return text === undefined ? undefined : textToRecord(this.#schema, text, key);
  }

  async set(key: string, value: z.output<Schema>): Promise<void> {
    this.texts.set(key, recordToText(this.#schema, value, key));
  }

  async delete(key: string): Promise<boolean> {
    return this.texts.delete(key);
  }

  async keys(): Promise<string[]> {
    return [...this.texts.keys()];
  }

  async all(): Promise<{ records: [key: string, value: z.output<Schema>][]; unreadable: string[] }> {
    const records: [string, z.output<Schema>][] = [];
    const unreadable: string[] = [];
    for (const [key, text] of this.texts) {
      try {
        records.push([key, textToRecord(this.#schema, text, key)]);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        unreadable.push(key);
      }
    }
    return { records, unreadable };
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

  async set(key: string, value: Value): Promise<void> {
    const broken = this.breakNextWrite;
    this.breakNextWrite = undefined;
    if (broken === 'before') throw new StoreError('broken before the write');
    await this.inner.set(key, value);
    this.writes += 1;
    if (broken === 'after') throw new StoreError('broken after the write');
  }

  get(key: string): Promise<Value | undefined> {
    return this.inner.get(key);
  }

  delete(key: string): Promise<boolean> {
    return this.inner.delete(key);
  }

  keys(): Promise<string[]> {
    return this.inner.keys();
  }

  all(): Promise<{ records: [key: string, value: Value][]; unreadable: string[] }> {
    return this.inner.all();
  }
}
