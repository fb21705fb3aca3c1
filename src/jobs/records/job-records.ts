import type { Collection, Store } from '../../store/store.ts';
import { type Job, jobSchema } from '../job.ts';

/** Far more than are created, polled or delivered within a moment. */
const AT_HAND = 2_000;

/** The jobs under way. What was written or read last is at hand, so that going on with it asks nobody. */
export function openJobRecords(store: Pick<Store, 'collection'>): Collection<Job> {
  return store.collection('jobs', jobSchema, {
    cached: AT_HAND,
    serverOf: ({ place }) => place.guildId,
  });
}
