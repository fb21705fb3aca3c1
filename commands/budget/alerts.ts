import { ButtonStyle } from 'discord.js';
import { alertsIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Subcommand } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { textOf } from '../support/options.ts';

type Words = Texts['budget'];

/** Shows which channel gets alerts, or sets it to the channel that the manager named. */
export const alerts: Subcommand = async (interaction, { money: { alerter }, texts }) => {
  const words = texts.budget;
  const { respond, guildId } = interaction;
  const channelId = textOf(interaction, 'channel');
  await respond.deferPrivately();
  if (channelId !== undefined) {
    const isSet = await alerter.setChannel(guildId, channelId);
    if (!isSet) throw new MemberError(words.alertsNotPosted(channelId));
  }
  await respond.complete(renderAlerts(await alerter.channelOf(guildId), interaction.userId, words));
};

/** *Turn off …*, and the answers to its question. */
export const alertsButton = defineButton(
  alertsIds,
  { who: 'manager', as: { name: 'budget' } },
  async ({ respond, guildId, userId }, { verb }, { money: { alerter }, texts }) => {
    const words = texts.budget;
    if (verb === 'confirmoff') await alerter.turnOff(guildId);
    const channelId = await alerter.channelOf(guildId);
    const isQuestion = verb === 'off' && channelId !== undefined;
    await respond.update(
      isQuestion ? renderAlertsQuestion(channelId, userId, words) : renderAlerts(channelId, userId, words),
    );
  },
);

function renderAlerts(channelId: string | undefined, memberId: string, words: Words): MessageBody {
  if (channelId === undefined) return privateText(words.alertsNone);
  const off = button(alertsIds.of(memberId, { verb: 'off' }), words.alertsTurnOff);
  return privateText(words.alertsSet(channelId), [off]);
}

function renderAlertsQuestion(channelId: string, memberId: string, words: Words): MessageBody {
  const yes = button(alertsIds.of(memberId, { verb: 'confirmoff' }), words.alertsConfirmOff, ButtonStyle.Danger);
  const no = button(alertsIds.of(memberId, { verb: 'keep' }), words.alertsKeep);
  return privateText(words.alertsAskOff(channelId), [yes, no]);
}
