import { setImmediate as nextTurn } from 'node:timers/promises';
import { type HoldRefusal, isHeld, type NewHolds } from '../budget/account/decisions.ts';
import { createLruCache } from '../store/lru-cache.ts';
import type { Change } from '../store/store.ts';
import {
  askerOf,
  type Job,
  type JobRequest,
  logFacts,
  type MessageLocation,
  newTasksOf,
  taskKeyOf,
} from './job/job.ts';
import { askedAtMs, interactionIdOf } from './job/job-id.ts';
import { after } from './job/life.ts';
import { holdTasksOf, quotesOf } from './job/variants.ts';
import { shownBy } from './messages/shown-state.ts';
import { AnswerLostError } from './ports/job-messages.ts';
import type { StepParts } from './ports/parts.ts';
import type { CreateSlots } from './service/create-slots.ts';

/** A request that becomes a job now. */
export interface Submission {
  /** Derived from the interaction's id, so that a repeated delivery makes one job. */
  jobId: string;
  memberId: string;
  request: JobRequest;
  count: number;
  location: MessageLocation;
  /** For the server's shares: the member's roles, the channel, and a thread's parent. */
  roleIds: readonly string[];
  channelIds: readonly string[];
}

export type SubmitOutcome =
  | { outcome: 'started'; job: Job }
  /** The budget has no room: nothing was started. */
  | { outcome: 'not held'; refusal: HoldRefusal }
  /** The queue is full; the estimated time when there is room. */
  | { outcome: 'busy'; roomAtMs: number }
  /** The job exists or has ended. */
  | { outcome: 'already' }
  /** Discord didn't accept the answer, so nothing was started or held. */
  | { outcome: 'unanswered' };

/**
 * Sends the pending message as the first answer. With `prepare`, it is rendered while the disk works.
 * @returns its id, or undefined if Discord refused it. @throws AnswerLostError
 */
export type Answer = ((job: Job) => SentAnswer) | { prepare: (job: Job) => () => SentAnswer };
type SentAnswer = Promise<string | undefined>;
/** A request's message exists, and the request changes in the job's commit. */
type OfRequest = { also: readonly Change[] };

/** A younger id was used only if it is in memory. Clocks may differ by this much. */
const FRESH_MS = 60_000;
/** Far more than end within a minute. */
const ENDED_MAX = 50_000;

interface SubmitParts
  extends Pick<StepParts, 'accounts' | 'clock' | 'commit' | 'log' | 'models' | 'recorder' | 'watch' | 'works'> {
  slots: CreateSlots;
}

/**
 * Turns commands into jobs whose tasks can be created, and remembers which unfinished jobs this process started.
 * @param onStarted receives a job whose member was answered.
 * @param onFailed receives a failed job: its record and hold may exist, and nothing was sent.
 */
export function createSubmitting(
  parts: SubmitParts,
  onStarted: (job: Job) => void,
  onFailed: (jobId: string, guildId: string) => void,
) {
  const { clock, slots, works } = parts;
  const startedAtMs = clock.now();
  /** The unfinished jobs that this process started, and whether their members were answered. */
  const own = new Map<string, boolean>();
  /** Ids of the jobs that ended last. */
  const ended = createLruCache<string>(ENDED_MAX);

  /** Whether only this process can have used the id. */
  const isFresh = (jobId: string): boolean => {
    const atMs = askedAtMs(jobId);
    return atMs !== undefined && Math.abs(clock.now() - atMs) <= FRESH_MS && atMs >= startedAtMs + FRESH_MS;
  };
  /** A record says so for as long as it is kept, also after its member had it forgotten. */
  const wasStarted = async ({ jobId, location }: Submission): Promise<boolean> =>
    own.has(jobId) || ended.has(jobId) || (!isFresh(jobId) && (await works.get(location.guildId, jobId)) !== undefined);

  return {
    /** Whether this process started the job, so that recovery must not treat it as interrupted. */
    has: (jobId: string): boolean => own.has(jobId),
    /** Whether the member was answered, so that tasks may be created. */
    isAnswered: (jobId: string): boolean => own.get(jobId) === true,
    forget: (jobId: string): void => {
      own.delete(jobId);
    },
    ended: (jobId: string): void => {
      ended.set(jobId, jobId);
      own.delete(jobId);
    },
    submit: async (submission: Submission, answer: Answer | OfRequest): Promise<SubmitOutcome> => {
      const { jobId, count, location } = submission;
      const taskKeys = Array.from({ length: count }, (_, index) => taskKeyOf(jobId, index));
      const reserved = slots.reserve(location.guildId, taskKeys);
      if (reserved === 'already') return { outcome: 'already' };
      if (!reserved) return { outcome: 'busy', roomAtMs: slots.roomAtMs() };
      const waits = reserved.waits || parts.watch.mayCreate(askerOf(submission)) !== 'now';
      let outcome: SubmitOutcome | undefined;
      try {
        outcome = await start({ ...parts, wasStarted }, submission, answer, waits, own);
      } catch (error) {
        if (own.has(jobId)) onFailed(jobId, location.guildId);
        // Should its message appear, it says that nothing was started.
        if (!(error instanceof AnswerLostError)) throw error;
        outcome = { outcome: 'unanswered' };
      } finally {
        if (outcome?.outcome !== 'started') for (const taskKey of taskKeys) slots.release(taskKey);
      }
      if (outcome.outcome === 'started') onStarted(outcome.job);
      return outcome;
    },
  };
}

/**
 * Steps 2 and 3 of a job: writes it, holds the quote, and answers.
 * @param waits whether its creates have to wait for their turn.
 * @param own the job is added before the first write, and stays unless nothing of it is left.
 * @throws StoreError if the records can't be written, and what `answer` throws. Nothing was sent to the service then, but
 *   the record and the hold of a job in `own` may exist.
 */
async function start(
  parts: SubmitParts & { wasStarted: (submission: Submission) => Promise<boolean> },
  submission: Submission,
  answer: Answer | OfRequest,
  waits: boolean,
  own: Map<string, boolean>,
): Promise<SubmitOutcome> {
  const { accounts, clock, log, models, recorder, works } = parts;
  const { jobId, memberId, request, location, count, roleIds, channelIds } = submission;
  return works.locked(jobId, async () => {
    if (await parts.wasStarted(submission)) return { outcome: 'already' };
    const quotesCredits = quotesOf(request, count, models.quoteCredits);
    const tasks = newTasksOf(jobId, quotesCredits);
    const job: Job = { id: jobId, createdAtMs: clock.now(), memberId, request, location, tasks };
    const holdTasks = holdTasksOf(jobId, request, quotesCredits);
    const newHolds: NewHolds = { jobId, memberId, tasks: holdTasks, roleIds, channelIds };
    const shown = waits ? job : asSending(job);
    let prepared: Promise<() => SentAnswer> | undefined;
    // One commit, so that a crash leaves no orphaned hold.
    const hold = await accounts.hold(location.guildId, newHolds, () => {
      own.set(jobId, false);
      if (!('also' in answer)) prepared = prepare(answer, shown);
      return [...works.start(job), ...('also' in answer ? answer.also : [])];
    });
    if (!isHeld(hold)) return { outcome: 'not held', refusal: hold };
    const send = await prepared;
    const answered = send?.();
    const credits = quotesCredits.reduce((sum, quoteCredits) => sum + quoteCredits, 0);
    const facts = { interaction: interactionIdOf(jobId), member: memberId, credits, tasks: count };
    // After the answer, which is sent in the next turn of the event loop.
    setImmediate(() => setImmediate(() => log.info({ ...logFacts(job), ...facts }, 'job held')));
    if (!answered) {
      own.set(jobId, true);
      return { outcome: 'started', job };
    }
    const messageId = await answered;
    if (messageId === undefined) {
      await undo(parts, job);
      own.delete(jobId);
      return { outcome: 'unanswered' };
    }
    const answeredWith = { kind: 'shown' as const, shown: shownBy(shown, undefined) };
    const started = after(job, { kind: 'answered', messageId }, answeredWith).job;
    // The next commit stores the message's id: at once, unless the create has to wait.
    if (waits) await parts.commit([works.put(started)]);
    else recorder.remember(started);
    own.set(jobId, true);
    return { outcome: 'started', job: started };
  });
}

/** Prepares the answer after two turns of the event loop, because the commit that it waits for starts in the next one. */
function prepare(answer: Answer, job: Job): Promise<() => SentAnswer> {
  if (typeof answer === 'function') return Promise.resolve(() => answer(job));
  const prepared = nextTurn()
    .then(() => nextTurn())
    .then(() => answer.prepare(job));
  // Without a hold, no one waits for it.
  prepared.catch(() => undefined);
  return prepared;
}

/** The job when its creates are sent. */
function asSending(job: Job): Job {
  return after(job, ...job.tasks.map(({ key: taskKey }) => ({ kind: 'sending' as const, taskKey }))).job;
}

async function undo({ accounts, works, log }: SubmitParts, job: Job): Promise<void> {
  await accounts.releaseJob(job.location.guildId, job.id, 'unanswered', () => works.undo(job));
  log.warn(logFacts(job), 'job dropped: the member could not be answered');
}
