import type { Next } from '../../engine/lane.ts';
import { lookForAnswer } from '../records/messages.ts';
import { currentRound, type RoundsContext } from './context.ts';
import { endRound } from './decisions.ts';
import { isBehind, type Round, stateOf } from './round.ts';
import { makeWinners, releaseRest } from './winners.ts';

/** While winners' jobs are made. */
const LOOK_INTERVAL_MS = 5_000;

/** In how long something follows from a round by itself. */
export function roundDueInMs(round: Round, nowMs: number): number | undefined {
  const { phase, submitUntilMs, voteUntilMs, ending } = round;
  if (ending?.isSettled) return undefined;
  if (isBehind(round)) return 0;
  if (phase === 'submitting') return submitUntilMs - nowMs;
  return phase === 'voting' ? voteUntilMs - nowMs : 0;
}

/** Does what follows from a round as it is now. */
export async function followRound(context: RoundsContext, { id }: Round): Promise<Next> {
  const { cases, opening } = context;
  if (opening.has(id)) return { dueInMs: LOOK_INTERVAL_MS };
  await findAnswer(context, id);
  const round = await currentRound(context, id);
  if (round?.phase === 'creating') await makeWinners(context, round);
  const after = await cases.find(id);
  if (after?.ending && !after.ending.isSettled) return settle(context, after);
  await show(context, id);
  return after?.phase === 'creating' ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
}

/** Lets members in where a round's message is there though its record does not know it, and drops the round where it never came. */
async function findAnswer(context: RoundsContext, id: string): Promise<void> {
  const { cases, clock, messages } = context;
  const round = await cases.find(id);
  if (round?.phase !== 'opening') return;
  const messageId = await lookForAnswer(round.location, () => messages.findAnswer(round), clock);
  await cases.amend(id, (now) => {
    if (now.phase !== 'opening') return undefined;
    if (messageId === undefined) return endRound(now, 'dropped', clock.now());
    return { ...now, phase: 'submitting', location: { ...now.location, messageId } };
  });
}

async function settle(context: RoundsContext, round: Round): Promise<undefined> {
  const { cases, log } = context;
  await releaseRest(context, round);
  // Last, because a settled round takes no more steps.
  await show(context, round.id);
  await cases.amend(round.id, (last) => last.ending && { ...last, ending: { ...last.ending, isSettled: true } });
  log.info({ round: round.id, server: round.guildId, ending: round.ending?.how }, 'round ended');
}

/** Brings its message up to date where it is behind; one that is gone is posted anew. */
async function show({ cases, messages }: RoundsContext, id: string): Promise<void> {
  const round = await cases.find(id);
  if (!round || !isBehind(round)) return;
  const shown = stateOf(round);
  if ((await messages.bring(round)).outcome !== 'gone')
    return void (await cases.amend(id, (now) => ({ ...now, shown })));
  const brought = await messages.bring(round, { anew: true });
  const messageId = brought.outcome === 'there' ? brought.message.id : round.location.messageId;
  // The token opens only the first answer, so the bot itself edits the new message.
  const location = { ...round.location, messageId, tokenIssuedAtMs: 0 };
  await cases.amend(id, (now) => ({ ...now, location, shown }));
}
