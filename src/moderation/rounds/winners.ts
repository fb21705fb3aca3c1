import { type Job, newTasksOf } from '../../jobs/job.ts';
import type { Moderation } from '../moderation.ts';
import { BY_EASEL, type GatedRequest } from '../requests/request.ts';
import { type RoundsContext, releaseSlots } from './context.ts';
import { endRound } from './decisions.ts';
import type { Barred } from './port.ts';
import { type Entry, entriesIn, entryNumbered, potOf, type Round, type Winner } from './round.ts';

/** Entries that may no longer be made: the settings have changed, or their author was timed out. */
export function createBarred({ admission, settings }: Pick<Moderation, 'admission' | 'settings'>): Barred {
  return async (round, only) => {
    const { guildId, request, channelIds, ageRestricted } = round;
    const rules = await settings.of(guildId);
    const barred = new Set<number>();
    for (const { number, memberId, prompt } of entriesIn(round)) {
      if (only && !only.includes(number)) continue;
      const letIn = { guildId, memberId, request: { ...request, prompt }, channelIds, ageRestricted };
      if (await admission.recheck({ ...letIn, roleIds: undefined }, 'start', rules)) barred.add(number);
    }
    return barred;
  };
}

/**
 * Makes the winners' jobs. Each one's part of the pot is held under the job's own id and task key from the opening of the
 * round until the job settles it. Nothing changes hands, so nothing can be spent twice or lost on the way.
 */
export async function makeWinners(context: RoundsContext, found: Round): Promise<void> {
  const { cases, clock, messages } = context;
  await releaseSlots(context, found, potOf(found).slice(found.picks.length), 'not used by the round');
  if (!found.isAnnounced) {
    // Written first: after a crash, no announcement is better than two.
    await cases.amend(found.id, (round) => ({ ...round, isAnnounced: true }));
    await messages.announce(found);
  }
  for (const { jobId } of found.picks) {
    // Read again each time, because someone may have cancelled the round.
    const round = await cases.find(found.id);
    const pick = round?.picks.find((one) => one.jobId === jobId);
    if (!round || !pick || round.phase !== 'creating') return;
    const after = await advance(context, round, pick);
    if (after) await amendWinner(context, round.id, jobId, after);
    // The next winners wait for the same thing.
    else if (pick.state === 'waiting') return;
  }
  await cases.amend(found.id, (round) => {
    if (round.phase !== 'creating') return undefined;
    const isOver = round.picks.every(({ state }) => state !== 'waiting' && state !== 'started');
    return isOver ? endRound(round, 'done', clock.now()) : undefined;
  });
}

/** Releases the parts of an ended round's pot that no job has taken over, and deletes the messages of their winners. */
export async function releaseRest(context: RoundsContext, round: Round): Promise<void> {
  const waiting: Winner[] = [];
  for (const [index, { jobId }] of potOf(round).entries()) {
    const pick = round.picks[index];
    const isStarted = pick && pick.state !== 'waiting' && pick.state !== 'failed';
    if (isStarted || (pick && (await isJob(context, round, pick)))) continue;
    await context.accounts.releaseJob(round.guildId, jobId, `round ${round.ending?.how ?? ''}`);
    if (pick?.state === 'waiting') waiting.push(pick);
  }
  for (const pick of waiting) await removeMessage(context, round, pick);
}

/** What changes about a winner; undefined if nothing does yet. */
type WinnerChange = Partial<Winner> | undefined;

async function advance(context: RoundsContext, round: Round, pick: Winner): Promise<WinnerChange> {
  if (pick.state === 'waiting') return begin(context, round, pick);
  return pick.state === 'started' ? endOf(context, round, pick) : undefined;
}

async function amendWinner({ cases }: RoundsContext, id: string, jobId: string, part: Partial<Winner>): Promise<void> {
  await cases.amend(id, (round) => {
    const picks = round.picks.map((pick) => (pick.jobId === jobId ? { ...pick, ...part } : pick));
    return { ...round, picks };
  });
}

/** Makes the winner's job, at most once. */
async function begin(context: RoundsContext, round: Round, pick: Winner): Promise<WinnerChange> {
  const { accounts, barred, clock, mayBegin, requests } = context;
  const entry = entryNumbered(round, pick.number);
  if (!entry) return { state: 'failed' };
  if (await isJob(context, round, pick)) return { state: 'started' };
  const isHeld = (await accounts.holds(round.guildId)).some(({ jobId }) => jobId === pick.jobId);
  // Without its hold it has been a job already, and no record says how that ended.
  if (!isHeld) return { state: 'failed' };
  if (!(await mayBegin(round.guildId))) return undefined;
  // Winners may have waited long, for the service, the end of a pause, or the next start.
  if ((await barred(round)).has(pick.number)) {
    await removeMessage(context, round, pick);
    return { state: 'failed', messageId: undefined };
  }
  const request = requestOf(round, pick, entry, clock.now());
  const messageId = await postOnce(context, round, pick, jobOf(request));
  if (messageId === undefined) return { state: 'failed' };
  await requests.enter({ ...request, location: { ...request.location, messageId } });
  return { state: 'started' };
}

/** @returns the message's id; undefined if Easel can't post it. */
async function postOnce(
  context: RoundsContext,
  { id }: Round,
  { jobId, messageId }: Winner,
  job: Job,
): Promise<string | undefined> {
  if (messageId !== undefined) return messageId;
  const brought = await context.messages.bringJob(job);
  if (brought.outcome !== 'there') return undefined;
  await amendWinner(context, id, jobId, { messageId: brought.message.id });
  return brought.message.id;
}

/** How the winner's job ended. */
async function endOf({ history, jobs, requests }: RoundsContext, round: Round, pick: Winner): Promise<WinnerChange> {
  const request = await requests.find(pick.jobId);
  if (request?.phase === 'approved' || (await jobs.find(pick.jobId))) return undefined;
  if (request?.phase === 'rejected') return { state: 'failed' };
  const entry = entryNumbered(round, pick.number);
  const past = entry && (await history.find(round.guildId, entry.memberId, pick.jobId));
  // Its author deleted it from the history.
  if (!past) return { state: 'made' };
  // For a preview, the history names the moderators' message.
  const isHere = past.channelId === round.location.channelId && past.messageId !== undefined;
  const at = isHere ? { messageId: past.messageId } : {};
  if (past.cancelled) return { ...at, state: 'cancelled' };
  const state = past.tasks[0]?.state;
  if (state === 'unconfirmed') return { ...at, state: 'unconfirmed' };
  return { ...at, state: state === 'delivered' ? 'made' : 'failed' };
}

/** Whether this part of the pot is a job's, or about to be, so the round can't release it. */
async function isJob({ history, jobs, requests }: RoundsContext, round: Round, pick: Winner): Promise<boolean> {
  const entry = entryNumbered(round, pick.number);
  if ((await requests.find(pick.jobId)) || (await jobs.find(pick.jobId))) return true;
  return entry !== undefined && (await history.find(round.guildId, entry.memberId, pick.jobId)) !== undefined;
}

async function removeMessage({ messages }: RoundsContext, round: Round, { messageId }: Winner): Promise<void> {
  const { guildId, channelId } = round.location;
  if (messageId !== undefined) await messages.removeJob({ guildId, channelId, messageId });
}

/** It is let in by winning: all that is left is that moderators may see the result first. */
function requestOf(round: Round, { jobId }: Winner, entry: Entry, nowMs: number): GatedRequest {
  const { guildId, quoteCredits, roleIds, channelIds, ageRestricted } = round;
  return {
    id: jobId,
    guildId,
    memberId: entry.memberId,
    createdAtMs: nowMs,
    expiresAtMs: nowMs,
    gates: { before: 'nobody', after: entry.isPreviewed ? 'moderators' : 'nobody' },
    phase: 'approved',
    phaseAtMs: nowMs,
    phaseById: BY_EASEL,
    shown: {},
    request: { ...round.request, prompt: entry.prompt },
    count: 1,
    quotesCredits: [quoteCredits],
    roleIds,
    channelIds,
    ageRestricted,
    // A message of the bot itself, which no interaction token opens.
    location: { ...round.location, messageId: undefined, token: '', tokenIssuedAtMs: 0 },
    edits: 0,
    votesNeeded: 1,
    voterIds: [],
    outbox: [],
  };
}

/** The job as it is before it is begun: what its first message shows. */
function jobOf({ id, createdAtMs, memberId, request, location, quotesCredits }: GatedRequest): Job {
  return { id, createdAtMs, memberId, request, location, tasks: newTasksOf(id, quotesCredits) };
}
