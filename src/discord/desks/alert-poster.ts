import { ComponentType } from 'discord.js';
import type { PostAlert } from '../../alerts/alerter.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { newServerButtons, newServerWords } from '../messages/new-server-message.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { asPosted, type Board } from '../rest/board.ts';
import { messageBody } from '../rest/message-body.ts';

const SHARDS_NAMED_MAX = 10;
const namesOf = (shards: readonly number[]): string =>
  `${shards.slice(0, SHARDS_NAMED_MAX).join(', ')}${shards.length > SHARDS_NAMED_MAX ? ' …' : ''}`;

/** Puts alerts into a channel, also that of direct messages; pings nobody. */
export function createAlertPoster(board: Pick<Board, 'post'>, texts: Texts): PostAlert {
  const { budget, operatorAlerts } = texts;
  const wordsOf = (alert: Parameters<PostAlert>[1]): string => {
    switch (alert.kind) {
      case 'hello':
        return budget.alertHello;
      case 'no desk':
        return budget.alertNoDesk;
      case 'used':
        return budget.alertUsed(alert.percent, alert.leftCredits, alert.budgetCredits, alert.renewsAtMs);
      case 'unconfirmed':
        return budget.alertUnconfirmed(alert.tasks, alert.credits);
      case 'trouble':
        return operatorAlerts.trouble(alert.trouble, alert.reason === undefined ? undefined : escapeText(alert.reason));
      case 'trouble over':
        return operatorAlerts.over(alert.trouble, alert.toldAtMs);
      case 'unconfirmed everywhere':
        return operatorAlerts.unconfirmed(alert.tasks, alert.servers, alert.credits);
      case 'intimate report':
        return operatorAlerts.intimateReport(alert);
      case 'ceiling':
        return operatorAlerts.ceiling(alert.percent, alert.usedCredits, alert.ceilingCredits, alert.renewsAtMs);
      case 'shards vacant':
        return operatorAlerts.shardsVacant(alert.shards.length, namesOf(alert.shards));
      case 'shards served':
        return operatorAlerts.shardsServed(alert.shards.length, namesOf(alert.shards));
      case 'new server':
        return newServerWords(alert, texts);
    }
  };
  return async (at, alert, options) => {
    const container = { type: ComponentType.Container as const, components: [textDisplay(wordsOf(alert))] };
    const components = alert.kind === 'new server' ? [container, newServerButtons(alert, texts)] : [container];
    const posted = asPosted(await board.post(at, messageBody(components), options));
    return typeof posted === 'string' ? posted : 'posted';
  };
}
