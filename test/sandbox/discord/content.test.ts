import { MessageFlags, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { gallery, refusalOf, startBot, startDiscord } from './support.ts';

const start = async () => {
  const { discord } = await startDiscord();
  const { client } = await startBot(discord);
  const post = (body: unknown) => client.rest.post(Routes.channelMessages(gallery), { body });
  return { discord, post, client };
};

const v2 = MessageFlags.IsComponentsV2;
const text = (content: string) => ({ type: 10, content });
const row = (...components: object[]) => ({ type: 1, components });
const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more });
const link = { type: 2, style: 5, label: 'Open', url: 'https://example.com' };
const media = { media: { url: 'https://example.com/a.png' } };
const gallery1 = { type: 12, items: [media] };
const select = (more: object = {}) => ({
  type: 3,
  custom_id: 'pick',
  options: [{ label: 'A', value: 'a' }],
  ...more,
});
const many = (count: number, make: (index: number) => object) => Array.from({ length: count }, (_, i) => make(i));
const inV2 = (...components: object[]) => ({ flags: v2, components });

test.each<[string, object]>([
  ['2000 characters', { content: 'x'.repeat(2000) }],
  ['five rows of buttons', { components: many(5, (r) => row(...many(5, (i) => button({ custom_id: `${r}-${i}` })))) }],
  [
    'every component of v2',
    inV2({
      type: 17,
      accent_color: 0x8b5cf6,
      components: [
        { type: 9, components: [text('a')], accessory: { type: 11, ...media, description: 'alt' } },
        { type: 9, components: [text('a'), text('b'), text('c')], accessory: button() },
        { type: 12, items: many(10, () => ({ ...media, spoiler: true })) },
        row(link),
        row(select()),
      ],
    }),
  ],
  ['40 components', inV2(...many(40, () => text('x')))],
  ['4000 characters over the text displays', inV2(text('x'.repeat(2000)), text('x'.repeat(2000)))],
])('is taken: %s', async (_what, body) => {
  const { post } = await start();
  await post(body);
});

/** A body that Discord refuses, the path of the complaint with dots, and its code. */
const refused: [string, object, string, string][] = [
  ['2001 characters', { content: 'x'.repeat(2001) }, 'content', 'BASE_TYPE_MAX_LENGTH'],
  ['embeds, which no bot of this Discord sends', { embeds: [{ title: 'x' }] }, 'embeds.0', 'STRING_TYPE_CONVERT'],
  [
    'six rows',
    { components: many(6, (i) => row(button({ custom_id: String(i) }))) },
    'components',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a row of six buttons',
    { components: [row(...many(6, (i) => button({ custom_id: String(i) })))] },
    'components.0.components',
    'BASE_TYPE_MAX_LENGTH',
  ],
  ['an empty row', { components: [row()] }, 'components.0.components', 'BASE_TYPE_MIN_LENGTH'],
  [
    'a select beside a button',
    { components: [row(select(), button())] },
    'components.0.components',
    'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
  ],
  [
    'a long custom id',
    { components: [row(button({ custom_id: 'x'.repeat(101) }))] },
    'components.0.components.0.custom_id',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'one custom id twice',
    { components: [row(button()), row(button())] },
    'components.1.components.0.custom_id',
    'COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'one component id twice',
    inV2({ ...text('a'), id: 7 }, { ...text('b'), id: 7 }),
    'components.1.id',
    'COMPONENT_ID_DUPLICATED',
  ],
  [
    'a long label',
    { components: [row(button({ label: 'x'.repeat(81) }))] },
    'components.0.components.0.label',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a button without label and emoji',
    { components: [row(button({ label: undefined }))] },
    'components.0.components.0.label',
    'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
  ],
  [
    'a button without custom id',
    { components: [row(button({ custom_id: undefined }))] },
    'components.0.components.0.custom_id',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a link without address',
    { components: [row({ ...link, url: undefined })] },
    'components.0.components.0.url',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a link with a custom id',
    { components: [row({ ...link, custom_id: 'x' })] },
    'components.0.components.0.custom_id',
    'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
  ],
  [
    'a link that is no web address',
    { components: [row({ ...link, url: 'javascript:1' })] },
    'components.0.components.0.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  [
    '26 options',
    { components: [row(select({ options: many(26, (i) => ({ label: 'x', value: String(i) })) }))] },
    'components.0.components.0.options',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'no option',
    { components: [row(select({ options: [] }))] },
    'components.0.components.0.options',
    'BASE_TYPE_MIN_LENGTH',
  ],
  [
    'a menu that takes more values than it has',
    { components: [row(select({ max_values: 25 }))] },
    'components.0.components.0.max_values',
    'BASE_TYPE_BAD_VALUE',
  ],
  [
    'a menu whose least is above its most',
    { components: [row(select({ min_values: 2 }))] },
    'components.0.components.0.max_values',
    'BASE_TYPE_BAD_VALUE',
  ],
  [
    'one option value twice',
    { components: [row(select({ options: many(2, () => ({ label: 'x', value: 'x' })) }))] },
    'components.0.components.0.options.1.value',
    'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  ],
  [
    'a long placeholder',
    { components: [row(select({ placeholder: 'x'.repeat(151) }))] },
    'components.0.components.0.placeholder',
    'BASE_TYPE_MAX_LENGTH',
  ],
  ['v2 components without the flag', { components: [text('x')] }, 'components.0', 'UNION_TYPE_CHOICES'],
  [
    'content with the v2 flag',
    { content: 'x', ...inV2(text('x')) },
    'content',
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  ['41 components', inV2(...many(41, () => text('x'))), 'components', 'BASE_TYPE_MAX_LENGTH'],
  [
    '41 components, nested ones counted',
    inV2({ type: 17, components: many(40, () => text('x')) }),
    'components',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    '4001 characters over the text displays',
    inV2(text('x'.repeat(2000)), text('x'.repeat(2001))),
    'components',
    'COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED',
  ],
  ['an empty text display', inV2(text('')), 'components.0.content', 'BASE_TYPE_REQUIRED'],
  ['a text display of spaces', inV2(text('  ')), 'components.0.content', 'BASE_TYPE_REQUIRED'],
  ['an empty gallery', inV2({ ...gallery1, items: [] }), 'components.0.items', 'BASE_TYPE_MIN_LENGTH'],
  [
    'a gallery of 11',
    inV2({ ...gallery1, items: many(11, () => media) }),
    'components.0.items',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a gallery of a file that is not there',
    inV2({ ...gallery1, items: [{ media: { url: 'attachment://a.png' } }] }),
    'components.0.items.0.media.url',
    'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
  [
    'a long alt text',
    inV2({ ...gallery1, items: [{ ...media, description: 'x'.repeat(1025) }] }),
    'components.0.items.0.description',
    'BASE_TYPE_MAX_LENGTH',
  ],
  ['a file of another place', inV2({ type: 13, file: media.media }), 'components.0.file.url', 'STRING_TYPE_REGEX'],
  [
    'a section without accessory',
    inV2({ type: 9, components: [text('x')] }),
    'components.0.accessory',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'a section of four texts',
    inV2({ type: 9, components: many(4, () => text('x')), accessory: button() }),
    'components.0.components',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a container in a container',
    inV2({ type: 17, components: [{ type: 17, components: [text('x')] }] }),
    'components.0.components.0',
    'UNION_TYPE_CHOICES',
  ],
  ['a lone button', inV2(button()), 'components.0', 'UNION_TYPE_CHOICES'],
  [
    'a text input in a message',
    { components: [row({ type: 4, custom_id: 'x', label: 'x', style: 1 })] },
    'components.0.components.0',
    'UNION_TYPE_CHOICES',
  ],
  [
    'mentions parsed and listed at once',
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
    'allowed_mentions',
    'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    'a reply to nothing',
    { content: 'x', message_reference: { message_id: '1' } },
    'message_reference',
    'REPLIES_UNKNOWN_MESSAGE',
  ],
  ['a long nonce', { content: 'x', nonce: 'x'.repeat(26) }, 'nonce', 'BASE_TYPE_MAX_LENGTH'],
  ['content that is no text', { content: { a: 1 } }, 'content', 'STRING_TYPE_CONVERT'],
];

const at = (tree: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, step) => (typeof node === 'object' && node ? Reflect.get(node, step) : node), tree);

test.each(refused)('refuses %s', async (_what, body, place, code) => {
  const { post } = await start();
  const refusal = await refusalOf(post(body));
  expect(refusal).toMatchObject({ status: 400, code: 50035, raw: { message: 'Invalid Form Body' } });
  expect(at(refusal.raw, `errors.${place}._errors`)).toMatchObject([{ code, message: expect.any(String) }]);
});

test.each<[string, object]>([
  ['nothing', {}],
  ['white space', { content: '  \n ' }],
  ['no components with the v2 flag', { flags: v2, components: [] }],
])('a message of %s is empty', async (_what, body) => {
  const { post } = await start();
  expect(await refusalOf(post(body))).toMatchObject({ status: 400, code: 50006 });
});

test('refuses a body that isn’t JSON with 50109', async () => {
  const { discord } = await startDiscord();
  const response = await fetch(`${discord.apiUrl}/v10${Routes.channelMessages(gallery)}`, {
    method: 'POST',
    body: '{',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 50109 });
});

test('gives ids to components without one', async () => {
  const { post } = await start();
  const body = inV2({ ...text('a'), id: 2 }, { type: 17, components: [text('b'), text('c')] });
  expect(await post(body)).toMatchObject({
    components: [{ id: 2 }, { id: 1, components: [{ id: 3 }, { id: 4 }] }],
  });
});

test('allows v2 components only without content, and never back', async () => {
  const { post, client } = await start();
  const posted = await post({ content: 'Old' });
  const route = Routes.channelMessage(gallery, String(at(posted, 'id')));
  const patch = (body: unknown) => client.rest.patch(route, { body });
  expect(await refusalOf(patch(inV2(text('New'))))).toMatchObject({ raw: { errors: { content: {} } } });
  expect(await patch({ ...inV2(text('New')), content: null })).toMatchObject({ content: '', flags: v2 });
  expect(await patch({ components: [text('Newer')] })).toMatchObject({ components: [{ content: 'Newer' }] });
  expect(await refusalOf(patch({ flags: 0, content: 'Old' }))).toMatchObject({ raw: { errors: { flags: {} } } });
  expect(await refusalOf(patch({ content: 'Old' }))).toMatchObject({ raw: { errors: { content: {} } } });
});

test('changes nothing on a refused edit', async () => {
  const { post, client, discord } = await start();
  const posted = await post({ content: 'Old' });
  const route = Routes.channelMessage(gallery, String(at(posted, 'id')));
  const before = discord.snapshot().messages;
  await refusalOf(client.rest.patch(route, { body: { content: '', components: [text('x')] } }));
  expect(discord.snapshot().messages).toEqual(before);
});
