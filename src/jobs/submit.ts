import { type HoldRefusal, type HoldRequest, isHeld } from '../budget/account/decisions.ts';
import type { Accounts } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Job, type JobRequest, logFacts, newTasksOf, type Place, taskKeyOf } from './job.ts';
import { after } from './life.ts';
import { AnswerLostError } from './ports.ts';
import type { ModelRecords } from './records/model-records.ts';
import type { JobRecorder } from './records/recorder.ts';
import type { SpentIds } from './records/spent-ids.ts';
import type { CreateRoom } from './service/create-room.ts';
import type { ServiceWatch } from './service/service-watch.ts';
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

export interface SubmitParts {
  accounts: Pick<Accounts, 'hold' | 'releaseJob'>;
  clock: Clock;
  locks: KeyedLocks;
  log: Log;
  models: Pick<ModelRecords, 'quoteCredits'>;
  records: Collection<Job>;
  recorder: Pick<JobRecorder, 'remember'>;
  spent: Pick<SpentIds, 'isFresh' | 'isSpent'>;
  watch: Pick<ServiceWatch, 'mayCreate'>;
  room: CreateRoom;
}

/** The jobs that this process began and that have not ended. */
export interface OwnJobs {
  /** What finds jobs beside it must not take these for interrupted ones. */
  has(jobId: string): boolean;
  /** Whether its member was answered, so that its tasks may be created. */
  isAnswered(jobId: string): boolean;
  forget(jobId: string): void;
}

/** From a command to a job whose tasks are to be created. */
export interface Submitting extends OwnJobs {
  submit(submission: Submission, answer: Answer): Promise<SubmitOutcome>;
}

/**
 * @param onBegun takes on a job whose member was answered, with what the answer showed of it.
 * @param onBroken takes on what a failure left: the record and the hold of a job may be there, and nothing was sent.
 */
export function createSubmitting(
  parts: SubmitParts,
  onBegun: (job: Job, shown: Job) => void,
  onBroken: (jobId: string, guildId: string) => void,
): Submitting {
  const { room } = parts;
  const own = new Map<string, { isAnswered: boolean }>();
  return {
    has: (jobId) => own.has(jobId),
    isAnswered: (jobId) => own.get(jobId)?.isAnswered === true,
    forget: (jobId) => {
      own.delete(jobId);
    },
    submit: async (submission, answer) => {
      const { jobId, count, place } = submission;
      const taskKeys = Array.from({ length: count }, (_, index) => taskKeyOf(jobId, index));
      const entered = room.enter(place.guildId, taskKeys);
      if (entered === 'already') return { outcome: 'already' };
      if (!entered) return { outcome: 'busy', roomAtMs: room.roomAtMs() };
      let isOwn = false;
      const onWriting = (): void => {
        isOwn = true;
        own.set(jobId, { isAnswered: false });
      };
      let outcome: SubmitOutcome | undefined;
      try {
        outcome = await begin(parts, submission, answer, { ...entered, isBegun: () => own.has(jobId), onWriting });
      } catch (error) {
        if (isOwn) onBroken(jobId, place.guildId);
        // Should its message appear, it says that nothing was started.
        if (!(error instanceof AnswerLostError)) throw error;
        outcome = { outcome: 'unanswered' };
        isOwn = false;
      } finally {
        if (outcome?.outcome !== 'begun') for (const taskKey of taskKeys) room.leave(taskKey);
      }
      if (outcome.outcome === 'begun') {
        own.set(jobId, { isAnswered: true });
        onBegun(outcome.job, entered.waits ? outcome.job : asSending(outcome.job));
      } else if (isOwn) own.delete(jobId);
      return outcome;
    },
  };
}

/**
 * Steps 2 and 3 of a job: writes it, holds the quote, and answers.
 * @param waits whether its creates have to wait for their turn.
 * @param isBegun whether it was begun by this process, and has not ended.
 * @param onWriting is called before the first write: from then on this call owns the job.
 * @throws StoreError when the records cannot be kept, and whatever `answer` throws. Nothing was sent to the service then,
 *   but once `onWriting` was called the record and the hold may be there.
 */
async function begin(
  parts: SubmitParts,
  submission: Submission,
  answer: Answer,
  { waits, isBegun, onWriting }: { waits: boolean; isBegun: () => boolean; onWriting: () => void },
): Promise<SubmitOutcome> {
  const { accounts, clock, locks, log, models, records, recorder, watch } = parts;
  const { jobId, memberId, request, place, count } = submission;
  return locks.run(jobId, async () => {
    if (isBegun() || (await wasBegun(parts, submission))) return { outcome: 'already' };
    const quotesCredits = quotesOf(request, count, models.quoteCredits);
    const tasks = newTasksOf(jobId, quotesCredits);
    const job: Job = { id: jobId, createdAtMs: clock.now(), memberId, request, place, tasks };
    const holdRequest: HoldRequest = {
      jobId,
      memberId,
      tasks: holdTasksOf(jobId, request, quotesCredits),
      roleIds: submission.roleIds ?? [],
      channelIds: submission.channelIds ?? [place.channelId],
    };
    // In one commit, so that no crash leaves an orphaned hold.
    const hold = await accounts.hold(place.guildId, holdRequest, () => {
      onWriting();
      return [records.put(jobId, job)];
    });
    if (!isHeld(hold)) return { outcome: 'not held', refusal: hold };
    const answered = answer(waits ? job : asSending(job));
    const credits = quotesCredits.reduce((sum, quoteCredits) => sum + quoteCredits, 0);
    // After the answer, which goes out in the next turn.
    setImmediate(() => setImmediate(() => log.info({ ...logFacts(job), credits, tasks: count }, 'job held')));
    const messageId = await answered;
    if (messageId === undefined) {
      await undo(parts, job);
      return { outcome: 'unanswered' };
    }
    const shown = after(job, { kind: 'answered', messageId }).job;
    // The message is known on disk with the next commit: at once, unless its create has to wait.
    if (waits || !watch.mayCreate(memberId)) await records.set(jobId, shown);
    else recorder.remember(shown);
    return { outcome: 'begun', job: shown };
  });
}

/** An id of this moment is looked for nowhere: what this process began under it, it knows. */
async function wasBegun({ records, spent }: SubmitParts, submission: Submission): Promise<boolean> {
  const { jobId } = submission;
  if (!spent.isFresh(jobId) && (await records.get(jobId)) !== undefined) return true;
  return spent.isSpent(jobId, submission.isLate ?? false);
}

/** As it is when its creates go out. */
function asSending(job: Job): Job {
  return after(job, ...job.tasks.map(({ key: taskKey }) => ({ kind: 'sending' as const, taskKey }))).job;
}

async function undo({ accounts, records, log }: SubmitParts, job: Job): Promise<void> {
  await accounts.releaseJob(job.place.guildId, job.id, 'unanswered');
  await records.delete(job.id);
  log.warn(logFacts(job), 'job dropped: the member could not be answered');
}
