import { COLLECTIONS } from '../parts/collections.ts';
import { erasureAfterRestore, erasureCollection } from '../privacy/erasure.ts';
import { everyPage } from '../store/pages.ts';
import type { Change, CollectionDefinition, Store } from '../store/store.ts';

/**
 * The collections that a restore takes from the backup: what people set up. Everything else comes from the store that is
 * replaced.
 */
export const FROM_BACKUP: readonly string[] = COLLECTIONS.flatMap(({ name, keeps }) =>
  keeps.restored?.from === 'backup' ? [name] : [],
);

/** The changes that make one collection as strict as the stricter of both stores. */
async function stricterIn(definition: CollectionDefinition, backup: Store, replaced: Store): Promise<Change[]> {
  const { stricter, from } = definition.keeps.restored ?? {};
  if (!stricter) return [];
  const other = (from === 'backup' ? replaced : backup).collection(definition);
  const restored = (from === 'backup' ? backup : replaced).collection(definition);
  const changes: Change[] = [];
  for await (const { records } of everyPage(other)) {
    for (const [key, value] of records) {
      const written = stricter(value, await restored.get(key));
      if (written !== undefined) changes.push(restored.put(key, written));
    }
  }
  return changes;
}

/** The changes that keep the stricter consent and the pauses of both stores, once the rest is carried over. */
export async function stricterOfBoth(backup: Store, replaced: Store): Promise<Change[]> {
  const changes: Change[] = [];
  for (const one of COLLECTIONS) changes.push(...(await stricterIn(one, backup, replaced)));
  return changes;
}

/** The changes that let erasures run again whose members a backup brings back. */
export async function erasuresAgain(backup: Store, replaced: Store, isCarriedOver: boolean): Promise<Change[]> {
  const restored = backup.collection(erasureCollection);
  const changes: Change[] = [];
  for await (const { records } of everyPage(replaced.collection(erasureCollection))) {
    for (const [key, erasure] of records) {
      const again = erasureAfterRestore(erasure, await restored.get(key), isCarriedOver);
      if (again) changes.push(restored.put(key, again));
    }
  }
  return changes;
}
