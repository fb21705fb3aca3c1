import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DiscordAPIError, RateLimitError, REST } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import {
  ForeignAnswerError,
  isMessageRefusal,
  LimitedError,
  TokenRefusedError,
  whoAnswered,
  withOutcomes,
} from '../../../src/discord/rest/outcome.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createRestTransport } from '../../../src/discord/rest/rest-transport.ts';
import { StoreError } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { tempFolder } from '../../store/temp-folder.ts';

const noBody = { body: undefined, files: undefined };
const BODY = messageBody([]);
const answerOf = (code: number, status: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'GET', 'fake', noBody);

/** Real calls to a server on this machine. */
async function callsTo(onRequest: Parameters<typeof createServer>[1]) {
  const server = createServer({}, onRequest ?? (() => undefined));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const transport = createRestTransport();
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  const rest = new REST({ api: `http://127.0.0.1:${port}/api`, makeRequest: transport.makeRequest, retries: 0 });
  const pace = createCallPace({ clock: systemClock, perSecond: 50 });
  return { server, rest: createDiscordRest({ bot: rest.setToken('token'), interactions: rest, pace }) };
}

/** The outcome of a call that fails so. */
const outcomeOf = (error: unknown) => withOutcomes({ call: () => Promise.reject(error) }).call();
const signal = AbortSignal.timeout(10_000);

describe('a network failure', () => {
  it.each([
    ['of undici', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    ['of a socket', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
    ['of a name', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
    ['of a certificate', Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' })],
    ['of time', new DOMException('late', 'TimeoutError')],
    ['of an answer', new ForeignAnswerError(502)],
  ])('%s counts as Discord being unavailable', async (_, error) => {
    expect(await outcomeOf(error)).toEqual({ outcome: 'unavailable', retryAfterMs: undefined, cause: error });
  });

  it('happens if the server hangs up', async () => {
    const { rest } = await callsTo((request) => request.socket.destroy());
    const { outcome } = await rest.serverName('1', { signal });
    expect(outcome).toBe('unavailable');
  });

  it('happens if there is no server', async () => {
    const { rest, server } = await callsTo(undefined);
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    const { outcome } = await rest.serverName('1', { signal });
    expect(outcome).toBe('unavailable');
  });

  it('happens if no answer comes in time', async () => {
    const { rest } = await callsTo(() => undefined);
    const { outcome } = await rest.serverName('1', { signal: AbortSignal.timeout(50) });
    expect(outcome).toBe('unavailable');
  });

  it('happens if the answer is cut off or isn’t the JSON that it claims to be', async () => {
    const json = { 'content-type': 'application/json' };
    const cut = await callsTo((_, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' }).write('{"na');
      response.socket?.end();
    });
    const words = await callsTo((_, response) => void response.writeHead(200, json).end('<html>'));
    for (const { rest } of [cut, words]) {
      const { outcome } = await rest.serverName('1', { signal });
      expect(outcome).toBe('unavailable');
    }
  });
});

describe('a bug', () => {
  const codeless = new TypeError('undefined is not a function');
  it.each([
    ['of ours', codeless],
    ['in what a call was given', Object.assign(new Error('invalid'), { code: 'UND_ERR_INVALID_ARG' })],
    ['of the disk', Object.assign(new Error('absent'), { code: 'ENOENT' })],
    ['that is no error at all', 'words'],
  ])('%s is thrown, not turned into an outcome', async (_, error) => {
    await expect(outcomeOf(error)).rejects.toBe(error);
  });
});

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

describe('an answer that isn’t Discord’s word', () => {
  const page = { type: 'text/html', body: '<html><h1>No</h1></html>' };
  const bodies = {
    'a page': page,
    nothing: { type: 'text/plain', body: '' },
    'null in JSON': json(null),
    'a word in JSON': json('no'),
    'another program’s JSON': json({ error: 'not found' }),
    'another program’s code': json({ code: 404, message: 'not found' }),
    'a code in words': json({ code: 'NOT_FOUND', message: 'not found' }),
    'code 0 without the status': json({ code: 0, message: 'Forbidden' }),
    'half of Discord’s': { type: 'application/json', body: '{"code": 10008, "mess' },
  };
  const statuses = [300, 302, 400, 401, 403, 404, 405, 410, 413, 418, 451, 499, 500, 502, 521];
  it.each(Object.entries(bodies))(
    '%s means nothing but “try again”, whatever the status',
    async (_, { type, body }) => {
      let status = 0;
      const { rest } = await callsTo((_request, response) => {
        response.writeHead(status, { 'content-type': type, connection: 'close' }).end(body);
      });
      for (status of statuses) {
        const outcomes = [
          await rest.serverName('1', { signal }),
          await rest.message({ channelId: '1', messageId: '2' }, { signal }),
          await rest.editOriginal({ applicationId: '1', token: 't' }, BODY, [], { signal }),
        ];
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable', 'unavailable']);
      }
      // The bot's token is still known after a 401.
      status = 200;
      expect(await rest.serverName('1', { signal })).toMatchObject({ outcome: 'unavailable' });
    },
  );

  it.each([page, json({ no: 'name' }), json([]), json(null), { type: 'text/plain', body: '' }])(
    'isn’t taken for success: %o',
    async ({ type, body }) => {
      const { rest } = await callsTo((_, response) => {
        response.writeHead(200, { 'content-type': type }).end(body);
      });
      expect(await rest.serverName('1', { signal })).toMatchObject({ outcome: 'unavailable', retryAfterMs: undefined });
    },
  );

  it('doesn’t fill the memory', async () => {
    let sent = 0;
    const { rest } = await callsTo((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('"');
      const part = 'x'.repeat(1024 * 1024);
      const more = (): void => {
        sent += 1;
        if (!response.destroyed && sent < 1_000) response.write(part, more);
      };
      more();
    });
    expect(await rest.serverName('1', { signal })).toMatchObject({ outcome: 'unavailable' });
    expect(sent).toBeLessThan(100);
  });
});

describe('a refusal of Discord’s own', () => {
  it('of the token doesn’t end later calls with it', async () => {
    let isRefusing = true;
    const { rest } = await callsTo((request, response) => {
      const isKnown = !isRefusing && request.headers.authorization === 'Bot token';
      const { type, body } = json(isKnown ? { name: 'Atelier' } : { message: '401: Unauthorized', code: 0 });
      response.writeHead(isKnown ? 200 : 401, { 'content-type': type }).end(body);
    });
    expect(await rest.serverName('1', { signal })).toMatchObject({ outcome: 'unavailable', retryAfterMs: 60_000 });
    isRefusing = false;
    expect(await rest.serverName('1', { signal })).toEqual({ outcome: 'done', value: 'Atelier' });
  });

  it.each([{ a: null }, { a: { _errors: 5 } }, 'words', 7])('may have any details: %o', async (errors) => {
    const { rest } = await callsTo((_, response) => {
      const { type, body } = json({ message: 'Unknown Message', code: 10_008, errors });
      response.writeHead(404, { 'content-type': type }).end(body);
    });
    expect(await rest.message({ channelId: '1', messageId: '2' }, { signal })).toMatchObject({ outcome: 'gone' });
  });
});

describe('a file to upload that doesn’t exist', () => {
  it('has an outcome of its own, and nothing is sent', async () => {
    let requests = 0;
    const { rest } = await callsTo((_, response) => {
      requests += 1;
      response.end();
    });
    const path = join(await tempFolder(), 'absent.png');
    const files = [{ name: 'absent.png', mimeType: 'image/png', path }];
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    const { outcome } = await rest.edit({ channelId: '1', messageId: '2' }, BODY, files, { signal });
    expect(outcome).toBe('file gone');
    expect(requests).toBe(0);
  });

  it('has that outcome too if it disappears while it is sent', async () => {
    const { outcome } = await outcomeOf(new DOMException('The blob could not be read', 'NotReadableError'));
    expect(outcome).toBe('file gone');
  });
});

describe('an answer of Discord', () => {
  it.each([
    [10_008, 404, 'gone'],
    [50_001, 403, 'no access'],
    [50_027, 401, 'gone'],
    [40_005, 413, 'too large'],
    [0, 500, 'unavailable'],
  ])('with code %i and status %i means %s', async (code, status, meaning) => {
    expect(await outcomeOf(answerOf(code, status))).toMatchObject({ outcome: meaning });
  });

  it('that rejects the request’s form is a bug of ours', async () => {
    const refusal = answerOf(50_035, 400);
    await expect(outcomeOf(refusal)).rejects.toBe(refusal);
  });

  it.each<[string, unknown, ReturnType<typeof whoAnswered>]>([
    ['that refuses the token', new TokenRefusedError(), 'Discord, which refuses the token'],
    ['that asks to wait', new LimitedError(30_000), 'Discord, which asks to wait'],
    ['without this path', answerOf(0, 404), 'a stranger'],
    ['with a page', new ForeignAnswerError(405), 'a stranger'],
    ['of another form', new TypeError('Cannot read properties of undefined'), 'a stranger'],
    ['of a proxy without Discord', new ForeignAnswerError(502), 'no one now'],
    ['that never came', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'no one now'],
    ['without an address', Object.assign(new Error('no'), { code: 'ENOTFOUND' }), 'no one under this name'],
  ])('to the first call %s says who it is', (_, error, who) => expect(whoAnswered(error)).toBe(who));

  it('is final for a message only if Discord itself rejects its form', () => {
    const errors = {
      form: answerOf(50_035, 400),
      token: new TokenRefusedError(),
      proxy: new ForeignAnswerError(400),
      trouble: answerOf(0, 500),
      fault: new TypeError('no'),
      store: new StoreError('another Easel may have taken over'),
    };
    expect(Object.entries(errors).flatMap(([name, error]) => (isMessageRefusal(error) ? [name] : []))).toEqual([
      'form',
    ]);
  });

  it('isn’t asked for if the store can’t prove ownership; a retry may be', async () => {
    const error = new StoreError('another Easel may have taken over');
    expect(await outcomeOf(error)).toEqual({ outcome: 'unavailable', retryAfterMs: 1_000, cause: error });
  });

  it('with a rate limit says how long to wait', async () => {
    const limit = new RateLimitError({
      ...{ timeToReset: 0, limit: 1, method: 'GET', hash: 'h', url: 'u', route: '/', majorParameter: '' },
      ...{ global: false, retryAfter: 4_000, sublimitTimeout: 0, scope: 'user' },
    });
    expect(await outcomeOf(limit)).toMatchObject({ outcome: 'unavailable', retryAfterMs: 4_000 });
  });
});
