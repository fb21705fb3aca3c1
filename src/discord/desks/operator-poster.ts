import type { PostAlert } from '../../alerts/alerter.ts';
import type { PostOutcome, PostToOperator } from '../../alerts/notices.ts';
import type { DiscordRest } from '../rest/rest.ts';
import type { Operators } from '../server/operators.ts';

export interface OperatorPosterParts {
  rest: Pick<DiscordRest, 'openDirectMessages'>;
  post: PostAlert;
  operators: Pick<Operators, 'ids'>;
  /** Where operators are told instead of each by a direct message. */
  channelId: string | undefined;
}

/** A team has no more members that may change things than this; whoever configures more has a channel. */
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
    // Before Discord has said who owns the application there may be nobody to tell yet.
    return outcomes.length === 0 || outcomes.includes('unavailable') ? 'unavailable' : 'no access';
  };
}
