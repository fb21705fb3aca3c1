import { openAsBlob } from 'node:fs';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { MessageFlags, Routes } from 'discord.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { annex, gallery, people, refusalOf, register, respond, startBot, startDiscord } from './support.ts';

const attachment = z.looseObject({ id: z.string(), filename: z.string(), url: z.string() });
const message = z.looseObject({ id: z.string(), attachments: z.array(attachment) });

interface Upload {
  name: string;
  data: Buffer | Blob;
}

const formOf = (body: unknown, uploads: Upload[]): FormData => {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  uploads.forEach(({ name, data }, index) => {
    const blob = data instanceof Blob ? data : new Blob([new Uint8Array(data)]);
    form.set(`files[${index}]`, blob, name);
  });
  return form;
};

const start = async () => {
  const started = await startDiscord();
  const bot = await startBot(started.discord);
  const { rest } = bot.client;
  const post = async (body: unknown, uploads: Upload[] = [], channelId: string = gallery) => {
    const form = formOf(body, uploads);
    return message.parse(await rest.post(Routes.channelMessages(channelId), { body: form, passThroughBody: true }));
  };
  const patch = async (id: string, body: unknown, uploads: Upload[] = []) => {
    const form = formOf(body, uploads);
    return message.parse(await rest.patch(Routes.channelMessage(gallery, id), { body: form, passThroughBody: true }));
  };
  return { ...started, bot, rest, post, patch };
};

const file = (name: string, content = name): Upload => ({ name, data: Buffer.from(content) });
const names = ({ attachments }: z.output<typeof message>) => attachments.map((one) => one.filename);
const bytesAt = async (url: string | undefined) => (await fetch(url ?? '')).text();
const seen = (discord: DiscordSandbox) => discord.messages(gallery, { as: people.member });

test('attaches the files of a new message, listed or not', async () => {
  const { post } = await start();
  const made = await post({ attachments: [{ id: 1, filename: 'named.png', description: 'A fox' }] }, [
    file('a.txt'),
    file('b.png'),
  ]);
  expect(made.attachments).toMatchObject([
    { filename: 'named.png', description: 'A fox', content_type: 'image/png', size: 5 },
    { filename: 'a.txt', content_type: 'text/plain; charset=utf-8' },
  ]);
  expect(await bytesAt(made.attachments[0]?.url)).toBe('b.png');
});

test('keeps listed files on an edit, removes others, and adds new ones by index', async () => {
  const { post, patch, folder } = await start();
  const made = await post({}, [file('a.png'), file('b.png')]);
  const [first, second] = made.attachments;
  const kept = await patch(made.id, { attachments: [{ id: second?.id }, { id: 0, filename: 'c.png' }] }, [file('x')]);
  expect(names(kept)).toEqual(['b.png', 'c.png']);
  expect(kept.attachments[0]?.id).toBe(second?.id);
  expect((await fetch(first?.url ?? '')).status).toBe(404);
  expect(await readdir(path.join(folder, 'attachments'))).toHaveLength(2);
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
});

test('doesn’t attach a file that an edit’s list leaves out', async () => {
  const { post, patch, folder } = await start();
  const made = await post({ content: 'x' }, [file('a.png')]);
  expect(names(await patch(made.id, { attachments: [] }, [file('b.png')]))).toEqual([]);
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
});

test('keeps the files on an edit without a list, or replaces them by new ones', async () => {
  const { post, patch } = await start();
  const made = await post({ content: 'x' }, [file('a.png')]);
  expect(names(await patch(made.id, { content: 'y' }))).toEqual(['a.png']);
  expect(names(await patch(made.id, {}, [file('b.png')]))).toEqual(['b.png']);
});

test('refuses an index without a file', async () => {
  const { post } = await start();
  expect(await refusalOf(post({ content: 'x', attachments: [{ id: 3 }] }))).toMatchObject({
    status: 400,
    code: 50035,
    raw: { errors: { attachments: { '0': { id: {} } } } },
  });
});

test('accepts alt texts of up to 1024 characters', async () => {
  const { post, patch } = await start();
  const made = await post({ attachments: [{ id: 0, description: 'x'.repeat(1024) }] }, [file('a.png')]);
  const long = { attachments: [{ id: made.attachments[0]?.id, description: 'x'.repeat(1025) }] };
  expect(await refusalOf(patch(made.id, long))).toMatchObject({ status: 400, code: 50035 });
  const changed = await patch(made.id, { attachments: [{ id: made.attachments[0]?.id, description: 'New' }] });
  expect(changed.attachments).toMatchObject([{ description: 'New' }]);
});

test('marks a spoiler by its name or by is_spoiler', async () => {
  const { post } = await start();
  const made = await post({ attachments: [{ id: 1, is_spoiler: true }] }, [file('SPOILER_a.png'), file('b.png')]);
  expect(made.attachments).toMatchObject([
    { filename: 'b.png', flags: 8 },
    { filename: 'SPOILER_a.png', flags: 8 },
  ]);
});

test('doesn’t repeat files that a gallery shows', async () => {
  const { post, discord } = await start();
  const items = [{ media: { url: 'attachment://b.png' }, description: 'alt', spoiler: true }];
  const components = [
    { type: 12, items },
    { type: 13, file: { url: 'attachment://c.txt' } },
  ];
  const shown = await post({ flags: MessageFlags.IsComponentsV2, components }, [file('b.png'), file('c.txt')]);
  expect(shown.attachments).toEqual([]);
  const [view] = seen(discord);
  const shownMedia = { content_type: 'image/png', attachment_id: expect.stringMatching(/^\d+$/) };
  expect(view?.components).toMatchObject([
    { items: [{ description: 'alt', spoiler: true, media: shownMedia }] },
    { name: 'c.txt', size: 5, file: { url: expect.stringContaining('/c.txt?ex=') } },
  ]);
});

test('keeps a gallery’s files by id on an edit, and adds new ones', async () => {
  const { post, patch, discord } = await start();
  const gallery2 = (...files: string[]) => [
    { type: 12, items: files.map((one) => ({ media: { url: `attachment://${one}` } })) },
  ];
  const made = await post({ flags: MessageFlags.IsComponentsV2, components: gallery2('a.png') }, [file('a.png')]);
  const media = z.object({
    items: z.array(z.object({ media: z.object({ attachment_id: z.string(), url: z.string() }) })),
  });
  const idOf = (index: number) => media.parse(seen(discord)[0]?.components[0]).items[index]?.media;
  const first = idOf(0);
  const attachments = [{ id: first?.attachment_id }, { id: 0, filename: 'b.png' }];
  await patch(made.id, { components: gallery2('a.png', 'b.png'), attachments }, [file('b.png')]);
  expect(idOf(0)?.attachment_id).toBe(first?.attachment_id);
  expect(await bytesAt(idOf(1)?.url)).toBe('b.png');
  const dropped = patch(made.id, { attachments: [] });
  expect(await refusalOf(dropped)).toMatchObject({ status: 400, code: 50035 });
});

test('refuses an edit of a gallery whose new file isn’t listed', async () => {
  const { post, patch } = await start();
  const made = await post({ flags: MessageFlags.IsComponentsV2, components: [{ type: 10, content: 'Working' }] });
  const components = [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }];
  expect(await refusalOf(patch(made.id, { components }, [file('a.png')]))).toMatchObject({ status: 400, code: 50035 });
});

test('returns a picture’s size in pixels', async () => {
  const { post } = await start();
  const data = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  expect((await post({}, [{ name: 'a.png', data }])).attachments).toMatchObject([{ width: 30, height: 20 }]);
});

test('lets an address expire after a day, and renews it when the message is read', async () => {
  const { post, rest, clock } = await start();
  const made = await post({}, [file('a.png')]);
  const old = made.attachments[0]?.url ?? '';
  expect((await fetch(old)).status).toBe(200);
  await clock.advance(86_400_000);
  expect((await fetch(old)).status).toBe(404);
  const again = message.parse(await rest.get(Routes.channelMessage(gallery, made.id)));
  expect((await fetch(again.attachments[0]?.url ?? '')).status).toBe(200);
});

test('refuses an address that it didn’t issue', async () => {
  const { post } = await start();
  const made = await post({}, [file('a.png')]);
  const url = new URL(made.attachments[0]?.url ?? '');
  const expires = url.searchParams.get('ex') ?? '';
  url.searchParams.set('ex', (Number.parseInt(expires, 16) + 1).toString(16));
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(url.origin + url.pathname)).status).toBe(404);
});

test('serves parts of a clip', async () => {
  const { post } = await start();
  const made = await post({}, [file('a.mp4', '0123456789')]);
  const response = await fetch(made.attachments[0]?.url ?? '', { headers: { range: 'bytes=2-5' } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe('bytes 2-5/10');
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(await response.text()).toBe('2345');
});

const limit = 10_485_760;

test('refuses a file over the server’s limit with 413 and code 40005, and stores nothing', async () => {
  const { post, folder } = await start();
  const big = { name: 'big.bin', data: Buffer.alloc(limit + 1) };
  expect(await refusalOf(post({}, [big], annex.channels.general))).toMatchObject({ status: 413, code: 40005 });
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
  await post({}, [{ name: 'good.bin', data: Buffer.alloc(limit) }], annex.channels.general);
});

test('limits an answer by the person’s file limit, and an edit with the bot token by the server’s', async () => {
  const { discord, bot, rest } = await start();
  discord.changeWorld((world) => {
    const person = world.people.find((one) => one.id === people.member);
    if (person) person.uploadLimitBytes = 2 * limit;
  });
  await register(bot, 'image');
  await discord.as(people.member).command({ channelId: annex.channels.general, name: 'image' });
  const interaction = await bot.next();
  expect(interaction['attachment_size_limit']).toBe(2 * limit);
  await respond(bot, interaction, { type: 4, data: { content: 'Working' } });
  const big = () => formOf({ attachments: [{ id: 0 }] }, [{ name: 'a.bin', data: Buffer.alloc(limit + 1) }]);
  const original = Routes.webhookMessage(discord.applicationId, interaction.token);
  await rest.patch(original, { auth: false, body: big(), passThroughBody: true });
  const [made] = discord.messages(annex.channels.general, { as: people.member });
  const route = Routes.channelMessage(annex.channels.general, made?.id ?? '');
  expect(await refusalOf(rest.patch(route, { body: big(), passThroughBody: true }))).toMatchObject({ status: 413 });
});

test('allows ten files, kept ones included', async () => {
  const { post, patch } = await start();
  const many = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`));
  expect(await refusalOf(post({}, many(11)))).toMatchObject({ status: 400, code: 30015 });
  const made = await post({}, many(10));
  const attachments = [...made.attachments.map(({ id }) => ({ id })), { id: 0 }];
  expect(await refusalOf(patch(made.id, { attachments }, many(1)))).toMatchObject({ status: 400 });
});

test('turns a deferred answer into a gallery with one edit by token', async () => {
  const { discord, bot, rest } = await start();
  await register(bot, 'image');
  await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  const interaction = await bot.next();
  await respond(bot, interaction, { type: 5 });
  const components = [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }];
  const body = { flags: MessageFlags.IsComponentsV2, components, attachments: [{ id: 0, filename: 'a.png' }] };
  const form = formOf(body, [file('x', 'the picture')]);
  const original = Routes.webhookMessage(discord.applicationId, interaction.token);
  await rest.patch(original, { auth: false, body: form, passThroughBody: true });
  const [view] = seen(discord);
  expect(view).toMatchObject({ flags: MessageFlags.IsComponentsV2, sandbox: { loading: false } });
  const shape = z.object({ items: z.array(z.object({ media: z.object({ url: z.string() }) })) });
  expect(await bytesAt(shape.parse(view?.components[0]).items[0]?.media.url)).toBe('the picture');
});

test('stores nothing of an interrupted upload', async () => {
  const { discord, folder } = await start();
  const call = request(`${discord.apiUrl}/v10${Routes.channelMessages(gallery)}`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${discord.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  });
  call.on('error', () => undefined);
  call.write('--x\r\ncontent-disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nhalf');
  const uploads = path.join(folder, 'uploads');
  await eventually(async () => (await readdir(uploads)).length === 1);
  call.destroy();
  await eventually(async () => (await readdir(uploads)).length === 0);
  expect(seen(discord)).toEqual([]);
});

const eventually = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
};

test('copies a large file from disk to disk', async () => {
  const { post, folder } = await start();
  const large = path.join(folder, 'large.mp4');
  await writeFile(large, '');
  await truncate(large, 40 * 1024 * 1024);
  const made = await post({}, [{ name: 'large.mp4', data: await openAsBlob(large) }]);
  expect(made.attachments).toMatchObject([{ size: 40 * 1024 * 1024 }]);
  const stored = path.join(folder, 'attachments', made.attachments[0]?.id ?? '');
  expect((await readFile(stored)).equals(await readFile(large))).toBe(true);
});

test('accepts discord.js’s uploads', async () => {
  const { rest, discord } = await start();
  await rest.post(Routes.channelMessages(gallery), {
    body: { attachments: [{ id: 0, filename: 'a b.png' }] },
    files: [{ name: 'a b.png', data: Buffer.from('a') }],
  });
  expect(seen(discord)).toMatchObject([{ attachments: [{ filename: 'a_b.png', title: 'a b' }] }]);
});
