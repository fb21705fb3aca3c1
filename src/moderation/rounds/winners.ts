import { type GatedRequest, newRequestAt } from '../requests/request.ts';
import { type FindForbiddenEntries, type RoundsContext, type RoundsParts, releaseParts } from './context.ts';
import { endRound } from './decisions.ts';
import { acceptedEntries, type Entry, entryByNumber, potParts, type Round, type Winner } from './round.ts';

/** Entries can become forbidden if the settings change or their author is timed out. */
export function createFindForbiddenEntries({ admission, settings }: RoundsParts): FindForbiddenEntries {
  return async (round, only) => {
    const { guildId, request, channelIds, ageRestricted } = round;
    const rules = await settings.of(guildId);
    const forbidden = new Set<number>();
    for (const { number, memberId, prompt } of acceptedEntries(round)) {
      if (only && !only.includes(number)) continue;
      const facts = { guildId, memberId, request: { ...request, prompt }, channelIds, ageRestricted };
      if (await admission.recheck({ ...facts, roleIds: undefined }, 'start', rules)) forbidden.add(number);
    }
    return forbidden;
  };
}

/**
 * Makes the winners' jobs. Each one's part of the pot is held under the job's own id and task key from the opening of the
 * round until the job settles it. Nothing changes hands, so nothing can be spent twice or lost on the way.
 */
export async function makeWinners(context: RoundsContext, found: Round): Promise<void> {
  const { records, clock } = context;
  await releaseParts(context, found, potParts(found).slice(found.winners.length), 'not used by the round');
  for (const { jobId } of found.winners) {
    // Read again each time, because someone may have cancelled the round.
    const round = await records.find(found.id);
    const winner = round?.winners.find((one) => one.jobId === jobId);
    if (!round || !winner || round.phase !== 'creating') return;
    const after = await advance(context, round, winner);
    if (after) await records.amend(round.id, (now) => withWinner(now, jobId, after));
    // The next winners wait for the same thing.
    else if (winner.state === 'waiting') return;
  }
  await records.amend(found.id, (round) => {
    if (round.phase !== 'creating') return undefined;
    const isOver = round.winners.every(({ state }) => state !== 'waiting' && state !== 'started');
    return isOver ? endRound(round, 'done', clock.now()) : undefined;
  });
}

/** Releases the parts of an ended round's pot that no job has taken over. */
export async function releaseUnusedPot(context: RoundsContext, round: Round): Promise<void> {
  for (const [index, { jobId }] of potParts(round).entries()) {
    const winner = round.winners[index];
    const isStarted = winner && winner.state !== 'waiting' && winner.state !== 'failed';
    if (isStarted || (winner && (await isJob(context, round, winner)))) continue;
    await context.accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
  }
}

/** What changes about a winner; undefined if nothing does yet. */
type WinnerChange = Partial<Winner> | undefined;

async function advance(context: RoundsContext, round: Round, winner: Winner): Promise<WinnerChange> {
  if (winner.state === 'waiting') return startJob(context, round, winner);
  return winner.state === 'started' ? endOf(context, round, winner) : undefined;
}

function withWinner(round: Round, jobId: string, part: Partial<Winner>): Round {
  return { ...round, winners: round.winners.map((one) => (one.jobId === jobId ? { ...one, ...part } : one)) };
}

/** Makes the winner's job, at most once. */
async function startJob(context: RoundsContext, round: Round, winner: Winner): Promise<WinnerChange> {
  const { accounts, forbiddenEntries, clock, mayStart, requests } = context;
  const entry = entryByNumber(round, winner.number);
  if (!entry) return { state: 'failed' };
  if (await isJob(context, round, winner)) return { state: 'started' };
  const isHeld = (await accounts.holds(round.guildId)).some(({ jobId }) => jobId === winner.jobId);
  // Without its hold it has been a job already, and no record says how that ended.
  if (!isHeld) return { state: 'failed' };
  if (!(await mayStart(round.guildId))) return undefined;
  // Winners may have waited long, for the service, the end of a pause, or the next start.
  if ((await forbiddenEntries(round, [winner.number])).has(winner.number)) return { state: 'failed' };
  await requests.enter(requestFor(round, winner, entry, clock.now()));
  const entered = await requests.find(winner.jobId);
  return { state: 'started', messageId: entered?.location.messageId };
}

/** How the winner's job ended. */
async function endOf({ history, jobs, requests }: RoundsContext, round: Round, winner: Winner): Promise<WinnerChange> {
  const request = await requests.find(winner.jobId);
  const isStarting = request?.phase === 'opening' || request?.phase === 'approved';
  if (isStarting || (await jobs.find(winner.jobId))) {
    const messageId = request?.location.messageId ?? winner.messageId;
    return messageId === winner.messageId ? undefined : { messageId };
  }
  if (request?.phase === 'rejected' || request?.phase === 'unanswered') return { state: 'failed' };
  const entry = entryByNumber(round, winner.number);
  const past = entry && (await history.find(round.guildId, entry.memberId, winner.jobId));
  // Its author deleted it from the history.
  if (!past) return { state: 'made' };
  // For a preview, the history names the moderators' message.
  const { channelId, messageId } = past.location;
  const isHere = channelId === round.location.channelId && messageId !== undefined;
  const at = isHere ? { messageId } : {};
  if (past.cancelledAtMs !== undefined) return { ...at, state: 'cancelled' };
  const state = past.tasks[0]?.state;
  if (state === 'unconfirmed') return { ...at, state: 'unconfirmed' };
  return { ...at, state: state === 'delivered' ? 'made' : 'failed' };
}

/** Whether this part of the pot is a job's, or about to be, so the round can't release it. */
async function isJob({ history, requests }: RoundsContext, { guildId }: Round, { jobId }: Winner): Promise<boolean> {
  return (await requests.find(jobId)) !== undefined || history.isKnown(guildId, jobId);
}

/** The winner's request, which needs no further approval; moderators may still preview its result. */
function requestFor(round: Round, { jobId }: Winner, entry: Entry, nowMs: number): GatedRequest {
  const { guildId, quoteCredits, roleIds, channelIds, ageRestricted } = round;
  return {
    ...newRequestAt(nowMs),
    id: jobId,
    guildId,
    memberId: entry.memberId,
    isWinner: true,
    expiresAtMs: nowMs,
    gates: { before: 'nobody', after: entry.isPreviewed ? 'moderators' : 'nobody' },
    why: { reason: 'channel' },
    request: { ...round.request, prompt: entry.prompt },
    quotesCredits: [quoteCredits],
    roleIds,
    channelIds,
    ageRestricted,
    // A message that the bot itself will post, which no interaction token opens.
    location: { ...round.location, messageId: undefined, token: '', tokenIssuedAtMs: 0 },
  };
}
