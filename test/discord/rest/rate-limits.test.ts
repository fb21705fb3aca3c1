import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiscordClient } from '../../../src/discord/gateway/client.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const BODY = messageBody([]);
const signal = new AbortController().signal;
const idOf = (index: number): string => String(1_300_000_000_000_000_000n + BigInt(index));
const MINUTE_MS = 60_000;

interface Limit {
  headers?: Record<string, string>;
  body?: string;
}

/** Easel's calls to a server that refuses with 429 as long as it has a limit. */
async function start(limit: Limit | undefined) {
  const now = { limit };
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    if (now.limit) response.writeHead(429, now.limit.headers ?? {}).end(now.limit.body ?? '');
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"id":"1","channel_id":"2","attachments":[]}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clock = new FakeClock();
  const apiUrl = `http://127.0.0.1:${port}/api`;
  const client = createDiscordClient({ token: 't', apiUrl, clock, log: createLog('silent'), shards: 'auto' });
  onTestFinished(async () => {
    await client.stop();
    server.closeAllConnections();
    server.close();
  });
  const rest = createDiscordRest(client.lines);
  const edit = (index: number) =>
    rest.editOriginal({ applicationId: idOf(0), token: `token-${index}` }, BODY, [], { signal });
  const read = (channel: number) => rest.message({ channelId: idOf(channel), messageId: idOf(9) }, { signal });
  return { clock, edit, now, read, urls };
}

const inJson = (body: object): Limit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const inHeader = (value: string): Limit => ({
  headers: { 'content-type': 'text/plain', 'retry-after': value },
  body: 'error code: 1015',
});

describe('a 429 without a usable time', () => {
  const forms: Record<string, Limit> = {
    'by Cloudflare': { headers: { 'content-type': 'text/plain' }, body: 'error code: 1015' },
    'as a page': { headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>blocked</title>' },
    'without a body': {},
    'in JSON': inJson({ message: 'You are being blocked from accessing our API.', code: 0 }),
    'as null': inJson({ retry_after: null }),
    'of 0 in the body': inJson({ retry_after: 0 }),
    'of 0': inHeader('0'),
    'below 0': inHeader('-5'),
    'in words': inHeader('soon'),
    'that is no number': inHeader('NaN'),
    'in the past': inHeader('Fri, 31 Dec 1999 23:59:59 GMT'),
  };

  it.each(Object.entries(forms))('%s waits for 30 seconds, then longer, and no call gets past it', async (_, limit) => {
    const { clock, edit, now, read, urls } = await start(limit);
    const first = await edit(1);
    expect(first).toMatchObject({ outcome: 'unavailable', retryAfterMs: 30_000 });
    for (const call of [edit(1), edit(2), read(3)]) expect((await call).outcome).toBe('unavailable');
    expect(urls).toHaveLength(1);
    for (const waitMs of [60_000, 120_000, 240_000]) {
      await clock.advance(waitMs / 2);
      // One call finds out whether it is over; the others wait for that.
      expect(await read(3)).toMatchObject({ retryAfterMs: waitMs });
      expect((await edit(1)).outcome).toBe('unavailable');
    }
    expect(urls).toHaveLength(4);
    now.limit = undefined;
    await clock.advance(4 * MINUTE_MS);
    expect((await edit(1)).outcome).toBe('done');
    expect((await edit(2)).outcome).toBe('done');
  });
});

describe('a 429 with a time', () => {
  it.each<[string, Limit, number]>([
    ['in the header', inHeader('5'), 5_000],
    ['in the body only', inJson({ retry_after: 7.5, global: false }), 7_500],
    ['in both', { ...inJson({ retry_after: 6.2, global: false }), headers: { 'retry-after': '7' } }, 7_000],
    ['as a date', { headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } }, 3_600_000],
    ['in Discord’s own header', { headers: { 'x-ratelimit-reset-after': '9', 'x-ratelimit-scope': 'user' } }, 9_000],
    ['beyond all measure', inHeader('1e99'), 24 * 60 * MINUTE_MS],
    ['without an end', inHeader('Infinity'), 24 * 60 * MINUTE_MS],
  ])('%s is obeyed', async (_, limit, waitMs) => {
    const { clock, edit, urls } = await start(limit);
    const { retryAfterMs = 0 } = { ...(await edit(1)) } as { retryAfterMs?: number };
    expect(Math.abs(retryAfterMs - waitMs)).toBeLessThan(4_000);
    await clock.advance(Math.max(0, waitMs - 4_500));
    await edit(1);
    expect(urls).toHaveLength(1);
  });

  it('of a route lets others go on', async () => {
    const { edit, now, read, urls } = await start(inJson({ retry_after: 30, global: false }));
    expect((await read(3)).outcome).toBe('unavailable');
    now.limit = undefined;
    expect((await read(3)).outcome).toBe('unavailable');
    expect((await read(4)).outcome).toBe('done');
    expect((await edit(1)).outcome).toBe('done');
    expect(urls).toHaveLength(3);
  });

  it.each<[string, Limit]>([
    ['the body', inJson({ retry_after: 30, global: true })],
    ['a header', { headers: { 'retry-after': '30', 'x-ratelimit-global': 'true' } }],
    ['the scope', { headers: { 'retry-after': '30', 'x-ratelimit-scope': 'global' } }],
  ])('of everything, as %s says, concerns calls with the same kind of token', async (_, limit) => {
    const { edit, now, read, urls } = await start(limit);
    expect((await read(3)).outcome).toBe('unavailable');
    now.limit = undefined;
    expect((await read(4)).outcome).toBe('unavailable');
    expect((await edit(1)).outcome).toBe('done');
    expect(urls).toHaveLength(2);
  });

  it('that is tiny doesn’t make one call a flood', async () => {
    const { clock, edit, urls } = await start(inJson({ retry_after: 0.001, global: false }));
    let isOver = false;
    const call = edit(1).finally(() => {
      isOver = true;
    });
    await clock.advanceUntil(() => isOver, { stepMs: 50 });
    expect((await call).outcome).toBe('unavailable');
    expect(urls.length).toBeLessThan(10);
  });
});

it('an answer to what was sent before a refusal doesn’t end the wait', async () => {
  const { edit, now, urls } = await start(undefined);
  const before = edit(1);
  now.limit = { headers: { 'content-type': 'text/plain' } };
  await Promise.all([before, edit(2)]);
  const sent = urls.length;
  await edit(3);
  expect(urls).toHaveLength(sent);
});
