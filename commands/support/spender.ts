import type { Spender } from '../../src/budget/account/shares.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { InServer } from './context.ts';

/** Who would spend, and where, as the server's shares see it. */
export function spenderOf({ userId, channelId, server }: InServer<InteractionFacts>): Spender {
  const { roleIds, parentChannelId } = server;
  const channelIds = [channelId, ...(parentChannelId === undefined ? [] : [parentChannelId])];
  return { memberId: userId, roleIds, channelIds };
}
