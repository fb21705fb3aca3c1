import { z } from 'zod';
import {
  type PeriodKey,
  periodAfter,
  periodEndMs,
  periodKeyAt,
  periodKeySchema,
  periodStartMs,
} from '../../budget/periods/period.ts';
import { RetryLater } from '../../engine/lane.ts';
import type { Needs } from '../../runtime.ts';
import { everyPage } from '../../store/pages.ts';
import { defineCollection } from '../../store/store.ts';
import type { WorkRef } from '../../works/stars.ts';
import { isShowable } from '../access/access.ts';
import type { AccessReader } from '../access/reader.ts';
import type { Brought } from '../records/messages.ts';
import { createServerTimer, type TimerParts } from '../settings/server-timer.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import { type GalleryCopy, galleryCollection } from './gallery-copy.ts';

/** Posts the works that most members starred, at the end of each week or month in UTC. */

const bestWorksSchema = z.strictObject({
  guildId: z.string(),
  /** What was shown before this time is done, so that a server that changes from weeks to months sees no work twice. */
  doneUntilMs: z.int().min(0),
  dueAtMs: z.int().min(0),
  /** The period that is being posted, and when the first attempt was. */
  posting: z.strictObject({ period: periodKeySchema, atMs: z.int().min(0) }).optional(),
});
export type BestWorksRecord = z.output<typeof bestWorksSchema>;

export const bestWorksCollection = defineCollection({
  name: 'best_works',
  schema: bestWorksSchema,
  serverOf: 'key',
  keeps: {
    what: 'when a server’s best pictures are due',
    ends: { when: 'never' },
    erased: 'none',
  },
});

export interface RankedCopy {
  copy: GalleryCopy;
  stars: number;
}

export interface BestWorksParts extends TimerParts<BestWorksRecord>, Needs<'store'> {
  /** Leaves out copies of works that were hidden or deleted. */
  access: Pick<AccessReader, 'statusOf'>;
  /** How many members starred a work. */
  starsOf: (work: WorkRef) => Promise<number>;
  /** Posts in the gallery, with the same key for every attempt of one period. @throws RetryLater */
  post: (at: { guildId: string; channelId: string; period: string }, best: readonly RankedCopy[]) => Promise<Brought>;
  /** Whether Discord answers at the moment. */
  isDiscordReachable: () => Promise<boolean>;
}

/** At most this many are shown; with fewer than the minimum, nothing is posted. */
const BEST_MAX = 10;
const BEST_MIN = 3;
/** Bounds the copies of one server and period that are counted. */
const COUNTED_MAX = 2_000;
/** Within this time, Discord still recognises the nonce of an earlier attempt. */
const GIVE_UP_MS = 4 * 60_000;

const isOn = ({ bestWorks, galleryChannelId }: ModerationSettings): boolean =>
  bestWorks !== 'off' && galleryChannelId !== null;

const periodAt = (nowMs: number, { bestWorks }: ModerationSettings): PeriodKey =>
  periodKeyAt(nowMs, bestWorks === 'week' ? 'week' : 'month');

export function createBestWorks(parts: BestWorksParts) {
  const { clock, log } = parts;
  return createServerTimer<BestWorksRecord>({
    ...parts,
    name: 'best works',
    isOn,
    // The first post is for the current period.
    first: (guildId, wanted) => ({
      guildId,
      doneUntilMs: periodStartMs(periodAt(clock.now(), wanted)),
      dueAtMs: clock.now(),
    }),
    step: async (record, { settings, pause }, { amend }) => {
      const { guildId, doneUntilMs } = record;
      const nowMs = clock.now();
      // Earlier periods that were missed are skipped.
      const posting = record.posting ?? { period: periodAfter(periodAt(nowMs, settings), -1), atMs: nowMs };
      const { period } = posting;
      const untilMs = periodEndMs(period) ?? 0;
      const finish = async (): Promise<undefined> => {
        const dueAtMs = periodEndMs(periodAt(clock.now(), settings)) ?? 0;
        await amend(guildId, () => ({ guildId, doneUntilMs: Math.max(doneUntilMs, untilMs), dueAtMs }));
      };
      if (doneUntilMs >= untilMs || pause !== null || nowMs - posting.atMs > GIVE_UP_MS) return finish();
      // Wait until Discord answers, so that an attempt with a lost answer is repeated while Discord knows its nonce.
      if (!(await parts.isDiscordReachable())) throw new RetryLater();
      const best = await bestOf(parts, guildId, Math.max(periodStartMs(period), doneUntilMs), untilMs);
      if (best.length < BEST_MIN) return finish();
      await amend(guildId, () => ({ ...record, posting }));
      const { outcome } = await parts.post({ guildId, channelId: settings.galleryChannelId ?? '', period }, best);
      log.info({ server: guildId, period, works: best.length, outcome }, 'posted the best works');
      return finish();
    },
  });
}

/** The copies first shown in that time that are in the gallery, most stars first, then the oldest. */
async function bestOf(
  { access, starsOf, store }: BestWorksParts,
  guildId: string,
  fromMs: number,
  untilMs: number,
): Promise<RankedCopy[]> {
  const copies = store.collection(galleryCollection);
  const ranked: RankedCopy[] = [];
  let counted = 0;
  for await (const { records } of everyPage(copies, { prefix: `${guildId}-` })) {
    for (const [, copy] of records) {
      const shownAtMs = copy.firstShownAtMs ?? copy.atMs;
      if (copy.phase !== 'shown' || shownAtMs < fromMs || shownAtMs >= untilMs || counted >= COUNTED_MAX) continue;
      counted += 1;
      const stars = await starsOf(copy);
      if (stars > 0 && isShowable(await access.statusOf(copy))) ranked.push({ copy, stars });
    }
  }
  return ranked.toSorted((a, b) => b.stars - a.stars || a.copy.atMs - b.copy.atMs).slice(0, BEST_MAX);
}
