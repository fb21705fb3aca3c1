import { DiscordAPIError, RateLimitError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createBoard } from '../../../src/discord/rest/board.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { DISCORD_CODES, withOutcomes } from '../../../src/discord/rest/outcome.ts';
import { createLog } from '../../../src/log.ts';
import { Activity } from '../../support/activity.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type FakeCalls, FakeDiscord } from '../../support/fake-discord.ts';
import { passes } from '../../support/job-service.ts';

const BODY = messageBody([]);
const AT = { guildId: 'server', channelId: 'channel' };
const failing = (code: number, status: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'PATCH', 'fake', { body: undefined, files: undefined });
const AWAY = failing(0, 503);
const UNKNOWN_TOKEN = failing(DISCORD_CODES.unknownWebhook, 404);
const UNKNOWN_MESSAGE = failing(DISCORD_CODES.unknownMessage, 404);
const NO_ACCESS = failing(DISCORD_CODES.missingAccess, 403);
const TOO_LARGE = failing(DISCORD_CODES.tooLarge, 413);
const INVALID = failing(50_035, 400);
const limited = (retryAfter: number): RateLimitError =>
  new RateLimitError({
    ...{ timeToReset: 0, limit: 1, method: 'GET', hash: 'h', url: 'u', route: '/', majorParameter: '' },
    ...{ global: false, retryAfter, sublimitTimeout: 0, scope: 'user' },
  });

const HOUR_MS = 3_600_000;

/** A board before a Discord in memory. Each call of a kind meets the next of its failures, before it is let through. */
function start(failures: Partial<Record<'token' | 'bot' | 'post' | 'whisper' | 'delete', unknown[]>> = {}) {
  const clock = new FakeClock();
  const discord = new FakeDiscord(clock);
  const through: FakeCalls = discord;
  const calls: string[] = [];
  const met = <Value>(way: keyof typeof failures, call: () => Promise<Value>): Promise<Value> => {
    calls.push(way);
    const failure = failures[way]?.shift();
    return failure === undefined ? call() : Promise.reject(failure);
  };
  const stopping = new AbortController();
  const board = createBoard({
    ...{ clock, random: () => 0.5, log: createLog('silent'), stop: stopping.signal },
    rest: withOutcomes<Omit<FakeCalls, 'answer' | 'deleteOriginal'>>({
      editOriginal: (...parts) => met('token', () => through.editOriginal(...parts)),
      edit: (...parts) => met('bot', () => through.edit(...parts)),
      post: (...parts) => met('post', () => through.post(...parts)),
      followUp: (...parts) => met('whisper', () => through.followUp(...parts)),
      delete: (...parts) => met('delete', () => through.delete(...parts)),
      message: (...parts) => through.message(...parts),
      original: (...parts) => through.original(...parts),
    }),
  });
  /** An answer to a command, as Easel keeps where it is. */
  const answered = async () => {
    const { id, token } = discord.issueToken('channel');
    const sent = await discord.answer({ id, token }, { type: 4, data: BODY });
    const known = { applicationId: 'application', token, tokenIssuedAtMs: clock.now() };
    return { ...AT, messageId: sent?.id, ...known };
  };
  /** What comes of it, while time passes. */
  const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
    await passes({ clock, activity: new Activity() }, 60_000);
    return work;
  };
  return { answered, board, calls, clock, discord, inTime, stopping };
}

const outcomesOf = async (failures: Parameters<typeof start>[0]) => {
  const { answered, board, calls } = start(failures);
  const { outcome } = await board.edit(await answered(), BODY);
  return { outcome, calls };
};

describe('a change of a message', () => {
  it('goes by the token while it lives, and then as the bot', async () => {
    const { answered, board, calls, clock } = start();
    const at = await answered();
    expect(await board.edit(at, BODY)).toMatchObject({ outcome: 'done', value: { id: at.messageId } });
    await clock.advance(HOUR_MS);
    expect(await board.edit(at, BODY)).toMatchObject({ outcome: 'done', value: { id: at.messageId } });
    expect(calls).toEqual(['token', 'bot']);
  });

  it('goes as the bot at once where the token opens nothing', async () => {
    expect(await outcomesOf({ token: [UNKNOWN_TOKEN] })).toEqual({ outcome: 'done', calls: ['token', 'bot'] });
    expect(await outcomesOf({ token: [AWAY] })).toEqual({ outcome: 'done', calls: ['token', 'bot'] });
  });

  it('is said to be gone where the bot finds nothing, whatever the token met', async () => {
    for (const token of [UNKNOWN_TOKEN, UNKNOWN_MESSAGE, AWAY]) {
      expect((await outcomesOf({ token: [token], bot: [UNKNOWN_MESSAGE] })).outcome).toBe('gone');
    }
  });

  it('is tried again later where only the bot has no access, and the token’s way may be open in a moment', async () => {
    expect((await outcomesOf({ token: [AWAY], bot: [NO_ACCESS] })).outcome).toBe('unavailable');
    expect((await outcomesOf({ token: [UNKNOWN_TOKEN], bot: [NO_ACCESS] })).outcome).toBe('no access');
  });

  it('is not uploaded twice where it is too large', async () => {
    expect(await outcomesOf({ token: [TOO_LARGE] })).toEqual({ outcome: 'too large', calls: ['token'] });
  });

  it('ends with the token where nobody knows the message’s id', async () => {
    const { answered, board, calls, clock } = start({ token: [AWAY] });
    const at = { ...(await answered()), messageId: undefined };
    expect((await board.edit(at, BODY)).outcome).toBe('unavailable');
    await clock.advance(HOUR_MS);
    expect((await board.edit(at, BODY)).outcome).toBe('gone');
    expect(calls).toEqual(['token']);
  });
});

describe('a Discord in trouble', () => {
  it('is asked once, and the caller plans the next try', async () => {
    const { board, calls } = start({ post: [limited(90_000)] });
    const posted = await board.post(AT, BODY, { idempotencyKey: 'n' });
    expect(posted).toMatchObject({ outcome: 'unavailable', retryAfterMs: 90_000 });
    expect(calls).toEqual(['post']);
  });

  it('is asked a few times at once for a courtesy, which nobody tries again', async () => {
    const { answered, board, calls, inTime } = start({ post: [AWAY, AWAY], whisper: [AWAY, AWAY, AWAY] });
    const at = await answered();
    const replied = await inTime(board.reply(at, 'It is ready.', { idempotencyKey: 'n', mentions: ['member'] }));
    expect(replied.outcome).toBe('done');
    expect((await inTime(board.whisper(at, BODY))).outcome).toBe('unavailable');
    expect(calls).toEqual(['post', 'post', 'post', 'whisper', 'whisper', 'whisper']);
  });

  it('is not asked before the time that it told; a long one is the caller’s to wait for', async () => {
    const short = start({ post: [limited(4_000)] });
    const posted = short.board.post(AT, BODY, { idempotencyKey: 'n', tries: 2 });
    await passes({ clock: short.clock, activity: new Activity() }, 3_900);
    expect(short.calls).toEqual(['post']);
    expect((await short.inTime(posted)).outcome).toBe('done');
    const long = start({ post: [limited(60_000)] });
    expect((await long.board.post(AT, BODY, { idempotencyKey: 'n', tries: 2 })).outcome).toBe('unavailable');
  });

  it('is not waited for when Easel stops', async () => {
    const { board, inTime, stopping } = start({ post: [AWAY, AWAY, AWAY] });
    const replied = board.reply(AT, 'It is ready.', { idempotencyKey: 'n', mentions: [] });
    const ended = expect(replied).rejects.toThrow('the stop');
    stopping.abort(new Error('the stop'));
    await inTime(ended);
  });
});

describe('a bug of ours', () => {
  it.each([INVALID, new TypeError('undefined is not a function')])(
    'is thrown, not taken for trouble: %s',
    async (bug) => {
      const { answered, board } = start({ token: [bug], post: [bug], whisper: [bug], delete: [bug] });
      const at = await answered();
      await expect(board.edit(at, BODY)).rejects.toBe(bug);
      await expect(board.post(AT, BODY, { idempotencyKey: 'n' })).rejects.toBe(bug);
      await expect(board.whisper(at, BODY)).rejects.toBe(bug);
      await expect(board.delete(at)).rejects.toBe(bug);
    },
  );
});

describe('a word to members', () => {
  it('is a reply that notifies them alone', async () => {
    const { answered, board, discord } = start();
    const at = await answered();
    const replied = await board.reply(at, 'It is ready.', { idempotencyKey: 'n', mentions: ['member'] });
    const body = replied.outcome === 'done' ? discord.messages.get(replied.value.id)?.body : undefined;
    expect(body?.allowed_mentions).toEqual({ parse: [], users: ['member'] });
    expect(body?.message_reference).toEqual({ message_id: at.messageId, fail_if_not_exists: false });
  });

  it('in private ends with the token', async () => {
    const { answered, board, calls, clock } = start();
    const at = await answered();
    expect((await board.whisper(at, BODY)).outcome).toBe('done');
    await clock.advance(HOUR_MS);
    expect((await board.whisper(at, BODY)).outcome).toBe('gone');
    expect(calls).toEqual(['whisper']);
  });
});

describe('a message that is posted again', () => {
  it('is there once in its channel, and once in the channel of every other server', async () => {
    const { board, discord } = start();
    for (const channelId of ['channel', 'channel', 'another']) {
      await board.post({ ...AT, channelId }, BODY, { idempotencyKey: `best of ${'a long month '.repeat(9)}` });
    }
    expect([...discord.messages.values()].map(({ channelId }) => channelId)).toEqual(['channel', 'another']);
    expect(discord.faults).toEqual([]);
  });
});

describe('a message of which a crash left nobody the id', () => {
  it('is found by its key and deleted, and no other one stays in its place', async () => {
    const { board, clock, discord } = start();
    const lost = { ...AT, body: BODY, postedAfterMs: clock.now() };
    await board.post(AT, BODY, { idempotencyKey: 'n' });
    expect((await board.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('done');
    expect((await board.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('done');
    expect(discord.messages.size).toBe(0);
  });

  it('stays where Discord knows its key no longer: nothing is posted for it', async () => {
    const { board, calls, clock } = start();
    const postedAfterMs = clock.now();
    await clock.advance(HOUR_MS);
    const lost = { ...AT, body: BODY, postedAfterMs };
    expect((await board.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('gone');
    expect(calls).toEqual([]);
  });

  it('is tried again where Discord is in trouble', async () => {
    const { board, clock } = start({ delete: [AWAY] });
    const lost = { ...AT, body: BODY, postedAfterMs: clock.now() };
    expect((await board.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('unavailable');
  });
});
