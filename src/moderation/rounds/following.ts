import type { Next } from '../../engine/lane.ts';
import { lookForAnswer } from '../messages.ts';
import { currentRound, type RoundsContext, releaseSlots } from './context.ts';
import { endRound } from './decisions.ts';
import { isBehind, potOf, type Round, stateOf, type Winner } from './round.ts';

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
  const messageId = await lookForAnswer(round, () => messages.findAnswer(round), clock);
  await cases.amend(id, (now) => {
    if (now.phase !== 'opening') return undefined;
    return messageId === undefined ? endRound(now, 'dropped', clock.now()) : { ...now, phase: 'submitting', messageId };
  });
}

/** Begins the jobs of the winners, and looks how they ended. */
async function makeWinners(context: RoundsContext, found: Round): Promise<void> {
  const { cases, clock, messages } = context;
  await releaseSlots(context, found, potOf(found).slice(found.picks.length), 'not used by the round');
  if (!found.isAnnounced) {
    // Written first: a courtesy that a crash drops is better than one that comes twice.
    await cases.amend(found.id, (round) => ({ ...round, isAnnounced: true }));
    await messages.announce(found);
  }
  for (const { jobId } of found.picks) {
    // Read again each time: somebody may have cancelled it meanwhile.
    const round = await cases.find(found.id);
    const pick = round?.picks.find((one) => one.jobId === jobId);
    if (!round || !pick || round.phase !== 'creating') return;
    const after = await advanceWinner(context, round, pick);
    if (after) await setWinner(context, round.id, jobId, after);
    // Those after it wait for the same thing.
    else if (pick.state === 'waiting') return;
  }
  await cases.amend(found.id, (round) => {
    if (round.phase !== 'creating') return undefined;
    const isOver = round.picks.every(({ state }) => state !== 'waiting' && state !== 'begun');
    return isOver ? endRound(round, 'done', clock.now()) : undefined;
  });
}

async function advanceWinner(context: RoundsContext, round: Round, pick: Winner): Promise<Partial<Winner> | undefined> {
  const { winners } = context;
  if (pick.state === 'waiting') {
    return winners.begin(round, pick, (part) => setWinner(context, round.id, pick.jobId, part));
  }
  return pick.state === 'begun' ? winners.end(round, pick) : undefined;
}

async function setWinner({ cases }: RoundsContext, id: string, jobId: string, part: Partial<Winner>): Promise<void> {
  await cases.amend(id, (round) => {
    const picks = round.picks.map((pick) => (pick.jobId === jobId ? { ...pick, ...part } : pick));
    return { ...round, picks };
  });
}

/** What no job took over of the pot goes back, and no message goes on waiting for it. */
async function settle(context: RoundsContext, round: Round): Promise<undefined> {
  const { accounts, cases, log, winners } = context;
  const waiting: Winner[] = [];
  for (const [index, { jobId }] of potOf(round).entries()) {
    const pick = round.picks[index];
    const isBegun = pick && pick.state !== 'waiting' && pick.state !== 'failed';
    if (isBegun || (pick && (await winners.isJob(round, pick)))) continue;
    await accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
    if (pick?.state === 'waiting') waiting.push(pick);
  }
  for (const pick of waiting) await winners.drop(round, pick);
  // Last of all: what is settled is looked at no more.
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
  const messageId = brought.outcome === 'there' ? brought.message.id : round.messageId;
  // The token opens the first answer only: the new message is reached by the bot.
  await cases.amend(id, (now) => ({ ...now, messageId, tokenIssuedAtMs: 0, shown }));
}
