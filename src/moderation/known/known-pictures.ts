import { z } from 'zod';
import { createFairLimit } from '../../engine/fair-limit.ts';
import type { KnownPictures } from '../../jobs/ports/parts.ts';
import { WORKS_KEPT_MS } from '../../jobs/records/works.ts';
import type { Needs } from '../../runtime.ts';
import { type Change, type Collection, defineCollection } from '../../store/store.ts';
import { orUnreadable, unlessUnreadable } from '../../store/unreadable-records.ts';
import { decidedStateOf, type ReportRecord } from '../reports/report-record.ts';
import { reportKey } from '../reports/reports.ts';

/** Of a server. */
const PICTURES_MAX = 500;
/**
 * Bits of 256 in which two hashes of one picture may differ. Measured: up to 32 after encoding, shrinking and blurring, and
 * at least 62 between two pictures of the same prompt.
 */
const DISTANCE_MAX = 40;
/** Each is a process for half a second. More than jobs ever wait here. */
const HASHES = { atOnce: 2, waitingMax: 2_000 };

/** 64 hexadecimal digits for 256 bits. */
const hashSchema = z.strictObject({ seen: z.hex().length(64), mirrored: z.hex().length(64) });
type Hash = z.output<typeof hashSchema>;

interface Picture {
  path: string;
  mimeType: string;
  sizeBytes: number;
}

const knownSchema = z.strictObject({
  /** Newest last. A picture is known while its report keeps it away. */
  pictures: z.array(z.strictObject({ jobId: z.string(), atMs: z.int().min(0), hash: hashSchema })).max(PICTURES_MAX),
});
type Known = z.output<typeof knownSchema>;

export const knownPictureCollection = defineCollection({
  name: 'known_pictures',
  schema: knownSchema,
  serverOf: 'key',
  cached: 5_000,
  keeps: {
    what: 'what reported pictures look like, in 256 bits each, to know removed ones again',
    ends: {
      after: WORKS_KEPT_MS,
      since: ({ pictures }) => pictures.at(-1)?.atMs ?? 0,
      words: '5 years after the last one; the newest 500 of a server; or when moderators delete them',
    },
    erased: { stays: 'while the report is kept, so that the picture stays away' },
  },
});

export interface KnownPicturesParts extends Needs<'clock' | 'log' | 'stop' | 'store'> {
  reports: Pick<Collection<ReportRecord>, 'get'>;
  /** What a picture looks like; undefined if that can't be said. @throws the signal's reason if it aborts */
  hashPicture: (file: Picture, signal: AbortSignal) => Promise<Hash | undefined>;
}

/** The pictures that moderators removed, or that were reported as intimate: what they look like. */
export function createKnownPictures({ clock, log, store, reports, hashPicture, stop }: KnownPicturesParts) {
  const collection = store.collection(knownPictureCollection);
  const limit = createFairLimit(HASHES);
  /** A fault of this machine, such as a full disk, neither holds back a moderators' card nor a result. */
  const look = async (
    { guildId, memberId, jobId }: Pick<ReportRecord, 'guildId' | 'memberId' | 'jobId'>,
    file: Picture,
    signal: AbortSignal,
  ): Promise<Hash | undefined> => {
    try {
      return await limit.run({ guildId, memberId }, () => hashPicture(file, signal), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ job: jobId, server: guildId, err: error }, 'Easel cannot tell what a picture looks like');
      return undefined;
    }
  };
  const read = async (guildId: string): Promise<Known> => (await collection.get(guildId)) ?? { pictures: [] };
  const change = (
    guildId: string,
    decide: (before: Known['pictures']) => Known['pictures'],
    also?: readonly Change[],
  ): Promise<void> =>
    collection.locked(guildId, async () => {
      const before = (await read(guildId)).pictures;
      await collection.set(guildId, { pictures: decide(before).slice(-PICTURES_MAX) }, also);
    });
  const reportOf = (guildId: string, jobId: string) => reports.get(reportKey(guildId, jobId));
  /** An unreadable report keeps its picture away, because it doesn't say that the picture was restored. */
  const isKeptAway = async (guildId: string, jobId: string): Promise<boolean> => {
    const report = await orUnreadable(reportOf(guildId, jobId));
    if (report === 'unreadable') return true;
    if (!report) return false;
    return decidedStateOf(report) === 'removed' || (report.state === 'hidden' && report.urgent !== undefined);
  };
  /** The pictures of other jobs whose reports keep them away, newest last. */
  const keptAway = async (guildId: string, exceptJobId?: string): Promise<Known['pictures']> => {
    const pictures = (await read(guildId)).pictures.filter(({ jobId }) => jobId !== exceptJobId);
    const jobIds = [...new Set(pictures.map(({ jobId }) => jobId))];
    const isAway = await Promise.all(jobIds.map((jobId) => isKeptAway(guildId, jobId)));
    const away = new Set(jobIds.filter((_, index) => isAway[index]));
    return pictures.filter(({ jobId }) => away.has(jobId));
  };
  const known: KnownPictures = {
    hasAny: async (guildId) => (await keptAway(guildId)).length > 0,
    includes: async (job, file, signal) => {
      const { guildId, jobId } = job;
      const away = await keptAway(guildId, jobId);
      const hash = away.length > 0 ? await look(job, file, signal) : undefined;
      if (!hash || !away.some((one) => isAlike(one.hash, hash))) return false;
      // What was made from a reported picture may look like it. Moderators see its copy, and may restore it or have done so.
      const own = await unlessUnreadable(reportOf(guildId, jobId));
      return own?.decidedAtMs === undefined;
    },
  };
  return {
    ...known,
    /** Called with the files of a reported result, while they are here. */
    learn: async (
      job: Pick<ReportRecord, 'guildId' | 'memberId' | 'jobId'>,
      files: readonly Picture[],
    ): Promise<void> => {
      const { guildId, jobId } = job;
      const hashes = (await Promise.all(files.map((file) => look(job, file, stop)))).flatMap((hash) => hash ?? []);
      if (hashes.length === 0) return;
      const atMs = clock.now();
      await change(guildId, (before) => [
        ...before.filter((one) => one.jobId !== jobId && atMs - one.atMs < WORKS_KEPT_MS),
        ...hashes.map((hash) => ({ jobId, atMs, hash })),
      ]);
    },
    /** The requests whose pictures are kept away, newest first. */
    list: async (guildId: string): Promise<{ jobId: string; atMs: number }[]> => {
      const byJob = new Map((await keptAway(guildId)).map(({ jobId, atMs }) => [jobId, { jobId, atMs }]));
      return [...byJob.values()].toReversed();
    },
    /** @param also what the same commit writes, such as who decided so */
    forget: (guildId: string, jobId: string, also?: readonly Change[]): Promise<void> =>
      change(guildId, (before) => before.filter((one) => one.jobId !== jobId), also),
  };
}

/** How many bits differ. */
const distanceOf = (one: string, other: string): number =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;

/** Whether both are of the same picture, which may be mirrored. */
export const isAlike = (known: Hash, { seen }: Hash): boolean =>
  Math.min(distanceOf(known.seen, seen), distanceOf(known.mirrored, seen)) <= DISTANCE_MAX;
