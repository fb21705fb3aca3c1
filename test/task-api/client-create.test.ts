import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createHeartbeat } from '../../src/store/postgres/heartbeat.ts';
import { createTaskApi } from '../../src/task-api/client.ts';
import {
  BadKeyError,
  NotTheServiceError,
  RefusedError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import type { TaskApiLimits } from '../../src/task-api/limits.ts';
import type { CreateRequest, TaskApi } from '../../src/task-api/task-api.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openSilentHost } from '../support/silent-host.ts';
import { httpAnswer, type RawRequest, type RawServer, startRawServer } from './raw-server.ts';

const KEY = 'sk-very-secret-0123456789';
const PICTURE: CreateRequest = { modelId: 'image-model-a', prompt: 'a fox', imageUrls: [], aspectRatio: undefined };
const OK = { code: 200, msg: 'task submitted', data: { task_id: 't1', request_id: 'r1', credits: 4 } };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(...args: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...args);
  closers.push(() => server.close());
  return server;
}

function clientOf(baseUrl: string, limits: Partial<TaskApiLimits> = {}, maySend?: () => boolean): TaskApi {
  const api = createTaskApi({ baseUrl, key: KEY, clock: new FakeClock(), random: () => 0, limits, maySend });
  // The server must cut a hanging create first.
  closers.unshift(() => api.close());
  return api;
}

const create = (api: TaskApi, signal = new AbortController().signal) => api.create(PICTURE, { signal });
const failureOf = (api: TaskApi, signal?: AbortSignal) =>
  create(api, signal).then(
    () => 'created',
    (e: unknown) => e,
  );
const respond = (status: number, body: unknown, headers?: Record<string, string>) => (request: RawRequest) =>
  request.socket.write(httpAnswer(status, body, headers));

describe('a create request', () => {
  it.each(['', '/', '/api/v1', '/api/v1/', '/proxy/generation', '/proxy/generation/', '/proxy/generation/api/v1//'])(
    'goes to the documented path under "%s"',
    async (prefix) => {
      const server = await serve(respond(200, OK));
      await expect(create(clientOf(`${server.url}${prefix}`))).resolves.toEqual({
        taskId: 't1',
        chargedCredits: 4,
      });
      const [head = '', body = ''] = (server.requests[0]?.text ?? '').split('\r\n\r\n');
      const path = `${prefix.startsWith('/proxy') ? '/proxy/generation' : ''}/api/v1/tasks/create`;
      expect(head.split('\r\n')[0]).toBe(`POST ${path} HTTP/1.1`);
      expect(head).toMatch(/^content-type: application\/json$/im);
      expect(head).toContain(`authorization: Bearer ${KEY}`);
      expect(JSON.parse(body)).toEqual({ model_id: 'image-model-a', prompt: 'a fox' });
    },
  );

  it('isn’t sent by a process that stood still since it proved its ownership, until it proves it again', async () => {
    const clock = new FakeClock();
    const heartbeat = createHeartbeat(clock, async (onAsking) => onAsking());
    let standsStill = true;
    const onConnection = (): void => {
      if (standsStill) void clock.advance(2_000);
      standsStill = false;
    };
    const server = await serve(respond(200, OK), { onConnection });
    const api = clientOf(server.url, {}, heartbeat.isSure);
    await heartbeat.prove();
    expect(await failureOf(api)).toBeInstanceOf(UnreachableError);
    expect([server.connections, server.requests.length]).toEqual([1, 0]);
    await heartbeat.prove();
    expect(await create(api)).toMatchObject({ taskId: 't1' });
  });

  it('has its own connection', async () => {
    const server = await serve(respond(200, OK));
    const api = clientOf(server.url);
    await create(api);
    await create(api);
    expect(server.connections).toBe(2);
    expect(server.requests[0]?.text).toMatch(/^connection: close$/im);
  });

  it('is sent once, even if many run in parallel through few connections', async () => {
    const server = await serve(({ socket, index }) => {
      const data = { task_id: `t${index}`, credits: 4 };
      socket.end(httpAnswer(200, { code: 200, msg: 'ok', data }));
    });
    const api = clientOf(server.url, { createConnections: 3 });
    const created = await Promise.all(Array.from({ length: 50 }, () => create(api)));
    expect(new Set(created.map(({ taskId }) => taskId)).size).toBe(50);
    expect(server.requests).toHaveLength(50);
  });
});

const BODY = Buffer.from(JSON.stringify(OK));
const zipped = (bytes: Buffer): Buffer => gzipSync(bytes);
const httpBytes = (body: Uint8Array, headers: Record<string, string>): Buffer =>
  Buffer.concat([
    Buffer.from(httpAnswer(200, '', { ...headers, 'content-length': String(body.byteLength) })),
    Buffer.from(body),
  ]);

describe('a create is answered', () => {
  it.each([
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </s.css>; rel=preload\r\n\r\n'],
    ['102 Processing, three times', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(3)],
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 Continue twice, with headers', 'HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\nHTTP/1.1 100 \r\n\r\n'],
    ['199', 'HTTP/1.1 199 Soon\r\n\r\n'],
  ])('after %s, however it is cut', async (_, interim) => {
    for (const cutAt of [interim.length, 3, 11, 12, interim.length - 1]) {
      const whole = interim + httpAnswer(200, OK);
      const server = await serve(({ socket }) => {
        socket.setNoDelay(true);
        socket.write(whole.slice(0, cutAt), () => setImmediate(() => socket.end(whole.slice(cutAt))));
      });
      expect(await create(clientOf(server.url))).toMatchObject({ taskId: 't1' });
      expect(server.requests).toHaveLength(1);
    }
  });

  it('and Easel asks for no compression', async () => {
    const server = await serve(respond(200, OK));
    await create(clientOf(server.url));
    expect(server.requests[0]?.text).toMatch(/^accept-encoding: identity$/im);
  });

  it.each<[string, Buffer]>([
    ['gzip', zipped(BODY)],
    ['X-GZIP', zipped(BODY)],
    ['deflate', deflateSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['zstd', zstdCompressSync(BODY)],
    ['br, gzip', zipped(brotliCompressSync(BODY))],
    ['identity, gzip', zipped(BODY)],
    ['aws-chunked,gzip', zipped(BODY)],
    ['aws-chunked', BODY],
    ['identity', BODY],
    ['utf-8', BODY],
    ['', BODY],
    ['gzip', BODY],
  ])('with the content encoding "%s", whether that is true or not', async (encoding, body) => {
    const server = await serve(({ socket }) => socket.end(httpBytes(body, { 'content-encoding': encoding })));
    expect(await create(clientOf(server.url))).toMatchObject({ taskId: 't1' });
  });

  it('with 100 KB of headers', async () => {
    const server = await serve(respond(200, OK, { 'content-security-policy': 'a'.repeat(100_000) }));
    expect(await create(clientOf(server.url))).toMatchObject({ taskId: 't1' });
  });
});

describe('a create whose answer is lost is unconfirmed and sent once', () => {
  const whole = httpAnswer(200, OK);
  const bodyAt = whole.indexOf('{');
  it.each([
    ['before a byte of the answer', 0],
    ['in the status line', 5],
    ['in the headers', bodyAt - 20],
    ['before the body', bodyAt],
    ['in the body', bodyAt + 10],
    ['at the last byte', whole.length - 1],
  ])('cut %s', async (_, bytes) => {
    for (const cut of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const server = await serve(({ socket }) => {
        if (bytes === 0) socket[cut]();
        else socket.write(whole.slice(0, bytes), () => socket[cut]());
      });
      expect(await failureOf(clientOf(server.url)), cut).toBeInstanceOf(UnconfirmedError);
      expect(server.requests, cut).toHaveLength(1);
    }
  });

  it('cut as soon as the connection is open', async () => {
    const server = await serve(() => {}, { onConnection: (socket) => socket.destroy() });
    expect(await failureOf(clientOf(server.url))).toBeInstanceOf(UnconfirmedError);
  });

  it.each([
    ['no answer at all', '', { createDeadlineMs: 40 }],
    ['no head in time', 'HTTP/1.1 200 OK\r\n', { createDeadlineMs: 40 }],
    ['no body in time', whole.slice(0, bodyAt + 5), { bodyMs: 40 }],
    ['a body that never ends', whole.slice(0, bodyAt + 5), { createDeadlineMs: 40 }],
  ])('%s', async (_, start, limits) => {
    const server = await serve(({ socket }) => socket.write(start));
    expect(await failureOf(clientOf(server.url, limits))).toBeInstanceOf(UnconfirmedError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['wrong types', httpAnswer(200, { code: '200', data: { task_id: 1 } })],
    ['no task_id', httpAnswer(200, { ...OK, data: { credits: 4 } })],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['HTTP 500', httpAnswer(500, { code: 0, msg: 'no' })],
    ['HTTP 409', httpAnswer(409, {})],
    ['a page from elsewhere', httpAnswer(303, '', { location: '/elsewhere' })],
  ])('%s', async (_, answer) => {
    const server = await serve(({ socket }) => socket.write(answer));
    expect(await failureOf(clientOf(server.url))).toBeInstanceOf(UnconfirmedError);
    expect(server.requests).toHaveLength(1);
  });

  it('a body that is larger than the limit once it is decompressed', async () => {
    const packed = gzipSync(JSON.stringify({ ...OK, padding: 'x'.repeat(100_000) }));
    const server = await serve(({ socket }) => socket.write(httpBytes(packed, { 'content-encoding': 'gzip' })));
    expect(await failureOf(clientOf(server.url, { answerBytes: 50_000 }))).toBeInstanceOf(UnconfirmedError);
  });

  it('an endless answer, read up to the limit only', async () => {
    const lineClosed = Promise.withResolvers<void>();
    const server = await serve(({ socket }) => {
      socket.on('close', () => lineClosed.resolve());
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(0x400)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    const error = await failureOf(clientOf(server.url, { answerBytes: 2_000 }));
    expect(error).toBeInstanceOf(UnconfirmedError);
    expect(inspect(error)).toContain('longer than 2000 bytes');
    await lineClosed.promise;
  });

  it('a caller that gives up after it was sent', async () => {
    const server = await serve(() => {});
    const caller = new AbortController();
    const failure = failureOf(clientOf(server.url), caller.signal);
    await server.arrived(1);
    caller.abort(new Error('shutting down'));
    expect(await failure).toBeInstanceOf(UnconfirmedError);
  });
});

describe('a create that surely was not sent', () => {
  it('is unreachable on a port where no one listens', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    expect(await failureOf(clientOf(server.url))).toBeInstanceOf(UnreachableError);
  });

  it('is unreachable under an unknown name', async () => {
    // If no name server answers either, the deadline comes first. Nothing was sent then.
    const api = clientOf('http://nobody.invalid', { connectMs: 200 });
    expect(await failureOf(api)).toBeInstanceOf(UnreachableError);
  });

  it('is unreachable if the other side does not speak TLS', async () => {
    const server = await serve(() => {}, { onConnection: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') });
    const failure = await failureOf(clientOf(server.url.replace('http', 'https')));
    expect(failure).toBeInstanceOf(UnreachableError);
  });

  it('is unreachable if connecting takes too long', async () => {
    // TLS that is never answered, so that the connection is never made.
    const server = await serve(() => {});
    const failure = await failureOf(clientOf(server.url.replace('http', 'https'), { connectMs: 40 }));
    expect(failure).toBeInstanceOf(UnreachableError);
    expect(failure).toHaveProperty('cause.code', 'UND_ERR_CONNECT_TIMEOUT');
  });

  it('is unreachable behind a firewall that drops its packets, and a probe finds the same', async () => {
    const { port, close } = await openSilentHost();
    closers.push(close);
    const api = clientOf(`http://127.0.0.1:${port}`, { connectMs: 40, queryTries: 1 });
    const calls = await Promise.allSettled([create(api), api.probe({ signal: new AbortController().signal })]);
    const unreachable = { status: 'rejected', reason: expect.any(UnreachableError) };
    expect(calls).toMatchObject([unreachable, unreachable]);
  });

  it('waits for a free connection before its deadline starts', async () => {
    const server = await serve(({ socket, index }) => {
      if (index > 0) socket.end(httpAnswer(200, OK));
    });
    const api = clientOf(server.url, { createConnections: 1, createDeadlineMs: 300 });
    const [first, second] = await Promise.allSettled([create(api), create(api)]);
    // The second one waited for the first one's time, and then had its own.
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(UnconfirmedError) });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });

  it('rejects with the caller’s reason if the caller gives up while it waits, and stays unsent', async () => {
    const server = await serve(({ socket, index }) => {
      if (index > 0) socket.end(httpAnswer(200, OK));
    });
    const api = clientOf(server.url, { createConnections: 1 });
    const first = create(api);
    await server.arrived(1);
    const caller = new AbortController();
    const second = failureOf(api, caller.signal);
    const reason = new Error('changed my mind');
    caller.abort(reason);
    expect(await second).toBe(reason);
    server.requests[0]?.socket.end(httpAnswer(200, OK));
    await first;
    // The third one gets the connection for which the second one was waiting.
    await create(api);
    expect(server.requests).toHaveLength(2);
  });

  it('is unreachable once the client is closed', async () => {
    const server = await serve(respond(200, OK));
    const api = clientOf(server.url);
    await api.close();
    expect(await failureOf(api)).toBeInstanceOf(UnreachableError);
    expect(server.requests).toHaveLength(0);
  });
});

describe('a create that something else answers', () => {
  it.each([301, 302, 307, 308])(
    'was not accepted if HTTP %i redirects, and the key goes no further',
    async (status) => {
      const elsewhere = await serve(respond(200, OK));
      const server = await serve(respond(status, '', { location: `${elsewhere.url}/api/v1/tasks/create` }));
      expect(await failureOf(clientOf(server.url))).toBeInstanceOf(NotTheServiceError);
      expect(server.requests).toHaveLength(1);
      expect(elsewhere.connections).toBe(0);
    },
  );

  it('was not accepted if the path does not exist, and a refusal in the service’s form stays a refusal', async () => {
    const stranger = await serve(respond(404, '<html>Not Found</html>'));
    expect(await failureOf(clientOf(stranger.url))).toBeInstanceOf(NotTheServiceError);
    const service = await serve(respond(404, { code: 0, msg: 'no such model' }));
    expect(await failureOf(clientOf(service.url))).toBeInstanceOf(RefusedError);
  });

  it('was not accepted if the answer is a web page, unless the address has answered like the service before', async () => {
    const page = httpAnswer(200, '<!doctype html><h1>Welcome</h1>', { 'content-type': 'text/html' });
    const stranger = await serve(({ socket }) => socket.end(page));
    expect(await failureOf(clientOf(stranger.url))).toBeInstanceOf(NotTheServiceError);
    const service = await serve(({ socket, index }) => socket.end(index === 0 ? httpAnswer(200, OK) : page));
    const api = clientOf(service.url);
    await create(api);
    expect(await failureOf(api)).toBeInstanceOf(UnconfirmedError);
  });

  it('is refused by its status even if the body never arrives', async () => {
    const server = await serve(({ socket }) => socket.write('HTTP/1.1 422 No\r\ncontent-length: 10\r\n\r\n'));
    expect(await failureOf(clientOf(server.url, { createDeadlineMs: 40 }))).toBeInstanceOf(RefusedError);
  });
});

describe('the key', () => {
  it('counts as bad by the status alone, without waiting for the body', async () => {
    const server = await serve(({ socket }) => socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 10\r\n\r\n'));
    expect(await failureOf(clientOf(server.url))).toBeInstanceOf(BadKeyError);
  });

  it.each([
    ['a refusal that quotes it', httpAnswer(200, { code: 0, msg: `key ${KEY} is out of credits` })],
    ['an answer in no form', httpAnswer(200, `{"key": "${KEY}`)],
    ['an error page that quotes it', httpAnswer(500, KEY)],
    ['a garbled line', `HTTP/1.1 ${KEY}\r\n\r\n`],
    ['a cut line', 'HTTP/1.1 200'],
  ])('is in no error: %s', async (_, answer) => {
    const server = await serve(({ socket }) => socket.end(answer));
    const error = await failureOf(clientOf(server.url));
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
  });

  it.each(['', 'pk-123', 'sk-', 'sk-a b', 'sk-ключ', 'sk-a\nb'])('%j can never work', (key) => {
    const make = () => createTaskApi({ baseUrl: 'http://127.0.0.1', key, clock: new FakeClock(), random: () => 0 });
    expect(make).toThrow(new TypeError('the key must start with sk- and be plain text'));
  });

  it.each(['', 'service.example', 'ftp://service.example', '/api'])('the base address %j can never work', (baseUrl) => {
    const make = () => createTaskApi({ baseUrl, key: KEY, clock: new FakeClock(), random: () => 0 });
    expect(make).toThrow(new TypeError('the base address must be http or https'));
  });
});
