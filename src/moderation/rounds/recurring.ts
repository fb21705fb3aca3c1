import type { Next } from '../../engine/lane.ts';
import { newJobId } from '../../jobs/job/job-id.ts';
import { createServerTimer, type TimerParts } from '../settings/server-timer.ts';
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

export interface RecurringParts extends TimerParts<Recurrence> {
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
  messages: Pick<RoundMessages, 'bring'>;
  /** Posts to the managers; does nothing if there is no channel for it. @throws RetryLater */
  notifyManagers: (guildId: string, what: RecurrenceProblem, idempotencyKey: string) => Promise<void>;
  random: () => number;
}

/** The wait while another round is in the channel, the server is paused, or Easel can't post there. */
const RETRY_MS = 15 * 60_000;

/** Rounds that Easel opens for a server every few days, each with the next theme of the server's list. */
export function createRecurringRounds(parts: RecurringParts) {
  return createServerTimer<Recurrence>({
    ...parts,
    name: 'recurring round',
    isOn: isRecurring,
    first: (guildId) => ({ guildId, usedThemes: [] }),
    step: async (found, { settings, pause }, records) => {
      const { guildId } = found;
      const amend: Context['amend'] = async (decide) => void (await records.amend(guildId, decide));
      const context: Context = { ...parts, wanted: settings, amend };
      const nowMs = parts.clock.now();
      const at = found.opening ? nowMs : dueAtMs(found, settings, nowMs);
      if (at > nowMs) return amend((now) => ({ ...now, dueAtMs: at }));
      if (pause !== null) return { dueInMs: RETRY_MS };
      const record = await chooseTheme(context, found);
      const { opening } = record;
      if (!opening) return undefined;
      const round = await parts.prepareRound({ guildId, ...opening, settings });
      if (round === 'refused') await amend((now) => withUsedTheme(now, opening.theme, settings));
      return typeof round === 'string' ? skip(context, record, round) : begin(context, record, round);
    },
  });
}

interface Context extends RecurringParts {
  wanted: ModerationSettings;
  /** Changes the server's record. */
  amend(decide: (now: Recurrence) => Recurrence): Promise<undefined>;
}

/** Chooses the next theme. Its round's id is stored first, so that the round is opened at most once. */
async function chooseTheme({ amend, clock, random, wanted }: Context, record: Recurrence): Promise<Recurrence> {
  const next = record.opening ? undefined : nextTheme(record, wanted);
  if (!next) return record;
  const atMs = clock.now();
  const opening = { roundId: newJobId(atMs, random), theme: next.theme, atMs };
  const after: Recurrence = { ...record, usedThemes: next.usedThemes, opening };
  await amend(() => after);
  return after;
}

async function begin(context: Context, record: Recurrence, round: Round): Promise<Next> {
  const { amend, clock, messages, rounds, wanted } = context;
  const outcome = await rounds.open(round, async (started) => {
    const posted = await messages.bring(started, 'public');
    return posted.outcome === 'there' ? posted.message.id : undefined;
  });
  switch (outcome.outcome) {
    case 'open': {
      // It was dropped because a crash lost its message; another round replaces it.
      const isDropped = (await rounds.find(round.id))?.ending?.how === 'dropped';
      if (!isDropped) return amend((now) => withOpened(now, round.theme, wanted, clock.now()));
      await messages.bring(round, 'public', { unwantedSinceMs: record.opening?.atMs ?? 0 });
      await amend(withoutOpening);
      return { dueInMs: 0 };
    }
    case 'another':
    case 'interrupted':
    case 'too many':
      return { dueInMs: RETRY_MS };
    case 'unanswered':
      return handleProblem(context, record, 'closed', RETRY_MS);
    default:
      return skip(context, record, 'no room');
  }
}

/** Notifies the managers, and waits for the next time. */
async function skip(context: Context, record: Recurrence, why: RecurrenceProblem): Promise<undefined> {
  const { amend, clock, wanted } = context;
  await handleProblem(context, record, why, 0);
  return amend((now) => withNextDue(withoutOpening(now), wanted, clock.now()));
}

/** Notifies the managers of a new problem. */
async function handleProblem(
  { amend, clock, log, notifyManagers }: Context,
  { guildId, notifiedProblem, lastAtMs = 0 }: Recurrence,
  why: RecurrenceProblem,
  retryInMs: number,
): Promise<undefined> {
  if (notifiedProblem !== why) {
    await notifyManagers(guildId, why, `${guildId}-${why}-${lastAtMs}`);
    log.info({ server: guildId, why }, 'a recurring round was not opened');
  }
  return amend((now) => ({ ...now, notifiedProblem: why, dueAtMs: clock.now() + retryInMs }));
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
