import { buildConnector, Pool } from 'undici';
import { acceptContinue } from '../http/interim-answers.ts';
import { untilSuccessful } from '../time/back-off.ts';
import type { Clock } from '../time/clock.ts';
import { RateLimitedError, UnavailableError, UnconfirmedError, UnreachableError } from './errors.ts';
import { type Answer, type Exchange, exchange } from './exchange.ts';
import { DEFAULT_LIMITS, type TaskApiLimits } from './limits.ts';
import type { CallOptions, CreatedTask, CreateRequest, TaskApi } from './task-api.ts';
import { checkReachable, createBody, isEnvelope, readCreated, readTask } from './wire.ts';

export interface TaskApiOptions {
  /** http or https. May have a path in front of `/api/v1`, and may include `/api/v1`. */
  baseUrl: string;
  /** Starts with `sk-` (task-api.txt 5). */
  key: string;
  /** Reads the key again after the service refused it, so that changing it needs no restart. */
  rereadKey?: (() => string | undefined) | undefined;
  clock: Clock;
  /** As `Math.random`. Spreads the retries. */
  random: () => number;
  limits?: Partial<TaskApiLimits>;
  /** Asked right before a create leaves this machine. If it says no, the create rejects with UnreachableError. */
  maySend?: (() => boolean) | undefined;
}

const HTTP_UNAUTHORIZED = 401;
/** An id that no service assigns. Asking for it costs nothing. */
const PROBE_TASK_ID = 'easel-probe';

/**
 * The service over HTTP.
 * @throws TypeError at once for a base address or key that can never work. Quotes neither.
 */
export function createTaskApi(options: TaskApiOptions): TaskApi {
  const { clock } = options;
  const limits: TaskApiLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const connections = openConnections(options, limits);
  /** Whether this address has ever answered like the service. */
  let isRecognised = false;

  async function create(request: CreateRequest, { signal }: CallOptions): Promise<CreatedTask> {
    signal.throwIfAborted();
    const outcome = await connections.create(createBody(request), signal);
    if ('answer' in outcome) {
      const wasRecognised = isRecognised;
      isRecognised ||= isEnvelope(outcome.answer);
      return readCreated(outcome.answer, clock.now(), wasRecognised);
    }
    if (outcome.loss.sent) throw new UnconfirmedError({ cause: outcome.loss.cause });
    signal.throwIfAborted();
    throw new UnreachableError({ cause: outcome.loss.cause });
  }

  /** Asks until it succeeds or the caller must decide. */
  function read<Result>(
    call: 'query' | 'probe',
    taskId: string,
    signal: AbortSignal,
    interpret: (answer: Answer) => Result,
  ): Promise<Result> {
    const backOff = { firstMs: 2 * limits.retryBaseMs, longestMs: limits.retryCapMs };
    let tries = 0;
    return untilSuccessful(
      { clock, signal, ...backOff },
      async () => interpret(await get(call, taskId, signal)),
      (error, pauseMs) => {
        tries += 1;
        if (tries >= limits.queryTries) throw error;
        return waitBeforeNext(error, options.random() * pauseMs, limits);
      },
    );
  }

  async function get(call: 'query' | 'probe', taskId: string, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const outcome = await connections[call](taskId, signal);
    if ('answer' in outcome) {
      isRecognised ||= isEnvelope(outcome.answer);
      return outcome.answer;
    }
    signal.throwIfAborted();
    const { sent, cause } = outcome.loss;
    throw sent ? new UnavailableError({ cause }) : new UnreachableError({ cause });
  }

  return {
    create,
    query: (taskId, { signal }) => read('query', taskId, signal, (answer) => readTask(answer, taskId, clock.now())),
    probe: ({ signal, taskId = PROBE_TASK_ID }) =>
      read('probe', taskId, signal, (answer) => checkReachable(answer, clock.now())),
    close: connections.close,
  };
}

/** The connections for creates, queries and probes. */
function openConnections(options: TaskApiOptions, limits: TaskApiLimits) {
  const { baseUrl, maySend } = options;
  const base = parseBase(baseUrl);
  if (!/^sk-[\x21-\x7e]+$/.test(options.key)) throw new TypeError('the key must start with sk- and be plain text');
  const poolOptions = {
    allowH2: false,
    connect: acceptContinue(buildConnector({ allowH2: false, timeout: limits.connectMs })),
    bodyTimeout: limits.bodyMs,
    maxHeaderSize: limits.headerBytes,
  };
  const reading = { ...poolOptions, headersTimeout: limits.headersMs };
  const queries = new Pool(base.origin, { ...reading, connections: limits.queryConnections });
  // Probes never use an old connection either: it may work when creates can't connect.
  const probes = new Pool(base.origin, { ...reading, connections: 1 });
  // Creates never use an old connection: if the service is closing it, their answer would be lost.
  const creates = new Pool(base.origin, {
    ...poolOptions,
    headersTimeout: limits.createDeadlineMs,
    connections: limits.createConnections,
  });
  const withKey = createKeyHolder(options);
  const { answerBytes } = limits;
  let closing: Promise<unknown> | undefined;
  const get = (pool: Pool, taskId: string, signal: AbortSignal, { reset = false } = {}): Promise<Exchange> =>
    withKey((authorization) =>
      exchange(pool, {
        method: 'GET',
        path: `${base.path}/api/v1/tasks/${encodeURIComponent(taskId)}`,
        headers: authorization,
        reset,
        deadlineMs: limits.queryDeadlineMs,
        answerBytes,
        signal,
      }),
    );
  return {
    create: (body: string, signal: AbortSignal) =>
      withKey((authorization) =>
        exchange(creates, {
          method: 'POST',
          path: `${base.path}/api/v1/tasks/create`,
          headers: { ...authorization, 'content-type': 'application/json' },
          body,
          reset: true,
          deadlineMs: limits.createDeadlineMs,
          answerBytes,
          signal,
          maySend,
        }),
      ),
    query: (taskId: string, signal: AbortSignal) => get(queries, taskId, signal),
    probe: (taskId: string, signal: AbortSignal) => get(probes, taskId, signal, { reset: true }),
    /** Waits for running calls, which all have a deadline. May be called twice. */
    async close(): Promise<void> {
      closing ??= Promise.all([queries.close(), probes.close(), creates.close()]);
      await closing;
    },
  };
}

/**
 * Sends with the current key. If the service refuses it and another one can be read, sends once more with that: HTTP 401
 * proves that nothing was accepted.
 */
function createKeyHolder({ key: first, rereadKey = () => undefined }: TaskApiOptions) {
  let key = first;
  return async (send: (headers: Record<string, string>) => Promise<Exchange>): Promise<Exchange> => {
    const sendNow = (): Promise<Exchange> => send({ authorization: `Bearer ${key}`, accept: 'application/json' });
    const used = key;
    const outcome = await sendNow();
    if (!('answer' in outcome) || outcome.answer.status !== HTTP_UNAUTHORIZED) return outcome;
    if (key === used) key = rereadKey() ?? key;
    return key === used ? outcome : sendNow();
  };
}

/** @throws the error if the caller must decide. A 429 without a time goes to the scheduler, which can slow down all tasks. */
function waitBeforeNext(error: unknown, jitterMs: number, { longestOwnWaitMs }: TaskApiLimits): number {
  if (error instanceof RateLimitedError || error instanceof UnavailableError) {
    const { retryAfterMs } = error;
    if (retryAfterMs !== undefined && retryAfterMs > longestOwnWaitMs) throw error;
    if (retryAfterMs !== undefined) return retryAfterMs + jitterMs;
  }
  if (error instanceof UnavailableError || error instanceof UnreachableError) return jitterMs;
  throw error;
}

function parseBase(baseUrl: string): { origin: string; path: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError('the base address must be http or https');
  // The service's paths start with /api/v1 (task-api.txt 9), so an address that includes it means the same.
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '').replace(/\/+api\/+v1$/, '') };
}
