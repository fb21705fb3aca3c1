import { z } from 'zod';
import type { Collection, Store } from './store.ts';

/** What is done for good: to look at all records with every start would take the longer the more there are. */
const upgradedSchema = z.literal(true);

/** Which upgrades of the store have gone through all records, by name. */
export function upgradesDone(store: Pick<Store, 'collection'>): Collection<true> {
  return store.collection('upgraded', upgradedSchema);
}
