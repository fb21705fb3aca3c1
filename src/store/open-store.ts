import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CollectionParts, createCollection, type StoredCollection } from './collection.ts';
import { type Committer, createCommitter, type OnCommit } from './committer.ts';
import type { OpenOptions } from './database/database.ts';
import { toStoreError, withinCallTimeout } from './database/failures.ts';
import { COPYING_KEY, closeDatabase, type OpenedDatabase, openDatabase } from './open-database.ts';
import { type Change, type Collection, defineCollection, type Store, StoreError } from './store.ts';
import { createUnreadableRecords, type UnreadableRecords } from './unreadable-records.ts';
import { openVersions, type StoredVersions, versionCollection } from './versions.ts';

export interface OpenStoreOptions extends Partial<OpenOptions> {
  /** Called once for each unreadable record. */
  onUnreadable?: (record: { collection: string; key: string; why: string }) => void;
  onCommit?: OnCommit;
}

const CALL_TIMEOUT_MS = 10_000;

export const probeCollection = defineCollection({
  name: 'self_test',
  schema: z.object({ nonce: z.string() }),
  keeps: { what: 'a test record', ends: { when: 'at once' }, erased: 'none', leaves: 'nothing' },
});

/**
 * Opens the store at `STORE_URL` for this process alone. Creates it and its folder if they don't exist.
 * @throws StoreError if it can't be opened, was lost, or another process has it. Later calls throw nothing else either.
 */
export async function openStore(
  url: string,
  { callTimeoutMs = CALL_TIMEOUT_MS, onUnreadable, onCommit, ...options }: OpenStoreOptions = {},
): Promise<Store> {
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(url, { ...options, callTimeoutMs });
    return await createStore({ ...opened, callTimeoutMs, onUnreadable, onCommit });
  } catch (cause) {
    // Errors while closing must not hide the first error, and neither may a close that is never answered.
    const closing = opened && withinCallTimeout(closeDatabase(opened), callTimeoutMs, 'the store cannot be closed');
    await closing?.catch(() => undefined);
    throw toStoreError('the store cannot be opened', cause);
  }
}

interface StoreParts extends OpenedDatabase {
  callTimeoutMs: number;
  onUnreadable?: OpenStoreOptions['onUnreadable'] | undefined;
  onCommit?: OnCommit | undefined;
}

/** Creates a store over an open database. @throws StoreError if the database can't be read. */
export async function createStore(parts: StoreParts): Promise<Store> {
  const { database, ownership, callTimeoutMs, onUnreadable = () => undefined } = parts;
  const unreadableRecords = createUnreadableRecords(onUnreadable);
  const collections: Collections = new Map();
  const state = createState(parts, collections);
  const commit = (changes: readonly Change[]): Promise<void> =>
    commitChanges(changes, state, collections, { unreadableRecords, versions });
  const shared: CollectionParts = {
    database: () => state.requireOpen(database),
    committer: () => state.requireOpen(state.committer),
    shards: ownership.shards,
    callTimeoutMs,
    commit,
    unreadableRecords,
  };
  const meta = createCollection(shared, versionCollection);
  if (await meta.get(COPYING_KEY)) {
    throw new StoreError('copying into this store did not finish; empty it and copy again');
  }
  const versions = await openVersions(meta, database.copies);

  const collection: Store['collection'] = (definition) => {
    const { name, schema } = definition;
    const known = collections.get(name);
    if (known && known.schema !== schema) throw new StoreError(`collection "${name}" has another schema`);
    // The same schema object means the same record type.
    if (known) return known.collection as Collection<z.output<typeof schema>>;
    if (!/^[a-z][a-z_]{0,39}$/u.test(name))
      throw new StoreError('the name of a collection has only lower-case letters and _');
    const made = createCollection(shared, definition);
    versions.require(name, made.version);
    collections.set(name, { schema, collection: made as StoredCollection<never> });
    return made;
  };

  const probes = createCollection(shared, probeCollection);
  const { release: _, ...owned } = ownership;
  return {
    collection,
    commit,
    get failures() {
      return state.failures;
    },
    ...owned,
    lost: state.lost,
    unreadable: unreadableRecords.counts,
    selfTest: () => selfTest(probes),
    copyBeforeUpgrade: versions.copyBeforeUpgrade,
    sweepCopies: async (beforeMs) => database.copies?.sweep(beforeMs),
    close: () => state.close(),
    [Symbol.asyncDispose]: () => state.close(),
  };
}

type Collections = Map<string, { schema: z.ZodType; collection: StoredCollection<never> }>;

/** Whether the store is open, and how often a commit failed. */
interface StoreState {
  failures: number;
  readonly lost: Promise<StoreError>;
  readonly committer: Committer;
  /** Passes a part through. @throws StoreError if the store is closed or lost. */
  requireOpen<Part>(part: Part): Part;
  close(): Promise<void>;
}

function createState(
  { database, ownership, callTimeoutMs, onCommit }: StoreParts,
  collections: Collections,
): StoreState {
  let closing: Promise<void> | undefined;
  const { promise: silent, resolve: fallSilent } = Promise.withResolvers<StoreError>();
  const lost = Promise.race([ownership.lost, silent]);
  let loss: StoreError | undefined;
  void lost.then((error) => {
    loss = error;
  });
  const close = async (): Promise<void> => {
    await state.committer.idle();
    await closeDatabase({ database, ownership });
  };
  const onFailure = (): void => {
    state.failures += 1;
    for (const { collection } of collections.values()) collection.clearCache();
  };
  const state: StoreState = {
    failures: 0,
    lost,
    committer: createCommitter({
      database,
      callTimeoutMs,
      onFailure,
      onCommit,
      onSilence: () => fallSilent(new StoreError('the store no longer answers; only a restart can help')),
    }),
    requireOpen: (part) => {
      if (closing) throw new StoreError('the store is closed');
      if (loss) throw loss;
      return part;
    },
    close: () => {
      closing ??= withinCallTimeout(close(), callTimeoutMs, 'the store cannot be closed').catch((cause: unknown) => {
        throw toStoreError('the store cannot be closed', cause);
      });
      return closing;
    },
  };
  return state;
}

async function commitChanges(
  requested: readonly Change[],
  state: StoreState,
  collections: Collections,
  { unreadableRecords, versions }: { unreadableRecords: UnreadableRecords; versions: StoredVersions },
): Promise<void> {
  if (requested.length === 0) return;
  const unwritten = versions.unwritten();
  const changes = [...unwritten.changes, ...requested];
  for (const change of requested) collections.get(change.collection)?.collection.checkOwn(change);
  const writes = changes.map(({ collection, key, text, server }) => [`${collection}:${key}`, text, server] as const);
  let done: Promise<void>;
  try {
    done = state.requireOpen(state.committer).commit(writes);
  } catch (error) {
    state.failures += 1;
    throw error;
  }
  for (const [name, own] of Map.groupBy(changes, ({ collection }) => collection)) {
    collections.get(name)?.collection.cacheWritten(own);
    const keys = own.map(({ key }) => key);
    unreadableRecords.forget(name, keys);
  }
  await done;
  unwritten.onWritten();
}

async function selfTest(probes: Collection<z.output<typeof probeCollection.schema>>): Promise<void> {
  const probe = { nonce: randomUUID() };
  // A key of its own, because other tests may run at the same time.
  const key = `probe-${probe.nonce}`;
  await probes.set(key, probe);
  const kept = (await probes.get(key))?.nonce === probe.nonce;
  const { records } = await probes.page({ prefix: key, most: 1 });
  const listed = records.some(([found]) => found === key);
  const removed = await probes.delete(key);
  const gone = (await probes.get(key)) === undefined;
  if (!kept || !listed || !removed || !gone) throw new StoreError('the store does not keep what is written to it');
}
