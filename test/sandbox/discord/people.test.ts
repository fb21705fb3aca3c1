import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { ClientRefusal, type ClientRefusalReason } from '../../../src/sandbox/discord/people/refusal.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import type { CommandOverride } from '../../../src/sandbox/discord/world/world-schema.ts';
import { annex, atelier, gallery, people, register, respond, startBot, startDiscord } from './support.ts';

const { channels, roles } = atelier;

const start = async (...commands: Parameters<typeof register>[1][]) => {
  const started = await startDiscord();
  const bot = await startBot(started.discord);
  await register(bot, ...commands);
  const offered = (userId: string, channelId: string = gallery) =>
    started.discord
      .as(userId)
      .commands(channelId)
      .map((one) => one.name);
  const override = (...overrides: CommandOverride[]) =>
    started.discord.changeWorld((world) => {
      world.guilds[0]?.commandOverrides.push(...overrides);
    });
  return { ...started, bot, offered, override, member: started.discord.as(people.member) };
};

const refusedAs = async (
  call: Promise<unknown>,
): Promise<{ reason: ClientRefusalReason; field: string | undefined }> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientRefusal)) throw new Error(`not refused by the client: ${error}`);
  return { reason: error.reason, field: error.field };
};

test('offers a command to everyone by default', async () => {
  const { offered } = await start('image');
  for (const id of [people.member, people.artist, people.manager]) expect(offered(id)).toEqual(['image']);
  expect(offered(people.member, channels.staff)).toEqual([]);
  expect(offered(people.moderator, channels.staff)).toEqual(['image']);
});

test('hides a command from people who lack its default permissions', async () => {
  const wanted = String(PermissionFlagsBits.ManageGuild);
  const { offered, member } = await start(
    { name: 'budget', description: 'x', default_member_permissions: wanted },
    { name: 'never', description: 'x', default_member_permissions: '0' },
  );
  expect(offered(people.member)).toEqual([]);
  expect(offered(people.manager)).toEqual(['budget']);
  expect(offered(people.owner)).toEqual(['budget', 'never']);
  const call = member.command({ channelId: gallery, name: 'budget' });
  expect(await refusedAs(call)).toMatchObject({ reason: 'not-allowed' });
});

test('lets an override for a role win over the default, and one for a member over both', async () => {
  const { offered, override } = await start({ name: 'budget', description: 'x', default_member_permissions: '0' });
  override({ command: 'budget', target: 'role', id: roles.artist, allowed: true });
  expect(offered(people.artist)).toEqual(['budget']);
  expect(offered(people.member)).toEqual([]);
  override({ command: 'budget', target: 'member', id: people.artist, allowed: false });
  expect(offered(people.artist)).toEqual([]);
});

test('lets an override deny everyone and allow a role', async () => {
  const { offered, override } = await start('image');
  override(
    { command: 'image', target: 'role', id: atelier.guild, allowed: false },
    { command: 'image', target: 'role', id: roles.artist, allowed: true },
  );
  expect(offered(people.member)).toEqual([]);
  expect(offered(people.artist)).toEqual(['image']);
});

test('applies a channel’s override in its threads, and lets it win over one for all channels', async () => {
  const { offered, override } = await start('image');
  override(
    { command: 'image', target: 'channel', id: '*', allowed: false },
    { command: 'image', target: 'channel', id: gallery, allowed: true },
  );
  expect(offered(people.member, gallery)).toEqual(['image']);
  expect(offered(people.member, channels.thread)).toEqual(['image']);
  expect(offered(people.member, channels.general)).toEqual([]);
});

test('applies the application’s override if the command has none', async () => {
  const { offered, override } = await start('image', 'video');
  override(
    { command: '*', target: 'role', id: atelier.guild, allowed: false },
    { command: 'video', target: 'role', id: atelier.guild, allowed: true },
  );
  expect(offered(people.member)).toEqual(['video']);
});

test('offers no commands without Use Application Commands', async () => {
  const { offered, discord } = await start('image');
  discord.changeWorld((world) => {
    const deny = String(PermissionFlagsBits.UseApplicationCommands);
    const channel = world.guilds[0]?.channels.find((one) => one.id === gallery);
    channel?.overwrites.push({ id: atelier.guild, type: 'role', allow: '0', deny });
  });
  expect(offered(people.member)).toEqual([]);
  expect(offered(people.owner)).toEqual(['image']);
});

test('offers age-restricted commands only in age-restricted channels', async () => {
  const { offered } = await start({ name: 'image', description: 'x', nsfw: true });
  expect(offered(people.member, gallery)).toEqual([]);
  expect(offered(people.member, channels.lateNight)).toEqual(['image']);
});

test('hides a global command behind the server’s own with the same name', async () => {
  const { discord, bot } = await start('image');
  await bot.client.rest.put(`/applications/${discord.applicationId}/guilds/${annex.guild}/commands`, {
    body: [{ name: 'image', description: 'Here only' }],
  });
  const description = (channelId: string) =>
    discord
      .as(people.member)
      .commands(channelId)
      .map((one) => one.description);
  expect(description(annex.channels.general)).toEqual(['Here only']);
  expect(description(gallery)).toEqual(['The command image']);
});

test('offers in direct messages only commands for them', async () => {
  const { offered } = await start({ name: 'image', description: 'x', contexts: [0] }, 'history');
  expect(offered(people.member, ids.direct.member)).toEqual(['history']);
  expect(offered(people.artist, ids.direct.member)).toEqual([]);
});

const option = (type: number, more: object = {}) => ({ type, name: 'o', description: 'x', ...more });

test.each<[string, object, string | number | boolean]>([
  ['a short text', option(3, { min_length: 3 }), 'ab'],
  ['a long text', option(3, { max_length: 3 }), 'abcd'],
  ['an empty text', option(3), ''],
  ['a number for a text', option(3), 1],
  ['a text that is no choice', option(3, { choices: [{ name: 'A', value: 'a' }] }), 'b'],
  ['a fraction for an integer', option(4), 1.5],
  ['a number that is too small', option(4, { min_value: 1 }), 0],
  ['a number that is too large', option(10, { max_value: 1.5 }), 1.6],
  ['a text for yes or no', option(5), 'yes'],
  ['a person who is not here', option(6), '1'],
  ['a channel of another type', option(7, { channel_types: [2] }), channels.general],
  ['a role that is not here', option(8), '1'],
])('the client refuses %s', async (_what, definition, value) => {
  const { member } = await start({ name: 'image', description: 'x', options: [definition] });
  const call = member.command({ channelId: gallery, name: 'image', options: { o: value } });
  expect(await refusedAs(call)).toEqual({ reason: 'invalid-option', field: 'o' });
});

test('requires required options and refuses unknown ones', async () => {
  const { member, bot } = await start({ name: 'image', description: 'x', options: [option(3, { required: true })] });
  const send = (options: Record<string, string>) => member.command({ channelId: gallery, name: 'image', options });
  expect(await refusedAs(send({}))).toEqual({ reason: 'missing-option', field: 'o' });
  expect(await refusedAs(send({ o: 'a', p: 'b' }))).toEqual({ reason: 'invalid-option', field: 'p' });
  expect(await refusedAs(member.command({ channelId: gallery, name: 'none' }))).toMatchObject({
    reason: 'unknown-command',
  });
  expect(bot.waiting).toEqual([]);
});

test('accepts any text for an option with autocomplete', async () => {
  const { member, bot } = await start({
    name: 'image',
    description: 'x',
    options: [option(3, { autocomplete: true })],
  });
  await member.command({ channelId: gallery, name: 'image', options: { o: 'whatever' } });
  expect(await bot.next()).toMatchObject({ data: { options: [{ value: 'whatever' }] } });
});

test('requires a subcommand for a command with subcommands', async () => {
  const options = [{ type: 1, name: 'set', description: 'x' }];
  const { member } = await start({ name: 'budget', description: 'x', options });
  const send = (more: object) => member.command({ channelId: gallery, name: 'budget', ...more });
  expect(await refusedAs(send({}))).toMatchObject({ reason: 'unknown-command' });
  expect(await refusedAs(send({ subcommand: 'get' }))).toMatchObject({ reason: 'unknown-command' });
  await send({ subcommand: 'set' });
});

test('checks a file’s type by its name only, and its size by the person’s limit', async () => {
  const options = [option(11, { file_types: ['image'] })];
  const { member, bot, discord } = await start({ name: 'image', description: 'x', options });
  const send = (name: string, bytes: Uint8Array) =>
    member.command({ channelId: annex.channels.general, name: 'image', attachments: [{ option: 'o', name, bytes }] });
  expect(await refusedAs(send('a.txt', Buffer.from('a')))).toEqual({ reason: 'file-type', field: 'o' });
  expect(await refusedAs(send('a.png', Buffer.alloc(10_485_761)))).toEqual({ reason: 'file-too-large', field: 'o' });
  await send('virus.png', Buffer.from('MZ'));
  expect(await bot.next()).toMatchObject({ type: 2 });
  expect(Object.keys(discord.snapshot().attachments)).toHaveLength(1);
});

test('refuses missing and disabled components, and components of another kind', async () => {
  const { member, bot, discord } = await start('image');
  const { answer } = await member.command({ channelId: gallery, name: 'image' });
  const row = (...components: object[]) => ({ type: 1, components });
  const components = [
    row(
      { type: 2, style: 1, label: 'A', custom_id: 'a' },
      { type: 2, style: 1, label: 'B', custom_id: 'b', disabled: true },
    ),
    row({
      type: 3,
      custom_id: 's',
      max_values: 1,
      options: [
        { label: 'X', value: 'x' },
        { label: 'Y', value: 'y' },
      ],
    }),
  ];
  await respond(bot, await bot.next(), { type: 4, data: { content: 'x', components, flags: 64 } });
  const answered = await answer;
  if (answered.kind !== 'message') throw new Error('no message');
  const at = { channelId: gallery, messageId: answered.message.id };
  expect(await refusedAs(member.press({ ...at, customId: 'c' }))).toMatchObject({ reason: 'unknown-component' });
  expect(await refusedAs(member.press({ ...at, customId: 's' }))).toMatchObject({ reason: 'unknown-component' });
  expect(await refusedAs(member.press({ ...at, customId: 'b' }))).toMatchObject({ reason: 'disabled' });
  expect(await refusedAs(member.select({ ...at, customId: 's', values: ['z'] }))).toMatchObject({
    reason: 'invalid-option',
  });
  expect(await refusedAs(member.select({ ...at, customId: 's', values: ['x', 'y'] }))).toMatchObject({
    reason: 'invalid-option',
  });
  expect(await refusedAs(member.select({ ...at, customId: 's', values: [] }))).toMatchObject({
    reason: 'invalid-option',
  });
  const stranger = discord.as(people.artist).press({ ...at, customId: 'a' });
  expect(await refusedAs(stranger)).toMatchObject({ reason: 'unknown-message' });
});

test('checks a form before it is sent', async () => {
  const { member, bot, discord } = await start('image');
  const { answer } = await member.command({ channelId: gallery, name: 'image' });
  const component = { type: 4, custom_id: 'a', style: 1, min_length: 2, max_length: 3 };
  const data = { custom_id: 'm', title: 'M', components: [{ type: 18, label: 'A', component }] };
  await respond(bot, await bot.next(), { type: 9, data });
  const opened = await answer;
  if (opened.kind !== 'modal') throw new Error('no modal');
  const { modal } = opened;
  expect(await refusedAs(member.submitModal({ modal }))).toEqual({ reason: 'missing-option', field: 'a' });
  for (const a of ['x', 'xxxx']) {
    expect(await refusedAs(member.submitModal({ modal, values: { a } }))).toEqual({
      reason: 'invalid-option',
      field: 'a',
    });
  }
  const stranger = discord.as(people.artist).submitModal({ modal, values: { a: 'xx' } });
  expect(await refusedAs(stranger)).toMatchObject({ reason: 'unknown-modal' });
});

test('lets people post, see and delete according to their permissions', async () => {
  const { discord, member } = await start();
  const message = await member.post({ channelId: gallery, content: 'Hello' });
  expect(discord.messages(gallery, { as: people.artist })).toMatchObject([
    { content: 'Hello', author: { username: 'mira' } },
  ]);
  const at = { channelId: gallery, messageId: message.id };
  expect(await refusedAs(discord.as(people.artist).deleteMessage(at))).toMatchObject({ reason: 'not-allowed' });
  await discord.as(people.moderator).deleteMessage(at);
  expect(discord.messages(gallery, { as: people.member })).toEqual([]);
  expect(discord.messages(channels.staff, { as: people.member })).toEqual([]);
  const hidden = member.post({ channelId: channels.staff, content: 'x' });
  expect(await refusedAs(hidden)).toMatchObject({ reason: 'unknown-channel' });
});

test('keeps no file of a person’s message that Discord refuses', async () => {
  const { member, folder } = await start();
  const attachments = [{ name: 'a.png', bytes: Buffer.from('a') }];
  const post = member.post({ channelId: gallery, content: 'x'.repeat(2001), attachments });
  await expect(post).rejects.toThrow('Invalid Form Body');
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
});

test('shows each person their own channels', async () => {
  const { discord } = await start();
  const view = PermissionFlagsBits.ViewChannel;
  const names = (userId: string) =>
    discord.world.guilds
      .filter(({ members }) => members.some((one) => one.userId === userId))
      .map(({ name, channels: all }) => [name, all.filter(({ id }) => discord.as(userId).can(id, view)).length]);
  expect(names(people.moderator)).toEqual([
    ['The Atelier', 10],
    ['The Workshop', 9],
  ]);
  expect(names(people.member)).toEqual([
    ['The Atelier', 9],
    ['The Annex', 2],
    ['The Workshop', 8],
  ]);
  expect(names(people.thirdMember)).toEqual([['The Workshop', 8]]);
});

test('reports changes as they happen', async () => {
  const { discord, member } = await start('image');
  const kinds: string[] = [];
  const stop = discord.listen((change) => kinds.push(change.kind));
  const message = await member.post({ channelId: gallery, content: 'Hello' });
  await member.deleteMessage({ channelId: gallery, messageId: message.id });
  await member.command({ channelId: gallery, name: 'image' });
  stop();
  await member.post({ channelId: gallery, content: 'Unheard' });
  expect(kinds).toEqual(['message-created', 'message-deleted']);
});
