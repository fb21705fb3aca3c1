import { type HoldRefusal, type HoldRequest, isHeld } from '../budget/decisions.ts';
import { StoreError } from '../store/store.ts';
import { NotServedError, RateLimitedError, RefusedError, UnreachableError } from '../task-api/errors.ts';
import type { CreatedTask } from '../task-api/task-api.ts';
import { type JobsContext, logFacts } from './context.ts';
import { isUnsent, type Job, type JobRequest, type JobTask, type JobTaskIn, type Place, taskKeyOf } from './job.ts';
import { commitJob } from './records/booking.ts';
import { replaceTask } from './records/records.ts';
import type { CreateQueue } from './service/create-queue.ts';
import { reasonForOperator } from './service/refusal-reason.ts';
import { accept, afterFailedCreate, backToNew, beginSubmitting, giveBack } from './task-steps.ts';

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
  /** Nothing was begun. */
  | HoldRefusal
  /** Too much waits to be sent already; about when there will be room. */
  | { outcome: 'busy'; roomAtMs: number }
  /** This job is there already, or has ended. */
  | { outcome: 'already' }
  /** The member could not be answered, so nothing was begun and nothing is held. */
  | { outcome: 'unanswered' };

/** Shows the pending message of a job, as it is about to be, as the first answer; resolves with its id, or undefined when Discord did not take it. */
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
    const quoteCredits = models.quoteCredits(request.modelId);
    const tasks: JobTask[] = Array.from({ length: count }, (_, index) => ({
      key: taskKeyOf(jobId, index),
      quoteCredits,
      state: 'new',
    }));
    const job: Job = {
      id: jobId,
      createdAtMs: clock.now(),
      memberId,
      request,
      place,
      tasks,
    };

    const holdRequest: HoldRequest = {
      jobId,
      memberId,
      modelId: request.modelId,
      tasks: tasks.map(({ key }) => ({ taskKey: key, quoteCredits })),
      ...{ roleIds: submission.roleIds ?? [], channelIds: submission.channelIds ?? [place.channelId] },
    };
    // In one commit, so that no crash leaves a hold of which nobody knows.
    const hold = await accounts.hold(place.guildId, holdRequest, () => {
      onWriting();
      return [records.put(jobId, job)];
    });
    if (!isHeld(hold)) return hold;
    context.log.info({ ...logFacts(job), credits: quoteCredits * count, tasks: count }, 'job held');

    const messageId = await answer(waits ? job : { ...job, tasks: tasks.map(beginSubmitting) });
    if (messageId === undefined) {
      await undo(context, job);
      return { outcome: 'unanswered' };
    }
    const answered: Job = { ...job, place: { ...place, messageId } };
    // The message is known on disk with the next commit: at once, unless its create has to wait.
    if (waits || !watch.mayCreate()) await records.set(jobId, answered);
    return { outcome: 'begun', job: answered };
  });
}

/** An id of this moment is looked for nowhere: what this process began under it, it knows. */
async function wasBegun({ records, spent }: JobsContext, submission: Submission): Promise<boolean> {
  const { jobId } = submission;
  if (!spent.isFresh(jobId) && (await records.get(jobId)) !== undefined) return true;
  return spent.isSpent(jobId, submission.isLate ?? false);
}

async function undo({ accounts, records, log }: JobsContext, job: Job): Promise<void> {
  await accounts.releaseJob(job.place.guildId, job.id, 'unanswered');
  await records.delete(job.id);
  log.warn(logFacts(job), 'job dropped: the member could not be answered');
}

/** Turns a job of which nothing was sent into one that gives its credits back; for when `begin` threw, and never else. */
/** @returns whether it is there still, to be ended. */
export async function abandon(context: JobsContext, jobId: string): Promise<boolean> {
  const { locks, log, records } = context;
  return locks.run(jobId, async () => {
    const job = await records.get(jobId);
    if (!job?.tasks.every(({ state }) => state === 'new' || state === 'submitting')) return job !== undefined;
    if (isUnsent(job) && (await context.takenBack(jobId))) {
      await records.delete(jobId);
      return false;
    }
    await commitJob(context, job, {
      ...job,
      tasks: job.tasks.map((task) => giveBack(task, { reason: 'interrupted' })),
    });
    log.warn(logFacts(job), 'job abandoned before anything was sent');
    return true;
  });
}

/** A create that surely was not taken may be tried again this often, and with these waits between. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** Nobody is kept waiting for longer than this by one Retry-After. */
const LONGEST_RETRY_AFTER_MS = 15_000;
/** The client has its own deadline, and knows what it proves; this one is for a client that hangs. */
const CREATE_TIMEOUT_MS = 90_000;
/** Whoever waited for longer has its message brought up to date when its turn comes. */
const NOTICED_WAIT_MS = 2_000;

type CreateOutcome = { created: CreatedTask } | { error: unknown };
/** `isFinal`: the service is known to be away, and waiting for it is over. */
type TurnOutcome = CreateOutcome & { durationMs: number; isFinal?: true };

export interface CreateParts {
  creates: CreateQueue;
  stop: AbortSignal;
  /** Is called when a create is about to be sent that had to wait. */
  onTurn: () => void;
}

/**
 * Step 4: creates one task, at most once, in its turn, and writes what came of it. Before every repetition the record goes back
 * to `new`, so that a crash while waiting is known to have sent nothing.
 * Resolves with the task when it was taken. @throws StoreError when `stop` aborts while the store fails.
 */
export async function createTask(
  context: JobsContext,
  job: Job,
  taskKey: string,
  parts: CreateParts,
): Promise<JobTaskIn<'submitted'> | undefined> {
  const { clock, log } = context;
  const { stop } = parts;
  const write = (decide: (task: JobTask) => JobTask) => writeTask(context, job, taskKey, stop, decide);
  for (let attempt = 0; ; attempt++) {
    const outcome = await createInTurn(context, job, taskKey, parts);
    if (!outcome) return undefined;
    const facts = { ...logFacts(job, taskKey), durationMs: outcome.durationMs };
    if ('created' in outcome) {
      const { created } = outcome;
      const task = await write((before) => accept(before, created, clock.now()));
      log.info({ ...facts, credits: created.chargedCredits }, `task ${task?.state}`);
      return task?.state === 'submitted' ? task : undefined;
    }
    const { error } = outcome;
    const delayMs = stop.aborted || outcome.isFinal ? undefined : retryDelayMs(error, attempt);
    if (delayMs === undefined) {
      const task = await write((before) => afterFailedCreate(before, error));
      log.warn({ ...facts, ...reasonIn(error, job), err: error }, `task ${task?.state}`);
      return undefined;
    }
    await write(backToNew);
    await clock.sleep(delayMs, stop).catch(() => undefined);
    if (stop.aborted) return undefined;
  }
}

/** As `replaceTask`, and with the message that answered the member, which was not written before. */
async function writeTask(
  context: JobsContext,
  { id, place: { messageId } }: Job,
  taskKey: string,
  stop: AbortSignal,
  decide: (task: JobTask) => JobTask,
): Promise<JobTask | undefined> {
  return replaceTask(context, id, taskKey, stop, decide, ({ place, ...job }) => ({
    ...job,
    place: messageId === undefined ? place : { messageId, ...place },
  }));
}

/** Resolves with nothing where it was not sent because Easel stops, or because nobody waits for it any more. */
async function createInTurn(
  context: JobsContext,
  job: Job,
  taskKey: string,
  { creates, stop, onTurn }: CreateParts,
): Promise<TurnOutcome | undefined> {
  const { clock, watch } = context;
  const { place, memberId } = job;
  const askedAtMs = clock.now();
  const send = async (): Promise<TurnOutcome | undefined> => {
    const startedMs = clock.now();
    const away = await watch.admitCreate(stop);
    if (away) return { error: away, durationMs: clock.now() - startedMs, isFinal: true };
    // Not before its turn: what still waits when Easel is killed was surely not sent.
    const task = await writeTask(context, job, taskKey, stop, (before) =>
      before.state === 'new' ? beginSubmitting(before) : before,
    );
    if (task?.state !== 'submitting') return undefined;
    if (startedMs - askedAtMs > NOTICED_WAIT_MS) onTurn();
    const outcome = await tryCreate(context, job);
    return { ...outcome, durationMs: clock.now() - startedMs };
  };
  try {
    return await creates.inTurn({ guildId: place.guildId, memberId }, send, stop);
  } catch (error) {
    if (!stop.aborted || error instanceof StoreError) throw error;
    return undefined;
  }
}

async function tryCreate({ taskApi, watch }: JobsContext, { memberId, request }: Job): Promise<CreateOutcome> {
  const { modelId, prompt, sourceUrls: imageUrls, aspectRatio } = request;
  try {
    // Not the stop signal: a create that is under way is waited for, or it would be left unconfirmed.
    const signal = AbortSignal.timeout(CREATE_TIMEOUT_MS);
    const created = await taskApi.create({ modelId, prompt, imageUrls, aspectRatio }, { signal });
    watch.heardCreate(undefined, { memberId, prompt });
    return { created };
  } catch (error) {
    return { error: watch.heardCreate(error, { memberId, prompt }) };
  }
}

/** Why the service refused, for the log. */
function reasonIn(error: unknown, { request }: Job): { reason?: string } {
  if (!(error instanceof RefusedError || error instanceof NotServedError)) return {};
  return { reason: reasonForOperator(error.serviceMessage, request.prompt) };
}

function retryDelayMs(error: unknown, attempt: number): number | undefined {
  const delayMs = RETRY_DELAYS_MS[attempt];
  if (delayMs === undefined) return undefined;
  if (error instanceof UnreachableError) return delayMs;
  if (error instanceof RateLimitedError) {
    const wantedMs = error.retryAfterMs ?? delayMs;
    return wantedMs <= LONGEST_RETRY_AFTER_MS ? Math.max(wantedMs, delayMs) : undefined;
  }
  return undefined;
}
