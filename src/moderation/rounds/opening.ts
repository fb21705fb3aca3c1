import type { HoldRefusal } from '../../budget/account/decisions.ts';
import { RetryLater } from '../../engine/lane.ts';
import { AnswerLostError } from '../../jobs/ports.ts';
import { currentRound, holdRequestOf, type RoundsContext, releaseSlots } from './context.ts';
import type { OpenOutcome, Rounds } from './port.ts';
import { isActive, OPEN_ROUNDS_MAX, potOf, type Round, stateOf } from './round.ts';

/** The one that runs in a channel. */
export async function roundInChannel(context: RoundsContext, channelId: string): Promise<Round | undefined> {
  const ids = [...context.cases.open].filter(([, { location }]) => location.channelId === channelId).map(([id]) => id);
  const found = await Promise.all(ids.map((id) => currentRound(context, id)));
  return found.find((round) => round && isActive(round));
}

/** Holds the pot, and lets members in as soon as the round's message is there. */
export async function openRound(
  context: RoundsContext,
  round: Round,
  answer: Parameters<Rounds['open']>[1],
): Promise<OpenOutcome> {
  const { cases, locks, opening } = context;
  if (await cases.find(round.id)) return { outcome: 'open' };
  return locks.run(`rounds of:${round.guildId}`, async () => {
    opening.add(round.id);
    try {
      return (await refusalToOpen(context, round)) ?? (await begin(context, round, answer));
    } catch (error) {
      // The record finds out whether its message is there.
      if (error instanceof AnswerLostError) return { outcome: 'open' };
      throw error;
    } finally {
      opening.delete(round.id);
      void cases.carryOut(round.id);
    }
  });
}

async function refusalToOpen(context: RoundsContext, round: Round): Promise<OpenOutcome | undefined> {
  const { accounts, cases } = context;
  const other = await roundInChannel(context, round.location.channelId);
  if (other) return { outcome: 'another', round: other };
  const here = [...cases.open.values()].filter(({ guildId }) => guildId === round.guildId);
  if (here.length >= OPEN_ROUNDS_MAX) return { outcome: 'too many' };
  // All of it at once first, so that a pot that is too large is told as a whole.
  return accounts.mayHold(round.guildId, holdRequestOf(round, round.id, potOf(round)));
}

async function begin(
  context: RoundsContext,
  round: Round,
  answer: Parameters<Rounds['open']>[1],
): Promise<OpenOutcome> {
  const { cases, log } = context;
  await cases.change(round.id, () => ({ after: round, outcome: undefined }));
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
  const opened: Round = { ...started, location: { ...started.location, messageId }, shown: stateOf(started) };
  await cases.change(round.id, () => ({ after: opened, outcome: undefined }));
  log.info({ round: round.id, server: round.guildId, winners: round.winners }, 'round opened');
  return { outcome: 'open' };
}

async function holdPot({ accounts }: RoundsContext, round: Round): Promise<HoldRefusal | undefined> {
  for (const { jobId, ...task } of potOf(round)) {
    const hold = await accounts.hold(round.guildId, holdRequestOf(round, jobId, [task]));
    if (hold.outcome !== 'held' && hold.outcome !== 'already') return hold;
  }
  return undefined;
}

async function undo(context: RoundsContext, round: Round, why: string): Promise<void> {
  await releaseSlots(context, round, potOf(round), why);
  await context.cases.drop(round.id);
}
