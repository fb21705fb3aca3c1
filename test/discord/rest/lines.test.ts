import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDiscordClient, type DiscordClientOptions } from '../../../src/discord/gateway/client.ts';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createLog } from '../../../src/log.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const BODY = messageBody([]);
const MESSAGE = JSON.stringify({ id: '1', channel_id: '2', attachments: [] });
const signal = new AbortController().signal;
const idOf = (index: number): string => String(1_300_000_000_000_000_000n + BigInt(index));

/** A client of a server that answers as the test says, by default with a message. */
async function start(
  respond?: (request: IncomingMessage, response: ServerResponse) => boolean,
  options: Partial<DiscordClientOptions> & { onConnection?: () => void } = {},
) {
  const { onConnection = () => undefined, ...ofClient } = options;
  const requests: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization });
    if (!respond?.(request, response)) response.writeHead(200, { 'content-type': 'application/json' }).end(MESSAGE);
  });
  server.on('connection', onConnection);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clock = new FakeClock();
  const client = createDiscordClient({
    ...{ token: 'bot-token', apiUrl: `http://127.0.0.1:${port}/api`, clock, log: createLog('silent'), shards: 'auto' },
    ...ofClient,
  });
  onTestFinished(async () => {
    await client.stop();
    server.closeAllConnections();
    server.close();
  });
  const { lines } = client;
  const pace = createCallPace({ clock, perSecond: 50 });
  const rest = createDiscordRest({ ...lines, pace });
  const edit = (index: number) =>
    rest.editOriginal({ applicationId: idOf(0), token: `token-${index}` }, BODY, [], { signal });
  return { edit, lines, requests, rest };
}

const tooMany = (response: ServerResponse, seconds: number, headers: Record<string, string> = {}): true => {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds), ...headers });
  response.end(JSON.stringify({ message: 'You are being rate limited.', retry_after: seconds, global: false }));
  return true;
};

describe('a call with an interaction’s token', () => {
  it('isn’t sent by a process that may no longer send when its connection stands', async () => {
    let isOwner = true;
    const onConnection = (): void => {
      isOwner = false;
    };
    const { edit, requests } = await start(undefined, { onConnection, maySend: () => isOwner });
    expect(await edit(1)).toMatchObject({ outcome: 'unavailable', retryAfterMs: 1_000 });
    expect(requests).toEqual([]);
    isOwner = true;
    // The connection of the call that was given up is gone, so this makes another.
    expect(await edit(1)).toMatchObject({ outcome: 'unavailable' });
  });

  it('has no Authorization header, and doesn’t count towards the global limit', async () => {
    const { edit, lines, requests, rest } = await start();
    const outcomes = await Promise.all(Array.from({ length: 120 }, (_, index) => edit(index)));
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    await rest.answer({ id: idOf(1), token: 'token' }, { type: 4, data: BODY });
    await rest.followUp({ applicationId: idOf(0), token: 'token' }, BODY, [], { signal });
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set([undefined]));
    expect(lines.bot.globalRemaining).toBe(50);
  });

  it('waits as long as a 429 says, if that is short', async () => {
    let refusals = 1;
    const { edit, requests } = await start((_, response) => refusals-- > 0 && tooMany(response, 0.05), {
      clock: systemClock,
    });
    expect(await edit(1)).toMatchObject({ outcome: 'done' });
    expect(requests).toHaveLength(2);
  });

  it('returns how long to wait, if that is long, and isn’t sent again', async () => {
    const { edit, requests } = await start((_, response) => tooMany(response, 30));
    expect(await edit(1)).toMatchObject({ outcome: 'unavailable', retryAfterMs: expect.closeTo(30_000, -3) });
    expect(requests).toHaveLength(1);
  });

  it('waits with all others if a 429 is global', async () => {
    const { edit, requests } = await start((_, response) => tooMany(response, 30, { 'x-ratelimit-global': 'true' }));
    await edit(1);
    expect(await edit(2)).toMatchObject({ outcome: 'unavailable' });
    expect(requests).toHaveLength(1);
  });
});

describe('a call with the bot’s token', () => {
  it('has an Authorization header, and counts towards the global limit', async () => {
    const { lines, requests, rest } = await start();
    await rest.message({ channelId: idOf(1), messageId: idOf(2) }, { signal });
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bot bot-token']);
    expect(lines.bot.globalRemaining).toBe(49);
  });

  it('of one server is sent at once, however many of another’s wait', async () => {
    const { requests, rest } = await start();
    const posts = (guildId: string, channel: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        rest.post(idOf(channel), BODY, [], { signal, guildId, nonce: `${channel}-${index}` }),
      );
    void posts('flood', 1, 100);
    expect(await Promise.all(posts('other', 2, 2))).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
    await vi.waitUntil(() => requests.length === 27);
    await nextTurn();
    expect(requests.filter(({ url }) => url.includes(idOf(1)))).toHaveLength(25);
  });

  it('uses the turn of the server in its route', async () => {
    const { requests, rest } = await start((_, response) => {
      response.writeHead(500).end();
      return true;
    });
    void Array.from({ length: 100 }, () => rest.memberName(idOf(1), idOf(2), { signal }));
    void rest.activeThreads(idOf(3), { signal });
    await vi.waitUntil(() => requests.length === 26);
    expect(requests.filter(({ url }) => url.includes(idOf(3)))).toHaveLength(1);
  });

  it('that is aborted in discord.js’ own queue can be retried', async () => {
    const { requests, rest } = await start(() => true);
    const stop = new AbortController();
    const calls = [1, 2, 3].map((index) => rest.post(idOf(1), BODY, [], { signal: stop.signal, nonce: `${index}` }));
    await vi.waitUntil(() => requests.length === 1);
    stop.abort(new Error('stopping'));
    const outcomes = await Promise.all(calls);
    expect(outcomes).toMatchObject(Array(3).fill({ outcome: 'unavailable', retryAfterMs: undefined }));
  });
});
