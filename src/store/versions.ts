import { z } from 'zod';
import { type Change, type Collection, type Store, StoreError } from './store.ts';

/** The version of each collection whose version is not the first. */
export const versionsSchema = z.record(z.string(), z.int().min(1));
type Versions = z.output<typeof versionsSchema>;
const KEY = 'versions';

/** Which version of each collection the store holds: an older Easel has to see it before the first record of it. */
export interface StoredVersions {
  /** @throws StoreError when the store holds the collection in a version that this Easel does not know. */
  note(collection: string, version: number): void;
  /** What a commit tells of them, and what to call once it is on disk. */
  told(): { changes: readonly Change[]; isTold: () => void };
}

export async function openVersions(meta: Collection<Versions>): Promise<StoredVersions> {
  let versions = (await meta.get(KEY)) ?? {};
  let toldVersions = versions;
  return {
    note: (name, version) => {
      const stored = versions[name] ?? 1;
      if (stored > version) {
        throw new StoreError(
          `the store was written by a newer Easel: its ${name} are of version ${stored}, and this one knows ${version}`,
        );
      }
      if (stored !== version) versions = { ...versions, [name]: version };
    },
    told: () => {
      const now = versions;
      return {
        changes: now === toldVersions ? [] : [meta.put(KEY, now)],
        isTold: () => {
          toldVersions = now;
        },
      };
    },
  };
}

/** Which Easel started on a store last. */
const releaseSchema = z.strictObject({ version: z.string().max(50), startedAtMs: z.int().min(0) });
type Release = z.output<typeof releaseSchema>;

const LAST = 'last';

function releases(store: Pick<Store, 'collection'>): Collection<Release> {
  return store.collection('releases', releaseSchema);
}

export function recordRelease(store: Pick<Store, 'collection'>, release: Release): Promise<void> {
  return releases(store).set(LAST, release);
}

/** Undefined for a store on which no Easel has started. */
export function lastRelease(store: Pick<Store, 'collection'>): Promise<Release | undefined> {
  return releases(store).get(LAST);
}
