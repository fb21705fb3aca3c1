import { ComponentType } from 'discord.js';
import type { PostToOperator } from '../../alerts/alert-operator.ts';
import type { PostAlert } from '../../alerts/alerter.ts';
import { RetryLater } from '../../engine/lane.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { newServerButtons, newServerWords } from '../messages/new-server-message.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { PersonalNotices } from './personal-notices.ts';
import type { Reconciler } from './reconciler.ts';

const SHARDS_NAMED_MAX = 10;
const namesOf = (shards: readonly number[]): string =>
  `${shards.slice(0, SHARDS_NAMED_MAX).join(', ')}${shards.length > SHARDS_NAMED_MAX ? ' …' : ''}`;

type AnyAlert = Parameters<PostAlert>[1];

function wordsOfAlert(alert: AnyAlert, texts: Texts): string {
  const { budget, operatorAlerts } = texts;
  switch (alert.kind) {
    case 'hello':
      return budget.alertHello;
    case 'moderators unreachable':
      return budget.alertModeratorsUnreachable;
    case 'used':
      return budget.alertUsed(alert.percent, alert.leftCredits, alert.budgetCredits, alert.renewsAtMs);
    case 'unconfirmed':
      return budget.alertUnconfirmed(alert.tasks, alert.credits);
    case 'trouble':
      return operatorAlerts.trouble(alert.trouble, alert.reason === undefined ? undefined : escapeText(alert.reason));
    case 'trouble over':
      return operatorAlerts.over(alert.trouble, alert.alertedAtMs);
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
}

function renderAlert(alert: AnyAlert, texts: Texts): MessageBody {
  const words = textDisplay(wordsOfAlert(alert, texts));
  const container = { type: ComponentType.Container as const, components: [words] };
  return messageBody(alert.kind === 'new server' ? [container, newServerButtons(alert, texts)] : [container]);
}

export interface AlertPosterParts {
  reconciler: Pick<Reconciler, 'bring'>;
  direct: PersonalNotices['direct'];
  operators: { ids(): readonly string[] };
  /** The operators' channel, used instead of direct messages. */
  operatorChannelId: string | undefined;
  texts: Texts;
}

/** A team has at most this many members who may change things; with more operators, configure a channel. */
const OPERATORS_MAX = 20;

/** Posts alerts, without pings. */
export function createAlertPosters(parts: AlertPosterParts): { post: PostAlert; postToOperator: PostToOperator } {
  const { reconciler, direct, operators, operatorChannelId: channelId, texts } = parts;

  const post: PostAlert = async (at, alert, options) => {
    const about = { server: at.guildId, alert: alert.kind };
    const trouble = 'an alert could not be posted';
    const wanted = { at, body: renderAlert(alert, texts), ...options, trouble, about };
    return (await reconciler.bring(wanted)).outcome === 'there';
  };

  return {
    post,
    postToOperator: async (alert, options) => {
      if (channelId !== undefined) return post({ guildId: undefined, channelId }, alert, options);
      const outcomes: Outcome<unknown>['outcome'][] = [];
      for (const userId of operators.ids().slice(0, OPERATORS_MAX)) {
        const told = { ...options, trouble: 'an alert could not be sent to an operator', about: { alert: alert.kind } };
        outcomes.push((await direct(userId, renderAlert(alert, texts), told)).outcome);
      }
      if (outcomes.includes('done')) return true;
      // No operator is known until Discord has said who owns the application.
      if (outcomes.length === 0 || outcomes.includes('unavailable')) throw new RetryLater();
      return false;
    },
  };
}
