import type { Accounts } from '../../budget/accounts.ts';
import type { Job } from '../../jobs/job.ts';
import { newTasksOf } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Moderation } from '../moderation.ts';
import { BY_EASEL, type GatedRequest } from '../requests/request.ts';
import type { Requests } from '../requests/requests.ts';
import type { Barred, RoundMessages } from './port.ts';
import { type Entry, entriesIn, entryNumbered, type Round, type Winner } from './round.ts';

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

export interface WinnersParts {
  jobs: Pick<Jobs, 'find'>;
  history: Pick<History, 'find'>;
  accounts: Pick<Accounts, 'holds'>;
  messages: Pick<RoundMessages, 'bringJob' | 'removeJob'>;
  /** The entries that may no longer be made. */
  barred: Barred;
  /** Makes their jobs. */
  requests: Pick<Requests, 'enter' | 'find'>;
  /** Whether anything may be begun just now. */
  mayBegin: (guildId: string) => Promise<boolean>;
  clock: { now(): number };
}

/** What became of a winner; undefined where it waits, or is under way as before. */
export type WinnerChange = Partial<Winner> | undefined;

export interface Winners {
  /** Makes the winner's job, at most once; `write` keeps the message's id before anything is sent. */
  begin(round: Round, pick: Winner, write: (change: Partial<Winner>) => Promise<void>): Promise<WinnerChange>;
  /** How a job that was begun has ended. */
  end(round: Round, pick: Winner): Promise<WinnerChange>;
  /** Whether a job was made of this part of the pot, or is about to be, so that it is no longer the round's to give back. */
  isJob(round: Round, pick: Winner): Promise<boolean>;
  /** Takes the message away in which a winner waits that is not made. */
  drop(round: Round, pick: Winner): Promise<void>;
}

/**
 * From a winner to its job. Its part of the pot is held under the job's own id and task key from the opening of the round
 * until the job settles it: nothing changes hands, so nothing can be spent twice or be lost between the two.
 */
export function createWinners(parts: WinnersParts): Winners {
  const { jobs, history, accounts, messages, barred, requests, mayBegin, clock } = parts;
  const isJob: Winners['isJob'] = async (round, pick) => {
    const entry = entryNumbered(round, pick.number);
    if ((await requests.find(pick.jobId)) || (await jobs.find(pick.jobId))) return true;
    return entry !== undefined && (await history.find(round.guildId, entry.memberId, pick.jobId)) !== undefined;
  };

  const drop: Winners['drop'] = async ({ guildId, channelId }, { messageId }) => {
    if (messageId !== undefined) await messages.removeJob({ guildId, channelId, messageId });
  };

  /** @returns its id; undefined where Easel may not post it. */
  const postOnce = async (
    job: Job,
    pick: Winner,
    write: (change: Partial<Winner>) => Promise<void>,
  ): Promise<string | undefined> => {
    if (pick.messageId !== undefined) return pick.messageId;
    const brought = await messages.bringJob(job);
    if (brought.outcome !== 'there') return undefined;
    await write({ messageId: brought.message.id });
    return brought.message.id;
  };

  return {
    isJob,
    drop,
    begin: async (round, pick, write) => {
      const entry = entryNumbered(round, pick.number);
      if (!entry) return { state: 'failed' };
      if (await isJob(round, pick)) return { state: 'begun' };
      const held = (await accounts.holds(round.guildId)).find(({ jobId }) => jobId === pick.jobId);
      // Without its hold it has been a job already, and nothing remembers which end that came to.
      if (!held) return { state: 'failed' };
      if (!(await mayBegin(round.guildId))) return undefined;
      // Winners may have waited for long: for the service, the end of a pause, or the next start.
      if ((await barred(round)).has(pick.number)) {
        await drop(round, pick);
        return { state: 'failed', messageId: undefined };
      }
      const asked = requestOf(round, pick, entry, clock.now());
      const messageId = await postOnce(jobOf(asked), pick, write);
      if (messageId === undefined) return { state: 'failed' };
      await requests.enter({ ...asked, place: { ...asked.place, messageId } });
      return { state: 'begun' };
    },
    end: async (round, pick) => {
      const request = await requests.find(pick.jobId);
      if (request?.phase === 'approved' || (await jobs.find(pick.jobId))) return undefined;
      if (request?.phase === 'rejected') return { state: 'failed' };
      const entry = entryNumbered(round, pick.number);
      const past = entry && (await history.find(round.guildId, entry.memberId, pick.jobId));
      // Its author had it forgotten.
      if (!past) return { state: 'made' };
      // Of what moderators see first the history knows their message.
      const isHere = past.channelId === round.channelId && past.messageId !== undefined;
      const at = isHere ? { messageId: past.messageId } : {};
      if (past.cancelled) return { ...at, state: 'cancelled' };
      const state = past.tasks[0]?.state;
      if (state === 'unconfirmed') return { ...at, state: 'unconfirmed' };
      return { ...at, state: state === 'delivered' ? 'made' : 'failed' };
    },
  };
}

/** It is let in by winning: all that is left is that moderators may see the result first. */
function requestOf(round: Round, { jobId }: Winner, entry: Entry, nowMs: number): GatedRequest {
  const { guildId, channelId, applicationId, uploadLimitBytes, quoteCredits, roleIds, channelIds, ageRestricted } =
    round;
  return {
    ...{ id: jobId, guildId, memberId: entry.memberId, createdAtMs: nowMs, expiresAtMs: nowMs },
    gates: { before: 'nobody', after: entry.isPreviewed ? 'moderators' : 'nobody' },
    ...{ phase: 'approved', phaseAtMs: nowMs, phaseById: BY_EASEL, shown: {} },
    request: { ...round.request, prompt: entry.prompt },
    ...{ count: 1, quotesCredits: [quoteCredits], roleIds, channelIds, ageRestricted },
    // No interaction's token opens this message: it is the bot's own.
    place: { guildId, channelId, applicationId, token: '', tokenIssuedAtMs: 0, uploadLimitBytes },
    ...{ edits: 0, votesNeeded: 1, voterIds: [], notes: [] },
  };
}

/** The job as it is before it is begun: what its first message shows. */
function jobOf({ id, createdAtMs, memberId, request, place, quotesCredits }: GatedRequest): Job {
  return { id, createdAtMs, memberId, request, place, tasks: newTasksOf(id, quotesCredits) };
}
