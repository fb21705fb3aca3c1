import { Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { annex, atelier, refusalOf, startBot, startDiscord } from './support.ts';

const known = z.looseObject({ id: z.string(), version: z.string(), name: z.string() });

const start = async () => {
  const started = await startDiscord();
  const { client } = await startBot(started.discord);
  const { rest } = client;
  const id = started.discord.applicationId;
  const all = Routes.applicationCommands(id);
  const put = async (body: unknown) => known.array().parse(await rest.put(all, { body }));
  return { ...started, client, rest, id, all, put };
};

const image = { name: 'image', description: 'Makes a picture' };
const option = (more: object = {}) => ({ type: 3, name: 'prompt', description: 'What to draw', ...more });
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

test('returns a command with Discord’s additions and without default values', async () => {
  const { put, id } = await start();
  const options = [
    option({ required: true, autocomplete: true }),
    option({ name: 'ratio', required: false, choices: [{ name: '1:1', value: '1:1' }] }),
  ];
  const [command] = await put([{ ...image, options }]);
  expect(command).toEqual({
    id: expect.stringMatching(/^\d+$/),
    application_id: id,
    version: expect.stringMatching(/^\d+$/),
    default_member_permissions: null,
    type: 1,
    name: 'image',
    name_localizations: null,
    description: 'Makes a picture',
    description_localizations: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
    options: [
      {
        type: 3,
        name: 'prompt',
        name_localizations: null,
        description: 'What to draw',
        description_localizations: null,
        required: true,
        autocomplete: true,
      },
      {
        type: 3,
        name: 'ratio',
        name_localizations: null,
        description: 'What to draw',
        description_localizations: null,
        choices: [{ name: '1:1', name_localizations: null, value: '1:1' }],
      },
    ],
  });
});

test('keeps the id and version of the same command, and only the id of a changed one', async () => {
  const { put } = await start();
  const [first] = await put([image]);
  const [same] = await put([image]);
  const [changed] = await put([{ ...image, description: 'Draws' }]);
  expect(same).toEqual(first);
  expect(changed?.id).toBe(first?.id);
  expect(changed?.version).not.toBe(first?.version);
});

test('removes commands that a new list leaves out, only in that place', async () => {
  const { put, rest, id, discord } = await start();
  await put([image, { name: 'video', description: 'Makes a clip' }]);
  const inGuild = Routes.applicationGuildCommands(id, atelier.guild);
  await rest.put(inGuild, { body: [image] });
  await put([image]);
  expect(discord.commands().map((one) => one.name)).toEqual(['image']);
  expect(discord.commands(atelier.guild)).toMatchObject([{ name: 'image', guild_id: atelier.guild }]);
  expect(discord.commands(atelier.guild)[0]?.contexts).toBeUndefined();
  expect(discord.commands(annex.guild)).toEqual([]);
});

test('accepts discord.js’s own calls', async () => {
  const { client } = await start();
  await client.application.commands.set([{ ...image, defaultMemberPermissions: '32', contexts: [0] }]);
  const fetched = await client.application.commands.fetch();
  expect(fetched.first()).toMatchObject({ name: 'image', contexts: [0] });
  expect(fetched.first()?.defaultMemberPermissions?.bitfield).toBe(32n);
});

test('accepts menus of users, and names the types that there are', async () => {
  const { put } = await start();
  expect(await put([{ name: 'Ask', type: 2 }])).toMatchObject([{ type: 2 }]);
  const { raw } = await refusalOf(put([{ name: 'Ask', type: 5 }]));
  expect(JSON.stringify(raw)).toContain('must be one of (1, 2, 3)');
});

test('allows spaces and no description for context menu commands', async () => {
  const { put } = await start();
  const [menu] = await put([{ name: 'Animate this', type: 3 }]);
  expect(menu).toMatchObject({ name: 'Animate this', type: 3, description: '' });
});

test.each<[string, object, string, string]>([
  ['a name in capitals', { ...image, name: 'Image' }, 'name', 'APPLICATION_COMMAND_INVALID_NAME'],
  ['a name with a space', { ...image, name: 'an image' }, 'name', 'APPLICATION_COMMAND_INVALID_NAME'],
  ['a name of 33', { ...image, name: 'x'.repeat(33) }, 'name', 'BASE_TYPE_MAX_LENGTH'],
  ['no name', { description: 'x' }, 'name', 'BASE_TYPE_REQUIRED'],
  ['no description', { name: 'image' }, 'description', 'BASE_TYPE_REQUIRED'],
  ['a description of 101', { ...image, description: 'x'.repeat(101) }, 'description', 'BASE_TYPE_MAX_LENGTH'],
  ['26 options', { ...image, options: many(26, (i) => option({ name: `o${i}` })) }, 'options', 'BASE_TYPE_MAX_LENGTH'],
  [
    '26 choices',
    { ...image, options: [option({ choices: many(26, (i) => ({ name: `${i}`, value: `${i}` })) })] },
    'options.0.choices',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a choice of 101',
    { ...image, options: [option({ choices: [{ name: 'x'.repeat(101), value: 'x' }] })] },
    'options.0.choices.0.name',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a number for a text',
    { ...image, options: [option({ choices: [{ name: 'x', value: 1 }] })] },
    'options.0.choices.0.value',
    'APPLICATION_COMMAND_OPTIONS_VALUE_INVALID',
  ],
  [
    'one choice twice',
    { ...image, options: [option({ choices: many(2, () => ({ name: 'x', value: 'x' })) })] },
    'options.0.choices.1.name',
    'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED',
  ],
  [
    'choices with autocomplete',
    { ...image, options: [option({ autocomplete: true, choices: [{ name: 'x', value: 'x' }] })] },
    'options.0.autocomplete',
    'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
  ],
  [
    'one option twice',
    { ...image, options: [option(), option()] },
    'options.1.name',
    'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED',
  ],
  [
    'an option name in capitals',
    { ...image, options: [option({ name: 'Prompt' })] },
    'options.0.name',
    'APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'an option without description',
    { ...image, options: [option({ description: undefined })] },
    'options.0.description',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a required option after another',
    { ...image, options: [option(), option({ name: 'b', required: true })] },
    'options.1',
    'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    'a subcommand beside an option',
    { ...image, options: [{ ...option(), type: 1, name: 'set' }, option()] },
    'options',
    'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  [
    'over 8000 characters',
    {
      ...image,
      options: many(3, (i) =>
        option({
          name: `o${i}`,
          choices: many(25, (j) => ({ name: `${j}`.padEnd(60, 'x'), value: `${j}`.padEnd(60, 'x') })),
        }),
      ),
    },
    '_self',
    'APPLICATION_COMMAND_TOO_LARGE',
  ],
  [
    'a menu with a description',
    { name: 'x', type: 3, description: 'x' },
    'description',
    'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
  ],
  [
    'a menu with options',
    { name: 'x', type: 3, options: [option()] },
    'options',
    'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
  ],
])('refuses %s', async (_what, body, place, code) => {
  const { put } = await start();
  const refusal = await refusalOf(put([body]));
  expect(refusal).toMatchObject({ status: 400, code: 50035 });
  const steps = place === '_self' ? ['0'] : ['0', ...place.split('.')];
  const node = ['errors', ...steps].reduce<unknown>((tree, step) => Reflect.get(Object(tree), step), refusal.raw);
  expect(node).toMatchObject({ _errors: [{ code, message: expect.any(String) }] });
});

test('refuses one name twice in a list, except for different types', async () => {
  const { put } = await start();
  expect(await refusalOf(put([image, image]))).toMatchObject({ status: 400, raw: { errors: { '1': {} } } });
  await put([image, { name: 'image', type: 3 }]);
});

test('allows a hundred chat commands and fifteen of each menu', async () => {
  const { put } = await start();
  const chat = many(100, (i) => ({ name: `c${i}`, description: 'x' }));
  const menus = (count: number) => many(count, (i) => ({ name: `m${i}`, type: 3 }));
  await put([...chat, ...menus(15)]);
  expect(await refusalOf(put([...chat, image]))).toMatchObject({ status: 400, code: 30032 });
  expect(await refusalOf(put(menus(16)))).toMatchObject({ status: 400, code: 30032 });
});

test('allows two hundred new commands a day, not counting old ones', async () => {
  const { put, clock, all, discord } = await start();
  const list = (start: number) => many(100, (i) => ({ name: `c${start + i}`, description: 'x' }));
  await put(list(0));
  await put(list(100));
  await put(list(100));
  await put([]);
  const response = await fetch(`${discord.apiUrl}/v10${all}`, {
    method: 'PUT',
    body: JSON.stringify([image]),
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ code: 30034, retry_after: 86_400 });
  await clock.advance(86_400_000);
  await put([image]);
});

test('refuses another application, and a server without the bot', async () => {
  const { rest, id } = await start();
  const other = rest.put(Routes.applicationCommands('123'), { body: [] });
  expect(await refusalOf(other)).toMatchObject({ status: 403, code: 20012 });
  const nowhere = rest.put(Routes.applicationGuildCommands(id, '123'), { body: [] });
  expect(await refusalOf(nowhere)).toMatchObject({ status: 403, code: 50001 });
});

test('returns the permissions that admins set', async () => {
  const { put, rest, id, discord } = await start();
  const [command] = await put([image]);
  const all = Routes.guildApplicationCommandsPermissions(id, atelier.guild);
  expect(await rest.get(all)).toEqual([]);
  discord.changeWorld((world) => {
    world.guilds[0]?.commandOverrides.push(
      { command: 'image', target: 'role', id: atelier.roles.artist, allowed: true },
      { command: 'image', target: 'channel', id: '*', allowed: false },
    );
  });
  expect(await rest.get(all)).toEqual([
    {
      id: command?.id,
      application_id: id,
      guild_id: atelier.guild,
      permissions: [
        { id: atelier.roles.artist, type: 1, permission: true },
        { id: String(BigInt(atelier.guild) - 1n), type: 3, permission: false },
      ],
    },
  ]);
});
