import { z } from 'zod';
import { WAY_BACK } from './database/database.ts';
import { type Change, type Collection, type Store, StoreError } from './store.ts';

/** The version of each collection that is past its first version. */
export const versionsSchema = z.record(z.string(), z.int().min(1));
type Versions = z.output<typeof versionsSchema>;
const KEY = 'versions';

export type StoredVersions = Awaited<ReturnType<typeof openVersions>>;

/** The stored version of each collection. Written with or before its first record, so that an older Easel sees it. */
export async function openVersions(meta: Collection<Versions>) {
  let versions = (await meta.get(KEY)) ?? {};
  let writtenVersions = versions;
  return {
    /** Sets a collection's version. @throws StoreError if the store holds a newer one. */
    require: (name: string, version: number): void => {
      const stored = versions[name] ?? 1;
      if (stored > version) {
        throw new StoreError(
          `the store was written by a newer Easel: its ${name} have version ${stored}, and this Easel knows version ${version}; ${WAY_BACK}`,
        );
      }
      if (stored !== version) versions = { ...versions, [name]: version };
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

const storedVersions = (store: Pick<Store, 'collection'>): Collection<Versions> =>
  store.collection('store', versionsSchema);

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

const LAST = 'last';

function releases(store: Pick<Store, 'collection'>): Collection<Release> {
  return store.collection('releases', releaseSchema);
}

export function recordRelease(store: Pick<Store, 'collection'>, release: Release): Promise<void> {
  return releases(store).set(LAST, release);
}

/** Undefined if no Easel has started on the store. */
export function lastRelease(store: Pick<Store, 'collection'>): Promise<Release | undefined> {
  return releases(store).get(LAST);
}
