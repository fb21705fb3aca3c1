import { MessageFlags, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import {
  atelier,
  gallery,
  people,
  type RawInteraction,
  refusalOf,
  register,
  respond,
  startBot,
  startDiscord,
} from './support.ts';

const start = async () => {
  const started = await startDiscord();
  const bot = await startBot(started.discord);
  await register(bot, 'image');
  const member = started.discord.as(people.member);
  const ask = async () => {
    const { answer } = await member.command({ channelId: gallery, name: 'image' });
    return { answer, interaction: await bot.next() };
  };
  const original = ({ token }: RawInteraction) => Routes.webhookMessage(started.discord.applicationId, token);
  const { rest } = bot.client;
  const edit = (one: RawInteraction, body: unknown) => rest.patch(original(one), { auth: false, body });
  const follow = (one: RawInteraction, body: unknown) =>
    rest.post(Routes.webhook(started.discord.applicationId, one.token), { auth: false, body });
  const seenBy = (userId: string) => started.discord.messages(gallery, { as: userId });
  return { ...started, bot, member, ask, original, edit, follow, rest, seenBy };
};

const hello = { type: 4, data: { content: 'Hello' } };
const ephemeral = { type: 4, data: { content: 'Secret', flags: MessageFlags.Ephemeral } };

test('accepts an answer just before three seconds', async () => {
  const { ask, bot, clock } = await start();
  const { answer, interaction } = await ask();
  await clock.advance(2999);
  await respond(bot, interaction, hello);
  expect((await answer).kind).toBe('message');
});

test('tells the person after three seconds, and refuses the answer with 10062', async () => {
  const { ask, bot, clock } = await start();
  const { answer, interaction } = await ask();
  await clock.advance(3000);
  expect(await answer).toEqual({ kind: 'no-answer', text: 'The application did not respond' });
  expect(await refusalOf(respond(bot, interaction, hello))).toMatchObject({
    status: 404,
    code: 10062,
    raw: { message: 'Unknown interaction' },
  });
});

test('refuses a second answer with 40060', async () => {
  const { ask, bot, seenBy } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, hello);
  expect(await refusalOf(respond(bot, interaction, hello))).toMatchObject({ status: 400, code: 40060 });
  expect(seenBy(people.member)).toHaveLength(1);
});

test('accepts one of two simultaneous answers', async () => {
  const { ask, bot, seenBy } = await start();
  const { interaction } = await ask();
  const results = await Promise.allSettled([respond(bot, interaction, hello), respond(bot, interaction, hello)]);
  expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(seenBy(people.member)).toHaveLength(1);
});

test('accepts one of two simultaneous uploads that began before the answer', async () => {
  const { ask, rest, seenBy } = await start();
  const { interaction } = await ask();
  const answer = () => {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ type: 4, data: { attachments: [{ id: 0 }] } }));
    form.set('files[0]', new Blob(['x'.repeat(100_000)]), 'a.txt');
    const route = Routes.interactionCallback(interaction.id, interaction.token);
    return rest.post(route, { auth: false, body: form, passThroughBody: true });
  };
  const results = await Promise.allSettled([answer(), answer(), answer()]);
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(seenBy(people.member)).toHaveLength(1);
});

test('leaves the interaction open after a refused answer', async () => {
  const { ask, bot } = await start();
  const { answer, interaction } = await ask();
  expect(await refusalOf(respond(bot, interaction, { type: 4, data: {} }))).toMatchObject({ code: 50006 });
  await respond(bot, interaction, hello);
  expect((await answer).kind).toBe('message');
});

test('refuses an answer to an unknown interaction', async () => {
  const { ask, bot } = await start();
  const { interaction } = await ask();
  const stranger = { ...interaction, token: 'bm90LWEtdG9rZW4' };
  expect(await refusalOf(respond(bot, stranger, hello))).toMatchObject({ status: 404, code: 10062 });
  const forged = { ...interaction, token: Buffer.from(`interaction:${interaction.id}:guess`).toString('base64url') };
  expect(await refusalOf(respond(bot, forged, hello))).toMatchObject({ status: 404, code: 10062 });
});

test('refuses the token as a webhook before the first answer', async () => {
  const { ask, edit } = await start();
  const { interaction } = await ask();
  expect(await refusalOf(edit(interaction, { content: 'x' }))).toMatchObject({ status: 404, code: 10015 });
});

test('accepts the token for fifteen minutes', async () => {
  const { ask, bot, edit, clock } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, hello);
  await clock.advance(15 * 60_000 - 1);
  await edit(interaction, { content: 'Just in time' });
  await clock.advance(1);
  expect(await refusalOf(edit(interaction, { content: 'Late' }))).toMatchObject({
    status: 401,
    code: 50027,
    raw: { message: 'Invalid Webhook Token' },
  });
});

test('refuses another application’s webhook and an unknown token', async () => {
  const { ask, bot, rest, discord } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, hello);
  const get = (applicationId: string, token: string) =>
    refusalOf(rest.get(Routes.webhookMessage(applicationId, token), { auth: false }));
  expect(await get('123', interaction.token)).toMatchObject({ status: 404, code: 10015 });
  expect(await get(discord.applicationId, 'unknown')).toMatchObject({ status: 401, code: 50027 });
});

test.each([
  [7, 'a command has no message to change'],
  [6, 'a command has no message to change'],
  [8, 'choices answer autocomplete only'],
  [1, 'a ping is answered by a pong, and this is none'],
  [99, 'there is no such type'],
])('callback type %i is no answer to a command: %s', async (type) => {
  const { ask, bot } = await start();
  const { interaction } = await ask();
  expect(await refusalOf(respond(bot, interaction, { type, data: { content: 'x', choices: [] } }))).toMatchObject({
    status: 400,
    code: 50035,
    raw: { errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } } },
  });
});

test('accepts only the EPHEMERAL flag on a deferred answer', async () => {
  const { ask, bot } = await start();
  const { answer, interaction } = await ask();
  const v2 = { type: 5, data: { flags: MessageFlags.IsComponentsV2 } };
  expect(await refusalOf(respond(bot, interaction, v2))).toMatchObject({
    status: 400,
    code: 50035,
    raw: { errors: { data: { flags: {} } } },
  });
  await respond(bot, interaction, { type: 5, data: { flags: MessageFlags.Ephemeral } });
  expect(await answer).toMatchObject({ kind: 'deferred', message: { sandbox: { ephemeral: true, loading: true } } });
});

test('refuses a form that isn’t the first answer', async () => {
  const { ask, bot } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, { type: 5 });
  const field = { type: 18, label: 'A', component: { type: 4, custom_id: 'a', style: 1 } };
  const modal = { type: 9, data: { custom_id: 'm', title: 'M', components: [field] } };
  expect(await refusalOf(respond(bot, interaction, modal))).toMatchObject({ status: 400, code: 40060 });
});

test('shows an ephemeral answer to its person only, and reaches it by its token only', async () => {
  const { ask, bot, seenBy, edit, rest, original } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, ephemeral);
  const [message] = seenBy(people.member);
  expect(message).toMatchObject({ content: 'Secret', sandbox: { ephemeral: true } });
  expect(seenBy(people.artist)).toEqual([]);
  const route = Routes.channelMessage(gallery, message?.id ?? '');
  expect(await refusalOf(rest.get(route))).toMatchObject({ status: 404, code: 10008 });
  expect(await refusalOf(rest.patch(route, { body: { content: 'x' } }))).toMatchObject({ status: 404, code: 10008 });
  expect(await rest.get(Routes.channelMessages(gallery))).toEqual([]);
  expect(await edit(interaction, { content: 'Changed' })).toMatchObject({ content: 'Changed', flags: 64 });
  await rest.delete(original(interaction), { auth: false });
  expect(seenBy(people.member)).toEqual([]);
});

test('reads, changes and deletes the original answer by token', async () => {
  const { ask, bot, rest, original, edit, seenBy } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, hello);
  expect(await rest.get(original(interaction), { auth: false })).toMatchObject({ content: 'Hello', type: 20 });
  const edited = await edit(interaction, { content: 'Bye' });
  expect(edited).toMatchObject({ content: 'Bye', edited_timestamp: expect.any(String) });
  await rest.delete(original(interaction), { auth: false });
  expect(seenBy(people.member)).toEqual([]);
  expect(await refusalOf(edit(interaction, { content: 'x' }))).toMatchObject({ status: 404, code: 10008 });
});

test('sends follow-ups as messages of their own, also ephemeral ones', async () => {
  const { ask, bot, follow, seenBy } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, hello);
  await follow(interaction, { content: 'Second' });
  await follow(interaction, { content: 'For you', flags: MessageFlags.Ephemeral });
  expect(seenBy(people.member).map((one) => one.content)).toEqual(['Hello', 'Second', 'For you']);
  expect(seenBy(people.artist).map((one) => one.content)).toEqual(['Hello', 'Second']);
});

test('fills a deferred answer with the first follow-up, without changing who sees it', async () => {
  const { ask, bot, follow, seenBy } = await start();
  const { interaction } = await ask();
  await respond(bot, interaction, { type: 5 });
  await follow(interaction, { content: 'Done', flags: MessageFlags.Ephemeral });
  expect(seenBy(people.artist)).toMatchObject([{ content: 'Done', flags: 0 }]);
});

test('reaches only its own interaction’s messages with a token', async () => {
  const { ask, bot, rest, discord, seenBy } = await start();
  const [first, second] = [(await ask()).interaction, (await ask()).interaction];
  await respond(bot, first, hello);
  await respond(bot, second, hello);
  const [other] = seenBy(people.member);
  const route = Routes.webhookMessage(discord.applicationId, second.token, other?.id ?? '');
  expect(await refusalOf(rest.patch(route, { auth: false, body: { content: 'x' } }))).toMatchObject({ code: 10008 });
});

test('returns a response only on request', async () => {
  const { ask, bot } = await start();
  const asked = (await ask()).interaction;
  expect(await respond(bot, asked, hello, true)).toMatchObject({
    interaction: { id: asked.id, type: 2, response_message_ephemeral: false, response_message_loading: false },
    resource: { type: 4, message: { content: 'Hello' } },
  });
  const response = await fetch(
    `${bot.client.rest.options.api}/v10/interactions/${(await ask()).interaction.id}/x/callback`,
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  );
  expect(response.status).toBe(404);
});

test('refuses changes by token in an archived thread', async () => {
  const { discord, bot, member, edit } = await start();
  const { thread } = atelier.channels;
  await member.command({ channelId: thread, name: 'image' });
  const interaction = await bot.next();
  await respond(bot, interaction, hello);
  discord.changeWorld((world) => {
    const channel = world.guilds[0]?.channels.find((one) => one.id === thread);
    if (channel) channel.thread = { archived: true, locked: false };
  });
  expect(await refusalOf(edit(interaction, { content: 'x' }))).toMatchObject({ status: 400, code: 50083 });
});

test('pings the people that an answer mentions and allowed_mentions allows, and no one on an edit', async () => {
  const { ask, bot, edit, seenBy } = await start();
  const { interaction } = await ask();
  const content = `<@${people.artist}> <@${people.moderator}>`;
  await respond(bot, interaction, {
    type: 4,
    data: { content, allowed_mentions: { users: [people.artist] } },
  });
  expect(seenBy(people.member)).toMatchObject([
    { mentions: [{ id: people.artist }], sandbox: { notifiedIds: [people.artist] } },
  ]);
  await edit(interaction, { content });
  expect(seenBy(people.member)).toMatchObject([
    { mentions: [{ id: people.artist }, { id: people.moderator }], sandbox: { notifiedIds: [people.artist] } },
  ]);
});
