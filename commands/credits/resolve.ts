import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { Order } from '../../src/orders/order.ts';
import { numberOf, textOf } from '../support/subcommands.ts';
import { type OperatorSubcommand, serverOf } from './operators.ts';
import { giveOrder } from './ordering.ts';
import { renderUnconfirmed } from './unconfirmed-list.ts';
import { chosenTask } from './unconfirmed-tasks.ts';

/** Ends an unconfirmed hold, as the operator says, or as the service tells; lists all of them where no task is named. */
export const resolve: OperatorSubcommand = async (interaction, respond, context) => {
  const named = textOf(interaction, 'task') ?? '';
  if (named === '') {
    const server = textOf(interaction, 'server') === undefined ? undefined : await serverOf(interaction, context);
    await respond.deferPrivately();
    await respond.complete(await renderUnconfirmed(context, interaction.userId, { page: 0, guildId: server }));
    return;
  }
  const { guildId, taskKey } = chosenTask(named) ?? { guildId: await serverOf(interaction, context), taskKey: named };
  const words = context.texts.creditsCommand;
  const hold = (await context.accounts.holds(guildId)).find((one) => one.taskKey === taskKey);
  if (!hold) throw new MemberError(words.noUnconfirmed);
  if (!hold.unconfirmed) throw new MemberError(words.notUnconfirmed);
  const { memberId, jobId } = hold;
  const order = { kind: 'resolve', taskKey, memberId, jobId, resolution: resolutionOf(interaction) } as const;
  await giveOrder(guildId, order, interaction, respond, context);
};

function resolutionOf(interaction: InteractionOf<'command'>): Extract<Order, { kind: 'resolve' }>['resolution'] {
  const decision = textOf(interaction, 'decision');
  if (decision === 'release') return { decision };
  return decision === 'settle' ? { decision, chargedCredits: numberOf(interaction, 'credits') } : null;
}
