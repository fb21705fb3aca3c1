import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import { newJobId } from '../../jobs/job/job-id.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { RoundMessages } from './context.ts';
import {
  dueAtMs,
  isRecurring,
  nextTheme,
  plannedAtMs,
  type Recurrence,
  type RecurrenceProblem,
  withUsedTheme,
} from './recurrence.ts';
import type { Round } from './round.ts';
import type { Rounds } from './rounds.ts';

/** Rounds that Easel opens for a server every few days, each with the next theme of the server's list. */
export interface RecurringRounds {
  /** Call it just before the settings are stored, so that no crash can separate the two. */
  onSettingsChanging(guildId: string, settings: ModerationSettings): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

export interface RecurringParts {
  collection: Collection<Recurrence>;
  settings: Pick<ServerSettings, 'of'>;
  rounds: Pick<Rounds, 'find' | 'open'>;
  /**
   * Builds the round to open. @returns `refused` if the word lists refuse the theme, `rules` if other settings forbid the
   * round. @throws RetryLater
   */
  prepareRound: (opening: {
    guildId: string;
    roundId: string;
    theme: string;
    settings: ModerationSettings;
  }) => Promise<Round | 'refused' | 'rules'>;
  messages: Pick<RoundMessages, 'bring' | 'deleteOrphan'>;
  /** Posts to the managers; does nothing if there is no channel for it. @throws RetryLater */
  notifyManagers: (guildId: string, what: RecurrenceProblem, idempotencyKey: string) => Promise<void>;
  /** Whether the machine's clock agrees with Discord's. */
  isClockRight: () => Promise<boolean>;
  locks: KeyedLocks;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** The wait while another round is in the channel, the server is paused, or Easel can't post there. */
const RETRY_MS = 15 * 60_000;
const CLOCK_WAIT_MS = 60_000;

export function createRecurringRounds(parts: RecurringParts): RecurringRounds {
  const { settings, clock } = parts;
  const records = createDrivenRecords<Recurrence>({
    ...parts,
    name: 'recurring round',
    guildOf: ({ guildId }) => guildId,
    dueInMs: ({ dueAtMs: at }, nowMs) => (at === undefined ? undefined : at - nowMs),
    follow: (record) => follow(record),
  });
  const { amend } = records;
  const context: Context = { parts, amend };

  const follow = async (record: Recurrence): Promise<Next> => {
    const { guildId } = record;
    const { settings: wanted, pause } = await settings.of(guildId);
    if (!isRecurring(wanted)) return void (await records.drop(guildId));
    if (!(await parts.isClockRight())) return { dueInMs: CLOCK_WAIT_MS };
    const nowMs = clock.now();
    const at = record.opening ? nowMs : dueAtMs(record, wanted, nowMs);
    if (at > nowMs) return amend(guildId, (now) => ({ ...now, dueAtMs: at })).then(() => undefined);
    if (pause !== null) return { dueInMs: RETRY_MS };
    return open(await chooseTheme(record, wanted), wanted);
  };

  /** Chooses the next theme. Its round's id is stored first, so that the round is opened at most once. */
  const chooseTheme = async (record: Recurrence, wanted: ModerationSettings): Promise<Recurrence> => {
    const next = record.opening ? undefined : nextTheme(record, wanted);
    if (!next) return record;
    const atMs = clock.now();
    const opening = { roundId: newJobId(atMs, parts.random), theme: next.theme, atMs };
    const after: Recurrence = { ...record, usedThemes: next.usedThemes, opening };
    await amend(record.guildId, () => after);
    return after;
  };

  const open = async (record: Recurrence, wanted: ModerationSettings): Promise<Next> => {
    const { guildId, opening } = record;
    if (!opening) return handleProblem(context, record, 'used up', undefined);
    const round = await parts.prepareRound({ guildId, ...opening, settings: wanted });
    if (round === 'rules') return skip(context, record, wanted, 'rules');
    if (round === 'refused') {
      await amend(guildId, (now) => withUsedTheme(now, opening.theme, wanted));
      return skip(context, record, wanted, 'refused');
    }
    return begin(context, record, wanted, round);
  };

  return {
    onSettingsChanging: (guildId, wanted) =>
      records.change(guildId, (before) => {
        if (!before && !isRecurring(wanted)) return { outcome: undefined };
        const after = { ...(before ?? { guildId, usedThemes: [] }), dueAtMs: clock.now() };
        return { after, outcome: undefined };
      }),
    load: records.load,
    run: records.run,
  };
}

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
      // It was dropped because a crash lost its message; another round replaces it.
      const isDropped = (await parts.rounds.find(round.id))?.ending?.how === 'dropped';
      if (isDropped) await parts.messages.deleteOrphan(round, record.opening?.atMs ?? 0);
      if (isDropped) return amend(guildId, withoutOpening).then(() => ({ dueInMs: 0 }));
      return amend(guildId, (now) => withOpened(now, round.theme, wanted, parts.clock.now())).then(() => undefined);
    }
    case 'another':
    case 'too many':
      return { dueInMs: RETRY_MS };
    case 'unanswered':
      return handleProblem({ parts, amend }, record, 'closed', RETRY_MS);
    default:
      return skip({ parts, amend }, record, wanted, 'no room');
  }
}

/** Notifies the managers, and waits for the next time. */
async function skip(
  context: Context,
  record: Recurrence,
  wanted: ModerationSettings,
  why: RecurrenceProblem,
): Promise<Next> {
  await handleProblem(context, record, why, 0);
  return context
    .amend(record.guildId, (now) => withNextDue(withoutOpening(now), wanted, context.parts.clock.now()))
    .then(() => undefined);
}

/** Notifies the managers of a new problem. @param retryInMs undefined to wait for a change of the settings */
async function handleProblem(
  { parts, amend }: Context,
  { guildId, notifiedProblem, lastAtMs = 0 }: Recurrence,
  why: RecurrenceProblem,
  retryInMs: number | undefined,
): Promise<undefined> {
  if (notifiedProblem !== why) {
    await parts.notifyManagers(guildId, why, `${guildId}-${why}-${lastAtMs}`);
    parts.log.info({ server: guildId, why }, 'a recurring round was not opened');
  }
  const at = retryInMs === undefined ? undefined : parts.clock.now() + retryInMs;
  await amend(guildId, ({ dueAtMs: _at, ...now }) => ({
    ...now,
    notifiedProblem: why,
    ...(at === undefined ? {} : { dueAtMs: at }),
  }));
}

function withoutOpening({ opening: _, ...record }: Recurrence): Recurrence {
  return record;
}

/** Counts this time as done, with or without a round. */
function withNextDue(record: Recurrence, wanted: ModerationSettings, nowMs: number): Recurrence {
  const lastAtMs = plannedAtMs(record, wanted, nowMs);
  return { ...record, lastAtMs, dueAtMs: dueAtMs({ ...record, lastAtMs }, wanted, nowMs) };
}

function withOpened(record: Recurrence, theme: string, wanted: ModerationSettings, nowMs: number): Recurrence {
  const { notifiedProblem: _, ...after } = withNextDue(
    withUsedTheme(withoutOpening(record), theme, wanted),
    wanted,
    nowMs,
  );
  return after;
}
