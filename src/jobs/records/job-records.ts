import type { Collection, Store } from '../../store/store.ts';
import { type Job, jobSchema } from '../job.ts';

/** The jobs under way. What was written or read last is at hand, so that going on with it asks nobody. */
export interface JobRecords extends Collection<Job> {
  /**
   * Notes what was seen of a job and is worth no commit of its own: it is read from then on, and written with whatever is
   * written next of the job. Lost with this process, or when others need the place. Under the job's lock.
   */
  note(jobId: string, decide: (job: Job) => Job): Promise<Job | undefined>;
}

/** Far more than are created, polled or delivered within a moment. */
const AT_HAND = 2_000;

export function openJobRecords(store: Pick<Store, 'collection'>): JobRecords {
  const collection = store.collection('jobs', jobSchema, {
    cached: AT_HAND,
    serverOf: ({ place }) => place.guildId,
  });
  /** By the job as it is stored, so that a note ends with what it was made on. */
  const notes = new WeakMap<Job, Job>();
  const noted = (stored: Job | undefined): Job | undefined => stored && (notes.get(stored) ?? stored);
  return {
    ...collection,
    get: async (jobId) => noted(await collection.get(jobId)),
    note: async (jobId, decide) => {
      const stored = await collection.get(jobId);
      if (stored) notes.set(stored, decide(notes.get(stored) ?? stored));
      return noted(stored);
    },
  };
}
