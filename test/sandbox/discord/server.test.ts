import { once } from 'node:events';
import { request } from 'node:http';
import { Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { defaultWorld } from '../../../src/sandbox/discord/world/world.ts';
import { gallery, people, refusalOf, register, respond, startBot, startDiscord, temporaryFolder } from './support.ts';

const statusWithHost = async (origin: string, host: string): Promise<number | undefined> => {
  const call = request(`${origin}/api/v10/gateway/bot`, { headers: { host } });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  return z.object({ statusCode: z.int() }).parse(response).statusCode;
};

test('refuses requests that name another host', async () => {
  const { discord } = await startDiscord();
  const { port } = new URL(discord.origin);
  expect(await statusWithHost(discord.origin, 'evil.example')).toBe(403);
  expect(await statusWithHost(discord.origin, `evil.example:${port}`)).toBe(403);
  expect(await statusWithHost(discord.origin, `localhost:${port}`)).toBe(401);
});

test('listens on the loopback address only', async () => {
  const { discord } = await startDiscord();
  expect(new URL(discord.origin).hostname).toBe('127.0.0.1');
});

test('answers with the content type that Discord sends, which some clients compare as a whole', async () => {
  const { discord } = await startDiscord();
  const headers = { authorization: `Bot ${discord.token}` };
  for (const path of ['applications/@me', 'oauth2/applications/@me', 'nothing']) {
    const answer = await fetch(`${discord.apiUrl}/v10/${path}`, { headers });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject(path === 'nothing' ? { code: 0 } : { id: discord.applicationId });
  }
});

test('counts the answers that Discord bans an address for', async () => {
  const { discord } = await startDiscord();
  for (const path of ['gateway/bot', 'gateway/bot', 'nothing']) await fetch(`${discord.apiUrl}/v10/${path}`);
  expect(discord.requests.refusals).toBe(2);
});

test('continues from a JSON snapshot with files, commands and tokens', async () => {
  const folder = await temporaryFolder();
  const first = await startDiscord({ folder });
  const bot = await startBot(first.discord);
  await register(bot, 'image');
  await first.discord.as(people.member).command({ channelId: gallery, name: 'image' });
  const interaction = await bot.next();
  await respond(bot, interaction, { type: 4, data: { content: 'Working' } });
  const attachments = [{ name: 'a.png', bytes: Buffer.from('fox') }];
  await first.discord.as(people.member).post({ channelId: gallery, content: 'Look', attachments });
  const before = first.discord.messages(gallery, { as: people.member });
  const json: unknown = JSON.parse(JSON.stringify(first.discord.snapshot()));
  await first.discord.stop();

  const { discord } = await startDiscord({ folder, snapshot: json });
  const after = discord.messages(gallery, { as: people.member });
  const addressless = (list: typeof after) => list.map((one) => ({ ...one, attachments: one.attachments.length }));
  expect(addressless(after)).toEqual(addressless(before));
  expect(discord.commands().map((one) => one.name)).toEqual(['image']);
  expect(await (await fetch(after[1]?.attachments[0]?.url ?? '')).text()).toBe('fox');
  const again = await startBot(discord);
  const original = Routes.webhookMessage(discord.applicationId, interaction.token);
  const edited = again.client.rest.patch(original, { auth: false, body: { content: 'Done' } });
  expect(await edited).toMatchObject({ content: 'Done', id: before[0]?.id });
  const newer = await discord.as(people.member).post({ channelId: gallery, content: 'New' });
  expect(BigInt(newer.id) > BigInt(before[1]?.id ?? '')).toBe(true);
});

test('refuses an invalid snapshot', async () => {
  const folder = await temporaryFolder();
  const { clock } = await startDiscord();
  await expect(startDiscordSandbox({ clock, folder, snapshot: { world: 1 } })).rejects.toThrow();
});

test('changes the world as a whole or not at all', async () => {
  const { discord } = await startDiscord();
  const spoil = () =>
    discord.changeWorld((world) => {
      world.guilds[0]?.roles.push({ id: 'x', name: 'x', colour: 0, position: 0, permissions: '0' });
    });
  expect(spoil).toThrow();
  expect(discord.world).toEqual(defaultWorld());
});

test('lets a new bot answer after the last one was killed', async () => {
  const { discord } = await startDiscord();
  const first = await startBot(discord);
  await register(first, 'image');
  await first.client.destroy();
  const second = await startBot(discord);
  const { answer } = await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  await respond(second, await second.next(), { type: 4, data: { content: 'Here' } });
  expect((await answer).kind).toBe('message');
  expect(discord.connections).toBe(1);
});

test('can be stopped twice, and disconnects waiting clients', async () => {
  const { discord } = await startDiscord();
  discord.faults.switchOn({ name: 'hang' });
  const call = fetch(`${discord.apiUrl}/v10/users/@me`);
  await Promise.all([
    expect(call).rejects.toThrow(),
    hung(discord).then(() => Promise.all([discord.stop(), discord.stop()])),
  ]);
});

const hung = async (discord: Awaited<ReturnType<typeof startDiscord>>['discord']): Promise<void> => {
  while (discord.requests.list().length === 0) await new Promise((resolve) => setImmediate(resolve));
};

test('takes another token and port', async () => {
  const { discord } = await startDiscord({ token: 'another.token' });
  const { client } = await startBot(discord);
  expect(discord.token).toBe('another.token');
  expect(await refusalOf(client.rest.get('/users/1'))).toMatchObject({ status: 404, code: 10013 });
});
