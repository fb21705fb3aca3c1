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

/** The works of a month that most members starred, in a post of its own when the month (of UTC) is over. */

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/);

export const monthsBestSchema = z.strictObject({
  guildId: z.string(),
  /** The last month of which nothing follows any more. */
  doneMonth: monthSchema,
  dueAtMs: z.int().min(0),
  /** The month that is being posted, and since when it is tried. */
  posting: z.strictObject({ month: monthSchema, atMs: z.int().min(0) }).optional(),
});
export type MonthsBestRecord = z.output<typeof monthsBestSchema>;

export interface Ranked {
  copy: GalleryCopy;
  stars: number;
}

export interface MonthsBest {
  /** These settings are about to be a server's. Before they are, so that no crash parts the two. */
  expect(guildId: string, settings: ModerationSettings): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

export interface MonthsBestParts {
  collection: Collection<MonthsBestRecord>;
  copies: Pick<Collection<GalleryCopy>, 'page'>;
  settings: Pick<ServerSettings, 'of'>;
  /** A copy whose work was hidden or taken back is no winner. */
  access: Pick<AccessReader, 'statusOf'>;
  /** How many members starred a work. */
  starsOf: (work: { guildId: string; jobId: string; memberId: string }) => Promise<number>;
  /** Posts it in the gallery; the same for every try of one month. @throws RetryLater */
  post: (at: { guildId: string; channelId: string; month: string }, best: readonly Ranked[]) => Promise<Brought>;
  /** Whether Discord answers just now. */
  isReached: () => Promise<boolean>;
  /** Whether the machine's clock can be trusted. */
  isClockRight: () => Promise<boolean>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** As many as are shown, and as few as say something. */
const BEST_MAX = 10;
const BEST_LEAST = 3;
/** Of one server's gallery in one month. */
const LOOKED_AT_MAX = 2_000;
const CLOCK_WAIT_MS = 60_000;
/** Discord knows nonces for some minutes. */
const TRIES_MS = 4 * 60_000;

const isOn = ({ monthsBest, galleryChannelId }: ModerationSettings): boolean =>
  monthsBest === 'on' && galleryChannelId !== null;

export function createMonthsBest(parts: MonthsBestParts): MonthsBest {
  const { settings, clock, log } = parts;
  const cases = createDrivenRecords<MonthsBestRecord>({
    ...parts,
    name: 'best of a month',
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ dueAtMs }, nowMs) => dueAtMs - nowMs,
    follow: (record) => follow(record),
  });
  const done = async (guildId: string, doneMonth: string): Promise<undefined> => {
    const dueAtMs = periodEndMs(periodKeyAt(clock.now())) ?? 0;
    await cases.amend(guildId, () => ({ guildId, doneMonth, dueAtMs }));
  };

  const follow = async (record: MonthsBestRecord): Promise<Next> => {
    const { guildId, doneMonth, posting } = record;
    const { settings: wanted, pause } = await settings.of(guildId);
    if (!isOn(wanted)) return void (await cases.drop(guildId));
    if (!(await parts.isClockRight())) return { dueInMs: CLOCK_WAIT_MS };
    const nowMs = clock.now();
    // Months before it, which were missed, are left out.
    const month = posting?.month ?? periodAfter(periodKeyAt(nowMs), -1);
    if (doneMonth >= month) return done(guildId, doneMonth);
    if (pause !== null || (posting && nowMs - posting.atMs > TRIES_MS)) return done(guildId, month);
    // Tried only where Discord answers: then a try whose answer is lost is repeated while Discord knows it by its nonce.
    if (!(await parts.isReached())) throw new RetryLater();
    return post({ ...record, posting: posting ?? { month, atMs: nowMs } }, wanted.galleryChannelId ?? '');
  };

  const post = async (record: MonthsBestRecord, channelId: string): Promise<Next> => {
    const { guildId, posting } = record;
    const month = posting?.month ?? '';
    const best = await bestOf(parts, guildId, month);
    if (best.length < BEST_LEAST) return done(guildId, month);
    await cases.amend(guildId, () => record);
    const { outcome } = await parts.post({ guildId, channelId, month }, best);
    log.info({ server: guildId, month, works: best.length, outcome }, 'the best of a month');
    return done(guildId, month);
  };

  return {
    expect: (guildId, wanted) =>
      cases.change(guildId, (before) => {
        if (!before && !isOn(wanted)) return { outcome: undefined };
        // The first is the month of now, at its end.
        const doneMonth = before?.doneMonth ?? periodAfter(periodKeyAt(clock.now()), -1);
        const after = before ?? { guildId, doneMonth };
        return { after: { ...after, dueAtMs: clock.now() }, outcome: undefined };
      }),
    load: cases.load,
    run: cases.run,
  };
}

/** Those that came into the gallery in a month and are there, most stars first; of two with as many, who came first. */
async function bestOf({ access, copies, starsOf }: MonthsBestParts, guildId: string, month: string): Promise<Ranked[]> {
  const [fromMs, untilMs] = [periodStartMs(month), periodEndMs(month) ?? 0];
  const ranked: Ranked[] = [];
  let looked = 0;
  for await (const { records } of everyPage(copies, { prefix: `${guildId}-` })) {
    for (const [, copy] of records) {
      if (copy.phase !== 'shown' || copy.atMs < fromMs || copy.atMs >= untilMs || looked >= LOOKED_AT_MAX) continue;
      looked += 1;
      const stars = await starsOf(copy);
      if (stars > 0 && isShowable(await access.statusOf(copy))) ranked.push({ copy, stars });
    }
  }
  return ranked.toSorted((a, b) => b.stars - a.stars || a.copy.atMs - b.copy.atMs).slice(0, BEST_MAX);
}
