import type { HoldRefusal } from '../../budget/account/decisions.ts';
import { RetryLater } from '../../engine/lane.ts';
import { AnswerLostError } from '../../jobs/ports/job-messages.ts';
import type { Change } from '../../store/store.ts';
import { currentRound, newHoldsOf, type RoundsContext, releaseParts } from './context.ts';
import { isActive, OPEN_ROUNDS_MAX, potParts, type Round, statesOf } from './round.ts';

/** Posts a round's message as the first answer. Resolves with its id; rejects with an AnswerLostError if Discord didn't confirm it. */
export type AnswerWithRound = (round: Round) => Promise<string | undefined>;

export type OpenOutcome =
  | { outcome: 'open' }
  | HoldRefusal
  /** Another round is running in this channel. */
  | { outcome: 'another'; round: Round }
  /** The opening of one was interrupted in this channel. It ends within a minute. */
  | { outcome: 'interrupted' }
  | { outcome: 'too many' }
  | { outcome: 'unanswered' };

/** The round that is running in a channel. */
export async function roundInChannel(context: RoundsContext, channelId: string): Promise<Round | undefined> {
  const ids = [...context.records.open]
    .filter(([, { location }]) => location.channelId === channelId)
    .map(([id]) => id);
  const found = await Promise.all(ids.map((id) => currentRound(context, id)));
  return found.find((round) => round && isActive(round));
}

/** Holds the pot, then posts the round's message and opens the round. */
export async function openRound(context: RoundsContext, round: Round, answer: AnswerWithRound): Promise<OpenOutcome> {
  const { records, collection, openingIds } = context;
  if (await records.find(round.id)) return { outcome: 'open' };
  return collection.locked(round.guildId, async () => {
    openingIds.add(round.id);
    try {
      return (await refusalToOpen(context, round)) ?? (await start(context, round, answer));
    } catch (error) {
      // The round's step finds out whether the message was posted.
      if (error instanceof AnswerLostError) return { outcome: 'open' };
      throw error;
    } finally {
      openingIds.delete(round.id);
      void records.carryOut(round.id);
    }
  });
}

async function refusalToOpen(context: RoundsContext, round: Round): Promise<OpenOutcome | undefined> {
  const { accounts, records } = context;
  const other = await roundInChannel(context, round.location.channelId);
  if (other) return other.phase === 'opening' ? { outcome: 'interrupted' } : { outcome: 'another', round: other };
  const here = [...records.open.values()].filter((one) => one.guildId === round.guildId && isActive(one));
  if (here.length >= OPEN_ROUNDS_MAX) return { outcome: 'too many' };
  // First the pot as a whole, so that a refusal names its total.
  return accounts.mayHold(round.guildId, newHoldsOf(round, round.id, potParts(round)));
}

async function start(context: RoundsContext, round: Round, answer: AnswerWithRound): Promise<OpenOutcome> {
  const { records, decisions, log } = context;
  await records.change(round.id, () => ({ after: round, outcome: undefined }));
  const short = await holdPot(context, round);
  if (short) {
    await undo(context, round, 'not held');
    return short;
  }
  const started: Round = { ...round, phase: 'submitting' };
  const messageId = await answer(started).catch(async (error: unknown) => {
    if (error instanceof RetryLater) await undo(context, round, 'unanswered');
    throw error;
  });
  if (messageId === undefined) {
    await undo(context, round, 'unanswered');
    return { outcome: 'unanswered' };
  }
  const answered: Round = { ...started, location: { ...started.location, messageId } };
  const opened = { ...answered, shown: statesOf(answered) };
  await records.change(round.id, () => ({ after: opened, also: openedBy(context, round), outcome: undefined }));
  decisions.deliver(round.guildId);
  log.info({ round: round.id, server: round.guildId, winners: round.winnerCount }, 'round opened');
  return { outcome: 'open' };
}

/** The decision to open it, for the log. Scheduled rounds, which no command opened, have none. */
export function openedBy({ decisions }: RoundsContext, round: Round): Change[] {
  const { id: jobId, guildId, openedById: byId, theme: why, location } = round;
  return location.token === '' ? [] : [decisions.put(guildId, { byId, action: 'round opened', jobId, why })];
}

async function holdPot({ accounts }: RoundsContext, round: Round): Promise<HoldRefusal | undefined> {
  for (const { jobId, ...task } of potParts(round)) {
    const hold = await accounts.hold(round.guildId, newHoldsOf(round, jobId, [task]));
    if (hold.outcome !== 'held' && hold.outcome !== 'already') return hold;
  }
  return undefined;
}

async function undo(context: RoundsContext, round: Round, why: string): Promise<void> {
  await releaseParts(context, round, potParts(round), why);
  await context.records.drop(round.id);
}
