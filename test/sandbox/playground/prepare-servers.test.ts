import { Routes } from 'discord.js';
import { expect, it } from 'vitest';
import { prepareServers } from '../../../src/sandbox/playground/preparation/prepare-servers.ts';
import { people, startBot, startDiscord, workshop } from '../discord/support.ts';

const importCommand = {
  ...{ name: 'settings', description: 'Settings' },
  options: [{ type: 11, name: 'file', description: 'The file' }],
};

it('fails with the words of a bot that refuses the settings', async () => {
  const { discord } = await startDiscord();
  const preparing = prepareServers(discord, AbortSignal.timeout(20_000));
  const refused = expect(preparing).rejects.toThrow('This file is not for me');
  const bot = await startBot(discord);
  await bot.client.application.commands.set([importCommand]);
  const { id, token } = await bot.next();
  const body = { type: 4, data: { content: 'This file is not for me', flags: 64 } };
  await bot.client.rest.post(Routes.interactionCallback(id, token), { auth: false, body });
  await refused;
  const seen = discord.messages(workshop.channels.moderators, { as: people.manager });
  expect(seen.map(({ content }) => content)).toEqual(['This file is not for me']);
});

it('waits for the bot until it is aborted', async () => {
  const { discord } = await startDiscord();
  const stopping = new AbortController();
  const preparing = prepareServers(discord, stopping.signal);
  stopping.abort(new Error('the playground closes'));
  await expect(preparing).rejects.toThrow('the playground closes');
});
