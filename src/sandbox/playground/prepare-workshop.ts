import type { MessageView } from '../discord/people/views.ts';
import type { DiscordSandbox } from '../discord/sandbox.ts';
import { ids } from '../discord/world.ts';
import { textOf } from '../message-reading.ts';
import type { BotControl } from './bot-control.ts';
import { workshopSettings } from './workshop-settings.ts';

const { channels } = ids.workshop;
const MANAGER = ids.people.manager;
/** In the bot's words; any other answer tells what is wrong. */
const IS_DONE = /^Taken over|^These are the settings already/;

export interface WorkshopStage {
  discord: DiscordSandbox;
  bot: Pick<BotControl, 'state' | 'onChange'>;
}

/**
 * Sets up The Workshop as its manager would: with `/settings import`, since only the bot knows what becomes of it. Waits
 * until the bot is there and offers the command.
 * @throws Error with the bot's own words where it does not take the settings; the signal's reason when it aborts
 */
export const prepareWorkshop = async (stage: WorkshopStage, signal: AbortSignal): Promise<void> => {
  const manager = stage.discord.as(MANAGER);
  const channelId = channels.moderators;
  await until(stage, () => isReady(stage) || undefined, signal);
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
  const message = await until(stage, () => finished(find()), signal);
  const text = textOf(message);
  if (!IS_DONE.test(text)) throw new Error(text);
  // Whoever is Nadia later did not ask for it.
  await manager.deleteMessage({ channelId, messageId });
};

const isReady = ({ discord, bot }: WorkshopStage): boolean =>
  bot.state === 'running' &&
  discord.connections > 0 &&
  discord
    .as(MANAGER)
    .commands(channels.moderators)
    .some(({ name }) => name === 'settings');

const finished = (message: MessageView | undefined): MessageView | undefined =>
  message?.sandbox.loading === false ? message : undefined;

/** What `look` finds, as soon as a change lets it. @throws the signal's reason */
const until = async <Found>(
  { discord, bot }: WorkshopStage,
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
  const stops = [discord.on('change', tryIt), bot.onChange(tryIt)];
  signal.addEventListener('abort', onAbort, { once: true });
  tryIt();
  try {
    return await promise;
  } finally {
    for (const stop of stops) stop();
    signal.removeEventListener('abort', onAbort);
  }
};
