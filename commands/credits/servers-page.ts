import type { Button } from '../support/context.ts';
import { checkOperator } from './operators.ts';
import { renderServers } from './servers.ts';

/** Turns a page of the operator's list of servers. */
export const serversPage: Button = {
  action: 'servers',
  run: async (interaction, { argument: page }, respond, context) => {
    checkOperator(interaction, context);
    await respond.update(await renderServers(context, interaction.userId, Number(page)));
  },
};
