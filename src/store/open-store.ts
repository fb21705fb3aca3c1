import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createCollection, type StoredCollection } from './collection.ts';
import { type Committer, createCommitter } from './committer.ts';
import { storeFailure } from './failures.ts';
import { createKeyedLocks } from './locks.ts';
import { COPYING_KEY, type OpenedDatabase, openDatabase } from './open-database.ts';
import { ALL_SERVERS, type Shards } from './ownership.ts';
import { createSetAside } from './set-aside.ts';
import { type Change, type Collection, RecordError, type Store, StoreError } from './store.ts';
import { withinLimit } from './time-limit.ts';

export interface OpenStoreOptions {
  /** How long one call may take, its turn in the queue of commits included. */
  callTimeoutMs?: number;
  /** Gives up the opening; an open store is not touched by it. */
  signal?: AbortSignal;
  /** False for a reader beside a running Easel (an audit): it is not taken, no store is made, nothing can be written. */
  exclusive?: boolean;
  /** The servers whose records are to be this process's, where processes share a database. All where it is left out. */
  shards?: Shards;
  /**
   * Called with the owner's name when another process has these servers in a shared database; the opening then waits until it
   * has ended, or is heard of no more. Where this is left out, and for a file, it is refused.
   */
  onWaiting?: (owner: string) => void;
  /** Told once of each record that cannot be read. */
  onUnreadable?: (record: { collection: string; key: string; why: string }) => void;
}

const CALL_TIMEOUT_MS = 10_000;

const probeSchema = z.object({ nonce: z.string() });

/** The version of each collection whose version is not the first. */
const versionsSchema = z.record(z.string(), z.int().min(1));
const VERSIONS_KEY = 'versions';

/**
 * Opens the store at `STORE_URL`, making it and its folder where there was none, and takes it for this process.
 * @throws StoreError when it cannot be opened, was lost, or another process has it; every later call rejects with nothing else.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const {
    callTimeoutMs = CALL_TIMEOUT_MS,
    signal,
    exclusive = true,
    shards = ALL_SERVERS,
    onWaiting,
    onUnreadable,
  } = options;
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(url, { callTimeoutMs, signal, exclusive, shards, onWaiting });
    return await createStore({ ...opened, callTimeoutMs, onUnreadable });
  } catch (cause) {
    // What went wrong first is what the operator has to hear.
    await opened?.database.disconnect().catch(() => undefined);
    await opened?.ownership.release().catch(() => undefined);
    throw storeFailure('the store cannot be opened', cause);
  }
}

interface StoreParts extends OpenedDatabase {
  callTimeoutMs: number;
  onUnreadable?: OpenStoreOptions['onUnreadable'] | undefined;
}

/** A store over a database that is open. @throws StoreError when the database cannot be read. */
export async function createStore({
  database,
  ownership,
  callTimeoutMs,
  onUnreadable = () => undefined,
}: StoreParts): Promise<Store> {
  const setAside = createSetAside(onUnreadable);
  const collections = new Map<string, { schema: z.ZodType; collection: StoredCollection<never> }>();
  let closing: Promise<void> | undefined;
  let lost: StoreError | undefined;
  const opened = <Part>(part: Part): Part => {
    if (closing) throw new StoreError('the store is closed');
    if (lost) throw lost;
    return part;
  };
  void ownership.lost.then((error) => {
    lost = error;
  });
  let failures = 0;
  const committer: Committer = createCommitter({
    database,
    callTimeoutMs,
    onFailure: () => {
      failures += 1;
      for (const { collection } of collections.values()) collection.forget();
    },
  });

  const commit = async (asked: readonly Change[]): Promise<void> => {
    if (asked.length === 0) return;
    // An older Easel has to see the version before the first record of it.
    const told = versions;
    const changes = told === toldVersions ? asked : [meta.put(VERSIONS_KEY, told), ...asked];
    const writes = changes.map(({ collection, key, text }) => [`${collection}:${key}`, text] as const);
    let done: Promise<void>;
    try {
      done = opened(committer).commit(writes);
    } catch (error) {
      failures += 1;
      throw error;
    }
    for (const [name, own] of Map.groupBy(changes, ({ collection }) => collection)) {
      collections.get(name)?.collection.noteWritten(own);
      setAside.written(
        name,
        own.map(({ key }) => key),
      );
    }
    await done;
    toldVersions = told;
  };

  const make = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    { migrations = [], cached = 0 }: Parameters<Store['collection']>[2] = {},
  ): StoredCollection<z.output<Schema>> => {
    const parts = { database: () => opened(database), committer: () => opened(committer), commit };
    return createCollection(schema, { ...parts, name, migrations, cached, callTimeoutMs, setAside });
  };
  const meta = make('store', versionsSchema);
  if (await meta.get(COPYING_KEY)) {
    throw new StoreError('a copy into this store did not come to its end; empty it and copy anew');
  }
  let versions = (await meta.get(VERSIONS_KEY)) ?? {};
  let toldVersions = versions;

  const noteVersion = (name: string, version: number): void => {
    const stored = versions[name] ?? 1;
    if (stored > version) {
      throw new StoreError(
        `the store was written by a newer Easel: its ${name} are of version ${stored}, and this one knows ${version}`,
      );
    }
    if (stored !== version) versions = { ...versions, [name]: version };
  };

  const collection: Store['collection'] = (name, schema, options) => {
    const known = collections.get(name);
    if (known && known.schema !== schema) throw new StoreError(`collection "${name}" has another schema`);
    // The schema is the same object, and with it the type of the records.
    if (known) return known.collection as Collection<z.output<typeof schema>>;
    if (!/^[a-z][a-z_]{0,39}$/u.test(name)) throw new StoreError('a collection is named by small letters and _');
    const made = make(name, schema, options);
    noteVersion(name, made.version);
    collections.set(name, { schema, collection: made as StoredCollection<never> });
    return made;
  };

  const close = async (): Promise<void> => {
    await committer.idle();
    await database.disconnect();
    // It comes last, when nothing can write any more.
    await ownership.release();
  };

  const probes = make('self_test', probeSchema);
  const selfTests = createKeyedLocks();
  return {
    collection,
    commit,
    get failures() {
      return failures;
    },
    lost: ownership.lost,
    unreadable: setAside.counts,
    setAside: setAside.found,
    divide: async (name, convert) => {
      const unreadable: string[] = [];
      const one = collections.get(name)?.collection;
      let next: string | undefined;
      do {
        const page = await one?.olderPage(next);
        for (const [key, text] of page?.texts ?? []) {
          const changes = await converted(key, text, convert);
          if (changes) await commit(changes);
          else unreadable.push(key);
        }
        next = page?.next;
      } while (next !== undefined);
      return { unreadable };
    },
    selfTest: () => selfTests.run('self-test', () => selfTest(probes)),
    close: () => {
      closing ??= withinLimit(close(), callTimeoutMs, 'the store cannot be closed').catch((cause: unknown) => {
        throw storeFailure('the store cannot be closed', cause);
      });
      return closing;
    },
  };
}

/** Undefined for a record that cannot be read. */
async function converted(
  key: string,
  text: string,
  convert: (key: string, record: unknown) => Promise<readonly Change[]>,
): Promise<readonly Change[] | undefined> {
  try {
    return await convert(key, JSON.parse(text));
  } catch (error) {
    if (error instanceof StoreError && !(error instanceof RecordError)) throw error;
    return undefined;
  }
}

async function selfTest(probes: Collection<z.output<typeof probeSchema>>): Promise<void> {
  const probe = { nonce: randomUUID() };
  await probes.set('probe', probe);
  const kept = (await probes.get('probe'))?.nonce === probe.nonce;
  const { records } = await probes.page({ most: 10 });
  const listed = records.some(([key]) => key === 'probe');
  const removed = await probes.delete('probe');
  const gone = (await probes.get('probe')) === undefined;
  if (!kept || !listed || !removed || !gone) throw new StoreError('the store does not keep what it is given');
}
