import type { PersonActions } from '../../discord/people/person.ts';
import type { Answer, MessageView } from '../../discord/people/views.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { ids } from '../../discord/world/world-ids.ts';
import { textOf } from '../../message-reading.ts';

const { roles, channels } = ids.workshop;
const { open, review, preview, vote, rounds, lateHours, showcase, moderators } = channels;

/** In the format of a settings file. Small numbers, so that a few people can try everything in a few minutes. */
export const workshopSettings = {
  imageChannelIds: [open, review, preview, vote, rounds, lateHours],
  videoChannelIds: [open, review, preview, vote, rounds, lateHours],
  moderatorRoleIds: [roles.moderator],
  trustedRoleIds: [roles.trusted],
  moderatorsChannelId: moderators,
  galleryChannelId: showcase,
  modes: { [review]: 'review', [preview]: 'preview', [vote]: 'vote' },
  waitHours: 1,
  votesNeeded: 2,
  voteMinutes: 30,
  reportsToHide: 2,
  spoiler: 'ageRestricted',
  words: { refuse: ['kraken'], review: ['dragon'], explicit: ['vampire'], allow: [] },
};

/** Everything is open. Starred pictures go to the gallery, and members can make drafts. */
const atelierSettings = { galleryChannelId: ids.atelier.channels.exhibition, starsForGallery: 2, drafts: 'on' };

const MANAGER = ids.people.manager;
/** The bot's answers to a successful import. Any other answer says what is wrong. */
const IS_DONE = /^Imported\.|these are already the settings/;

const SERVERS = [
  { channelId: ids.workshop.channels.moderators, settings: workshopSettings },
  { channelId: ids.atelier.channels.staff, settings: atelierSettings },
];

/**
 * Sets up the servers with a file, as their manager would. Waits until the bot offers the command.
 * @throws Error with the bot's words if it refuses the settings, or the signal's reason
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
  await discord.waitFor(() => offersSettings(discord, channelId) || undefined, signal);
  const handle = await manager.command({
    channelId,
    name: 'settings',
    attachments: [{ option: 'file', name: 'settings.json', bytes: Buffer.from(JSON.stringify(settings, null, 2)) }],
  });
  const message = await privateAnswer(discord, manager, await handle.answer, signal);
  const text = message ? textOf(message) : 'Easel did not answer /settings';
  if (!message || !IS_DONE.test(text)) throw new Error(text);
  // A visitor who acts as Nadia later didn't ask for it.
  await manager.deleteMessage({ channelId, messageId: message.id });
};

/** Waits until a private answer is complete. @returns undefined if the answer isn't private */
export const privateAnswer = async (
  discord: DiscordSandbox,
  person: PersonActions,
  answer: Answer,
  signal: AbortSignal,
): Promise<MessageView | undefined> => {
  if (answer.kind === 'no-answer') throw new Error(answer.text);
  if (!('message' in answer) || !answer.message.sandbox.ephemeral) return undefined;
  const { channel_id: channelId, id } = answer.message;
  const isWhole = (one: MessageView): boolean => one.id === id && !one.sandbox.loading;
  return discord.waitFor(() => person.messages(channelId).find(isWhole), signal);
};

const offersSettings = (discord: DiscordSandbox, channelId: string): boolean =>
  discord.isHeard(channelId) &&
  discord
    .as(MANAGER)
    .commands(channelId)
    .some(({ name }) => name === 'settings');
