import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DiscordAPIError, HTTPError, RateLimitError, REST } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { isMessageRefusal, whoAnswered, withOutcomes } from '../../../src/discord/rest/outcome.ts';
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
    ['of an answer', new HTTPError(502, 'Bad Gateway', 'GET', 'fake', noBody)],
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

  it('can be an answer in another form than Discord’s', async () => {
    const { rest } = await callsTo((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"no":"name"}');
    });
    await expect(rest.serverName('1', { signal })).rejects.toThrow(z.ZodError);
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
    ['Discord that refuses the token', answerOf(0, 401), 'refuses the token'],
    ['a stranger without this path', answerOf(0, 404), 'a stranger'],
    ['a stranger that takes no such request', new HTTPError(405, 'no', 'GET', 'fake', noBody), 'a stranger'],
    ['a stranger whose answer has another form', new TypeError('Cannot read properties of undefined'), 'a stranger'],
    ['no one for now', answerOf(0, 500), undefined],
    ['no one', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), undefined],
  ])('of the first call comes from %s', (_, error, who) => expect(whoAnswered(error)).toBe(who));

  it('is final for a message only if Discord itself rejects its form', () => {
    const errors = {
      form: answerOf(50_035, 400),
      token: answerOf(0, 401),
      proxy: new HTTPError(400, 'Bad Request', 'GET', 'fake', noBody),
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
