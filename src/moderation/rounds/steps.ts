import type { Next } from '../../engine/lane.ts';
import { tokenEndsInMs, withoutToken } from '../../jobs/job/job.ts';
import { isOutOfReach, unreachedAfter } from '../records/messages.ts';
import { currentRound, type RoundsContext } from './context.ts';
import { endRound } from './decisions.ts';
import { openedBy } from './opening.ts';
import { messagesBehind, nextLateMessage, type Round, statesOf, trimmed, trimsInMs, withMessage } from './round.ts';
import { makeWinners, releaseUnusedPot } from './winners.ts';

/** How often the winners' jobs are checked. */
const LOOK_INTERVAL_MS = 5_000;

/** When the round's next step is due, or the end of its interaction's token; undefined if there are no more. */
export function roundDueInMs(round: Round, nowMs: number): number | undefined {
  const dues = [stepDueInMs(round, nowMs), nextLateMessage(round, nowMs)?.inMs, tokenEndsInMs(round.location, nowMs)];
  const known = dues.filter((inMs) => inMs !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function stepDueInMs(round: Round, nowMs: number): number | undefined {
  const { phase, submitUntilMs, voteUntilMs, ending } = round;
  if (messagesBehind(round).length > 0) return 0;
  if (ending?.isPotReleased) return trimsInMs(round, nowMs);
  if (phase === 'submitting') return submitUntilMs - nowMs;
  return phase === 'voting' ? voteUntilMs - nowMs : 0;
}

/** Takes every step of the round that is due. */
export async function takeRoundSteps(context: RoundsContext, { id }: Round): Promise<Next> {
  const { clock, records, openingIds } = context;
  if (openingIds.has(id)) return { dueInMs: LOOK_INTERVAL_MS };
  const later = await findAnswer(context, id);
  if (later) return later;
  await records.amend(id, ({ location, ...now }) =>
    tokenEndsInMs(location, clock.now()) === 0 ? { ...now, location: withoutToken(location) } : undefined,
  );
  const round = await currentRound(context, id);
  if (round?.phase === 'creating') await makeWinners(context, round);
  await records.amend(id, (now) => (trimsInMs(now, clock.now()) === 0 ? trimmed(now) : undefined));
  const after = await records.find(id);
  if (after?.ending && !after.ending.isPotReleased) return finish(context, after);
  await bringMessages(context, id);
  return after?.phase === 'creating' ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
}

/** If a crash lost the id of the round's message, looks for the message. Opens the round if it exists, else drops the round. */
async function findAnswer(context: RoundsContext, id: string): Promise<Next> {
  const { records, clock, decisions, messages } = context;
  const round = await records.find(id);
  if (round?.phase !== 'opening') return undefined;
  const messageId = await messages.findAnswer(round);
  if (typeof messageId === 'object') return messageId;
  await records.change(id, (now) => {
    if (now?.phase !== 'opening') return { outcome: undefined };
    if (messageId === undefined) return { after: endRound(now, 'dropped', clock.now()), outcome: undefined };
    const after: Round = { ...now, phase: 'submitting', location: { ...now.location, messageId } };
    return { after, also: openedBy(context, now), outcome: undefined };
  });
  decisions.deliver(round.guildId);
  return undefined;
}

async function finish(context: RoundsContext, round: Round): Promise<undefined> {
  const { records, log } = context;
  await releaseUnusedPot(context, round);
  // Last, because after this only messages out of reach are tried again.
  await bringMessages(context, round.id);
  await records.amend(round.id, (last) => last.ending && { ...last, ending: { ...last.ending, isPotReleased: true } });
  log.info({ round: round.id, server: round.guildId, ending: round.ending?.how }, 'round ended');
}

/** Brings the round's messages up to date, and those that were out of reach and are due. */
async function bringMessages({ clock, records, messages }: RoundsContext, id: string): Promise<void> {
  for (;;) {
    const round = await records.find(id);
    const late = round && nextLateMessage(round, clock.now());
    const key = round && (messagesBehind(round)[0] ?? (late?.inMs === 0 ? late.key : undefined));
    if (!key) return;
    const state = statesOf(round)[key];
    const brought = await messages.bring(round, key);
    const reached = { key, state, isReached: !isOutOfReach(brought) };
    await records.amend(id, (now) => ({
      ...(brought.outcome === 'there' ? withMessage(now, key, brought.message) : now),
      ...(state !== undefined && { shown: { ...now.shown, [key]: state } }),
      ...unreachedAfter(now, reached, clock.now()),
    }));
  }
}
