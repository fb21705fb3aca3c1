import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-file.ts';
import { type CollectionParts, createCollection } from './collection.ts';
import { storeFailure } from './failures.ts';
import { createKeyedLocks } from './locks.ts';
import { acquireProcessLock } from './process-lock.ts';
import { type Collection, type Store, StoreError } from './store.ts';
import {
  announceStore,
  FIRST_TABLE,
  findStoreFile,
  keepStorePrivate,
  makeStoreFile,
  refuseLost,
} from './store-file.ts';
import { parseStoreUrl } from './store-url.ts';
import { openTable, type Table } from './table.ts';
import { withinLimit } from './time-limit.ts';

export interface OpenStoreOptions {
  /** How long one call may take, its turn in the queue of writes included. */
  callTimeoutMs?: number;
  /** Gives up the opening; an open store is not touched by it. */
  signal?: AbortSignal;
  /** False for a reader beside a running Easel (an audit): the process lock is not taken, and no store is made. It must not write. */
  exclusive?: boolean;
}

/** Twice as long as SQLite waits for another process's lock, so that the caller hears the reason. */
const CALL_TIMEOUT_MS = 10_000;
const BUSY_TIMEOUT_MAX_MS = 5000;

const probeSchema = z.object({ nonce: z.string() });

/**
 * Opens the store at `STORE_URL`, making it and its folder where there was none, and takes it for this process.
 * @throws StoreError when it cannot be opened, was lost, or another process has it; every later call rejects with nothing else.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const { callTimeoutMs = CALL_TIMEOUT_MS, signal, exclusive = true } = options;
  const { path } = parseStoreUrl(url);
  const busyTimeoutMs = Math.min(BUSY_TIMEOUT_MAX_MS, Math.ceil(callTimeoutMs / 2));
  const doing = 'the store cannot be opened';
  const bounded = <Result>(work: Promise<Result>): Promise<Result> => withinLimit(work, callTimeoutMs, doing, signal);

  const collections = new Map<string, { schema: z.ZodType; collection: unknown }>();
  const tables = new Map<string, Promise<Table>>();
  const locks = createKeyedLocks();
  let release = async (): Promise<void> => undefined;
  let closed = false;
  let closing: Promise<void> | undefined;

  /** A table that could not be opened is tried again by the next call that needs it. */
  const table = (name: string): Promise<Table> => {
    if (closed) return Promise.reject(new StoreError('the store is closed'));
    const known = tables.get(name);
    if (known) return known;
    const opening = openTable(path, name, busyTimeoutMs);
    tables.set(name, opening);
    opening.catch(() => tables.delete(name));
    return opening;
  };

  const collection = <Schema extends z.ZodType>(name: string, schema: Schema): Collection<z.output<Schema>> => {
    const known = collections.get(name);
    if (known && known.schema !== schema) throw new StoreError(`collection "${name}" has another schema`);
    // The schema is the same object, and with it the type of the records.
    if (known) return known.collection as Collection<z.output<Schema>>;
    if (!/^[a-z][a-z_]{0,39}$/u.test(name)) throw new StoreError('a collection is named by small letters and _');
    const parts: CollectionParts = { name, table: () => table(name), locks, callTimeoutMs };
    const made = createCollection(schema, parts);
    collections.set(name, { schema, collection: made });
    return made;
  };

  const close = async (): Promise<void> => {
    // Behind the writes that wait already; the lock comes last, when nothing can write any more.
    const opened = await locks.run('write', () => {
      closed = true;
      return Promise.allSettled(tables.values());
    });
    const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      // So that the file is whole by itself, also while somebody else reads it.
      if (exclusive) await open[0]?.checkpoint();
    } finally {
      for (const one of open) await one.disconnect();
      await release();
    }
  };

  /** Takes the store for this process, and makes it where none ever was. */
  const take = async (): Promise<void> => {
    await bounded(makePrivateFolder(dirname(path)));
    const found = await bounded(findStoreFile(path));
    if (found === 'none') await bounded(announceStore(path));
    release = await bounded(acquireProcessLock(`${path}-lock`));
    refuseLost(found);
    await bounded(makeStoreFile(path, busyTimeoutMs));
    await bounded(keepStorePrivate(path));
  };

  const lookOnly = async (): Promise<void> => {
    const found = await bounded(findStoreFile(path));
    refuseLost(found);
    if (found === 'none') throw new StoreError('there is no store');
  };

  const probes = collection(FIRST_TABLE, probeSchema);
  try {
    await (exclusive ? take() : lookOnly());
    await bounded(table(FIRST_TABLE));
  } catch (cause) {
    // What went wrong first is what the operator has to hear.
    await withinLimit(close(), callTimeoutMs, doing).catch(() => undefined);
    throw storeFailure(doing, cause);
  }
  return {
    collection,
    selfTest: () => locks.run('self-test', () => selfTest(probes)),
    close: () => {
      closing ??= withinLimit(close(), callTimeoutMs, 'the store cannot be closed').catch((cause: unknown) => {
        throw storeFailure('the store cannot be closed', cause);
      });
      return closing;
    },
  };
}

async function selfTest(probes: Collection<z.output<typeof probeSchema>>): Promise<void> {
  const probe = { nonce: randomUUID() };
  await probes.set('probe', probe);
  const kept = (await probes.get('probe'))?.nonce === probe.nonce;
  const listed = (await probes.keys()).includes('probe');
  const removed = await probes.delete('probe');
  const gone = (await probes.get('probe')) === undefined;
  if (!kept || !listed || !removed || !gone) throw new StoreError('the store does not keep what it is given');
}
