import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { type Subcommand, textOf } from '../support/subcommands.ts';

/** Names the channel that is told, or turns it off when none is named. */
export const alerts: Subcommand = async (interaction, respond, { alerter, texts }) => {
  const words = texts.budget;
  const { guildId } = interaction.server;
  const channelId = textOf(interaction, 'channel');
  await respond.deferPrivately();
  if (channelId === undefined) {
    await alerter.turnOff(guildId);
    await respond.complete(privateText(words.alertsOff));
    return;
  }
  const outcome = await alerter.setChannel(guildId, channelId);
  if (outcome !== 'posted') throw new MemberError(words.alertsNotPosted(channelId));
  await respond.complete(privateText(words.alertsSet(channelId)));
};
