import { z } from 'zod';
import { type Change, type Collection, defineCollection, type Store } from '../../store/store.ts';
import { DAY_MS } from '../../time/clock.ts';
import type { Job } from '../job/job.ts';
import { jobIdOfSortable, sortableId, sortableIdBefore } from '../job/job-id.ts';
import { distinctOrigins, madeOf, originOf, originSchema, SOURCES_MAX } from '../job/sources.ts';

/** How long Easel knows whose a work is, which is how long the controls of its message work. */
export const LINEAGE_KEPT_MS = 5 * 365 * DAY_MS;

const lineageSchema = z.object({
  /** Its author. */
  memberId: z.string(),
  /** Where its message is. A draft's message can't be linked. */
  channelId: z.string(),
  messageId: z.string().optional(),
  /** The pictures and clips that are in it, each once. */
  origins: z.array(originSchema).max(SOURCES_MAX),
  isDraft: z.boolean().optional(),
  endedAtMs: z.int().min(0),
});
/** Whose a work is and what it was made from. Outlives the work's history, because its message does too. */
export type Lineage = Omit<z.output<typeof lineageSchema>, 'endedAtMs'>;

export const lineageCollection = defineCollection({
  name: 'lineage',
  schema: lineageSchema,
  serverOf: 'key',
  keeps: {
    what: 'who made a picture, and what from',
    ends: { when: '5 years after its end' },
    erased: { stays: 'so that the author can delete the message, and no one gets around their answer' },
  },
});

export const lineageRecords = (store: Pick<Store, 'collection'>): Collection<z.output<typeof lineageSchema>> =>
  store.collection(lineageCollection);

const prefixOf = (guildId: string): string => `${guildId}:`;

export const lineageKey = (guildId: string, jobId: string): string => `${prefixOf(guildId)}${sortableId(jobId)}`;

/** Where `newestIn` continues with the jobs requested before this time. */
export const lineageKeyBefore = (guildId: string, beforeMs: number): string =>
  `${prefixOf(guildId)}${sortableIdBefore(beforeMs)}~`;

export const lineageOf = ({ memberId, location, request }: Job): Lineage => ({
  memberId,
  channelId: location.channelId,
  ...(location.messageId !== undefined && !request.isDraft && { messageId: location.messageId }),
  origins: distinctOrigins(madeOf(request).map(originOf)),
  ...(request.isDraft && { isDraft: true }),
});

/** A server's ended jobs, newest request first, a page at a time. */
export async function newestIn(
  records: ReturnType<typeof lineageRecords>,
  guildId: string,
  { after, most }: { after: string | undefined; most: number },
): Promise<{ jobs: (Lineage & { jobId: string })[]; next: string | undefined }> {
  const prefix = prefixOf(guildId);
  const page = await records.page({ prefix, after, most, backwards: true });
  const jobs = page.records.map(([key, one]) => ({ ...one, jobId: jobIdOfSortable(key.slice(prefix.length)) }));
  return { jobs, next: page.next };
}

/** For the commit that ends the job. */
export function putLineage(records: ReturnType<typeof lineageRecords>, job: Job, endedAtMs: number): Change {
  return records.put(lineageKey(job.location.guildId, job.id), { ...lineageOf(job), endedAtMs });
}
