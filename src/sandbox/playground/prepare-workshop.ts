import type { MessageView } from '../discord/people/views.ts';
import type { DiscordSandbox } from '../discord/sandbox.ts';
import { ids } from '../discord/world.ts';
import { textOf } from '../message-reading.ts';
import { workshopSettings } from './workshop-settings.ts';

const { channels } = ids.workshop;
const MANAGER = ids.people.manager;
/** In the bot's words; any other answer tells what is wrong. */
const IS_DONE = /^Taken over|^These are the settings already/;

/**
 * Sets up The Workshop as its manager would: with `/settings import`, since only the bot knows what becomes of it. Waits
 * until the bot is there and offers the command.
 * @throws Error with the bot's own words where it does not take the settings; the signal's reason when it aborts
 */
export const prepareWorkshop = async (discord: DiscordSandbox, signal: AbortSignal): Promise<void> => {
  const manager = discord.as(MANAGER);
  const channelId = channels.moderators;
  await until(discord, () => isReady(discord) || undefined, signal);
  const handle = await manager.command({
    ...{ channelId, name: 'settings', subcommand: 'import' },
    attachments: [
      { option: 'file', name: 'the-workshop.json', bytes: Buffer.from(JSON.stringify(workshopSettings, null, 2)) },
    ],
  });
  const answer = await handle.answer;
  if (!('message' in answer)) throw new Error('Easel did not answer /settings import');
  const { id: messageId } = answer.message;
  const find = (): MessageView | undefined => manager.messages(channelId).find(({ id }) => id === messageId);
  const message = await until(discord, () => finished(find()), signal);
  const text = textOf(message);
  if (!IS_DONE.test(text)) throw new Error(text);
  // Whoever is Nadia later did not ask for it.
  await manager.deleteMessage({ channelId, messageId });
};

const isReady = (discord: DiscordSandbox): boolean =>
  discord.isHeard(channels.moderators) &&
  discord
    .as(MANAGER)
    .commands(channels.moderators)
    .some(({ name }) => name === 'settings');

const finished = (message: MessageView | undefined): MessageView | undefined =>
  message?.sandbox.loading === false ? message : undefined;

/** What `look` finds, as soon as a change lets it. @throws the signal's reason */
const until = async <Found>(
  discord: DiscordSandbox,
  look: () => Found | undefined,
  signal: AbortSignal,
): Promise<Found> => {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const tryIt = (): void => {
    const found = look();
    if (found !== undefined) resolve(found);
  };
  const onAbort = (): void => reject(signal.reason);
  const stop = discord.on('change', tryIt);
  signal.addEventListener('abort', onAbort, { once: true });
  tryIt();
  try {
    return await promise;
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
};
