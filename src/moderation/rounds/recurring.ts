import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import { newJobId } from '../../jobs/job-id.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { RoundMessages, Rounds } from './port.ts';
import {
  dueAtMs,
  type Hindrance,
  isRecurring,
  nextTheme,
  plannedAtMs,
  type Recurrence,
  withUsed,
} from './recurrence.ts';
import type { Round } from './round.ts';

/** Rounds that a server opens by itself, every so many days with the next theme of its list. */
export interface RecurringRounds {
  /** These settings are about to be a server's. Before they are, so that no crash parts the two. */
  expect(guildId: string, settings: ModerationSettings): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

export interface RecurringParts {
  collection: Collection<Recurrence>;
  settings: Pick<ServerSettings, 'of'>;
  rounds: Pick<Rounds, 'find' | 'open'>;
  /**
   * The round as it is to be opened; `refused` where the theme goes against the server's lists, `rules` where other settings
   * forbid it. @throws RetryLater
   */
  roundOf: (opening: {
    guildId: string;
    roundId: string;
    theme: string;
    settings: ModerationSettings;
  }) => Promise<Round | 'refused' | 'rules'>;
  messages: Pick<RoundMessages, 'bring' | 'removeLost'>;
  /** Tells the managers of a server; nothing to tell them with is as good as told. @throws RetryLater */
  tell: (guildId: string, what: Hindrance, idempotencyKey: string) => Promise<void>;
  /** Whether the machine's clock can be trusted. */
  isClockRight: () => Promise<boolean>;
  locks: KeyedLocks;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** While somebody else's round is in the channel, the server is paused, or Easel may not write there. */
const LOOK_AGAIN_MS = 15 * 60_000;
const CLOCK_WAIT_MS = 60_000;

export function createRecurringRounds(parts: RecurringParts): RecurringRounds {
  const { settings, clock } = parts;
  const cases = createDrivenRecords<Recurrence>({
    ...parts,
    name: 'recurring round',
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ dueAtMs: at }, nowMs) => (at === undefined ? undefined : at - nowMs),
    follow: (record) => follow(record),
  });
  const { amend } = cases;
  const context: Context = { parts, amend };

  const follow = async (record: Recurrence): Promise<Next> => {
    const { guildId } = record;
    const { settings: wanted, pause } = await settings.of(guildId);
    if (!isRecurring(wanted)) return void (await cases.drop(guildId));
    if (!(await parts.isClockRight())) return { dueInMs: CLOCK_WAIT_MS };
    const nowMs = clock.now();
    const at = record.opening ? nowMs : dueAtMs(record, wanted, nowMs);
    if (at > nowMs) return amend(guildId, (now) => ({ ...now, dueAtMs: at })).then(() => undefined);
    if (pause !== null) return { dueInMs: LOOK_AGAIN_MS };
    return open(await withOpening(record, wanted), wanted);
  };

  /** Which round it will be is written first, so that it is opened at most once. */
  const withOpening = async (record: Recurrence, wanted: ModerationSettings): Promise<Recurrence> => {
    const next = record.opening ? undefined : nextTheme(record, wanted);
    if (!next) return record;
    const atMs = clock.now();
    const opening = { roundId: newJobId(atMs, parts.random), theme: next.theme, atMs };
    const after = { ...record, used: next.used, opening };
    await amend(record.guildId, () => after);
    return after;
  };

  const open = async (record: Recurrence, wanted: ModerationSettings): Promise<Next> => {
    const { guildId, opening } = record;
    if (!opening) return hinder(context, record, 'used up', undefined);
    const round = await parts.roundOf({ guildId, ...opening, settings: wanted });
    if (round === 'rules') return skip(context, record, wanted, 'rules');
    if (round === 'refused') {
      await amend(guildId, (now) => withUsed(now, opening.theme, wanted));
      return skip(context, record, wanted, 'refused');
    }
    return begin(context, record, wanted, round);
  };

  return {
    expect: (guildId, wanted) =>
      cases.change(guildId, (before) => {
        if (!before && !isRecurring(wanted)) return { outcome: undefined };
        const after = { ...(before ?? { guildId, used: [] }), dueAtMs: clock.now() };
        return { after, outcome: undefined };
      }),
    load: cases.load,
    run: cases.run,
  };
}

/** What opening a round works with. */
interface Context {
  parts: RecurringParts;
  amend: DrivenRecords<Recurrence>['amend'];
}

async function begin(
  { parts, amend }: Context,
  record: Recurrence,
  wanted: ModerationSettings,
  round: Round,
): Promise<Next> {
  const { guildId } = record;
  const outcome = await parts.rounds.open(round, async (started) => {
    const posted = await parts.messages.bring(started);
    return posted.outcome === 'there' ? posted.message.id : undefined;
  });
  switch (outcome.outcome) {
    case 'open': {
      // A crash dropped it before its message was known; another takes its place.
      const isDropped = (await parts.rounds.find(round.id))?.ending?.how === 'dropped';
      if (isDropped) await parts.messages.removeLost(round, record.opening?.atMs ?? 0);
      if (isDropped) return amend(guildId, withoutOpening).then(() => ({ dueInMs: 0 }));
      return amend(guildId, (now) => opened(now, round.theme, wanted, parts.clock.now())).then(() => undefined);
    }
    case 'another':
    case 'too many':
      return { dueInMs: LOOK_AGAIN_MS };
    case 'unanswered':
      return hinder({ parts, amend }, record, 'closed', LOOK_AGAIN_MS);
    default:
      return skip({ parts, amend }, record, wanted, 'no room');
  }
}

/** No round this time. */
async function skip(context: Context, record: Recurrence, wanted: ModerationSettings, why: Hindrance): Promise<Next> {
  await hinder(context, record, why, 0);
  return context
    .amend(record.guildId, (now) => passed(withoutOpening(now), wanted, context.parts.clock.now()))
    .then(() => undefined);
}

/** @param againInMs undefined where nothing follows until the settings change. */
async function hinder(
  { parts, amend }: Context,
  { guildId, told, lastAtMs = 0 }: Recurrence,
  why: Hindrance,
  againInMs: number | undefined,
): Promise<undefined> {
  if (told !== why) {
    await parts.tell(guildId, why, `${guildId}-${why}-${lastAtMs}`);
    parts.log.info({ server: guildId, why }, 'a round of the list was not opened');
  }
  const at = againInMs === undefined ? undefined : parts.clock.now() + againInMs;
  await amend(guildId, ({ dueAtMs: _at, ...now }) => ({
    ...now,
    told: why,
    ...(at === undefined ? {} : { dueAtMs: at }),
  }));
}

function withoutOpening({ opening: _, ...record }: Recurrence): Recurrence {
  return record;
}

/** Its time is over, with a round or without. */
function passed(record: Recurrence, wanted: ModerationSettings, nowMs: number): Recurrence {
  const lastAtMs = plannedAtMs(record, wanted, nowMs);
  return { ...record, lastAtMs, dueAtMs: dueAtMs({ ...record, lastAtMs }, wanted, nowMs) };
}

function opened(record: Recurrence, theme: string, wanted: ModerationSettings, nowMs: number): Recurrence {
  const { told: _, ...after } = passed(withUsed(withoutOpening(record), theme, wanted), wanted, nowMs);
  return after;
}
