import { abortingAfter } from '../../aborting.ts';
import { StoreError } from '../../store/store.ts';
import {
  NotServedError,
  RateLimitedError,
  RefusedError,
  TaskIdInUseError,
  UnconfirmedError,
  UnreachableError,
} from '../../task-api/errors.ts';
import type { CreatedTask } from '../../task-api/task-api.ts';
import { type JobsContext, logFacts } from '../context.ts';
import { type Job, type JobTaskIn, taskIndexOf } from '../job.ts';
import type { CreateEvent } from '../life.ts';
import { noteTask, untilStored } from '../records/records.ts';
import { wishOfTask } from '../variants.ts';
import type { CreateQueue } from './create-queue.ts';
import { reasonForOperator } from './refusal-reason.ts';

/** A create that surely was not taken may be tried again this often, and with these waits between. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** Nobody is kept waiting for longer than this by one Retry-After. */
const LONGEST_RETRY_AFTER_MS = 15_000;
/** The client has its own deadline, and knows what it proves; this one is for a client that hangs. */
const CREATE_TIMEOUT_MS = 90_000;
/** The store is asked again after this whether the job is still this process's. */
const UNPROVED_PAUSE_MS = 1_000;
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
 * Creates one task, at most once, in its turn, and writes what came of it. Before every repetition the record goes back
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
  const { messageId } = job.place;
  const write = (event: CreateEvent) => noteTask(context, job.id, { ...event, messageId }, stop);
  for (let attempt = 0; ; ) {
    const outcome = await createInTurn(context, job, taskKey, parts);
    if (!outcome) return undefined;
    if (outcome === 'unproved') {
      await write({ kind: 'not sent', taskKey });
      await clock.sleep(UNPROVED_PAUSE_MS, stop).catch(() => undefined);
      if (stop.aborted) return undefined;
      continue;
    }
    const facts = { ...logFacts(job, taskKey), durationMs: outcome.durationMs };
    if ('created' in outcome) {
      const { created } = outcome;
      const task = await write({ kind: 'created', taskKey, created, atMs: clock.now() });
      log.info({ ...facts, credits: created.chargedCredits }, `task ${task?.state}`);
      return task?.state === 'submitted' ? task : undefined;
    }
    const { error } = outcome;
    const delayMs = stop.aborted || outcome.isFinal ? undefined : retryDelayMs(error, attempt);
    if (delayMs === undefined) {
      const task = await write({ kind: 'create failed', taskKey, error });
      log.warn({ ...facts, ...reasonIn(error, job), err: error }, `task ${task?.state}`);
      return undefined;
    }
    attempt += 1;
    await write({ kind: 'not sent', taskKey });
    await clock.sleep(delayMs, stop).catch(() => undefined);
    if (stop.aborted) return undefined;
  }
}

/** Resolves with nothing where it was not sent because Easel stops, or because nobody waits for it any more. */
async function createInTurn(
  context: JobsContext,
  job: Job,
  taskKey: string,
  parts: CreateParts,
): Promise<TurnOutcome | 'unproved' | undefined> {
  const { clock, log, watch } = context;
  const { creates, stop, onTurn } = parts;
  const { place, memberId } = job;
  const askedAtMs = clock.now();
  const send = async (): Promise<TurnOutcome | 'unproved' | undefined> => {
    const startedMs = clock.now();
    const away = await watch.admitCreate(memberId, stop);
    if (away) return { error: away, durationMs: clock.now() - startedMs, isFinal: true };
    // Not before its turn: what still waits when Easel is killed was surely not sent.
    const task = await noteTask(context, job.id, { kind: 'sending', taskKey, messageId: place.messageId }, stop);
    if (task?.state !== 'submitting') return undefined;
    if (startedMs - askedAtMs > NOTICED_WAIT_MS) onTurn();
    // Another process may have taken the job over since that commit, and told its member that it is unconfirmed.
    try {
      await context.prove?.();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn(
        { ...logFacts(job, taskKey), err: error },
        'a task was not sent: the store could not prove whose job it is',
      );
      return 'unproved';
    }
    const outcome = await tryCreate(context, job, taskKey, parts);
    return { ...outcome, durationMs: clock.now() - startedMs };
  };
  try {
    return await creates.inTurn({ guildId: place.guildId, memberId }, send, stop);
  } catch (error) {
    if (!stop.aborted || error instanceof StoreError) throw error;
    return undefined;
  }
}

/** @throws StoreError when `stop` aborts while the store fails: what was created is in the log then, and unconfirmed at the next start. */
async function tryCreate(
  context: JobsContext,
  job: Job,
  taskKey: string,
  { creates, stop }: CreateParts,
): Promise<CreateOutcome> {
  const { log, spent, watch } = context;
  const { memberId, request } = job;
  const { prompt } = wishOfTask(request, taskIndexOf(taskKey));
  const heard = (error?: unknown) => watch.heardCreate({ memberId, prompt, underWay: creates.underWay }, error);

  const outcome = await sendCreate(context, job, taskKey);
  const serviceTask = serviceTaskOf(outcome);
  if (serviceTask !== undefined) {
    const facts = { ...logFacts(job, taskKey), serviceTask };
    // Before anything that can fail, so that the operator can look the task up.
    log.info(facts, 'the service gave the task an id');
    if (!(await untilStored(context, stop, () => spent.claimTask(serviceTask, taskKey)))) {
      log.error(facts, 'the service answered a create with the id of another task; it is left unconfirmed');
      return { error: heard(new TaskIdInUseError()) };
    }
  }
  if ('error' in outcome) return { error: heard(outcome.error) };
  heard();
  return outcome;
}

async function sendCreate({ taskApi }: JobsContext, { request }: Job, taskKey: string): Promise<CreateOutcome> {
  const { sourceUrls: imageUrls, aspectRatio } = request;
  const { modelId, prompt } = wishOfTask(request, taskIndexOf(taskKey));
  try {
    // Not with the stop signal: a create that is under way is waited for, or it would be left unconfirmed.
    const created = await abortingAfter(CREATE_TIMEOUT_MS, undefined, (signal) =>
      taskApi.create({ modelId, prompt, imageUrls, aspectRatio }, { signal }),
    );
    return { created };
  } catch (error) {
    return { error };
  }
}

function serviceTaskOf(outcome: CreateOutcome): string | undefined {
  if ('created' in outcome) return outcome.created.taskId;
  return outcome.error instanceof UnconfirmedError ? outcome.error.taskId : undefined;
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
