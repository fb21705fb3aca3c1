import { GatewayIntentBits, PermissionFlagsBits, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { atelier, gallery, people, refusalOf, startBot, startDiscord } from './support.ts';

const { channels } = atelier;
const posted = z.looseObject({ id: z.string() });

const start = async () => {
  const started = await startDiscord();
  const { client } = await startBot(started.discord);
  const { rest } = client;
  const post = async (body: unknown, channelId: string = gallery) =>
    posted.parse(await rest.post(Routes.channelMessages(channelId), { body }));
  const patch = (id: string, body: unknown, channelId: string = gallery) =>
    rest.patch(Routes.channelMessage(channelId, id), { body });
  const remove = (id: string, channelId: string = gallery) => rest.delete(Routes.channelMessage(channelId, id));
  return { ...started, client, rest, post, patch, remove };
};

test('posts, reads, changes, lists and deletes a message', async () => {
  const { post, patch, remove, rest, discord } = await start();
  const { id } = await post({ content: 'Hello' });
  expect(await rest.get(Routes.channelMessage(gallery, id))).toMatchObject({
    id,
    channel_id: gallery,
    content: 'Hello',
    author: { id: discord.world.application.botUserId, bot: true },
    type: 0,
    edited_timestamp: null,
    attachments: [],
    embeds: [],
  });
  expect(await patch(id, { content: 'Bye' })).toMatchObject({ content: 'Bye', edited_timestamp: expect.any(String) });
  const second = await post({ content: 'Second' });
  const list = (query: string) => rest.get(Routes.channelMessages(gallery), { query: new URLSearchParams(query) });
  expect(await list('')).toMatchObject([{ id: second.id }, { id }]);
  expect(await list('limit=1')).toMatchObject([{ id: second.id }]);
  expect(await list(`before=${second.id}`)).toMatchObject([{ id }]);
  expect(await list(`after=${id}`)).toMatchObject([{ id: second.id }]);
  await remove(id);
  expect(await refusalOf(rest.get(Routes.channelMessage(gallery, id)))).toMatchObject({ status: 404, code: 10008 });
});

test('accepts discord.js’s own calls', async () => {
  const { discord } = await startDiscord();
  const { client } = await startBot(discord, { intents: [GatewayIntentBits.Guilds] });
  const channel = client.channels.cache.get(gallery);
  if (!channel?.isSendable()) throw new Error('not sendable');
  const message = await channel.send({ content: 'Hello', files: [{ attachment: Buffer.from('a'), name: 'a.png' }] });
  expect(message.attachments.first()).toMatchObject({ name: 'a.png', size: 1 });
  await message.edit({ content: 'Bye', attachments: [] });
  expect(discord.messages(gallery, { as: people.member })).toMatchObject([{ content: 'Bye', attachments: [] }]);
  await message.delete();
  expect(discord.messages(gallery, { as: people.member })).toEqual([]);
});

test('names an unknown channel, message or route', async () => {
  const { post, patch, rest } = await start();
  expect(await refusalOf(post({ content: 'x' }, '123'))).toMatchObject({ status: 404, code: 10003 });
  expect(await refusalOf(patch('123', { content: 'x' }))).toMatchObject({ status: 404, code: 10008 });
  expect(await refusalOf(rest.get('/no/such/route'))).toMatchObject({ status: 404, code: 0 });
  expect(await refusalOf(rest.get('/channels/abc'))).toMatchObject({ status: 400, code: 50035 });
});

test('refuses a wrong bot token with 401 and code 0', async () => {
  const { discord } = await start();
  const response = await fetch(`${discord.apiUrl}/v10/users/@me`, { headers: { authorization: 'Bot wrong' } });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: '401: Unauthorized', code: 0 });
});

test('refuses a channel that the bot can’t see with 50001, also for edits', async () => {
  const { post, patch, remove, rest, discord } = await start();
  const { id } = await post({ content: 'Hello' });
  discord.changeWorld((world) => {
    const deny = String(PermissionFlagsBits.ViewChannel);
    const channel = world.guilds[0]?.channels.find((one) => one.id === gallery);
    channel?.overwrites.push({ id: world.application.botUserId, type: 'member', allow: '0', deny });
  });
  const missing = { status: 403, code: 50001, raw: { message: 'Missing Access' } };
  expect(await refusalOf(post({ content: 'x' }))).toMatchObject(missing);
  expect(await refusalOf(patch(id, { content: 'x' }))).toMatchObject(missing);
  expect(await refusalOf(remove(id))).toMatchObject(missing);
  expect(await refusalOf(rest.get(Routes.channel(gallery)))).toMatchObject(missing);
  expect(await refusalOf(rest.get(Routes.channelMessages(gallery)))).toMatchObject(missing);
});

test('requires permission to post a message, but not to edit one', async () => {
  const { post, patch, discord } = await start();
  const { id } = await post({ content: 'Hello' });
  discord.changeWorld((world) => {
    const deny = String(PermissionFlagsBits.SendMessages);
    const channel = world.guilds[0]?.channels.find((one) => one.id === gallery);
    channel?.overwrites.push({ id: world.application.botUserId, type: 'member', allow: '0', deny });
  });
  expect(await refusalOf(post({ content: 'x' }))).toMatchObject({ status: 403, code: 50013 });
  expect(await patch(id, { content: 'Changed' })).toMatchObject({ content: 'Changed' });
});

test('requires Read Message History to read a message, but not to change it', async () => {
  const { discord, post, patch, rest } = await start();
  const { id } = await post({ content: 'Hello' });
  discord.changeWorld(({ guilds, application }) => {
    const channel = guilds[0]?.channels.find((one) => one.id === gallery);
    const deny = String(PermissionFlagsBits.ReadMessageHistory);
    channel?.overwrites.push({ id: application.botUserId, type: 'member', allow: '0', deny });
  });
  expect(await refusalOf(rest.get(Routes.channelMessage(gallery, id)))).toMatchObject({ status: 403, code: 50001 });
  expect(await patch(id, { content: 'Bye' })).toMatchObject({ content: 'Bye' });
});

test('requires Attach Files for files', async () => {
  const { rest, post } = await start();
  const files = [{ name: 'a.png', data: Buffer.from('a') }];
  const call = rest.post(Routes.channelMessages(channels.textOnly), { body: { content: 'x' }, files });
  expect(await refusalOf(call)).toMatchObject({ status: 403, code: 50013 });
  await post({ content: 'x' }, channels.textOnly);
});

test('refuses to change others’ messages, and to delete them without Manage Messages', async () => {
  const { patch, remove, discord } = await start();
  const { id } = await discord.as(people.member).post({ channelId: gallery, content: 'Mine' });
  expect(await refusalOf(patch(id, { content: 'x' }))).toMatchObject({ status: 403, code: 50005 });
  expect(await refusalOf(remove(id))).toMatchObject({ status: 403, code: 50013 });
  discord.changeWorld((world) => {
    const role = world.guilds[0]?.roles.find((one) => one.id === atelier.roles.bot);
    if (role) role.permissions = String(BigInt(role.permissions) | PermissionFlagsBits.ManageMessages);
  });
  await remove(id);
  expect(discord.messages(gallery, { as: people.member })).toEqual([]);
});

const setThread = (discord: Awaited<ReturnType<typeof start>>['discord'], archived: boolean, locked: boolean) =>
  discord.changeWorld((world) => {
    const thread = world.guilds[0]?.channels.find((one) => one.id === channels.thread);
    if (thread) thread.thread = { archived, locked };
  });

test('refuses edits in an archived thread with 50083, and reopens it for a new message', async () => {
  const { post, patch, discord, rest } = await start();
  const { id } = await post({ content: 'Hello' }, channels.thread);
  setThread(discord, true, false);
  expect(await refusalOf(patch(id, { content: 'x' }, channels.thread))).toMatchObject({ status: 400, code: 50083 });
  await post({ content: 'Back' }, channels.thread);
  expect(await rest.get(Routes.channel(channels.thread))).toMatchObject({
    type: 11,
    parent_id: gallery,
    thread_metadata: { archived: false },
  });
  await patch(id, { content: 'x' }, channels.thread);
});

test('requires Manage Threads in a locked thread', async () => {
  const { post, patch, discord } = await start();
  const { id } = await post({ content: 'Hello' }, channels.thread);
  setThread(discord, false, true);
  expect(await refusalOf(patch(id, { content: 'x' }, channels.thread))).toMatchObject({ status: 400, code: 160005 });
  expect(await refusalOf(post({ content: 'x' }, channels.thread))).toMatchObject({ status: 400, code: 160005 });
  discord.changeWorld((world) => {
    const role = world.guilds[0]?.roles.find((one) => one.id === atelier.roles.bot);
    if (role) role.permissions = String(BigInt(role.permissions) | PermissionFlagsBits.ManageThreads);
  });
  await patch(id, { content: 'x' }, channels.thread);
});

test('lets the bot reopen an archived thread', async () => {
  const { rest } = await start();
  const open = await rest.patch(Routes.channel(channels.archivedThread), { body: { archived: false } });
  expect(open).toMatchObject({ thread_metadata: { archived: false } });
  const lock = rest.patch(Routes.channel(channels.archivedThread), { body: { locked: true } });
  expect(await refusalOf(lock)).toMatchObject({ status: 403, code: 50013 });
});

test('posts once for an enforced nonce within some minutes, in any channel', async () => {
  const { post, clock, discord, rest } = await start();
  const body = { content: 'Once', nonce: 'job-1', enforce_nonce: true };
  const { id } = await post(body);
  expect(await post(body)).toMatchObject({ id, nonce: 'job-1' });
  expect((await post({ ...body, enforce_nonce: false })).id).not.toBe(id);
  const elsewhere = await rest.post(Routes.channelMessages(atelier.channels.clips), { body });
  expect(elsewhere).toMatchObject({ id, channel_id: gallery });
  await clock.advance(300_001);
  expect((await post(body)).id).not.toBe(id);
  expect(discord.messages(gallery, { as: people.member })).toHaveLength(3);
});

test('names the message that a reply answers, and pings its author unless told otherwise', async () => {
  const { post, discord } = await start();
  const { id } = await discord.as(people.member).post({ channelId: gallery, content: 'Hello' });
  const reply = { content: 'Hi', message_reference: { message_id: id } };
  expect(await post(reply)).toMatchObject({ type: 19, referenced_message: { id, content: 'Hello' } });
  await post({ ...reply, allowed_mentions: { parse: [] } });
  const notified = discord.messages(gallery, { as: people.member }).map((one) => one.sandbox.notifiedIds);
  expect(notified).toEqual([[], [people.member], []]);
  const gone = { content: 'x', message_reference: { message_id: '1', fail_if_not_exists: false } };
  expect(await post(gone)).toMatchObject({ type: 0 });
});

test('lets only people with the permission mention everyone', async () => {
  const { post } = await start();
  expect(await post({ content: '@everyone' })).toMatchObject({ mention_everyone: false });
  const role = await post({ content: `<@&${atelier.roles.artist}>` });
  expect(role).toMatchObject({ mention_roles: [atelier.roles.artist] });
});

test('describes channels, servers, members, people and the application', async () => {
  const { rest, discord, client } = await start();
  expect(await rest.get(Routes.channel(channels.lateNight))).toMatchObject({ nsfw: true, guild_id: atelier.guild });
  expect(await rest.get(Routes.guild(atelier.guild))).toMatchObject({ name: 'The Atelier', premium_tier: 2 });
  expect(await rest.get(Routes.guildRoles(atelier.guild))).toHaveLength(5);
  expect(await rest.get(Routes.guildMember(atelier.guild, people.artist))).toMatchObject({
    user: { id: people.artist },
    roles: [atelier.roles.artist],
  });
  expect(await refusalOf(rest.get(Routes.guildMember(atelier.guild, '1')))).toMatchObject({ code: 10007 });
  expect(await refusalOf(rest.get(Routes.guild('1')))).toMatchObject({ status: 404, code: 10004 });
  expect(await rest.get(Routes.user())).toMatchObject({ id: discord.world.application.botUserId, bot: true });
  expect(await rest.get(Routes.user(people.artist))).toMatchObject({ username: 'ayla' });
  expect(await client.application.fetch()).toMatchObject({ owner: { id: people.operator } });
});

test('describes the team that owns the application', async () => {
  const { discord, client } = await start();
  discord.changeWorld(({ application }) => {
    const members = [{ userId: people.operator, role: 'admin' as const }];
    application.team = { id: '99', name: 'Makers', ownerId: people.operator, members };
  });
  const { owner } = await client.application.fetch();
  expect(owner).toMatchObject({ name: 'Makers', ownerId: people.operator });
});

test('refuses access to a server that the bot isn’t in', async () => {
  const { discord, rest, post } = await start();
  discord.changeWorld((world) => {
    const guild = world.guilds[0];
    if (guild) guild.members = guild.members.filter((one) => one.userId !== world.application.botUserId);
  });
  expect(await refusalOf(rest.get(Routes.guild(atelier.guild)))).toMatchObject({ status: 403, code: 50001 });
  expect(await refusalOf(post({ content: 'x' }))).toMatchObject({ status: 403, code: 50001 });
});
