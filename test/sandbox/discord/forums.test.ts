import { PermissionFlagsBits as P, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { channel, type World } from '../../../src/sandbox/discord/world/world-schema.ts';
import { atelier, people, refusalOf, startBot, startDiscord } from './support.ts';

const FORUM = '1300000000000000901';
const TAG = '1300000000000000911';
const MODERATED_TAG = '1300000000000000912';
const thread = z.looseObject({ id: z.string(), message: z.looseObject({ id: z.string() }) });

const forumIn = ({ guilds }: World) => {
  const found = guilds[0]?.channels.find(({ id }) => id === FORUM);
  if (!found?.forum) throw new Error('no forum');
  return found;
};

const start = async ({ type = 15, requiresTag = false }: { type?: 15 | 16; requiresTag?: boolean } = {}) => {
  const started = await startDiscord();
  const { discord } = started;
  const tags = [
    { id: TAG, name: 'picture' },
    { id: MODERATED_TAG, name: 'best', moderated: true },
  ];
  discord.changeWorld(({ guilds }) => {
    guilds[0]?.channels.push(channel.parse({ id: FORUM, name: 'works', type, forum: { tags, requiresTag } }));
  });
  const { rest } = (await startBot(discord)).client;
  const post = async (body: Record<string, unknown> = {}, channelId = FORUM) => {
    const whole = { name: 'A fox', message: { content: 'Hello' }, ...body };
    return thread.parse(await rest.post(Routes.threads(channelId), { body: whole }));
  };
  const allow = (...permissions: bigint[]) => overwrite(discord, 'allow', permissions);
  const deny = (...permissions: bigint[]) => overwrite(discord, 'deny', permissions);
  return { ...started, rest, post, allow, deny };
};

const overwrite = (discord: DiscordSandbox, how: 'allow' | 'deny', permissions: bigint[]): void =>
  discord.changeWorld((world) => {
    const bits = String(permissions.reduce((sum, one) => sum | one, 0n));
    forumIn(world).overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny: '0', [how]: bits });
  });

test.each([15, 16] as const)(
  'a post is a thread that its first message begins, in a channel of type %s',
  async (type) => {
    const { discord, rest, post } = await start({ type });
    const begun = await post({ applied_tags: [TAG] });
    expect(begun).toMatchObject({
      ...{ type: 11, parent_id: FORUM, name: 'A fox', owner_id: ids.bot, applied_tags: [TAG] },
      message: { id: begun.id, channel_id: begun.id, content: 'Hello' },
    });
    expect(await rest.get(Routes.channel(FORUM))).toMatchObject({
      type,
      available_tags: [{ id: TAG, name: 'picture' }, {}],
    });
    expect(discord.messages(begun.id, { as: people.member })).toMatchObject([{ content: 'Hello' }]);
    expect(await rest.get(Routes.guildActiveThreads(atelier.guild))).toMatchObject({
      threads: expect.arrayContaining([expect.objectContaining({ id: begun.id, parent_id: FORUM })]),
    });
    const said = await discord.as(people.member).post({ channelId: begun.id, content: 'Lovely' });
    expect(said).toMatchObject({ content: 'Lovely', channel_id: begun.id });
  },
);

test('allows messages in a forum only in its posts', async () => {
  const { discord, rest, post } = await start();
  expect(await refusalOf(rest.post(Routes.channelMessages(FORUM), { body: { content: 'x' } }))).toMatchObject({
    ...{ status: 400, code: 50_008 },
  });
  await expect(discord.as(people.member).post({ channelId: FORUM, content: 'x' })).rejects.toThrow('posts');
  expect(await refusalOf(post({}, atelier.channels.gallery))).toMatchObject({ status: 400, code: 50_024 });
});

test('requires a name and a message for a post, allows five tags, and ignores nonces', async () => {
  const { post } = await start();
  for (const body of [{ name: '' }, { name: 'x'.repeat(101) }, { message: undefined }]) {
    expect(await refusalOf(post(body))).toMatchObject({ status: 400, code: 50_035 });
  }
  const many = Array.from({ length: 6 }, () => TAG);
  expect(await refusalOf(post({ applied_tags: many }))).toMatchObject({ code: 50_035 });
  expect(await refusalOf(post({ message: { content: '' } }))).toMatchObject({ code: 50_006 });
  const message = { content: 'Hello', nonce: 'same', enforce_nonce: true };
  expect((await post({ message })).id).not.toBe((await post({ message })).id);
});

test('accepts the channel’s tags only, and moderated ones only with Manage Threads', async () => {
  const { post, allow } = await start();
  expect(await refusalOf(post({ applied_tags: ['123'] }))).toMatchObject({ code: 10_087 });
  expect(await refusalOf(post({ applied_tags: [MODERATED_TAG] }))).toMatchObject({ code: 50_013 });
  allow(P.ManageThreads);
  expect(await post({ applied_tags: [MODERATED_TAG] })).toMatchObject({ applied_tags: [MODERATED_TAG] });
});

test('can require a tag on each post', async () => {
  const { rest, post } = await start({ requiresTag: true });
  expect(await rest.get(Routes.channel(FORUM))).toMatchObject({ flags: 16 });
  expect(await refusalOf(post())).toMatchObject({ status: 400, code: 40_067 });
  expect(await post({ applied_tags: [TAG] })).toMatchObject({ applied_tags: [TAG] });
});

test('requires Send Messages to start a post, and nothing else', async () => {
  const { post, deny, allow } = await start();
  deny(P.SendMessagesInThreads);
  await post();
  deny(P.SendMessages);
  expect(await refusalOf(post())).toMatchObject({ status: 403, code: 50_013 });
  allow(P.SendMessages);
  deny(P.ViewChannel);
  expect(await refusalOf(post())).toMatchObject({ status: 403, code: 50_001 });
});

test('lets managers of the channel replace its tags, at most twenty and with different names', async () => {
  const { discord, rest, allow } = await start();
  const change = (tags: unknown[]) => rest.patch(Routes.channel(FORUM), { body: { available_tags: tags } });
  expect(await refusalOf(change([{ name: 'clip' }]))).toMatchObject({ status: 403, code: 50_013 });
  allow(P.ManageChannels);
  await change([{ id: TAG, name: 'picture' }, { name: 'clip' }]);
  expect(forumIn(discord.world).forum?.tags.map(({ name }) => name)).toEqual(['picture', 'clip']);
  expect(await refusalOf(change([{ name: 'a' }, { name: 'a' }]))).toMatchObject({ code: 40_061 });
  expect(await refusalOf(change([{ id: MODERATED_TAG, name: 'best' }]))).toMatchObject({ code: 10_087 });
  const many = Array.from({ length: 21 }, (_, index) => ({ name: `tag ${index}` }));
  expect(await refusalOf(change(many))).toMatchObject({ code: 50_035 });
});

test('lets a post’s owner rename and reopen it, and delete it only with Manage Threads', async () => {
  const { discord, rest, post, allow } = await start();
  const { id } = await post();
  const change = (body: unknown) => rest.patch(Routes.channel(id), { body });
  expect(await change({ name: 'Another' })).toMatchObject({ name: 'Another' });
  await change({ archived: true });
  expect(await refusalOf(change({ name: 'A third' }))).toMatchObject({ code: 50_083 });
  expect(await change({ name: 'A third', archived: false })).toMatchObject({ name: 'A third' });
  expect(await refusalOf(rest.delete(Routes.channel(id)))).toMatchObject({ status: 403, code: 50_013 });
  allow(P.ManageThreads);
  await rest.delete(Routes.channel(id));
  expect(await refusalOf(rest.get(Routes.channel(id)))).toMatchObject({ status: 404, code: 10_003 });
  expect(discord.messages(id, { as: people.member })).toEqual([]);
});

test('refuses to edit or rename an archived post until it is reopened', async () => {
  const { discord, rest, post } = await start();
  const { id } = await post();
  discord.changeWorld(({ guilds }) => {
    const own = guilds[0]?.channels.find((one) => one.id === id);
    if (own) own.thread = { archived: true, locked: false };
  });
  const edit = () => rest.patch(Routes.channelMessage(id, id), { body: { content: 'Bye' } });
  expect(await refusalOf(edit())).toMatchObject({ code: 50_083 });
  await rest.patch(Routes.channel(id), { body: { archived: false } });
  expect(await edit()).toMatchObject({ content: 'Bye' });
});
