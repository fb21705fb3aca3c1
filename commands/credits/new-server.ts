import { ComponentType } from 'discord.js';
import { newServerIds } from '../../src/discord/custom-ids/controls.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import type { Order } from '../../src/orders/order.ts';
import { defineOperatorButton } from '../support/define.ts';
import { nameOf } from './operators.ts';
import { wordsFor } from './ordering.ts';

/** On the card about a new server: gives it an allowance, or leaves it without. The card then shows the decision. */
export const newServerButton = defineOperatorButton(newServerIds, async (interaction, pressed, respond, context) => {
  await respond.acknowledge();
  const { memberId: guildId } = pressed;
  const words = context.texts.creditsCommand;
  const server = await nameOf(guildId, context);
  if (pressed.verb === 'later') return respond.complete(decided(words.notNow(server, guildId)));
  const plan = { every: 'month', credits: pressed.credits, carryCapCredits: 0 } as const;
  const order: Order = { kind: 'allowance', allowance: plan };
  const given = { id: interaction.id, guildId, byId: interaction.userId, order };
  const came = await context.orders.give(given, () => respond.complete(decided(words.asked(server))));
  return respond.complete(decided(wordsFor(came, order, server, words)));
});

function decided(content: string): MessageBody {
  return messageBody([{ type: ComponentType.Container, components: [textDisplay(content)] }]);
}
