import { type HoldRefusal, type HoldRequest, isHeld } from '../budget/account/decisions.ts';
import { type JobsContext, logFacts } from './context.ts';
import { isUnsent, type Job, type JobRequest, newTasksOf, type Place } from './job.ts';
import { after } from './life.ts';
import { note } from './records/records.ts';
import { holdTasksOf, quotesOf } from './variants.ts';

export interface Submission {
  /** Made from the interaction's id, so that an interaction that is delivered twice makes one job. */
  jobId: string;
  memberId: string;
  request: JobRequest;
  count: number;
  place: Place;
  /** For the server's shares: the member's roles, and the channel with the one that it is a thread of. */
  roleIds?: readonly string[];
  channelIds?: readonly string[];
  /** It was let in long after it was asked for. */
  isLate?: boolean;
}

export type SubmitOutcome =
  | { outcome: 'begun'; job: Job }
  /** The budget has no room for it: nothing was begun. */
  | { outcome: 'not held'; refusal: HoldRefusal }
  /** Too much waits to be sent already; about when there will be room. */
  | { outcome: 'busy'; roomAtMs: number }
  /** This job is there already, or has ended. */
  | { outcome: 'already' }
  /** The member could not be answered, so nothing was begun and nothing is held. */
  | { outcome: 'unanswered' };

/** Shows the pending message of a job, as it is about to be, as the first answer; resolves with its id, or undefined when Discord did not take it. @throws AnswerLostError */
export type Answer = (job: Job) => Promise<string | undefined>;

/**
 * Steps 2 and 3 of a job: writes it, holds the quote, and answers.
 * @param waits whether its creates have to wait for their turn.
 * @param isBegun whether it was begun by this process, and has not ended.
 * @param onWriting is called before the first write: from then on this call owns the job.
 * @throws StoreError when the records cannot be kept, and whatever `answer` throws. Nothing was sent to the service then,
 *   but once `onWriting` was called the record and the hold may be there: `abandon` has to follow.
 */
export async function begin(
  context: JobsContext,
  submission: Submission,
  answer: Answer,
  { waits, isBegun, onWriting }: { waits: boolean; isBegun: () => boolean; onWriting: () => void },
): Promise<SubmitOutcome> {
  const { accounts, clock, locks, models, records, watch } = context;
  const { jobId, memberId, request, place, count } = submission;
  return locks.run(jobId, async () => {
    if (isBegun() || (await wasBegun(context, submission))) return { outcome: 'already' };
    const quotesCredits = quotesOf(request, count, models.quoteCredits);
    const job: Job = {
      id: jobId,
      createdAtMs: clock.now(),
      memberId,
      request,
      place,
      tasks: newTasksOf(jobId, quotesCredits),
    };

    const holdRequest: HoldRequest = {
      jobId,
      memberId,
      tasks: holdTasksOf(jobId, request, quotesCredits),
      ...{ roleIds: submission.roleIds ?? [], channelIds: submission.channelIds ?? [place.channelId] },
    };
    // In one commit, so that no crash leaves a hold of which nobody knows.
    const hold = await accounts.hold(place.guildId, holdRequest, () => {
      onWriting();
      return [records.put(jobId, job)];
    });
    if (!isHeld(hold)) return { outcome: 'not held', refusal: hold };
    const answered = answer(waits ? job : asSending(job));
    const credits = quotesCredits.reduce((sum, quoteCredits) => sum + quoteCredits, 0);
    // Behind the answer, which goes out in the next turn.
    setImmediate(() => setImmediate(() => context.log.info({ ...logFacts(job), credits, tasks: count }, 'job held')));
    const messageId = await answered;
    if (messageId === undefined) {
      await undo(context, job);
      return { outcome: 'unanswered' };
    }
    const shown: Job = { ...job, place: { ...place, messageId } };
    // The message is known on disk with the next commit: at once, unless its create has to wait.
    if (waits || !watch.mayCreate(memberId)) await records.set(jobId, shown);
    return { outcome: 'begun', job: shown };
  });
}

/** An id of this moment is looked for nowhere: what this process began under it, it knows. */
async function wasBegun({ records, spent }: JobsContext, submission: Submission): Promise<boolean> {
  const { jobId } = submission;
  if (!spent.isFresh(jobId) && (await records.get(jobId)) !== undefined) return true;
  return spent.isSpent(jobId, submission.isLate ?? false);
}

/** As it is when its creates go out. */
function asSending(job: Job): Job {
  return job.tasks.reduce((sending, { key: taskKey }) => after(sending, { kind: 'sending', taskKey }).job, job);
}

async function undo({ accounts, records, log }: JobsContext, job: Job): Promise<void> {
  await accounts.releaseJob(job.place.guildId, job.id, 'unanswered');
  await records.delete(job.id);
  log.warn(logFacts(job), 'job dropped: the member could not be answered');
}

/**
 * Turns a job of which nothing was sent into one that gives its credits back; for when `begin` threw, and never else.
 * @returns whether it is there still, to be ended.
 */
export async function abandon(context: JobsContext, jobId: string): Promise<boolean> {
  const { locks, log, records } = context;
  const isTakenBack = await locks.run(jobId, async () => {
    const job = await records.get(jobId);
    if (!job || !isUnsent(job) || !(await context.takenBack(jobId))) return false;
    await records.delete(jobId);
    return true;
  });
  if (isTakenBack) return false;
  const happened = await note(context, jobId, { kind: 'abandoned' });
  if (happened && happened.job !== happened.before)
    log.warn(logFacts(happened.job), 'job abandoned before anything was sent');
  return happened !== undefined;
}
