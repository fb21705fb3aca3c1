import { z } from 'zod';
import { type Change, type Collection, StoreError } from '../store.ts';

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
