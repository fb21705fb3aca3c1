import { alertsIds } from '../../src/discord/custom-ids/controls.ts';
import { defineButton } from '../support/define.ts';
import { renderAlerts, renderAlertsQuestion } from './alerts.ts';

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
