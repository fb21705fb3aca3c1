import { z } from 'zod';
import { periodAfter, periodEndMs, periodKeyAt, periodStartMs } from '../../budget/periods/period.ts';
import { RetryLater } from '../../engine/lane.ts';
import { everyPage } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { WorkRef } from '../../works/stars.ts';
import { isShowable } from '../access/access.ts';
import type { AccessReader } from '../access/reader.ts';
import type { Brought } from '../records/messages.ts';
import { createServerTimer, type TimerParts } from '../settings/server-timer.ts';
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

export interface MonthsBestParts extends TimerParts<MonthsBestRecord> {
  copies: Pick<Collection<GalleryCopy>, 'page'>;
  /** Leaves out copies of works that were hidden or deleted. */
  access: Pick<AccessReader, 'statusOf'>;
  /** How many members starred a work. */
  starsOf: (work: WorkRef) => Promise<number>;
  /** Posts in the gallery, with the same key for every attempt of one month. @throws RetryLater */
  post: (at: { guildId: string; channelId: string; month: string }, best: readonly RankedCopy[]) => Promise<Brought>;
  /** Whether Discord answers at the moment. */
  isDiscordReachable: () => Promise<boolean>;
}

/** At most this many are shown; with fewer than the minimum, nothing is posted. */
const BEST_MAX = 10;
const BEST_MIN = 3;
/** Bounds the copies of one server and month that are counted. */
const COUNTED_MAX = 2_000;
/** Within this time, Discord still recognises the nonce of an earlier attempt. */
const GIVE_UP_MS = 4 * 60_000;

const isOn = ({ monthsBest, galleryChannelId }: ModerationSettings): boolean =>
  monthsBest === 'on' && galleryChannelId !== null;

export function createMonthsBest(parts: MonthsBestParts) {
  const { clock, log } = parts;
  return createServerTimer<MonthsBestRecord>({
    ...parts,
    name: 'best of a month',
    isOn,
    // The first post is for the current month.
    first: (guildId) => ({ guildId, doneMonth: periodAfter(periodKeyAt(clock.now()), -1), dueAtMs: clock.now() }),
    step: async (record, { settings, pause }, { amend }) => {
      const { guildId, doneMonth } = record;
      const nowMs = clock.now();
      const finishMonth = async (month: string): Promise<undefined> => {
        const dueAtMs = periodEndMs(periodKeyAt(clock.now())) ?? 0;
        await amend(guildId, () => ({ guildId, doneMonth: month, dueAtMs }));
      };
      // Earlier months that were missed are skipped.
      const posting = record.posting ?? { month: periodAfter(periodKeyAt(nowMs), -1), atMs: nowMs };
      const { month } = posting;
      if (doneMonth >= month) return finishMonth(doneMonth);
      if (pause !== null || nowMs - posting.atMs > GIVE_UP_MS) return finishMonth(month);
      // Wait until Discord answers, so that an attempt with a lost answer is repeated while Discord knows its nonce.
      if (!(await parts.isDiscordReachable())) throw new RetryLater();
      const best = await bestOf(parts, guildId, month);
      if (best.length < BEST_MIN) return finishMonth(month);
      await amend(guildId, () => ({ ...record, posting }));
      const { outcome } = await parts.post({ guildId, channelId: settings.galleryChannelId ?? '', month }, best);
      log.info({ server: guildId, month, works: best.length, outcome }, 'posted the best of a month');
      return finishMonth(month);
    },
  });
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
