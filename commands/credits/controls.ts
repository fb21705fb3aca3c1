import { newServerIds, resolveIds, serversIds } from '../../src/discord/custom-ids/controls.ts';
import { container, textDisplay } from '../../src/discord/messages/components.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import type { OperatorAction } from '../../src/operator-commands/operator-command.ts';
import { defineOperatorButton } from '../support/define.ts';
import { describeResult, serverName } from './operators.ts';
import { pressUnconfirmed } from './resolve.ts';
import { renderServers } from './servers.ts';

/** Turns a page of the operator's list of servers. */
export const serversPage = defineOperatorButton(serversIds, async (interaction, { page }, context) => {
  await interaction.respond.acknowledge();
  await interaction.respond.complete(await renderServers(context, interaction.userId, page));
});

/** The operator's list of unconfirmed tasks. */
export const resolveButton = defineOperatorButton(resolveIds, async (interaction, pressed, context) => {
  await interaction.respond.acknowledge();
  await interaction.respond.complete(await pressUnconfirmed(pressed, interaction, context));
});

/** On the card about a new server: gives it an allowance, or leaves it without. The card then shows the decision. */
export const newServerButton = defineOperatorButton(newServerIds, async (interaction, pressed, context) => {
  await interaction.respond.acknowledge();
  const { memberId: guildId } = pressed;
  const words = context.texts.creditsCommand;
  const server = await serverName(guildId, context);
  if (pressed.verb === 'later') return interaction.respond.complete(decided(words.notNow(server, guildId)));
  const plan = { every: 'month', credits: pressed.credits, carryCapCredits: 0 } as const;
  const action: OperatorAction = { kind: 'allowance', allowance: plan };
  const given = { id: interaction.id, guildId, byId: interaction.userId, action };
  const done = await context.money.operatorCommands.submit(given, () =>
    interaction.respond.complete(decided(words.asked(server))),
  );
  return interaction.respond.complete(decided(describeResult(done, action, server, words)));
});

function decided(content: string): MessageBody {
  return messageBody([container([textDisplay(content)])]);
}
