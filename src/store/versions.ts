import { z } from 'zod';
import { VERSION } from '../version.ts';
import { type Database, WAY_BACK } from './database/database.ts';
import { toStoreError } from './database/failures.ts';
import { type Change, type Collection, defineCollection, type Store, StoreError } from './store.ts';

/** The version of each collection that is past its first version. */
export const versionCollection = defineCollection({
  name: 'store',
  schema: z.record(z.string(), z.int().min(1)),
  keeps: { erased: 'none', leaves: 'nothing', what: 'the versions of the formats', ends: { when: 'never' } },
});
type Versions = z.output<typeof versionCollection.schema>;
const KEY = 'versions';

export type StoredVersions = Awaited<ReturnType<typeof openVersions>>;

/** The stored version of each collection. Written with or before its first record, so that an older Easel sees it. */
export async function openVersions(meta: Collection<Versions>, copies: Database['copies']) {
  const stored = (await meta.get(KEY)) ?? {};
  const wayBack = Object.keys(stored).length > 0 ? await copies?.wayBack(VERSION) : undefined;
  let versions = stored;
  let writtenVersions = versions;
  return {
    /** Sets a collection's version. @throws StoreError if the store holds a newer one. */
    require: (name: string, version: number): void => {
      const known = versions[name] ?? 1;
      if (known > version) {
        throw new StoreError(
          `the store was written by a newer Easel: its ${name} have version ${known}, and this Easel knows version ${version}; ${wayBack ?? WAY_BACK}`,
        );
      }
      if (known !== version) versions = { ...versions, [name]: version };
    },
    /** See `Store.copyBeforeUpgrade`. */
    copyBeforeUpgrade: async (version: string): Promise<string | undefined> => {
      if (versions === writtenVersions) return undefined;
      return copies?.make(version, stored).catch((cause: unknown) => {
        throw toStoreError('the store cannot be copied', cause);
      });
    },
    /** The changes to add to a commit, and what to call once it is on disk. */
    unwritten: (): { changes: readonly Change[]; onWritten: () => void } => {
      const now = versions;
      return {
        changes: now === writtenVersions ? [] : [meta.put(KEY, now)],
        onWritten: () => {
          writtenVersions = now;
        },
      };
    },
  };
}

const storedVersions = (store: Pick<Store, 'collection'>): Collection<Versions> => store.collection(versionCollection);

/**
 * The change that lets a store hold records of another one. An older record is converted when it is read.
 * @throws StoreError if the other store has newer records than `store`, and `easelVersion` wasn't the last to use it.
 */
export async function versionsWith(store: Store, other: Store, easelVersion: string): Promise<Change[]> {
  const own = (await storedVersions(store).get(KEY)) ?? {};
  const theirs = (await storedVersions(other).get(KEY)) ?? {};
  const newer = Object.entries(theirs).filter(([name, version]) => version > (own[name] ?? 1));
  if (newer.length === 0) return [];
  const last = (await lastRelease(other))?.version;
  if (last !== easelVersion) {
    throw new StoreError(
      `Easel ${last ?? 'of an unknown version'} wrote the store to carry over, and this is Easel ${easelVersion}: restore with that version, or choose --forget`,
    );
  }
  return [storedVersions(store).put(KEY, { ...own, ...Object.fromEntries(newer) })];
}

/** Which Easel last started on a store. */
const releaseSchema = z.strictObject({ version: z.string().max(50), startedAtMs: z.int().min(0) });
type Release = z.output<typeof releaseSchema>;

export const releaseCollection = defineCollection({
  name: 'releases',
  schema: releaseSchema,
  keeps: { erased: 'none', leaves: 'nothing', what: 'which version of Easel started last', ends: { when: 'never' } },
});
const LAST = 'last';

function releases(store: Pick<Store, 'collection'>): Collection<Release> {
  return store.collection(releaseCollection);
}

export function recordRelease(store: Pick<Store, 'collection'>, release: Release): Promise<void> {
  return releases(store).set(LAST, release);
}

/** Undefined if no Easel has started on the store. */
export function lastRelease(store: Pick<Store, 'collection'>): Promise<Release | undefined> {
  return releases(store).get(LAST);
}

/**
 * Keeps a copy of the store if this release changes what an earlier one wrote. Call it once all collections are known,
 * before any is written.
 * @returns where the copy is, and the version whose records it has; undefined if nothing had to be copied.
 * @throws StoreError if the copy can't be made.
 */
export async function copyBeforeRelease(
  store: Pick<Store, 'collection' | 'copyBeforeUpgrade'>,
  version: string,
): Promise<{ path: string; version: string } | undefined> {
  const last = await lastRelease(store);
  // Without one, the store is new.
  const path = last && (await store.copyBeforeUpgrade(version));
  return last && path !== undefined ? { path, version: last.version } : undefined;
}
