import { z } from 'zod';
import { periodAfter, periodEndMs, periodKeyAt, periodStartMs } from '../../budget/periods/period.ts';
import { createDrivenRecords } from '../../engine/driven-records.ts';
import { type Next, RetryLater } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { isShowable } from '../access/access.ts';
import type { AccessReader } from '../access/reader.ts';
import type { Brought } from '../records/messages.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { GalleryCopy } from './gallery-copy.ts';

/** Posts the works that most members starred, at the end of each month in UTC. */

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/);

export const monthsBestSchema = z.strictObject({
  guildId: z.string(),
  /** The last month that is done. */
  doneMonth: monthSchema,
  dueAtMs: z.int().min(0),
  /** The month that is being posted, and when the first attempt was. */
  posting: z.strictObject({ month: monthSchema, atMs: z.int().min(0) }).optional(),
});
export type MonthsBestRecord = z.output<typeof monthsBestSchema>;

export interface RankedCopy {
  copy: GalleryCopy;
  stars: number;
}

export interface MonthsBest {
  /** Call it just before the settings are stored, so that no crash can separate the two. */
  onSettingsChanging(guildId: string, settings: ModerationSettings): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

export interface MonthsBestParts {
  collection: Collection<MonthsBestRecord>;
  copies: Pick<Collection<GalleryCopy>, 'page'>;
  settings: Pick<ServerSettings, 'of'>;
  /** Leaves out copies of works that were hidden or deleted. */
  access: Pick<AccessReader, 'statusOf'>;
  /** How many members starred a work. */
  starsOf: (work: { guildId: string; jobId: string; memberId: string }) => Promise<number>;
  /** Posts in the gallery, with the same key for every attempt of one month. @throws RetryLater */
  post: (at: { guildId: string; channelId: string; month: string }, best: readonly RankedCopy[]) => Promise<Brought>;
  /** Whether Discord answers at the moment. */
  isDiscordReachable: () => Promise<boolean>;
  /** Whether the machine's clock agrees with Discord's. */
  isClockRight: () => Promise<boolean>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** At most this many are shown; with fewer than the minimum, nothing is posted. */
const BEST_MAX = 10;
const BEST_MIN = 3;
/** Bounds the copies of one server and month that are counted. */
const COUNTED_MAX = 2_000;
const CLOCK_WAIT_MS = 60_000;
/** Within this time, Discord still recognises the nonce of an earlier attempt. */
const GIVE_UP_MS = 4 * 60_000;

const isOn = ({ monthsBest, galleryChannelId }: ModerationSettings): boolean =>
  monthsBest === 'on' && galleryChannelId !== null;

export function createMonthsBest(parts: MonthsBestParts): MonthsBest {
  const { settings, clock, log } = parts;
  const records = createDrivenRecords<MonthsBestRecord>({
    ...parts,
    name: 'best of a month',
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ dueAtMs }, nowMs) => dueAtMs - nowMs,
    follow: (record) => follow(record),
  });
  const finishMonth = async (guildId: string, doneMonth: string): Promise<undefined> => {
    const dueAtMs = periodEndMs(periodKeyAt(clock.now())) ?? 0;
    await records.amend(guildId, () => ({ guildId, doneMonth, dueAtMs }));
  };

  const follow = async (record: MonthsBestRecord): Promise<Next> => {
    const { guildId, doneMonth, posting } = record;
    const { settings: wanted, pause } = await settings.of(guildId);
    if (!isOn(wanted)) return void (await records.drop(guildId));
    if (!(await parts.isClockRight())) return { dueInMs: CLOCK_WAIT_MS };
    const nowMs = clock.now();
    // Earlier months that were missed are skipped.
    const month = posting?.month ?? periodAfter(periodKeyAt(nowMs), -1);
    if (doneMonth >= month) return finishMonth(guildId, doneMonth);
    if (pause !== null || (posting && nowMs - posting.atMs > GIVE_UP_MS)) return finishMonth(guildId, month);
    // Wait until Discord answers, so that an attempt with a lost answer is repeated while Discord knows its nonce.
    if (!(await parts.isDiscordReachable())) throw new RetryLater();
    return post({ ...record, posting: posting ?? { month, atMs: nowMs } }, wanted.galleryChannelId ?? '');
  };

  const post = async (record: MonthsBestRecord, channelId: string): Promise<Next> => {
    const { guildId, posting } = record;
    const month = posting?.month ?? '';
    const best = await bestOf(parts, guildId, month);
    if (best.length < BEST_MIN) return finishMonth(guildId, month);
    await records.amend(guildId, () => record);
    const { outcome } = await parts.post({ guildId, channelId, month }, best);
    log.info({ server: guildId, month, works: best.length, outcome }, 'posted the best of a month');
    return finishMonth(guildId, month);
  };

  return {
    onSettingsChanging: (guildId, wanted) =>
      records.change(guildId, (before) => {
        if (!before && !isOn(wanted)) return { outcome: undefined };
        // The first post is for the current month.
        const doneMonth = before?.doneMonth ?? periodAfter(periodKeyAt(clock.now()), -1);
        const after = before ?? { guildId, doneMonth };
        return { after: { ...after, dueAtMs: clock.now() }, outcome: undefined };
      }),
    load: records.load,
    run: records.run,
  };
}

/** The copies shown since that month that are still in the gallery, most stars first, then the oldest. */
async function bestOf(
  { access, copies, starsOf }: MonthsBestParts,
  guildId: string,
  month: string,
): Promise<RankedCopy[]> {
  const [fromMs, untilMs] = [periodStartMs(month), periodEndMs(month) ?? 0];
  const ranked: RankedCopy[] = [];
  let counted = 0;
  for await (const { records } of everyPage(copies, { prefix: `${guildId}-` })) {
    for (const [, copy] of records) {
      if (copy.phase !== 'shown' || copy.atMs < fromMs || copy.atMs >= untilMs || counted >= COUNTED_MAX) continue;
      counted += 1;
      const stars = await starsOf(copy);
      if (stars > 0 && isShowable(await access.statusOf(copy))) ranked.push({ copy, stars });
    }
  }
  return ranked.toSorted((a, b) => b.stars - a.stars || a.copy.atMs - b.copy.atMs).slice(0, BEST_MAX);
}
