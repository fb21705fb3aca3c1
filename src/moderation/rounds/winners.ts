import type { Accounts } from '../../budget/accounts.ts';
import type { Job } from '../../jobs/job.ts';
import { taskKeyOf } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Submission } from '../../jobs/submit.ts';
import type { BeginPreviewed } from '../requests/begin-previewed.ts';
import { type Entry, entryNumbered, type Round, type Winner } from './round.ts';

export interface WinnersParts {
  jobs: Pick<Jobs, 'find' | 'submit'>;
  history: Pick<History, 'find'>;
  accounts: Pick<Accounts, 'holds'>;
  /** Posts the pending message of a winner's job. */
  post: (job: Job) => Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Takes a job's first message away, where no job was made of it. */
  remove: (at: { channelId: string; messageId: string }) => Promise<'done' | 'unavailable'>;
  /** The entries that may no longer be made. */
  barred: (round: Round) => Promise<ReadonlySet<number>>;
  /** Makes those whose results moderators see first. */
  previewed: BeginPreviewed;
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
  /** Whether a job was made of this part of the pot, so that it is no longer the round's to give back. */
  isJob(round: Round, pick: Winner): Promise<boolean>;
  /** Takes the message away in which a winner waits that is not made. */
  drop(round: Round, pick: Winner): Promise<'done' | 'unavailable'>;
}

/**
 * From a winner to its job. Its part of the pot is held under the job's own id and task key from the opening of the round
 * until the job settles it: nothing changes hands, so nothing can be spent twice or be lost between the two.
 */
export function createWinners(parts: WinnersParts): Winners {
  const { jobs, history, accounts, post, remove, barred, previewed, mayBegin, clock } = parts;
  const isJob: Winners['isJob'] = async (round, pick) => {
    const entry = entryNumbered(round, pick.number);
    if (await jobs.find(pick.jobId)) return true;
    return entry !== undefined && (await history.find(round.guildId, entry.memberId, pick.jobId)) !== undefined;
  };

  const drop: Winners['drop'] = async ({ channelId }, { messageId }) =>
    messageId === undefined ? 'done' : remove({ channelId, messageId });

  const messageOf = async (
    job: Job,
    pick: Winner,
    write: (change: Partial<Winner>) => Promise<void>,
  ): Promise<{ messageId: string } | 'no access' | 'unavailable'> => {
    if (pick.messageId !== undefined) return { messageId: pick.messageId };
    const posted = await post(job);
    if (typeof posted !== 'string') await write({ messageId: posted.messageId });
    return posted;
  };

  return {
    isJob,
    drop,
    begin: async (round, pick, write) => {
      const entry = entryNumbered(round, pick.number);
      if (!entry) return { state: 'failed' };
      const { place, ...submission } = submissionOf(round, pick, entry);
      if (await isJob(round, pick)) {
        const { messageId } = pick;
        if (entry.isPreviewed && messageId) await previewed.mend({ ...submission, place: { ...place, messageId } });
        return { state: 'begun' };
      }
      const held = (await accounts.holds(round.guildId)).find(({ jobId }) => jobId === pick.jobId);
      // Without its hold it has been a job already, and nothing remembers which end that came to.
      if (!held) return { state: 'failed' };
      if (!(await mayBegin(round.guildId))) return undefined;
      // Winners may have waited for long: for the service, the end of a pause, or the next start.
      if ((await barred(round)).has(pick.number)) {
        return (await drop(round, pick)) === 'done' ? { state: 'failed', messageId: undefined } : undefined;
      }
      const posted = await messageOf(jobOf(round, pick, entry, clock.now()), pick, write);
      if (posted === 'unavailable') return undefined;
      if (posted === 'no access') return { state: 'failed' };
      if (entry.isPreviewed) {
        const { messageId } = posted;
        const begun = await previewed.begin({ ...submission, place: { ...place, messageId } }, round.quoteCredits);
        // Its credits are held: it waits until moderators can be reached.
        if (begun === 'later' || begun === 'no desk') return undefined;
        return { state: begun === 'begun' ? 'begun' : 'failed' };
      }
      const { outcome } = await jobs.submit({ ...submission, place }, async () => posted.messageId);
      if (outcome === 'busy') return undefined;
      return outcome === 'begun' || outcome === 'already' ? { state: 'begun' } : { state: 'failed' };
    },
    end: async (round, pick) => {
      if (await jobs.find(pick.jobId)) return undefined;
      const entry = entryNumbered(round, pick.number);
      const past = entry && (await history.find(round.guildId, entry.memberId, pick.jobId));
      // Its author had it forgotten.
      if (!past) return { state: 'made' };
      // Of a preview the history knows the moderators' message.
      const isHere = past.channelId === round.channelId && past.messageId !== undefined;
      const at = isHere ? { messageId: past.messageId } : {};
      if (past.cancelled) return { ...at, state: 'cancelled' };
      const state = past.tasks[0]?.state;
      if (state === 'unconfirmed') return { ...at, state: 'unconfirmed' };
      return { ...at, state: state === 'delivered' ? 'made' : 'failed' };
    },
  };
}

function submissionOf(round: Round, { jobId }: Winner, { memberId, prompt }: Entry): Submission {
  const { guildId, channelId, applicationId, uploadLimitBytes, request, roleIds, channelIds } = round;
  return {
    ...{ jobId, memberId, request: { ...request, prompt }, count: 1, roleIds, channelIds },
    // No interaction's token opens this message: it is the bot's own.
    place: { guildId, channelId, applicationId, token: '', tokenIssuedAtMs: 0, uploadLimitBytes },
  };
}

/** The job as it is before it is begun: what its first message shows. */
function jobOf(round: Round, pick: Winner, entry: Entry, nowMs: number): Job {
  const { jobId: id, memberId, request, place } = submissionOf(round, pick, entry);
  const task = { key: taskKeyOf(id, 0), quoteCredits: round.quoteCredits, state: 'new' as const };
  return { id, createdAtMs: nowMs, memberId, request, place, tasks: [task] };
}
