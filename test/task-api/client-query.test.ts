import { afterEach, describe, expect, it } from 'vitest';
import { createTaskApi } from '../../src/task-api/client.ts';
import {
  BadKeyError,
  MalformedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import type { TaskApiLimits } from '../../src/task-api/limits.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { httpAnswer, type RawServer, startRawServer } from './raw-server.ts';

const RUNNING = httpAnswer(200, { code: 200, msg: 'ok', data: { task_status: 2 } });
const DOWN = httpAnswer(500, 'Internal Server Error', { 'content-type': 'text/plain' });
const CUT = 'cut';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Gives these answers in order, then the last one again and again. */
async function serve(...answers: string[]): Promise<RawServer> {
  const server = await startRawServer(({ socket, index }) => {
    const answer = answers[Math.min(index, answers.length - 1)] ?? CUT;
    if (answer === CUT) socket.destroy();
    else socket.write(answer);
  });
  closers.push(() => server.close());
  return server;
}

interface Client {
  query(taskId?: string, signal?: AbortSignal): Promise<unknown>;
  api: TaskApi;
  waitsMs: number[];
}

/** `random` is one half. Waits are recorded instead of waited for. */
function clientOf(baseUrl: string, limits: Partial<TaskApiLimits> = {}, clock?: Clock): Client {
  const waitsMs: number[] = [];
  const noting: Clock = {
    now: () => Date.UTC(2026, 10, 20, 12),
    monotonicMs: () => 0,
    async sleep(durationMs, signal) {
      signal?.throwIfAborted();
      waitsMs.push(durationMs);
    },
  };
  const api = createTaskApi({ baseUrl, key: 'sk-test', clock: clock ?? noting, random: () => 0.5, limits });
  closers.push(() => api.close());
  const never = new AbortController().signal;
  return {
    api,
    waitsMs,
    query: (taskId = 't1', signal = never) => api.query(taskId, { signal }).catch((e: unknown) => e),
  };
}

describe('a query', () => {
  it.each([
    ['t1', 't1'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['ä 1', '%C3%A4%201'],
  ])('asks for the task %j by its encoded id', async (taskId, encoded) => {
    const server = await serve(RUNNING);
    await clientOf(`${server.url}/prefix/`).query(taskId);
    const head = server.requests[0]?.text ?? '';
    expect(head.split('\r\n')[0]).toBe(`GET /prefix/api/v1/tasks/${encoded} HTTP/1.1`);
    expect(head).toContain('authorization: Bearer sk-test');
  });

  it('reuses a connection', async () => {
    const server = await serve(RUNNING, httpAnswer(404, 'nothing here'), RUNNING);
    const { query } = clientOf(server.url, { queryConnections: 1 });
    await query();
    await query();
    await query();
    expect(server.requests).toHaveLength(3);
    expect(server.connections).toBe(1);
  });

  it('passes over interim answers on a connection that is used again', async () => {
    const server = await serve(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n${RUNNING}`);
    const { query } = clientOf(server.url, { queryConnections: 1 });
    for (let queries = 0; queries < 3; queries += 1) expect(await query()).toMatchObject({ state: 'running' });
    expect(server.connections).toBe(1);
  });

  it.each([
    ['HTTP 500', DOWN],
    ['a cut line', CUT],
    ['HTTP 408', httpAnswer(408, '')],
  ])('is retried after %s', async (_, trouble) => {
    const server = await serve(trouble, trouble, RUNNING);
    const { query, waitsMs } = clientOf(server.url);
    expect(await query()).toMatchObject({ state: 'running' });
    expect(server.requests).toHaveLength(3);
    // Half of 300 * 2 and of 300 * 4.
    expect(waitsMs).toEqual([300, 600]);
  });

  it('gives up after three tries', async () => {
    const server = await serve(DOWN);
    const error = await clientOf(server.url).query();
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toHaveProperty('status', 500);
    expect(server.requests).toHaveLength(3);
  });

  it('never waits longer than the cap', async () => {
    const server = await serve(DOWN);
    const { query, waitsMs } = clientOf(server.url, { queryTries: 9, retryCapMs: 1_000 });
    await query();
    expect(Math.max(...waitsMs)).toBe(500);
  });

  it('gives up after as many tries if no one listens', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const { query, waitsMs } = clientOf(server.url);
    expect(await query()).toBeInstanceOf(UnreachableError);
    expect(waitsMs).toHaveLength(2);
  });

  it.each([429, 503])('waits as long as HTTP %i asks, if that is short', async (status) => {
    const server = await serve(httpAnswer(status, '', { 'retry-after': '2' }), RUNNING);
    const { query, waitsMs } = clientOf(server.url);
    expect(await query()).toMatchObject({ state: 'running' });
    expect(waitsMs).toEqual([2_300]);
  });

  it('understands a date as Retry-After', async () => {
    const until = { 'retry-after': 'Fri, 20 Nov 2026 12:00:04 GMT' };
    const server = await serve(httpAnswer(503, '', until), RUNNING);
    const { query, waitsMs } = clientOf(server.url);
    await query();
    expect(waitsMs).toEqual([4_300]);
  });

  it.each([
    [429, RateLimitedError],
    [503, UnavailableError],
  ])('leaves a long wait after HTTP %i to the caller', async (status, kind) => {
    const server = await serve(httpAnswer(status, '', { 'retry-after': '60' }));
    const error = await clientOf(server.url).query();
    expect(error).toBeInstanceOf(kind);
    expect(error).toHaveProperty('retryAfterMs', 60_000);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['HTTP 429 without a time', httpAnswer(429, ''), RateLimitedError],
    ['a bad key', httpAnswer(401, ''), BadKeyError],
    ['a refusal', httpAnswer(200, { code: 0, msg: 'task not found' }), RefusedError],
    ['HTTP 404', httpAnswer(404, ''), RefusedError],
    ['a web page', httpAnswer(200, '<!doctype html>'), NotTheServiceError],
    ['wrong types', httpAnswer(200, { code: 200, data: { task_status: 'done' } }), MalformedError],
    ['a redirect', httpAnswer(302, '', { location: '/' }), NotTheServiceError],
  ])('is not retried after %s', async (_, answer, kind) => {
    const server = await serve(answer);
    expect(await clientOf(server.url).query()).toBeInstanceOf(kind);
    expect(server.requests).toHaveLength(1);
  });

  it('is unavailable if the service hangs', async () => {
    const server = await serve('HTTP/1.1 200 OK\r\n');
    expect(await clientOf(server.url, { queryDeadlineMs: 40 }).query()).toBeInstanceOf(UnavailableError);
    expect(server.requests).toHaveLength(3);
  });

  it('is unavailable if the answer is too long', async () => {
    const server = await serve(httpAnswer(200, 'x'.repeat(5_000)));
    expect(await clientOf(server.url, { answerBytes: 1_000 }).query()).toBeInstanceOf(UnavailableError);
  });

  it('rejects with the caller’s reason if the caller gives up during the call', async () => {
    const server = await serve('HTTP/1.1 200 OK\r\n');
    const caller = new AbortController();
    const outcome = clientOf(server.url).query('t1', caller.signal);
    await server.arrived(1);
    const reason = new Error('enough');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
  });

  it('rejects with the caller’s reason if the caller gives up between two tries', async () => {
    const server = await serve(DOWN);
    const clock = new FakeClock();
    const asleep = Promise.withResolvers<void>();
    const caller = new AbortController();
    const { query } = clientOf(
      server.url,
      {},
      {
        now: () => clock.now(),
        monotonicMs: () => clock.monotonicMs(),
        sleep(durationMs, signal) {
          asleep.resolve();
          return clock.sleep(durationMs, signal);
        },
      },
    );
    const outcome = query('t1', caller.signal);
    await asleep.promise;
    const reason = new Error('enough');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
    expect(clock.sleeping).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a probe', () => {
  it('asks for a task that does not exist', async () => {
    const server = await serve(httpAnswer(200, { code: 0, msg: 'task not found' }));
    const { api } = clientOf(server.url);
    await expect(api.probe({ signal: new AbortController().signal })).resolves.toBeUndefined();
    expect(server.requests[0]?.text).toMatch(/^GET \/api\/v1\/tasks\/easel-probe HTTP/);
  });
});

describe('a refused key', () => {
  const REFUSED = httpAnswer(401, 'no', { 'content-type': 'text/plain' });
  const clientWith = async (keys: string[], ...answers: string[]) => {
    const server = await serve(...answers);
    let reads = 0;
    const rereadKey = (): string | undefined => keys[reads++];
    const api = createTaskApi({
      baseUrl: server.url,
      key: 'sk-old',
      clock: new FakeClock(),
      random: () => 0,
      rereadKey,
    });
    closers.push(() => api.close());
    const query = () => api.query('t', { signal: new AbortController().signal });
    const sent = () => server.requests.map(({ text }) => /Bearer sk-\w+/.exec(text)?.[0]);
    return { query, sent, reads: () => reads };
  };

  it('is read again, and the request is sent once more with another one, as are all after it', async () => {
    const { query, sent, reads } = await clientWith(['sk-new'], REFUSED, RUNNING);
    expect(await query()).toEqual({ state: 'running' });
    await query();
    expect(sent()).toEqual(['Bearer sk-old', 'Bearer sk-new', 'Bearer sk-new']);
    expect(reads()).toBe(1);
  });

  it.each([[['sk-old']], [[]]])('is not sent again if it is the same or cannot be read: %j', async (keys) => {
    const { query, sent } = await clientWith(keys, REFUSED);
    await expect(query()).rejects.toThrow(BadKeyError);
    expect(sent()).toEqual(['Bearer sk-old']);
  });
});
