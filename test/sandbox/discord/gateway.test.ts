import { once } from 'node:events';
import { Events, GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { discordRateLimits } from '../../../src/sandbox/discord/limits.ts';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { annex, atelier, gallery, people, register, startBot, startDiscord, workshop } from './support.ts';

const ask = (discord: DiscordSandbox) => discord.as(people.member).command({ channelId: gallery, name: 'image' });

test('lets a client without intents get ready and learn who it is', async () => {
  const { discord } = await startDiscord();
  const { client } = await startBot(discord);
  expect(client.user).toMatchObject({ id: discord.world.application.botUserId, username: 'Easel', bot: true });
  expect(client.application.id).toBe(discord.applicationId);
  expect(discord.connections).toBe(1);
});

test('sends a client with the Guilds intent its servers and their channels', async () => {
  const { discord } = await startDiscord();
  const { client } = await startBot(discord, { intents: [GatewayIntentBits.Guilds] });
  expect([...client.guilds.cache.keys()].sort()).toEqual([atelier.guild, annex.guild, workshop.guild]);
  expect(client.channels.cache.get(gallery)).toMatchObject({ name: 'gallery' });
});

test('refuses a wrong token', async () => {
  const { discord } = await startDiscord();
  await expect(startBot(discord, {}, 'wrong')).rejects.toThrow('An invalid token was provided.');
  expect(discord.requests.list()).toMatchObject([{ route: '/gateway/bot', status: 401, auth: 'bot' }]);
});

test('closes with the final code 4014 for an intent that isn’t allowed', async () => {
  const { discord } = await startDiscord();
  const login = startBot(discord, { intents: [GatewayIntentBits.MessageContent] });
  await expect(login).rejects.toThrow(/disallowed intents/i);
});

test('resumes a dropped connection and sends what it missed', async () => {
  const { discord } = await startDiscord();
  const bot = await startBot(discord);
  await register(bot, 'image');
  const resumed = once(bot.client, Events.ShardResume);
  discord.faults.switchOn({ name: 'gateway-drop' });
  const handle = await ask(discord);
  expect((await bot.next()).id).toBe(handle.id);
  expect((await resumed)[1]).toBeGreaterThanOrEqual(1);
  expect(discord.connections).toBe(1);
});

test('resumes a connection that broke without a close frame', async () => {
  const { discord } = await startDiscord();
  const bot = await startBot(discord);
  const resumed = once(bot.client, Events.ShardResume);
  discord.faults.switchOn({ name: 'gateway-drop', parameters: { code: 1006 } });
  await resumed;
  expect(discord.connections).toBe(1);
});

test('lets a client resume after a request to reconnect', async () => {
  const { discord } = await startDiscord();
  const bot = await startBot(discord);
  const resumed = once(bot.client, Events.ShardResume);
  discord.faults.switchOn({ name: 'gateway-reconnect' });
  await resumed;
  expect(discord.connections).toBe(1);
});

test('ends a client with a final close code', async () => {
  const { discord } = await startDiscord();
  const { client } = await startBot(discord);
  const gone = once(client, Events.ShardDisconnect);
  discord.faults.switchOn({ name: 'gateway-close', parameters: { code: 4004 } });
  expect((await gone)[0]).toMatchObject({ code: 4004 });
  expect(discord.connections).toBe(0);
});

test('lets a client without heartbeat answers give up its connection and resume', async () => {
  const { discord } = await startDiscord({ heartbeatIntervalMs: 20 });
  const bot = await startBot(discord);
  const resumed = once(bot.client, Events.ShardResume);
  const fault = discord.faults.switchOn({ name: 'gateway-no-heartbeat-ack' });
  await resumed;
  discord.faults.switchOff(fault.id);
  expect(discord.connections).toBe(1);
});

test('can send an event twice', async () => {
  const { discord } = await startDiscord();
  const bot = await startBot(discord);
  await register(bot, 'image');
  discord.faults.switchOn({ name: 'gateway-duplicate', times: 1 });
  const { id } = await ask(discord);
  expect([(await bot.next()).id, (await bot.next()).id]).toEqual([id, id]);
  const { id: second } = await ask(discord);
  expect((await bot.next()).id).toBe(second);
  expect(bot.waiting).toEqual([]);
});

test('refuses connections while the gateway is hidden', async () => {
  const { discord } = await startDiscord();
  discord.faults.switchOn({ name: 'gateway-hidden' });
  const [error] = await once(connect(discord), 'error');
  expect(error).toBeInstanceOf(Error);
  discord.faults.clear();
  const socket = connect(discord);
  await once(socket, 'open');
  socket.terminate();
});

test('sends every event to two coexisting sessions', async () => {
  const { discord } = await startDiscord();
  const [first, second] = [await startBot(discord), await startBot(discord)];
  expect(discord.connections).toBe(2);
  await register(first, 'image');
  const { id } = await ask(discord);
  expect([(await first.next()).id, (await second.next()).id]).toEqual([id, id]);
});

test('sends a shard its own servers’ events, and the first shard direct messages', async () => {
  const { discord } = await startDiscord();
  const shardCount = 4;
  const shardOf = (guildId: string): number => Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
  const [ofAtelier, ofAnnex] = [shardOf(atelier.guild), shardOf(annex.guild)];
  expect(ofAtelier).not.toBe(ofAnnex);
  const first = await startBot(discord, { shards: [ofAtelier], shardCount });
  const second = await startBot(discord, { shards: [ofAnnex], shardCount });
  await register(first, 'image');
  const here = await ask(discord);
  const there = await discord.as(people.member).command({ channelId: annex.channels.general, name: 'image' });
  const direct = await discord.as(people.member).command({ channelId: ids.direct.member, name: 'image' });
  const expected = { [ofAtelier]: [here.id], [ofAnnex]: [there.id] };
  expected[0]?.push(direct.id);
  for (const [bot, shard] of [
    [first, ofAtelier],
    [second, ofAnnex],
  ] as const) {
    for (const id of expected[shard] ?? []) expect((await bot.next()).id).toBe(id);
    expect(bot.waiting).toEqual([]);
  }
});

test('refuses fewer shards than it recommends', async () => {
  const { discord } = await startDiscord({ shards: { recommended: 3, atOnce: 3 } });
  const { socket } = await raw(discord, identify(discord, { shard: [0, 2] }));
  expect((await once(socket, 'close'))[0]).toBe(4011);
  const { client } = await startBot(discord, { shards: 'auto' });
  expect(client.ws.shards.size).toBe(3);
  expect(discord.connections).toBe(3);
});

test('can drop the connection of one shard', async () => {
  const { discord } = await startDiscord({ shards: { recommended: 2, atOnce: 2 } });
  const { client } = await startBot(discord, { shards: 'auto' });
  const resumed = once(client, Events.ShardResume);
  discord.faults.switchOn({ name: 'gateway-drop', parameters: { shard: 1 } });
  expect(discord.connections).toBe(1);
  expect((await resumed)[0]).toBe(1);
  expect(discord.connections).toBe(2);
});

const connect = (discord: DiscordSandbox) => new WebSocket(`${discord.origin.replace('http', 'ws')}/gateway?v=10`);

const gatewayAnswer = z.object({ session_start_limit: z.object({ remaining: z.int() }) });

const identifiesLeft = async (discord: DiscordSandbox): Promise<number> => {
  const headers = { authorization: `Bot ${discord.token}` };
  const response = await fetch(`${discord.apiUrl}/v10/gateway/bot`, { headers });
  return gatewayAnswer.parse(await response.json()).session_start_limit.remaining;
};

/** A bare connection, for payloads that discord.js never sends. */
const raw = async (discord: DiscordSandbox, ...payloads: unknown[]) => {
  const socket = connect(discord);
  const received: { op: number; d: unknown }[] = [];
  socket.on('message', (data) => {
    received.push(z.object({ op: z.int(), d: z.unknown() }).parse(JSON.parse(String(data))));
  });
  const opcodes = async (count: number): Promise<number[]> => {
    while (received.length < count) await once(socket, 'message');
    return received.map((one) => one.op);
  };
  await once(socket, 'open');
  for (const payload of payloads) socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return { socket, received, opcodes };
};

const identify = (discord: DiscordSandbox, more: object = {}) => ({
  op: 2,
  d: { token: discord.token, intents: 0, properties: {}, ...more },
});

test.each<[string, (discord: DiscordSandbox) => unknown[], number]>([
  ['an unknown opcode', () => [{ op: 99, d: null }], 4001],
  ['something that is no JSON', () => ['{'], 4002],
  ['a request before the identify', () => [{ op: 3, d: null }], 4003],
  ['a wrong token', (discord) => [identify(discord, { token: 'wrong' })], 4004],
  ['a wrong token on a resume', () => [{ op: 6, d: { token: 'wrong', session_id: 'x', seq: 1 } }], 4004],
  ['a second identify', (discord) => [identify(discord), identify(discord)], 4005],
  ['a shard outside the count', (discord) => [identify(discord, { shard: [2, 2] })], 4010],
  ['a shard that is no pair of numbers', (discord) => [identify(discord, { shard: [0] })], 4010],
  ['intents that do not exist', (discord) => [identify(discord, { intents: 2 ** 30 })], 4013],
  ['over 120 requests in a minute', (discord) => [identify(discord), ...Array(121).fill({ op: 3, d: null })], 4008],
])('%s closes the connection', async (_what, payloads, code) => {
  const { discord } = await startDiscord();
  const { socket } = await raw(discord, ...payloads(discord));
  expect((await once(socket, 'close'))[0]).toBe(code);
});

test.each<[string, (discord: DiscordSandbox) => object]>([
  ['every documented intent that needs no permission', () => ({ intents: 0b11_0011_0000_0111_1110_1111_1101 })],
  ['a token with the prefix of REST requests', ({ token }) => ({ token: `Bot ${token}` })],
])('accepts %s', async (_what, more) => {
  const { discord } = await startDiscord();
  const { socket, opcodes } = await raw(discord, identify(discord, more(discord)));
  expect((await opcodes(2))[1]).toBe(0);
  socket.terminate();
});

test('can refuse every session, and counts each identify', async () => {
  const { discord } = await startDiscord();
  discord.faults.switchOn({ name: 'gateway-no-sessions' });
  const { socket, received, opcodes } = await raw(discord, identify(discord), identify(discord));
  expect(await opcodes(3)).toEqual([10, 9, 9]);
  expect(received[1]?.d).toBe(false);
  expect(await identifiesLeft(discord)).toBe(998);
  discord.faults.clear();
  socket.send(JSON.stringify(identify(discord)));
  expect((await opcodes(4))[3]).toBe(0);
  socket.terminate();
});

test('ignores payloads after a close', async () => {
  const { discord } = await startDiscord();
  const { socket } = await raw(discord, { op: 99, d: null }, identify(discord));
  expect((await once(socket, 'close'))[0]).toBe(4001);
  expect(await identifiesLeft(discord)).toBe(1000);
});

test('refuses to resume an unknown session', async () => {
  const { discord } = await startDiscord();
  const { socket, received, opcodes } = await raw(discord, {
    op: 6,
    d: { token: discord.token, session_id: 'gone', seq: 1 },
  });
  expect(await opcodes(2)).toEqual([10, 9]);
  expect(received[1]?.d).toBe(false);
  socket.terminate();
});

test('refuses to resume a session that it declared invalid', async () => {
  const { discord } = await startDiscord();
  const { socket, received, opcodes } = await raw(discord, identify(discord));
  await discord.connected();
  discord.faults.switchOn({ name: 'gateway-invalid-session' });
  expect(await opcodes(3)).toEqual([10, 0, 9]);
  const ready = z.object({ session_id: z.string() }).parse(received[1]?.d);
  const again = await raw(discord, {
    op: 6,
    d: { token: discord.token, session_id: ready.session_id, seq: 1 },
  });
  expect(await again.opcodes(2)).toEqual([10, 9]);
  socket.terminate();
  again.socket.terminate();
});

test('lets one shard of a bucket identify in five seconds', async () => {
  const shards = { recommended: 1, atOnce: 2 };
  const { discord, clock } = await startDiscord({ shards, rateLimits: discordRateLimits });
  /** The answer to a shard's identify: READY (0) or an invalid session (9). */
  const answerTo = async (shard: number): Promise<unknown> => {
    const { socket, opcodes } = await raw(discord, identify(discord, { shard: [shard, 4] }));
    onTestFinished(() => socket.terminate());
    return (await opcodes(2))[1];
  };
  expect([await answerTo(0), await answerTo(1)]).toEqual([0, 0]);
  expect([await answerTo(2), await answerTo(3)]).toEqual([9, 9]);
  expect(discord.identifiesRefused).toBe(2);
  await clock.advance(4_999);
  expect(await answerTo(2)).toBe(9);
  await clock.advance(1);
  expect([await answerTo(2), await answerTo(3)]).toEqual([0, 0]);
  expect(await identifiesLeft(discord)).toBe(996);
});

test('counts identifies over a day', async () => {
  const { discord, clock } = await startDiscord();
  await startBot(discord);
  expect(await identifiesLeft(discord)).toBe(999);
  await clock.advance(86_400_000);
  expect(await identifiesLeft(discord)).toBe(1000);
});
