import { type Next, RetryLater } from '../../engine/lane.ts';
import { lookForAnswer } from '../messages.ts';
import { amendRound, currentRound, type RoundsContext, releaseSlots } from './context.ts';
import { endRound } from './decisions.ts';
import { potOf, type Round, type Winner } from './round.ts';

/** While winners' jobs are made. */
const LOOK_INTERVAL_MS = 5_000;

/** In how long something follows from a round by itself. */
export function roundDueInMs({ phase, submitUntilMs, voteUntilMs, ending }: Round, nowMs: number): number | undefined {
  if (ending?.isSettled) return undefined;
  if (phase === 'submitting') return submitUntilMs - nowMs;
  return phase === 'voting' ? voteUntilMs - nowMs : 0;
}

/** Does what follows from a round as it is now. */
export async function followRound(context: RoundsContext, { id }: Round): Promise<Next> {
  const { behind, cases, opening } = context;
  if (opening.has(id)) return { dueInMs: LOOK_INTERVAL_MS };
  try {
    await findAnswer(context, id);
    const round = await currentRound(context, id);
    if (round?.phase === 'creating') await makeWinners(context, round);
    const after = await cases.find(id);
    if (after?.ending && !after.ending.isSettled) return await settle(context, after);
    if (!(await show(context, id))) throw new RetryLater();
    return after?.phase === 'creating' ? { dueInMs: LOOK_INTERVAL_MS } : undefined;
  } catch (error) {
    behind.add(id);
    throw error;
  }
}

/** Lets members in where a round's message is there though its record does not know it, and drops the round where it never came. */
async function findAnswer(context: RoundsContext, id: string): Promise<void> {
  const { cases, clock, desk } = context;
  const round = await cases.find(id);
  if (round?.phase !== 'opening') return;
  const messageId = await lookForAnswer(round, () => desk.findAnswer(round), clock);
  await amendRound(context, id, (now) => {
    if (now.phase !== 'opening') return undefined;
    return messageId === undefined ? endRound(now, 'dropped', clock.now()) : { ...now, phase: 'submitting', messageId };
  });
}

/** Begins the jobs of the winners, and looks how they ended. */
async function makeWinners(context: RoundsContext, found: Round): Promise<void> {
  const { cases, clock, desk } = context;
  await releaseSlots(context, found, potOf(found).slice(found.picks.length), 'not used by the round');
  if (!found.isAnnounced) {
    // Written first: a courtesy that a crash drops is better than one that comes twice.
    await amendRound(context, found.id, (round) => ({ ...round, isAnnounced: true }));
    await desk.announce(found);
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
  await amendRound(context, found.id, (round) => {
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

function setWinner(context: RoundsContext, id: string, jobId: string, part: Partial<Winner>): Promise<void> {
  return amendRound(context, id, (round) => {
    const picks = round.picks.map((pick) => (pick.jobId === jobId ? { ...pick, ...part } : pick));
    return { ...round, picks };
  });
}

/** What no job took over of the pot goes back, and no message goes on waiting for it. */
async function settle(context: RoundsContext, round: Round): Promise<undefined> {
  const { accounts, cases, log, winners } = context;
  let isOver = true;
  for (const [index, { jobId }] of potOf(round).entries()) {
    const pick = round.picks[index];
    const isBegun = pick && pick.state !== 'waiting' && pick.state !== 'failed';
    if (isBegun || (pick && (await winners.isJob(round, pick)))) continue;
    await accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
    if (pick?.state === 'waiting' && (await winners.drop(round, pick)) === 'unavailable') isOver = false;
  }
  // Last of all: what is settled is looked at no more.
  if (!isOver || !(await show(context, round.id))) return;
  await cases.amend(round.id, (last) => last.ending && { ...last, ending: { ...last.ending, isSettled: true } });
  log.info({ round: round.id, server: round.guildId, ending: round.ending?.how }, 'round ended');
}

/** @returns whether its message shows it as it is, as far as it can. */
async function show({ behind, cases, desk }: RoundsContext, id: string): Promise<boolean> {
  if (!behind.delete(id)) return true;
  const round = await cases.find(id);
  if (!round || round.phase === 'opening' || round.messageId === undefined) return true;
  const shown = await desk.show(round);
  if (shown === 'unavailable') behind.add(id);
  if (typeof shown === 'string') return shown !== 'unavailable';
  const { messageId } = shown;
  // The token opens the first answer only: the new message is reached by the bot.
  await cases.amend(id, (last) => ({ ...last, messageId, tokenIssuedAtMs: 0 }));
  return true;
}
