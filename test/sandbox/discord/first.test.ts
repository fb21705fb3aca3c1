import { Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import { MessageFlags, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { gallery, people, startBot, startDiscord } from './support.ts';

test('discord.js logs in, registers, is asked, answers, and edits with a file', async () => {
  const { discord } = await startDiscord();
  const { client, next } = await startBot(discord);
  await client.application.commands.set([{ name: 'image', description: 'Makes a picture' }]);
  const handle = await discord.as(people.member).command({ channelId: gallery, name: 'image' });
  const interaction = await next();
  await client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
    auth: false,
    body: { type: 4, data: { flags: MessageFlags.IsComponentsV2, components: [{ type: 10, content: 'Working' }] } },
  });
  expect(await handle.answer).toMatchObject({ kind: 'message', message: { components: [{ content: 'Working' }] } });
  const form = new FormData();
  const components = [{ type: 12, items: [{ media: { url: 'attachment://cat.png' } }] }];
  form.set('payload_json', JSON.stringify({ components, attachments: [{ id: 0, filename: 'cat.png' }] }));
  form.set('files[0]', await blob(Readable.from([Buffer.from('not really a picture')])), 'cat.png');
  await client.rest.patch(Routes.webhookMessage(client.application.id, interaction.token), {
    auth: false,
    body: form,
    passThroughBody: true,
  });
  const [message] = discord.messages(gallery, { as: people.secondMember });
  expect(message).toMatchObject({
    attachments: [],
    components: [{ items: [{ media: { content_type: 'image/png' } }] }],
  });
});
