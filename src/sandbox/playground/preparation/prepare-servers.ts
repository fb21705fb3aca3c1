import type { MessageView } from '../../discord/people/views.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { ids } from '../../discord/world/world.ts';
import { textOf } from '../../message-reading.ts';
import { awaitChange } from './await-change.ts';
import { atelierSettings, workshopSettings } from './server-settings.ts';

const MANAGER = ids.people.manager;
/** In the bot's words; any other answer tells what is wrong. */
const IS_DONE = /^Imported\.|these are already the settings/;

const SERVERS = [
  { channelId: ids.workshop.channels.moderators, settings: workshopSettings },
  { channelId: ids.atelier.channels.staff, settings: atelierSettings },
];

/**
 * Sets up the servers as their manager would: with `/settings import`, since only the bot knows what becomes of it. Waits
 * until the bot is there and offers the command.
 * @throws Error with the bot's own words where it does not take the settings; the signal's reason when it aborts
 */
export const prepareServers = async (discord: DiscordSandbox, signal: AbortSignal): Promise<void> => {
  for (const { channelId, settings } of SERVERS) await importSettings(discord, channelId, settings, signal);
};

const importSettings = async (
  discord: DiscordSandbox,
  channelId: string,
  settings: object,
  signal: AbortSignal,
): Promise<void> => {
  const manager = discord.as(MANAGER);
  await awaitChange(discord, () => offersSettings(discord, channelId) || undefined, signal);
  const handle = await manager.command({
    channelId,
    name: 'settings',
    subcommand: 'import',
    attachments: [{ option: 'file', name: 'settings.json', bytes: Buffer.from(JSON.stringify(settings, null, 2)) }],
  });
  const answer = await handle.answer;
  if (!('message' in answer)) throw new Error('Easel did not answer /settings import');
  const { id: messageId } = answer.message;
  const find = (): MessageView | undefined => manager.messages(channelId).find(({ id }) => id === messageId);
  const message = await awaitChange(discord, () => finished(find()), signal);
  const text = textOf(message);
  if (!IS_DONE.test(text)) throw new Error(text);
  // Whoever is Nadia later did not ask for it.
  await manager.deleteMessage({ channelId, messageId });
};

const offersSettings = (discord: DiscordSandbox, channelId: string): boolean =>
  discord.isHeard(channelId) &&
  discord
    .as(MANAGER)
    .commands(channelId)
    .some(({ name }) => name === 'settings');

const finished = (message: MessageView | undefined): MessageView | undefined =>
  message?.sandbox.loading === false ? message : undefined;
