import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createMessageClient } from '../../../src/discord/rest/message-client.ts';
import { withOutcomes } from '../../../src/discord/rest/outcome.ts';
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
const UNKNOWN_TOKEN = failing(RESTJSONErrorCodes.UnknownWebhook, 404);
const UNKNOWN_MESSAGE = failing(RESTJSONErrorCodes.UnknownMessage, 404);
const NO_ACCESS = failing(RESTJSONErrorCodes.MissingAccess, 403);
const TOO_LARGE = failing(RESTJSONErrorCodes.RequestEntityTooLarge, 413);
const INVALID = failing(50_035, 400);
const limited = (retryAfter: number): RateLimitError =>
  new RateLimitError({
    ...{ timeToReset: 0, limit: 1, method: 'GET', hash: 'h', url: 'u', route: '/', majorParameter: '' },
    ...{ global: false, retryAfter, sublimitTimeout: 0, scope: 'user' },
  });

const HOUR_MS = 3_600_000;

/** A message client of a Discord in memory. The calls of a kind have these failures in turn, and then succeed. */
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
  const client = createMessageClient({
    ...{ clock, random: () => 0.5, log: createLog('silent'), stop: stopping.signal },
    rest: withOutcomes<Omit<FakeCalls, 'answer' | 'deleteOriginal'>>({
      editOriginal: (...parts) => met('token', () => through.editOriginal(...parts)),
      edit: (...parts) => met('bot', () => through.edit(...parts)),
      post: (...parts) => met('post', () => through.post(...parts)),
      followUp: (...parts) => met('whisper', () => through.followUp(...parts)),
      delete: (...parts) => met('delete', () => through.delete(...parts)),
      message: (...parts) => through.message(...parts),
      messageList: (...parts) => through.messageList(...parts),
      original: (...parts) => through.original(...parts),
    }),
  });
  /** The location of a command's response. */
  const answered = async () => {
    const { id, token } = discord.issueToken('channel');
    const sent = await discord.answer({ id, token }, { type: 4, data: BODY });
    const known = { applicationId: 'application', token, tokenIssuedAtMs: clock.now() };
    return { ...AT, messageId: sent?.id, ...known };
  };
  /** The outcome, while time passes. */
  const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
    await passes({ clock, activity: new Activity() }, 60_000);
    return work;
  };
  return { answered, client, calls, clock, discord, inTime, stopping };
}

const outcomesOf = async (failures: Parameters<typeof start>[0]) => {
  const { answered, client, calls } = start(failures);
  const { outcome } = await client.edit(await answered(), BODY);
  return { outcome, calls };
};

describe('a changed message', () => {
  it('is edited with the token while it lives, then as the bot', async () => {
    const { answered, client, calls, clock } = start();
    const at = await answered();
    expect(await client.edit(at, BODY)).toMatchObject({ outcome: 'done', value: { id: at.messageId } });
    await clock.advance(HOUR_MS);
    expect(await client.edit(at, BODY)).toMatchObject({ outcome: 'done', value: { id: at.messageId } });
    expect(calls).toEqual(['token', 'bot']);
  });

  it('is edited as the bot at once if the token is refused', async () => {
    expect(await outcomesOf({ token: [UNKNOWN_TOKEN] })).toEqual({ outcome: 'done', calls: ['token', 'bot'] });
    expect(await outcomesOf({ token: [AWAY] })).toEqual({ outcome: 'done', calls: ['token', 'bot'] });
  });

  it('is gone if the bot doesn’t find it, whatever the token’s outcome was', async () => {
    for (const token of [UNKNOWN_TOKEN, UNKNOWN_MESSAGE, AWAY]) {
      expect((await outcomesOf({ token: [token], bot: [UNKNOWN_MESSAGE] })).outcome).toBe('gone');
    }
  });

  it('is retried later if the bot has no access but the token may work again', async () => {
    expect((await outcomesOf({ token: [AWAY], bot: [NO_ACCESS] })).outcome).toBe('unavailable');
    expect((await outcomesOf({ token: [UNKNOWN_TOKEN], bot: [NO_ACCESS] })).outcome).toBe('no access');
  });

  it('isn’t uploaded twice if it is too large', async () => {
    expect(await outcomesOf({ token: [TOO_LARGE] })).toEqual({ outcome: 'too large', calls: ['token'] });
  });

  it('can’t be edited without a token if its id is unknown', async () => {
    const { answered, client, calls, clock } = start({ token: [AWAY] });
    const at = { ...(await answered()), messageId: undefined };
    expect((await client.edit(at, BODY)).outcome).toBe('unavailable');
    await clock.advance(HOUR_MS);
    expect((await client.edit(at, BODY)).outcome).toBe('gone');
    expect(calls).toEqual(['token']);
  });
});

describe('an unavailable Discord', () => {
  it('is called once, and the caller plans the retry', async () => {
    const { client, calls } = start({ post: [limited(90_000)] });
    const posted = await client.post(AT, BODY, { idempotencyKey: 'n' });
    expect(posted).toMatchObject({ outcome: 'unavailable', retryAfterMs: 90_000 });
    expect(calls).toEqual(['post']);
  });

  it('is called a few times for a notice, which isn’t retried later', async () => {
    const { answered, client, calls, inTime } = start({ post: [AWAY, AWAY], whisper: [AWAY, AWAY, AWAY] });
    const at = await answered();
    const replied = await inTime(client.reply(at, 'It is ready.', { idempotencyKey: 'n', mentions: ['member'] }));
    expect(replied.outcome).toBe('done');
    expect((await inTime(client.whisper(at, BODY))).outcome).toBe('unavailable');
    expect(calls).toEqual(['post', 'post', 'post', 'whisper', 'whisper', 'whisper']);
  });

  it('isn’t called before the time that it asked for; the caller plans long waits', async () => {
    const short = start({ post: [limited(4_000)] });
    const posted = short.client.post(AT, BODY, { idempotencyKey: 'n', tries: 2 });
    await passes({ clock: short.clock, activity: new Activity() }, 3_900);
    expect(short.calls).toEqual(['post']);
    expect((await short.inTime(posted)).outcome).toBe('done');
    const long = start({ post: [limited(60_000)] });
    expect((await long.client.post(AT, BODY, { idempotencyKey: 'n', tries: 2 })).outcome).toBe('unavailable');
  });

  it('isn’t waited for when Easel stops', async () => {
    const { client, inTime, stopping } = start({ post: [AWAY, AWAY, AWAY] });
    const replied = client.reply(AT, 'It is ready.', { idempotencyKey: 'n', mentions: [] });
    const ended = expect(replied).rejects.toThrow('the stop');
    stopping.abort(new Error('the stop'));
    await inTime(ended);
  });
});

describe('a bug of ours', () => {
  it.each([INVALID, new TypeError('undefined is not a function')])(
    'is thrown, not taken for trouble: %s',
    async (bug) => {
      const { answered, client } = start({ token: [bug], post: [bug], whisper: [bug], delete: [bug] });
      const at = await answered();
      await expect(client.edit(at, BODY)).rejects.toBe(bug);
      await expect(client.post(AT, BODY, { idempotencyKey: 'n' })).rejects.toBe(bug);
      await expect(client.whisper(at, BODY)).rejects.toBe(bug);
      await expect(client.delete(at)).rejects.toBe(bug);
    },
  );
});

describe('a notice to members', () => {
  it('is a reply that mentions only them', async () => {
    const { answered, client, discord } = start();
    const at = await answered();
    const replied = await client.reply(at, 'It is ready.', { idempotencyKey: 'n', mentions: ['member'] });
    const body = replied.outcome === 'done' ? discord.messages.get(replied.value.id)?.body : undefined;
    expect(body?.allowed_mentions).toEqual({ parse: [], users: ['member'] });
    expect(body?.message_reference).toEqual({ message_id: at.messageId, fail_if_not_exists: false });
  });

  it('is impossible in private once the token has expired', async () => {
    const { answered, client, calls, clock } = start();
    const at = await answered();
    expect((await client.whisper(at, BODY)).outcome).toBe('done');
    await clock.advance(HOUR_MS);
    expect((await client.whisper(at, BODY)).outcome).toBe('gone');
    expect(calls).toEqual(['whisper']);
  });
});

describe('a message that is posted twice', () => {
  it('exists once in its channel, and once in every other channel', async () => {
    const { client, discord } = start();
    for (const channelId of ['channel', 'channel', 'another']) {
      await client.post({ ...AT, channelId }, BODY, { idempotencyKey: `best of ${'a long month '.repeat(9)}` });
    }
    expect([...discord.messages.values()].map(({ channelId }) => channelId)).toEqual(['channel', 'another']);
    expect(discord.faults).toEqual([]);
  });
});

describe('a message whose id a crash lost', () => {
  it('is found by its key and deleted, without another one left behind', async () => {
    const { client, clock, discord } = start();
    const lost = { ...AT, body: BODY, postedAfterMs: clock.now() };
    await client.post(AT, BODY, { idempotencyKey: 'n' });
    expect((await client.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('done');
    expect((await client.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('done');
    expect(discord.messages.size).toBe(0);
  });

  it('stays if Discord no longer knows its key, and nothing is posted', async () => {
    const { client, calls, clock } = start();
    const postedAfterMs = clock.now();
    await clock.advance(HOUR_MS);
    const lost = { ...AT, body: BODY, postedAfterMs };
    expect((await client.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('gone');
    expect(calls).toEqual([]);
  });

  it('is retried while Discord is unavailable', async () => {
    const { client, clock } = start({ delete: [AWAY] });
    const lost = { ...AT, body: BODY, postedAfterMs: clock.now() };
    expect((await client.deleteLost(lost, { idempotencyKey: 'n' })).outcome).toBe('unavailable');
  });
});
