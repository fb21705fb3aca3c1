import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createCollection, type StoredCollection } from './collection.ts';
import { type Committer, createCommitter } from './committer.ts';
import type { OpenOptions } from './database.ts';
import { storeFailure, withinLimit } from './failures.ts';
import { createKeyedLocks } from './locks.ts';
import { COPYING_KEY, type OpenedDatabase, openDatabase } from './open-database.ts';
import { type Change, type Collection, type CollectionOptions, type Store, StoreError } from './store.ts';
import { createSetAside, type SetAside } from './unreadable-records.ts';
import { openVersions, type StoredVersions, versionsSchema } from './versions.ts';

export interface OpenStoreOptions extends Partial<OpenOptions> {
  /** Told once of each record that cannot be read. */
  onUnreadable?: (record: { collection: string; key: string; why: string }) => void;
}

const CALL_TIMEOUT_MS = 10_000;

const probeSchema = z.object({ nonce: z.string() });

/**
 * Opens the store at `STORE_URL`, making it and its folder where there was none, and takes it for this process.
 * @throws StoreError when it cannot be opened, was lost, or another process has it; every later call rejects with nothing else.
 */
export async function openStore(
  url: string,
  { callTimeoutMs = CALL_TIMEOUT_MS, onUnreadable, ...options }: OpenStoreOptions = {},
): Promise<Store> {
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(url, { ...options, callTimeoutMs });
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
export async function createStore(parts: StoreParts): Promise<Store> {
  const { database, ownership, callTimeoutMs, onUnreadable = () => undefined } = parts;
  const setAside = createSetAside(onUnreadable);
  const collections: Collections = new Map();
  const state = createState(parts, collections);
  const commit = (asked: readonly Change[]): Promise<void> =>
    committed(asked, state, collections, { setAside, versions });
  const make = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    { migrations = [], cached = 0, serverOf }: CollectionOptions<z.output<Schema>> = {},
  ): StoredCollection<z.output<Schema>> => {
    const opened = { database: () => state.opened(database), committer: () => state.opened(state.committer) };
    const { shards } = ownership;
    const parts = { ...opened, commit, name, migrations, cached, callTimeoutMs, setAside, shards };
    return createCollection(schema, parts, serverOf);
  };
  const meta = make('store', versionsSchema);
  if (await meta.get(COPYING_KEY)) {
    throw new StoreError('a copy into this store did not come to its end; empty it and copy anew');
  }
  const versions = await openVersions(meta);

  const collection: Store['collection'] = (name, schema, options) => {
    const known = collections.get(name);
    if (known && known.schema !== schema) throw new StoreError(`collection "${name}" has another schema`);
    // The schema is the same object, and with it the type of the records.
    if (known) return known.collection as Collection<z.output<typeof schema>>;
    if (!/^[a-z][a-z_]{0,39}$/u.test(name)) throw new StoreError('a collection is named by small letters and _');
    const made = make(name, schema, options);
    versions.note(name, made.version);
    collections.set(name, { schema, collection: made as StoredCollection<never> });
    return made;
  };

  const probes = make('self_test', probeSchema);
  const selfTests = createKeyedLocks();
  return {
    collection,
    commit,
    get failures() {
      return state.failures;
    },
    lost: ownership.lost,
    shards: ownership.shards,
    ...(ownership.takeTurn && { takeTurn: ownership.takeTurn }),
    ...(ownership.prove && { prove: ownership.prove }),
    unreadable: setAside.counts,
    setAside: setAside.found,
    selfTest: () => selfTests.run('self-test', () => selfTest(probes)),
    close: () => state.close(),
  };
}

type Collections = Map<string, { schema: z.ZodType; collection: StoredCollection<never> }>;

/** Whether the store can be used, and how often it could not. */
interface StoreState {
  failures: number;
  readonly committer: Committer;
  /** @throws StoreError where the store is closed or lost */
  opened<Part>(part: Part): Part;
  close(): Promise<void>;
}

function createState({ database, ownership, callTimeoutMs }: StoreParts, collections: Collections): StoreState {
  let closing: Promise<void> | undefined;
  let lost: StoreError | undefined;
  void ownership.lost.then((error) => {
    lost = error;
  });
  const close = async (): Promise<void> => {
    await state.committer.idle();
    await database.disconnect();
    // It comes last, when nothing can write any more.
    await ownership.release();
  };
  const onFailure = (): void => {
    state.failures += 1;
    for (const { collection } of collections.values()) collection.forget();
  };
  const state: StoreState = {
    failures: 0,
    committer: createCommitter({ database, callTimeoutMs, onFailure }),
    opened: (part) => {
      if (closing) throw new StoreError('the store is closed');
      if (lost) throw lost;
      return part;
    },
    close: () => {
      closing ??= withinLimit(close(), callTimeoutMs, 'the store cannot be closed').catch((cause: unknown) => {
        throw storeFailure('the store cannot be closed', cause);
      });
      return closing;
    },
  };
  return state;
}

async function committed(
  asked: readonly Change[],
  state: StoreState,
  collections: Collections,
  { setAside, versions }: { setAside: SetAside; versions: StoredVersions },
): Promise<void> {
  if (asked.length === 0) return;
  const told = versions.told();
  const changes = [...told.changes, ...asked];
  for (const change of asked) collections.get(change.collection)?.collection.checkOwn(change);
  const writes = changes.map(({ collection, key, text, server }) => [`${collection}:${key}`, text, server] as const);
  let done: Promise<void>;
  try {
    done = state.opened(state.committer).commit(writes);
  } catch (error) {
    state.failures += 1;
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
  told.isTold();
}

async function selfTest(probes: Collection<z.output<typeof probeSchema>>): Promise<void> {
  const probe = { nonce: randomUUID() };
  // Of its own: other processes may try the store just now.
  const key = `probe-${probe.nonce}`;
  await probes.set(key, probe);
  const kept = (await probes.get(key))?.nonce === probe.nonce;
  const { records } = await probes.page({ prefix: key, most: 1 });
  const listed = records.some(([found]) => found === key);
  const removed = await probes.delete(key);
  const gone = (await probes.get(key)) === undefined;
  if (!kept || !listed || !removed || !gone) throw new StoreError('the store does not keep what it is given');
}
