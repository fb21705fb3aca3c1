import { z } from 'zod';
import { everyPage } from '../../store/pages.ts';
import { type Change, defineCollection, type Store } from '../../store/store.ts';
import { orUnreadable } from '../../store/unreadable-records.ts';
import { DAY_MS } from '../../time/clock.ts';
import { endJob, forgetJob } from '../job/ended.ts';
import { type EndedJob, hasEnded, type Job, jobSchema } from '../job/job.ts';
import { sortableId, sortableIdBefore } from '../job/job-id.ts';
import { isParent, isStricter, sourceWorksOf } from '../job/sources.ts';

/**
 * The records of jobs, each from its start to its last trace. Nothing moves: three small collections of keys say which are
 * running, which are in a member's history, and which are made from a work. Each is written in the commit of its job.
 */

/** How long Easel knows whose a work is, which is how long the controls of its message work. */
export const WORKS_KEPT_MS = 5 * 365 * DAY_MS;

/** Far more than are created, polled or delivered within a moment. */
const AT_HAND = 2_000;

/** A server's jobs are neighbours, in order of request. */
export const workCollection = defineCollection({
  name: 'works',
  schema: jobSchema,
  serverOf: 'key',
  cached: AT_HAND,
  keeps: {
    what: 'jobs, running and finished: prompt, model, cost, message, outcome, sources, and who may build on them',
    ends: {
      when: '`HISTORY_KEPT_DAYS` (400) after the end; who made it, who may build on it, where it is and what from stay for 5 years',
    },
    erased: {
      stays: 'while it runs; then who made it, where and what from, so that they can delete it and their answer counts',
    },
    restored: {
      from: 'replaced',
      // Consent: what either store of a restore forbids stays forbidden.
      stricter: ({ buildPolicy }, restored) =>
        restored && buildPolicy !== undefined && isStricter(buildPolicy, restored.buildPolicy)
          ? { ...restored, buildPolicy }
          : undefined,
    },
  },
});

/** By job id. The latest are cached, so that continuing a job reads nothing. */
export const runningCollection = defineCollection({
  name: 'running',
  schema: z.object({ guildId: z.string() }),
  serverOf: ({ guildId }) => guildId,
  cached: AT_HAND,
  keeps: {
    what: 'which jobs are running',
    ends: { when: 'when the job ends' },
    erased: 'none',
  },
});

/** A member's jobs in a server are neighbours, in order of request. */
export const finishedCollection = defineCollection({
  name: 'finished',
  schema: z.object({ endedAtMs: z.int().min(0) }),
  serverOf: 'key',
  keeps: {
    what: 'which finished jobs are in a member’s history',
    ends: { when: '`HISTORY_KEPT_DAYS` (400) after the end' },
    erased: { goes: 'the member’s, and with them all but that of the jobs' },
  },
});

const derivedJobSchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  /** Others may learn of it: it made something from the work itself, and is no draft. */
  isListed: z.literal(true).optional(),
});
/** A job with a work among its sources, and its author. */
export type DerivedJob = z.output<typeof derivedJobSchema>;

export const derivedJobCollection = defineCollection({
  name: 'made_from',
  schema: derivedJobSchema,
  serverOf: 'key',
  keeps: {
    what: 'which jobs are made from a work, or from what was made from it, and by whom',
    ends: { when: 'when the job that was made leaves its author’s history' },
    erased: { goes: 'what names the member’s jobs' },
  },
});

export const workPrefix = (guildId: string): string => `${guildId}:`;
export const workKey = (guildId: string, jobId: string): string => `${workPrefix(guildId)}${sortableId(jobId)}`;
/** Sorts after the jobs requested before this time. */
export const workKeyBefore = (guildId: string, beforeMs: number): string =>
  `${workPrefix(guildId)}${sortableIdBefore(beforeMs)}~`;
const keyOf = ({ id, location: { guildId } }: Job): string => workKey(guildId, id);

export const finishedPrefix = (guildId: string, memberId: string): string => `${guildId}:${memberId}:`;
export const finishedKey = (guildId: string, memberId: string, jobId: string): string =>
  `${finishedPrefix(guildId, memberId)}${sortableId(jobId)}`;

/** The prefix of the jobs made from this one. */
export const madeFromPrefix = (guildId: string, jobId: string): string => `${workKey(guildId, jobId)}:`;

/** Its keys among the jobs made from others, by the id of each work in its list of sources. */
const derivedKeysOf = ({ id, request, location: { guildId } }: Job): [string, string][] =>
  sourceWorksOf(request).map(({ jobId }) => [jobId, `${madeFromPrefix(guildId, jobId)}${sortableId(id)}`]);

export type Works = ReturnType<typeof openWorks>;

export function openWorks(store: Pick<Store, 'collection'>) {
  const records = store.collection(workCollection);
  const running = store.collection(runningCollection);
  const finished = store.collection(finishedCollection);
  const derived = store.collection(derivedJobCollection);

  const get = (guildId: string, jobId: string): Promise<Job | undefined> => records.get(workKey(guildId, jobId));
  const dropDerived = (job: Job): Change[] => derivedKeysOf(job).map(([, key]) => derived.drop(key));
  const putDerived = (job: Job): Change[] => {
    const { id: jobId, memberId, request, tasks } = job;
    const isKnown = !request.isDraft && hasEnded(job) && tasks.some(({ state }) => state === 'delivered');
    const parentIds = new Set(isKnown ? request.sources.filter(isParent).map(({ id }) => id) : []);
    return derivedKeysOf(job).map(([sourceId, key]) =>
      derived.put(key, { jobId, memberId, ...(parentIds.has(sourceId) && { isListed: true }) }),
    );
  };
  const getRunning = async (jobId: string): Promise<Job | undefined> => {
    const at = await running.get(jobId);
    const job = at && (await get(at.guildId, jobId));
    return job && !hasEnded(job) ? job : undefined;
  };

  return {
    ...{ records, finished, derived },
    /** The record of a job, which may have ended or be forgotten. */
    get,
    /** A job that has steps left. */
    getRunning,
    /** Reading, deciding and writing a job happens under its lock. */
    locked: <Result>(jobId: string, work: () => Promise<Result>): Promise<Result> => records.locked(jobId, work),
    /** For a record that can't be read, so that nothing else of it is known. */
    drop: (guildId: string, jobId: string): Change => records.drop(workKey(guildId, jobId)),
    /** A running job or an ended one with other facts; the indexes don't change. */
    put: (job: Job): Change => records.put(keyOf(job), job),
    start: (job: Job): Change[] => [
      records.put(keyOf(job), job),
      running.put(job.id, { guildId: job.location.guildId }),
      ...putDerived(job),
    ],
    /** For a job that was never answered: it has not existed. */
    undo: (job: Job): Change[] => [records.drop(keyOf(job)), running.drop(job.id), ...dropDerived(job)],
    /** Ends a job, or replaces the record of an ended one. */
    end: (job: Job, endedAtMs: number): Change[] => {
      const ended = endJob(job, endedAtMs);
      const { id, memberId, location } = ended;
      return [
        records.put(keyOf(ended), ended),
        running.drop(id),
        finished.put(finishedKey(location.guildId, memberId, id), { endedAtMs }),
        ...putDerived(ended),
      ];
    },
    /** For an ended job that made nothing: it has not existed. */
    dropEnded: (job: EndedJob): Change[] => [
      records.drop(keyOf(job)),
      finished.drop(finishedKey(job.location.guildId, job.memberId, job.id)),
      ...dropDerived(job),
    ],
    /** Takes an ended job out of its author's history. Whose it is and what it was made from stays. */
    forget: (job: EndedJob): Change[] => [
      records.put(keyOf(job), forgetJob(job)),
      finished.drop(finishedKey(job.location.guildId, job.memberId, job.id)),
      ...dropDerived(job),
    ],
    /** When a server's last job was asked for; 0 if there is none. */
    lastAskedAtMs: async (guildId: string): Promise<number> => {
      const last = await records.page({ prefix: workPrefix(guildId), most: 1, backwards: true });
      return last.records[0]?.[1].createdAtMs ?? 0;
    },
    /** All running jobs, page by page. */
    everyRunning: async function* (): AsyncGenerator<{ jobs: Job[]; unreadable: number }> {
      for await (const page of everyPage(running)) {
        const read = page.records.map(([jobId, { guildId }]) => orUnreadable(get(guildId, jobId)));
        const found = await Promise.all(read);
        const jobs = found.flatMap((job) => (!job || job === 'unreadable' || hasEnded(job) ? [] : [job]));
        const unreadable = page.unreadable.length + found.filter((job) => job === 'unreadable').length;
        yield { jobs, unreadable };
      }
    },
  };
}
