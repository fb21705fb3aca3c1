import { gzipSync } from 'node:zlib';
import { DiscordAPIError } from 'discord.js';
import { asyncProperty, assert as check, constantFrom } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiscordClient } from '../../../src/discord/gateway/client.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { outcomeWithin } from '../../../src/discord/rest/outcome.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createLog } from '../../../src/log.ts';
import { type AnyAnswer, anyAnswerOf, sendAnswer } from '../../support/any-answer.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { httpAnswer, type RawRequest, startRawServer } from '../../task-api/raw-server.ts';

const RUNS = { numRuns: 50, seed: 20_261_127 };
const BODY = messageBody([]);
const DAY_MS = 24 * 3_600_000;
/** Far shorter than Easel's own limits, so that answers that never end cost a test little. */
const CALL_LIMIT_MS = 100;
const idOf = (index: number): string => String(1_300_000_000_000_000_000n + BigInt(index));
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const refusal = (code: number, message = 'a refusal'): Uint8Array => json({ code, message });

const MESSAGE = { id: idOf(7), channel_id: idOf(1), attachments: [] };
const anyDiscordAnswer = anyAnswerOf(
  [
    json(MESSAGE),
    json({ resource: { message: MESSAGE } }),
    ...[10_003, 10_008, 10_015, 10_062, 20_009, 30_046, 40_005, 40_060, 50_001, 50_013, 50_027, 50_035, 50_083].map(
      (code) => refusal(code),
    ),
    ...[401, 403, 404, 405].map((status) => refusal(0, `${status}: a refusal`)),
    ...[refusal(0), refusal(1_015), json({ code: 10_008 }), json({ code: '10008', message: 'text' })],
    json({ message: 'You are being rate limited.', retry_after: 0, global: false }),
    json({ message: 'You are being rate limited.', retry_after: 64, global: true }),
  ],
  [
    ...['x-ratelimit-remaining: 0', 'x-ratelimit-limit: 5', 'x-ratelimit-bucket: b', 'x-ratelimit-reset-after: 0.05'],
    ...['x-ratelimit-reset-after: 1e9', 'x-ratelimit-reset-after: -4', 'x-ratelimit-limit: none'],
    ...['x-ratelimit-global: true', 'x-ratelimit-scope: global', 'x-ratelimit-scope: shared', 'via: 1.1 proxy'],
    ...['date: Fri, 27 Nov 2026 00:00:00 GMT', 'date: never', 'retry-after: 0.05', 'retry-after: 70'],
  ],
);

/** More than any answer of Discord's. */
const LONGEST_BYTES = 8 * 1024 * 1024;

function compressed(body: Uint8Array): Buffer {
  const bytes = gzipSync(body);
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Easel's calls to a server that answers as `world.answer` says, on a clock that runs by itself. */
async function open(answer: (request: RawRequest) => void) {
  const world = { answer, limitMs: CALL_LIMIT_MS };
  const server = await startRawServer((request) => world.answer(request));
  const clock = new FakeClock();
  const client = createDiscordClient({
    ...{ token: 'bot-token', apiUrl: `${server.url}/api`, clock, log: createLog('silent'), shards: 'auto' },
  });
  const rest = createDiscordRest(client.lines);
  const token = { id: idOf(5), applicationId: idOf(0), token: 'token' };
  const at = { channelId: idOf(1), messageId: idOf(7) };
  const options = () => ({ signal: AbortSignal.timeout(world.limitMs) });
  const calls = {
    answer: () => outcomeWithin(world.limitMs, () => rest.answer(token, { type: 4, data: BODY })),
    editOriginal: () => rest.editOriginal(token, BODY, [], options()),
    post: () => rest.post(at.channelId, BODY, [], { nonce: 'n', ...options() }),
    edit: () => rest.edit(at, BODY, [], options()),
    message: () => rest.message(at, options()),
  };
  const close = async (): Promise<void> => {
    await client.stop();
    await server.close();
  };
  onTestFinished(close);
  return { calls, clock, close, server, world };
}

const isWhole = ({ sent, length }: AnyAnswer): boolean => sent === 1000 && length !== 'wrong';

/** Whether Discord itself refuses, in JSON with a code of its own. */
const isRefusal = (answer: AnyAnswer): boolean =>
  isWhole(answer) && answer.status >= 400 && /"code":(\d{5}|0,"message":"4)/.test(Buffer.from(answer.body).toString());

const FINAL = ['gone', 'no access', 'too large', 'not accepted', 'already answered'];
const TIMES = 3;
const name = constantFrom('answer', 'editOriginal', 'post', 'edit', 'message');

describe('whatever answers in place of Discord', () => {
  it('a call ends after few requests, finally only by Discord’s own word, and later calls work', async () => {
    await check(
      asyncProperty(anyDiscordAnswer, name, async (answer, call) => {
        const { calls, clock, close, server, world } = await open(({ socket }) => sendAnswer(socket, answer));
        for (let times = 0; times < TIMES; times += 1) {
          const outcome = await calls[call]().catch((error: unknown) => error);
          if (outcome instanceof Error) {
            // Discord rejects the call's form, which is a bug of Easel's.
            expect(outcome).toBeInstanceOf(DiscordAPIError);
            expect(isRefusal(answer)).toBe(true);
            continue;
          }
          const { outcome: what } = outcome as { outcome: string };
          if (FINAL.includes(what)) expect(isRefusal(answer)).toBe(true);
          else if (what === 'done') expect(isWhole(answer) && answer.status >= 200 && answer.status < 300).toBe(true);
          else expect(what).toBe('unavailable');
        }
        // What a call repeats after a short wait, or to open an archived thread.
        expect(server.requests.length).toBeLessThanOrEqual(3 * TIMES);

        world.answer = ({ socket }) => void socket.write(httpAnswer(200, MESSAGE));
        world.limitMs = 10_000;
        await clock.advance(DAY_MS);
        expect(await calls[call]()).toMatchObject({ outcome: 'done' });
        await close();
      }),
      RUNS,
    );
  }, 120_000);

  const good = httpAnswer(200, MESSAGE);
  it.each<[string, string | Buffer, string]>([
    ['100 before the answer', `HTTP/1.1 100 Continue\r\n\r\n${good}`, 'done'],
    ['103 before the answer', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${good}`, 'done'],
    ['101, which nothing asked for', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'unavailable'],
    ['a header without a colon', 'HTTP/1.1 403 Forbidden\r\nx-bare\r\n\r\n', 'unavailable'],
    ['205 with a body', httpAnswer(205, MESSAGE), 'done'],
    ['an answer that is compressed unasked', compressed(json(MESSAGE)), 'done'],
    ['an encoding that the answer doesn’t have', httpAnswer(200, MESSAGE, { 'content-encoding': 'gzip' }), 'done'],
  ])('%s is understood', async (_, bytes, outcome) => {
    const { calls, world, server } = await open(({ socket }) => void socket.write(bytes));
    world.limitMs = 10_000;
    expect(await calls.editOriginal()).toMatchObject({ outcome });
    expect(server.requests).toHaveLength(1);
  });

  it('a 401 with a code of another refusal doesn’t make later calls lose the token', async () => {
    const { calls, world } = await open(
      ({ socket }) => void socket.write(httpAnswer(401, { code: 50_001, message: 'a' })),
    );
    world.limitMs = 10_000;
    expect(await calls.edit()).toMatchObject({ outcome: 'no access' });
    world.answer = ({ socket }) => void socket.write(httpAnswer(200, MESSAGE));
    expect(await calls.edit()).toMatchObject({ outcome: 'done' });
  });

  it('an answer without an end is cut before it fills the memory', async () => {
    let sentBytes = 0;
    const piece = Buffer.alloc(256 * 1024, 0x20);
    const { calls, world } = await open(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && sentBytes < 10 * LONGEST_BYTES) {
          sentBytes += piece.length;
          if (!socket.write(piece)) return void socket.once('drain', more);
        }
      };
      more();
    });
    world.limitMs = 10_000;
    expect(await calls.message()).toMatchObject({ outcome: 'unavailable' });
    expect(sentBytes).toBeLessThan(2 * LONGEST_BYTES);
  });
});
