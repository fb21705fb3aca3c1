import type { Button } from '../context.ts';
import { checkOperator } from '../credits/operators.ts';
import { renderServers } from '../credits/servers.ts';

/** Turns a page of the operator's list of servers. */
export const serversPage: Button = {
  action: 'servers',
  run: async (interaction, { argument: page }, respond, context) => {
    checkOperator(interaction, context);
    await respond.update(await renderServers(context, interaction.userId, Number(page)));
  },
};
