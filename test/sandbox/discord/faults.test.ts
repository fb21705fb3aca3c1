import { Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { describeFault, faultNames } from '../../../src/sandbox/discord/fault-list.ts';
import { discordRateLimits, generousRateLimits } from '../../../src/sandbox/discord/limits.ts';
import { atelier, gallery, people, refusalOf, register, respond, startBot, startDiscord } from './support.ts';

const start = async (options: Parameters<typeof startDiscord>[0] = {}) => {
  const started = await startDiscord(options);
  const bot = await startBot(started.discord, { rest: { rejectOnRateLimit: () => true, timeout: 5000 } });
  const { rest } = bot.client;
  const post = (content = 'x') => rest.post(Routes.channelMessages(gallery), { body: { content } });
  const raw = (route: string, init: RequestInit = {}) =>
    fetch(`${started.discord.apiUrl}/v10${route}`, {
      ...init,
      headers: { authorization: `Bot ${started.discord.token}`, 'content-type': 'application/json' },
    });
  const seen = () => started.discord.messages(gallery, { as: people.member });
  return { ...started, bot, rest, post, raw, seen };
};

test('describes each fault in words of its own', () => {
  const faults = faultNames.map(describeFault);
  expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
  for (const { description } of faults) expect(description).toMatch(/\.$/);
});

test('says in the header and the body of a 429 how long to wait', async () => {
  const { discord, raw } = await start();
  discord.faults.switchOn({ name: 'rate-limited', parameters: { retryAfterSeconds: 2.5 }, times: 1 });
  const response = await raw(Routes.user());
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('3');
  expect(response.headers.get('x-ratelimit-scope')).toBe('user');
  expect(await response.json()).toEqual({
    message: 'You are being rate limited.',
    code: 0,
    retry_after: 2.5,
    global: false,
  });
  expect((await raw(Routes.user())).status).toBe(200);
});

test('sends a global 429 that discord.js recognizes', async () => {
  const { discord, rest } = await start();
  discord.faults.switchOn({ name: 'rate-limited', parameters: { retryAfterSeconds: 1, global: true } });
  await expect(rest.get(Routes.user())).rejects.toMatchObject({ name: /RateLimitError/, global: true });
});

test.each([
  ['internal-error', 500],
  ['bad-gateway', 502],
] as const)('%s answers %i, and nothing is done', async (name, status) => {
  const { discord, post, seen } = await start();
  discord.faults.switchOn({ name });
  await expect(post()).rejects.toMatchObject({ status });
  expect(seen()).toEqual([]);
});

test('leaves a hanging request unanswered and does nothing', async () => {
  const { discord, raw, seen } = await start();
  discord.faults.switchOn({ name: 'hang', times: 1 });
  const giveUp = new AbortController();
  const call = raw(Routes.channelMessages(gallery), { method: 'POST', body: '{"content":"x"}', signal: giveUp.signal });
  await raw(Routes.user());
  giveUp.abort();
  await expect(call).rejects.toThrow();
  expect(seen()).toEqual([]);
  expect(discord.requests.list({ method: 'POST', status: null })).toHaveLength(1);
});

test('answers a slow request late', async () => {
  const { discord, raw, clock } = await start();
  discord.faults.switchOn({ name: 'slow', parameters: { delayMs: 7000 }, times: 1 });
  const call = raw(Routes.user());
  await clock.advanceUntil(() => discord.requests.list({ route: '/users/:userId', status: 200 }).length > 0);
  expect((await call).status).toBe(200);
});

test('cuts a connection before or after the request is carried out', async () => {
  const { discord, post, seen } = await start();
  discord.faults.switchOn({ name: 'cut-before', times: 1 });
  await expect(post('before')).rejects.toThrow();
  expect(seen()).toEqual([]);
  discord.faults.switchOn({ name: 'cut-after', times: 1 });
  await expect(post('after')).rejects.toThrow();
  expect(seen()).toMatchObject([{ content: 'after' }]);
});

test('can carry out a first answer although its connection was cut', async () => {
  const { discord, bot } = await start();
  await register(bot, 'image');
  const { answer } = await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  const interaction = await bot.next();
  discord.faults.switchOn({ name: 'cut-after', times: 1 });
  const body = { type: 4, data: { content: 'Hello' } };
  await expect(respond(bot, interaction, body)).rejects.toThrow();
  expect((await answer).kind).toBe('message');
  expect(await refusalOf(respond(bot, interaction, body))).toMatchObject({ code: 40060 });
});

test('can carry a request out and answer with nothing', async () => {
  const { discord, post, seen } = await start();
  discord.faults.switchOn({ name: 'empty-after', times: 1 });
  await expect(post('unsaid')).resolves.not.toHaveProperty('id');
  expect(seen()).toMatchObject([{ content: 'unsaid' }]);
});

test('can call a message unknown and a channel inaccessible', async () => {
  const { discord, rest, post } = await start();
  discord.faults.switchOn({ name: 'unknown-message' });
  const get = rest.get(Routes.channelMessage(gallery, '1'));
  expect(await refusalOf(get)).toMatchObject({ status: 404, code: 10008 });
  discord.faults.clear();
  const { clips } = atelier.channels;
  discord.faults.switchOn({ name: 'missing-access', parameters: { channelId: clips } });
  await post();
  const other = rest.post(Routes.channelMessages(clips), { body: { content: 'x' } });
  expect(await refusalOf(other)).toMatchObject({ status: 403, code: 50001 });
});

test('can refuse files as too large, in Discord’s words or as HTML', async () => {
  const { discord, rest, post } = await start();
  const files = [{ name: 'a.png', data: Buffer.alloc(200_000) }];
  const upload = () => rest.post(Routes.channelMessages(gallery), { body: { content: 'x' }, files });
  discord.faults.switchOn({ name: 'too-large', times: 1 });
  await post();
  expect(await refusalOf(upload())).toMatchObject({ status: 413, code: 40005 });
  discord.faults.switchOn({ name: 'too-large-html', times: 1 });
  const refusal = await refusalOf(upload());
  expect(refusal.status).toBe(413);
  expect(refusal.code).not.toBe(40005);
  await upload();
});

test('can refuse valid tokens for some seconds', async () => {
  const { discord, bot, clock, rest } = await start();
  await register(bot, 'image');
  await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  const interaction = await bot.next();
  await respond(bot, interaction, { type: 4, data: { content: 'Hello' } });
  discord.faults.switchOn({ name: 'token-not-found', forMs: 4000 });
  const route = Routes.webhookMessage(discord.applicationId, interaction.token);
  expect(await refusalOf(rest.get(route, { auth: false }))).toMatchObject({ status: 404, code: 10015 });
  await clock.advance(4000);
  expect(await rest.get(route, { auth: false })).toMatchObject({ content: 'Hello' });
  expect(discord.faults.list()).toEqual([]);
});

test('limits a fault to a method, a pattern of routes or a number of requests', async () => {
  const { discord, raw } = await start();
  const { id } = discord.faults.switchOn({ name: 'internal-error', method: 'GET', route: '/guilds/*', times: 2 });
  expect(discord.faults.list()).toMatchObject([{ id, name: 'internal-error', timesLeft: 2 }]);
  const statuses = [];
  for (const route of [
    Routes.user(),
    Routes.guild(atelier.guild),
    Routes.guildRoles(atelier.guild),
    Routes.guild(atelier.guild),
  ]) {
    statuses.push((await raw(route)).status);
  }
  expect(statuses).toEqual([200, 500, 500, 200]);
});

test('refuses an unknown fault', async () => {
  const { discord } = await start();
  const request: unknown = { name: 'nonsense' };
  expect(() => Reflect.apply(discord.faults.switchOn, discord.faults, [request])).toThrow();
});

test('logs requests with their pattern, status and kind of authorization', async () => {
  const { discord, bot, raw } = await start();
  discord.requests.clear();
  await register(bot, 'image');
  await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  await respond(bot, await bot.next(), { type: 4, data: { content: 'Hello' } });
  await raw('/channels/1');
  expect(discord.requests.list()).toMatchObject([
    { method: 'PUT', route: '/applications/:applicationId/commands', status: 200, auth: 'bot' },
    { method: 'POST', route: '/interactions/:interactionId/:token/callback', status: 204, auth: 'none' },
    { method: 'GET', route: '/channels/:channelId', status: 404, auth: 'bot', channelId: '1' },
  ]);
  expect(discord.requests.list({ auth: 'none' })).toHaveLength(1);
});

test('refuses requests of an empty bucket until its window ends', async () => {
  const { raw, clock } = await start({ rateLimits: discordRateLimits });
  const route = Routes.channel(gallery);
  const first = await raw(route);
  expect(first.headers.get('x-ratelimit-limit')).toBe('5');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
  expect(first.headers.get('x-ratelimit-reset-after')).toBe('5.000');
  expect(first.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
  for (let count = 0; count < 4; count++) await raw(route);
  const refused = await raw(route);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await raw(Routes.channel(atelier.channels.clips))).status).toBe(200);
  await clock.advance(5000);
  expect((await raw(route)).status).toBe(200);
});

test('allows fifty requests a second over all routes except those of interactions', async () => {
  const bucket = generousRateLimits.bucket;
  const { raw, clock, discord } = await start({ rateLimits: { ...discordRateLimits, bucket } });
  await clock.advance(1000);
  const statuses = [];
  for (let count = 0; count < 51; count++) statuses.push((await raw(Routes.user())).status);
  expect(statuses.filter((one) => one === 200)).toHaveLength(50);
  const refused = await raw(Routes.channel(gallery));
  expect(refused.headers.get('x-ratelimit-global')).toBe('true');
  expect(await refused.json()).toMatchObject({ global: true });
  expect((await raw('/webhooks/1/unknown/messages/@original')).status).toBe(404);
  discord.setRateLimits(generousRateLimits);
  expect((await raw(Routes.user())).status).toBe(200);
});

test('limits edits of messages older than an hour', async () => {
  const oldEdits = { requests: 3, windowMs: 20_000 };
  const { discord, raw, clock, post, seen } = await start({ rateLimits: { ...generousRateLimits, oldEdits } });
  await post();
  const route = Routes.channelMessage(gallery, seen()[0]?.id ?? '');
  const edit = () => raw(route, { method: 'PATCH', body: '{"content":"y"}' });
  for (let count = 0; count < 5; count++) expect((await edit()).status).toBe(200);
  await clock.advance(3_600_001);
  for (let count = 0; count < 3; count++) expect((await edit()).status).toBe(200);
  const refused = await edit();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 30046, retry_after: 20 });
  await clock.advance(20_000);
  expect((await edit()).status).toBe(200);
  expect(discord.requests.list({ status: 429 })).toHaveLength(1);
});
