import { createLane, type Lane, type Next, RetryLater, type StepOptions } from '../../engine/lane.ts';
import { StoreError } from '../../store/store.ts';
import {
  NotServedError,
  RateLimitedError,
  RefusedError,
  TaskIdInUseError,
  UnconfirmedError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { CreatedTask, CreateRequest } from '../../task-api/task-api.ts';
import { withinLimit } from '../../time/time-limit.ts';
import { askerOf, FAULTS_MS, findTask, isMadeHere, type Job, jobIdOfTask, logFacts, taskIndexOf } from '../job/job.ts';
import type { CreateEvent } from '../job/life.ts';
import { picturesOf } from '../job/sources.ts';
import { modelOfTask, requestOfTask, sentPromptsOf } from '../job/variants.ts';
import type { StepParts } from '../ports/parts.ts';
import { recordTask } from '../records/recorder.ts';
import { reasonForOperator } from '../watch/refusal-reason.ts';
import { LIMIT_PATIENCE_MS } from '../watch/service-watch.ts';
import { CREATES_TOGETHER, type CreateSlots } from './create-slots.ts';

/** Retries of a create that found no connection, and the first wait. */
const RETRIES = 2;
const FIRST_RETRY_MS = 1_000;
/** How old a job may be whose creates sit out a rate limit once more. */
const LIMITED_MS = 2 * 60_000;
/** Guards against a client that hangs; the client's own deadline comes first and knows what it proves. */
const CREATE_TIMEOUT_MS = 90_000;
/** After this time, a create that can't be sent asks again whether it can. */
const WAIT_MS = 1_000;
/** After this time, ownership of the job is checked again. */
const UNPROVED_PAUSE_MS = 1_000;

interface CreatingParts
  extends Pick<
    StepParts,
    'accounts' | 'clock' | 'log' | 'models' | 'prove' | 'recorder' | 'taskApi' | 'taskIds' | 'watch'
  > {
  /** Whether the job starts from a picture like one that moderators removed. */
  startsFromRemoved: (job: Job, taskKey: string) => Promise<boolean>;
  slots: CreateSlots;
  /** Creates at once: at most the client's connections. */
  atOnce: () => number;
  /** The ids of a member's jobs under way. */
  jobsOf: (guildId: string, memberId: string) => readonly string[];
  /** Whether this process started the job and answered its member. */
  mayCreate: (jobId: string) => boolean;
}

type CreateOutcome = { created: CreatedTask } | { error: unknown };

/**
 * Creates tasks, each at most once, by key, and records the outcome. Before each retry the record returns to `new`, so
 * that after a crash during the wait it is clear that nothing was sent.
 */
export function createCreating(parts: CreatingParts): Lane {
  const { clock, log, recorder, slots, watch } = parts;

  const record = (taskKey: string, event: CreateEvent) => recordTask(recorder, jobIdOfTask(taskKey), event);

  const fail = async (job: Job, taskKey: string, error: unknown, startedMs: number): Promise<void> => {
    const task = await record(taskKey, { kind: 'create failed', taskKey, error });
    const facts = { ...logFacts(job, taskKey), durationMs: Math.round(clock.monotonicMs() - startedMs) };
    log.warn({ ...facts, ...reasonIn(error, job), err: error }, `task ${task?.state}`);
  };

  const isProved = async (job: Job, taskKey: string): Promise<boolean> => {
    try {
      await parts.prove?.();
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const facts = { ...logFacts(job, taskKey), err: error };
      log.warn(facts, 'a task was not sent: the store could not prove whose job it is');
      return false;
    }
  };

  const create = async (job: Job, taskKey: string, { failures, signal: stop }: StepOptions): Promise<Next> => {
    const startedMs = clock.monotonicMs();
    const { budgetCredits, isOverspent } = await parts.accounts.view(job.location.guildId);
    if (isOverspent) return void (await release(parts, job, taskKey, 'over budget'));
    if (await parts.startsFromRemoved(job, taskKey)) return void (await release(parts, job, taskKey, 'removed source'));
    const { length: jobs } = parts.jobsOf(job.location.guildId, job.memberId);
    const may = watch.claimCreate(askerOf(job), jobs);
    if (may === 'soon') return { dueInMs: WAIT_MS };
    if (may !== 'now') return void (await fail(job, taskKey, may, startedMs));
    // Only when it is its turn: a task that still waits when Easel is killed was surely not sent.
    if ((await record(taskKey, { kind: 'sending', taskKey }))?.state !== 'submitting') return undefined;
    // Another process may own the job since that commit and have marked it unconfirmed.
    if (!(await isProved(job, taskKey))) {
      await record(taskKey, { kind: 'not sent', taskKey });
      return { dueInMs: UNPROVED_PAUSE_MS };
    }
    const sentMs = clock.monotonicMs();
    const outcome = await sendOnce(parts, job, taskKey, () => lane.running);
    slots.learn(clock.monotonicMs() - sentMs);
    if ('created' in outcome) {
      const { created } = outcome;
      const task = await record(taskKey, { kind: 'created', taskKey, created, budgetCredits, atMs: clock.now() });
      const facts = { ...logFacts(job, taskKey), durationMs: Math.round(clock.monotonicMs() - sentMs) };
      log.info({ ...facts, credits: created.chargedCredits }, `task ${task?.state}`);
      if (task?.state === 'unconfirmed') {
        const { claimedCredits, quoteCredits } = task;
        log.error(
          { ...facts, claimedCredits, quoteCredits },
          'the service named an absurd charge; an operator decides',
        );
      }
      if (task?.state === 'submitted') parts.models.learnPrice(modelOfTask(job, taskKey), task.chargedCredits);
      return undefined;
    }
    const waitMs = stop.aborted ? undefined : retryWaitMs(parts, job, outcome.error, failures);
    if (waitMs === undefined) return void (await fail(job, taskKey, outcome.error, sentMs));
    await record(taskKey, { kind: 'not sent', taskKey });
    throw new RetryLater(waitMs);
  };

  const takeStep = async (job: Job, taskKey: string, options: StepOptions): Promise<Next> => {
    const startedMs = clock.monotonicMs();
    const state = findTask(job, taskKey)?.state;
    // An earlier step failed after it had recorded that it sends the task.
    if (state === 'submitting') return void (await fail(job, taskKey, new UnconfirmedError(), startedMs));
    if (state !== 'new') return undefined;
    if (isMadeHere(job.request)) return void (await record(taskKey, { kind: 'made here', taskKey, atMs: clock.now() }));
    return create(job, taskKey, options).catch(async (error: unknown) => {
      if (error instanceof RetryLater || options.failingForMs < FAULTS_MS) throw error;
      await fail(job, taskKey, error, startedMs);
      return undefined;
    });
  };

  const lane = createLane({
    clock,
    log,
    name: 'task',
    atOnce: parts.atOnce,
    batch: CREATES_TOGETHER,
    firstRetryMs: FIRST_RETRY_MS,
    step: async (taskKey, options) => {
      const jobId = jobIdOfTask(taskKey);
      const job = parts.mayCreate(jobId) ? await recorder.get(jobId) : undefined;
      const next = job && (await takeStep(job, taskKey, options));
      if (!next) slots.release(taskKey);
      return next;
    },
  });
  return lane;
}

const WHY_NOT_SENT = {
  'over budget': 'the service charged more than quoted for others',
  'removed source': 'it starts from a picture like one that moderators removed',
} as const;

/** Returns the credits of a task that isn't sent. */
async function release(
  { log, recorder }: CreatingParts,
  job: Job,
  taskKey: string,
  kind: keyof typeof WHY_NOT_SENT,
): Promise<void> {
  await recordTask(recorder, job.id, { kind, taskKey });
  log.warn(logFacts(job, taskKey), `a task was not sent: ${WHY_NOT_SENT[kind]}`);
}

/** @throws StoreError if the bot stops while the store fails; the log then names the task, and the next start marks it unconfirmed. */
async function sendOnce(
  { log, recorder, taskIds, taskApi, watch }: CreatingParts,
  job: Job,
  taskKey: string,
  underWay: () => number,
): Promise<CreateOutcome> {
  const { request } = job;
  const { aspectRatio } = request;
  const imageUrls = [...picturesOf(request), ...(job.frame ? [job.frame] : [])].flatMap(({ address }) => address ?? []);
  const { modelId, prompt } = requestOfTask(request, taskIndexOf(taskKey));
  const heard = (error?: unknown) => watch.recordCreate({ ...askerOf(job), prompt, underWay: underWay() }, error);

  const outcome = await sendCreate(taskApi, { modelId, prompt, imageUrls, aspectRatio });
  const serviceTask = serviceTaskOf(outcome);
  if (serviceTask !== undefined) {
    const facts = { ...logFacts(job, taskKey), serviceTask };
    // Log the id before anything can fail, so that the operator can look the task up.
    log.info(facts, 'the service gave the task an id');
    if (!(await recorder.untilStored(() => taskIds.claim(serviceTask, taskKey)))) {
      log.error(facts, 'the service answered a create with the id of another task; it is left unconfirmed');
      const error = new TaskIdInUseError();
      heard(error);
      return { error };
    }
  }
  heard('error' in outcome ? outcome.error : undefined);
  return outcome;
}

async function sendCreate(taskApi: CreatingParts['taskApi'], request: CreateRequest): Promise<CreateOutcome> {
  try {
    // Not aborted by the stop signal: a create that is cut off would stay unconfirmed.
    const created = await withinLimit(CREATE_TIMEOUT_MS, undefined, (signal) => taskApi.create(request, { signal }));
    return { created };
  } catch (error) {
    return { error };
  }
}

function serviceTaskOf(outcome: CreateOutcome): string | undefined {
  if ('created' in outcome) return outcome.created.taskId;
  return outcome.error instanceof UnconfirmedError ? outcome.error.taskId : undefined;
}

/** The service's reason, for the log. */
function reasonIn(error: unknown, { request }: Job): { reason?: string } {
  if (!(error instanceof RefusedError || error instanceof NotServedError)) return {};
  return { reason: reasonForOperator(error.serviceMessage, sentPromptsOf(request)) };
}

/** The shortest wait before a retry; undefined if the create must not be retried. */
function retryWaitMs(
  { clock, watch }: Pick<CreatingParts, 'clock' | 'watch'>,
  { createdAtMs }: Job,
  error: unknown,
  failures: number,
): number | undefined {
  if (error instanceof UnreachableError) return failures < RETRIES ? 0 : undefined;
  if (!(error instanceof RateLimitedError) || clock.now() - createdAtMs > LIMITED_MS) return undefined;
  const pauseMs = watch.pauseMs('create');
  return pauseMs <= LIMIT_PATIENCE_MS ? pauseMs : undefined;
}
