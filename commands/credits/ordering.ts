import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Order } from '../../src/orders/order.ts';
import type { Orders } from '../../src/orders/orders.ts';
import type { CommandContext } from '../support/context.ts';
import { nameOf } from './operators.ts';

/**
 * Gives an order for a server and says what came of it; where another process has the server, first that it was asked. The
 * interaction's id makes an order that arrives twice one order.
 */
export async function giveOrder(
  guildId: string,
  order: Order,
  { id, userId: byId }: InteractionFacts,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  await respond.deferPrivately();
  const words = context.texts.creditsCommand;
  const onAsked = async (): Promise<void> => {
    await respond.complete(privateText(words.asked(await nameOf(guildId, context))));
  };
  const came = await context.money.orders.give({ id, guildId, byId, order }, onAsked);
  await respond.complete(privateText(wordsFor(came, order, await nameOf(guildId, context), words)));
}

export function wordsFor(
  came: Awaited<ReturnType<Orders['give']>>,
  order: Order,
  server: string,
  words: CommandContext['texts']['creditsCommand'],
): string {
  if (came.outcome === 'done') return wordsForDone(order, server, words);
  if (came.outcome === 'already' && order.kind === 'resolve') return words.noUnconfirmed;
  const { credits, leftCredits } = { credits: 0, leftCredits: 0, ...came };
  return words.outcomes[came.outcome](server, credits, leftCredits);
}

function wordsForDone(order: Order, server: string, words: CommandContext['texts']['creditsCommand']): string {
  if (order.kind === 'pause') return order.isPaused ? words.paused(server) : words.resumed(server);
  if (order.kind !== 'allowance' || order.allowance === 'default') return words.defaultAllowance(server);
  const { credits, every, carryCapCredits } = order.allowance;
  return words.allowance(server, credits, every, carryCapCredits);
}
