import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  PermissionFlagsBits,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { expect, test } from 'vitest';
import { NoAnswerError } from '../../../src/sandbox/discord/people/person.ts';
import type { MessageView } from '../../../src/sandbox/discord/people/views.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { atelier, type Bot, gallery, people, refusalOf, register, respond, startBot, startDiscord } from './support.ts';

const start = async (...commands: Parameters<typeof register>[1][]) => {
  const started = await startDiscord();
  const bot = await startBot(started.discord);
  await register(bot, ...commands);
  return { ...started, bot, member: started.discord.as(people.member) };
};

/** Runs the bot's handling of the next interaction, with discord.js's object. */
const onInteraction = ({ client }: Bot, act: (interaction: Interaction) => Promise<unknown>): Promise<unknown> =>
  new Promise((resolve, reject) => client.once(Events.InteractionCreate, (one) => act(one).then(resolve, reject)));

/** Lets a member use a command, and the bot answer with this message. */
const messageWith = async (
  { bot, member }: Pick<Awaited<ReturnType<typeof start>>, 'bot' | 'member'>,
  data: object,
): Promise<MessageView> => {
  const { answer } = await member.command({ channelId: gallery, name: 'image' });
  await respond(bot, await bot.next(), { type: 4, data });
  const answered = await answer;
  if (answered.kind !== 'message') throw new Error(`the answer was ${answered.kind}`);
  return answered.message;
};

const row = (...components: object[]) => ({ type: 1, components });
const button = (customId: string, more: object = {}) => ({
  type: 2,
  style: 1,
  label: 'Go',
  custom_id: customId,
  ...more,
});

test('sends a command with its person, channel, permissions and file limit', async () => {
  const { bot, discord, member } = await start('image');
  await member.command({ channelId: gallery, name: 'image' });
  const [command] = discord.commands();
  expect(await bot.next()).toMatchObject({
    application_id: discord.applicationId,
    type: 2,
    version: 1,
    guild_id: atelier.guild,
    guild_locale: 'en-US',
    channel_id: gallery,
    channel: { id: gallery, type: 0, name: 'gallery' },
    member: { user: { id: people.member, username: 'mira', global_name: 'Mira' }, roles: [] },
    locale: 'en-US',
    context: 0,
    attachment_size_limit: 52_428_800,
    authorizing_integration_owners: { '0': atelier.guild },
    entitlements: [],
    data: { id: command?.id, name: 'image', type: 1 },
  });
});

test('sends interactions that discord.js understands without a cache', async () => {
  const { bot, member } = await start('image');
  const seen = onInteraction(bot, async (one) => {
    expect(one.isChatInputCommand() && one.commandName).toBe('image');
    expect(one.memberPermissions?.has(PermissionFlagsBits.AttachFiles)).toBe(true);
    expect(one.appPermissions.has(PermissionFlagsBits.AttachFiles)).toBe(true);
    expect(one.attachmentSizeLimit).toBe(52_428_800);
  });
  await member.command({ channelId: gallery, name: 'image' });
  await seen;
});

test.each([
  ['a channel that the bot cannot see', atelier.channels.hidden, PermissionFlagsBits.ViewChannel],
  ['a channel in which it may not attach', atelier.channels.textOnly, PermissionFlagsBits.AttachFiles],
])('the bot is told its rights in %s', async (_what, channelId, missing) => {
  const { bot, member } = await start('image');
  await member.command({ channelId, name: 'image' });
  const rights = BigInt(String((await bot.next())['app_permissions']));
  expect(rights & missing).toBe(0n);
  expect(rights & PermissionFlagsBits.EmbedLinks).toBe(PermissionFlagsBits.EmbedLinks);
});

test('sends a command in a direct message without a server', async () => {
  const { bot, discord } = await start('image');
  await discord.as(people.member).command({ channelId: ids.direct.member, name: 'image' });
  const sent = await bot.next();
  expect(sent).toMatchObject({ context: 1, user: { id: people.member }, channel: { type: 1 } });
  expect(sent).not.toHaveProperty('guild_id');
  expect(sent).not.toHaveProperty('member');
});

test('sends options of each type with what their ids refer to', async () => {
  const option = (type: number, name: string) => ({ type, name, description: name });
  const options = [
    option(3, 'text'),
    option(4, 'count'),
    option(5, 'flag'),
    option(6, 'who'),
    option(7, 'where'),
    option(8, 'role'),
    option(11, 'source'),
  ];
  const { bot, member } = await start({ name: 'all', description: 'all', options });
  await member.command({
    channelId: gallery,
    name: 'all',
    options: {
      text: 'a fox',
      count: 2,
      flag: true,
      who: people.artist,
      where: atelier.channels.clips,
      role: atelier.roles.artist,
    },
    attachments: [{ option: 'source', name: 'my cat.png', bytes: Buffer.from('cat') }],
  });
  const sent = await bot.next();
  expect(sent['data']).toMatchObject({
    options: [
      { name: 'text', type: 3, value: 'a fox' },
      { name: 'count', type: 4, value: 2 },
      { name: 'flag', type: 5, value: true },
      { name: 'who', type: 6, value: people.artist },
      { name: 'where', type: 7, value: atelier.channels.clips },
      { name: 'role', type: 8, value: atelier.roles.artist },
      { name: 'source', type: 11 },
    ],
    resolved: {
      users: { [people.artist]: { username: 'ayla' } },
      members: { [people.artist]: { roles: [atelier.roles.artist] } },
      roles: { [atelier.roles.artist]: { name: 'Artist' } },
      channels: { [atelier.channels.clips]: { name: 'clips', type: 0 } },
    },
  });
});

test('sends a file option as an ephemeral attachment with a working address', async () => {
  const options = [{ type: 11, name: 'source', description: 'A picture' }];
  const { bot, member } = await start({ name: 'image', description: 'x', options });
  const fetched = onInteraction(bot, async (one) => {
    if (!one.isChatInputCommand()) throw new Error('no command');
    const attachment = one.options.getAttachment('source', true);
    expect(attachment).toMatchObject({ name: 'my_cat.png', size: 3, contentType: 'image/png', ephemeral: true });
    return (await fetch(attachment.url)).text();
  });
  const attachments = [{ option: 'source', name: 'my cat.png', bytes: Buffer.from('cat') }];
  await member.command({ channelId: gallery, name: 'image', attachments });
  expect(await fetched).toBe('cat');
});

test('nests subcommands and groups', async () => {
  const leaf = { type: 1, name: 'set', description: 'x', options: [{ type: 4, name: 'n', description: 'x' }] };
  const options = [{ type: 2, name: 'limit', description: 'x', options: [leaf] }];
  const { bot, member } = await start({ name: 'budget', description: 'x', options });
  const call = { channelId: gallery, name: 'budget', group: 'limit', subcommand: 'set', options: { n: 5 } };
  const seen = onInteraction(bot, async (one) => {
    if (!one.isChatInputCommand()) throw new Error('no command');
    expect(one.options.getSubcommandGroup()).toBe('limit');
    expect(one.options.getSubcommand()).toBe('set');
    expect(one.options.getInteger('n')).toBe(5);
  });
  await member.command(call);
  await seen;
});

test('sends what is typed for autocomplete, and returns the choices', async () => {
  const options = [{ type: 3, name: 'ratio', description: 'x', autocomplete: true }];
  const { bot, member } = await start({ name: 'image', description: 'x', options });
  const answered = onInteraction(bot, async (one) => {
    if (!one.isAutocomplete()) throw new Error('no autocomplete');
    expect(one.options.getFocused()).toBe('16');
    await one.respond([{ name: '16:9', value: '16:9' }]);
  });
  const choices = member.autocomplete({
    channelId: gallery,
    name: 'image',
    focused: 'ratio',
    options: { ratio: '16' },
  });
  expect(await choices).toMatchObject([{ name: '16:9', value: '16:9' }]);
  await answered;
});

test('fails autocomplete after three seconds without an answer', async () => {
  const options = [{ type: 3, name: 'ratio', description: 'x', autocomplete: true }];
  const { bot, member, clock } = await start({ name: 'image', description: 'x', options });
  const choices = member.autocomplete({ channelId: gallery, name: 'image', focused: 'ratio' });
  const failed = expect(choices).rejects.toThrow(NoAnswerError);
  await bot.next();
  await clock.advance(3000);
  await failed;
});

test('refuses more than 25 choices', async () => {
  const options = [{ type: 3, name: 'ratio', description: 'x', autocomplete: true }];
  const { bot, member } = await start({ name: 'image', description: 'x', options });
  const choices = member.autocomplete({ channelId: gallery, name: 'image', focused: 'ratio' });
  const interaction = await bot.next();
  const many = Array.from({ length: 26 }, (_, index) => ({ name: String(index), value: String(index) }));
  const refusal = await refusalOf(respond(bot, interaction, { type: 8, data: { choices: many } }));
  expect(refusal).toMatchObject({ status: 400, code: 50035, raw: { errors: { data: { choices: {} } } } });
  await respond(bot, interaction, { type: 8, data: { choices: many.slice(0, 25) } });
  expect(await choices).toHaveLength(25);
});

test('sends a button press with its message and custom id', async () => {
  const started = await start('image');
  const { bot, discord } = started;
  const message = await messageWith(started, { content: 'Done', components: [row(button('again:1'))] });
  await discord.as(people.artist).press({ channelId: gallery, messageId: message.id, customId: 'again:1' });
  expect(await bot.next()).toMatchObject({
    type: 3,
    member: { user: { id: people.artist } },
    message: { id: message.id, content: 'Done' },
    data: { custom_id: 'again:1', component_type: 2 },
  });
});

test.each([
  [
    3,
    {
      options: [
        { label: 'A', value: 'a' },
        { label: 'B', value: 'b' },
      ],
    },
    'b',
    {},
  ],
  [6, {}, atelier.roles.artist, { roles: { [atelier.roles.artist]: { name: 'Artist' } } }],
  [8, {}, atelier.channels.clips, { channels: { [atelier.channels.clips]: { name: 'clips' } } }],
])('a select of type %i carries the values and what they stand for', async (type, more, value, resolved) => {
  const started = await start('image');
  const { bot, member } = started;
  const components = [row({ type, custom_id: 'pick', ...more })];
  const message = await messageWith(started, { content: 'Choose', components });
  await member.select({ channelId: gallery, messageId: message.id, customId: 'pick', values: [value] });
  expect(await bot.next()).toMatchObject({
    type: 3,
    data: { custom_id: 'pick', component_type: type, values: [value], resolved },
  });
});

test('shows a form and returns its values', async () => {
  const started = await start('image');
  const { bot, member } = started;
  const message = await messageWith(started, { content: 'Done', components: [row(button('edit'))] });
  const shown = onInteraction(bot, async (one) => {
    if (!one.isButton()) throw new Error('no button');
    const input = new TextInputBuilder().setCustomId('prompt').setStyle(TextInputStyle.Paragraph);
    const label = new LabelBuilder().setLabel('Prompt').setTextInputComponent(input);
    await one.showModal(new ModalBuilder().setCustomId('edit:1').setTitle('Edit the prompt').addLabelComponents(label));
  });
  const press = await member.press({ channelId: gallery, messageId: message.id, customId: 'edit' });
  await shown;
  const answer = await press.answer;
  if (answer.kind !== 'modal') throw new Error('no modal');
  expect(answer.modal).toMatchObject({ custom_id: 'edit:1', title: 'Edit the prompt' });
  const updated = onInteraction(bot, async (one) => {
    if (!one.isModalSubmit() || !one.isFromMessage()) throw new Error('no modal of a message');
    expect(one.customId).toBe('edit:1');
    expect(one.fields.getTextInputValue('prompt')).toBe('a blue fox');
    await one.update({ content: 'Changed', components: [] });
  });
  const submitted = await member.submitModal({ modal: answer.modal, values: { prompt: 'a blue fox' } });
  await updated;
  expect(await submitted.answer).toMatchObject({ kind: 'update', message: { id: message.id, content: 'Changed' } });
});

test('sends the texts and choices of a form', async () => {
  const { bot, member } = await start('image');
  const { answer } = await member.command({ channelId: gallery, name: 'image' });
  const label = (component: object) => ({ type: 18, label: 'Label', component });
  const components = [
    label({ type: 4, custom_id: 'text', style: 1 }),
    label({ type: 3, custom_id: 'model', options: [{ label: 'A', value: 'a' }] }),
    label({ type: 8, custom_id: 'where' }),
    { type: 10, content: 'Thank you' },
  ];
  await respond(bot, await bot.next(), { type: 9, data: { custom_id: 'm', title: 'Form', components } });
  const opened = await answer;
  if (opened.kind !== 'modal') throw new Error('no modal');
  await member.submitModal({ modal: opened.modal, values: { text: 'hi', model: ['a'], where: [gallery] } });
  const sent = await bot.next();
  expect(sent).toMatchObject({
    type: 5,
    data: {
      custom_id: 'm',
      components: [
        { component: { type: 4, value: 'hi' } },
        { component: { type: 3, values: ['a'] } },
        { component: { type: 8, values: [gallery] } },
        { type: 10 },
      ],
    },
  });
});

test('sends a message command with the message and its files', async () => {
  const { bot, member, discord } = await start({ name: 'Animate this', type: 3 });
  const attachments = [{ name: 'fox.png', bytes: Buffer.from('fox') }];
  const posted = await discord.as(people.artist).post({ channelId: gallery, content: 'Look', attachments });
  await member.contextMenu({ channelId: gallery, name: 'Animate this', targetId: posted.id });
  expect(await bot.next()).toMatchObject({
    type: 2,
    data: {
      type: 3,
      target_id: posted.id,
      resolved: { messages: { [posted.id]: { content: 'Look', attachments: [{ filename: 'fox.png' }] } } },
    },
  });
});

test('gives discord.js the message in an answer’s response', async () => {
  const { bot, member } = await start('image');
  const replied = onInteraction(bot, async (one) => {
    if (!one.isRepliable()) throw new Error('not repliable');
    const again = new ButtonBuilder().setCustomId('again').setLabel('Again').setStyle(ButtonStyle.Primary);
    const response = await one.reply({
      content: 'Working',
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(again)],
      withResponse: true,
    });
    expect(response.resource?.message).toMatchObject({ content: 'Working', interactionMetadata: { type: 2 } });
    expect(response.interaction).toMatchObject({ id: one.id, responseMessageEphemeral: false });
  });
  await member.command({ channelId: gallery, name: 'image' });
  await replied;
});

test('shows a deferred answer as thinking, and then its edit', async () => {
  const { bot, member, discord } = await start('image');
  const edited = onInteraction(bot, async (one) => {
    if (!one.isRepliable()) throw new Error('not repliable');
    const { interaction, resource } = await one.deferReply({ withResponse: true });
    expect(resource?.message ?? null).toBeNull();
    expect(interaction.responseMessageLoading).toBe(true);
    expect(discord.messages(gallery, { as: people.artist })).toMatchObject([
      { id: interaction.responseMessageId, flags: MessageFlags.Loading, sandbox: { loading: true } },
    ]);
    await one.editReply('Done');
  });
  const { answer } = await member.command({ channelId: gallery, name: 'image' });
  expect((await answer).kind).toBe('deferred');
  await edited;
  expect(discord.messages(gallery, { as: people.artist })).toMatchObject([{ content: 'Done', flags: 0 }]);
});

test('lets the answer to a component change its message, now or later', async () => {
  const started = await start('image');
  const { bot, member, discord } = started;
  const message = await messageWith(started, { content: 'Old', components: [row(button('a'))] });
  const at = { channelId: gallery, messageId: message.id, customId: 'a' };
  const first = await member.press(at);
  await respond(bot, await bot.next(), { type: 7, data: { content: 'New' } });
  expect(await first.answer).toMatchObject({ kind: 'update', message: { content: 'New' } });
  const later = onInteraction(bot, async (one) => {
    if (!one.isButton()) throw new Error('no button');
    await one.deferUpdate();
    await one.editReply('Newer');
  });
  const second = await member.press(at);
  await later;
  expect(await second.answer).toEqual({ kind: 'deferred-update' });
  expect(discord.messages(gallery, { as: people.member })).toMatchObject([{ id: message.id, content: 'Newer' }]);
});
