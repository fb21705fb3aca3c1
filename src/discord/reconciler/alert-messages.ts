import { randomUUID } from 'node:crypto';
import { ComponentType } from 'discord.js';
import type { PostAlert } from '../../alerts/alerter.ts';
import type { PostOutcome, PostToOperator } from '../../alerts/notices.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { newServerButtons, newServerWords } from '../messages/new-server-message.ts';
import { escapeText } from '../messages/prompt-text.ts';
import type { Board, PostAt } from '../rest/board.ts';
import type { SentMessage } from '../rest/message.ts';
import { messageBody } from '../rest/message-body.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';

const SHARDS_NAMED_MAX = 10;
const namesOf = (shards: readonly number[]): string =>
  `${shards.slice(0, SHARDS_NAMED_MAX).join(', ')}${shards.length > SHARDS_NAMED_MAX ? ' …' : ''}`;

/** Posts alerts in a channel or in direct messages, without pings. */
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
    return postedAs(await board.post(at, messageBody(components), options));
  };
}

export interface OperatorPosterParts {
  rest: Pick<DiscordRest, 'openDirectMessages'>;
  post: PostAlert;
  operators: { ids(): readonly string[] };
  /** The operators' channel, used instead of direct messages. */
  channelId: string | undefined;
}

/** A team has at most this many members who may change things; with more operators, configure a channel. */
const TOLD_AT_MOST = 20;

/** Reaches the operators: in their channel, or each by a direct message. It is posted where one of them has it. */
export function createOperatorPoster(parts: OperatorPosterParts): PostToOperator {
  const { rest, post, operators, channelId } = parts;
  const directChannelIds = new Map<string, string>();
  const tellOne = async (userId: string, ...[alert, options]: Parameters<PostToOperator>): Promise<PostOutcome> => {
    if (!directChannelIds.has(userId)) {
      const opened = await rest.openDirectMessages(userId, { signal: options.signal });
      if (opened.outcome !== 'done') return opened.outcome === 'unavailable' ? opened.outcome : 'no access';
      directChannelIds.set(userId, opened.value);
    }
    return post({ guildId: undefined, channelId: directChannelIds.get(userId) ?? '' }, alert, options);
  };
  return async (alert, options) => {
    if (channelId !== undefined) return post({ guildId: undefined, channelId }, alert, options);
    const outcomes: PostOutcome[] = [];
    for (const userId of operators.ids().slice(0, TOLD_AT_MOST)) outcomes.push(await tellOne(userId, alert, options));
    if (outcomes.includes('posted')) return 'posted';
    // No operator is known until Discord has said who owns the application.
    return outcomes.length === 0 || outcomes.includes('unavailable') ? 'unavailable' : 'no access';
  };
}

/** A stop waits for it. */
const POST_WITHIN_MS = 5_000;

/** Posts a line in a channel, without pings. */
export function createLinePoster(board: Pick<Board, 'post'>): (at: PostAt, text: string) => Promise<PostOutcome> {
  return async (at, text) => {
    const body = messageBody([textDisplay(text)]);
    return postedAs(await board.post(at, body, { idempotencyKey: randomUUID(), withinMs: POST_WITHIN_MS }));
  };
}

function postedAs({ outcome }: Outcome<SentMessage>): PostOutcome {
  if (outcome === 'done') return 'posted';
  return outcome === 'unavailable' ? outcome : 'no access';
}
