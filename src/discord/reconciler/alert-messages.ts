import type { PostToOperator } from '../../alerts/alert-operator.ts';
import type { PostAlert } from '../../alerts/alerter.ts';
import { RetryLater } from '../../engine/lane.ts';
import type { Texts } from '../../texts/en.ts';
import { renderAlert } from '../messages/alert-message.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { PersonalNotices } from './personal-notices.ts';
import type { Reconciler } from './reconciler.ts';

export interface AlertPosterParts {
  reconciler: Pick<Reconciler, 'bring'>;
  direct: PersonalNotices['direct'];
  operators: { ids(): readonly string[] };
  /** The operators' channel, used instead of direct messages as long as Easel may post there. */
  operatorChannelId: string | undefined;
  texts: Texts;
}

/** A team has at most this many members who may change things; with more operators, configure a channel. */
const OPERATORS_MAX = 20;

export interface AlertPosters {
  post: PostAlert;
  postToOperator: PostToOperator;
}

/** Posts alerts, without pings. */
export function createAlertPosters(parts: AlertPosterParts): AlertPosters {
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
      // A channel that is closed to Easel must not keep an alert from the operators.
      if (channelId !== undefined && (await post({ guildId: undefined, channelId }, alert, options))) return true;
      const outcomes: Outcome<unknown>['outcome'][] = [];
      for (const userId of operators.ids().slice(0, OPERATORS_MAX)) {
        const logging = {
          ...options,
          trouble: 'an alert could not be sent to an operator',
          about: { alert: alert.kind },
        };
        outcomes.push((await direct(userId, renderAlert(alert, texts), logging)).outcome);
      }
      if (outcomes.includes('done')) return true;
      // No operator is known until Discord has said who owns the application.
      if (outcomes.length === 0 || outcomes.includes('unavailable')) throw new RetryLater();
      return false;
    },
  };
}
