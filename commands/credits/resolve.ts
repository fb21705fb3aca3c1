import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Order } from '../../src/orders/order.ts';
import type { CommandContext } from '../support/context.ts';
import { numberOf, textOf } from '../support/options.ts';
import { giveOrder, type OperatorSubcommand, serverOf } from './operators.ts';
import { renderUnconfirmed } from './unconfirmed-view.ts';

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
  const hold = (await context.money.accounts.holds(guildId)).find((one) => one.taskKey === taskKey);
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

/** A choice names the server too: the operator need not. @returns undefined for a task's key alone. */
function chosenTask(named: string): { guildId: string; taskKey: string } | undefined {
  const [, guildId, taskKey] = /^(\d{17,20})\/(.+)$/u.exec(named) ?? [];
  return guildId === undefined || taskKey === undefined ? undefined : { guildId, taskKey };
}

/** The unconfirmed tasks of all servers, or of the named one. */
export async function suggestTasks(
  interaction: InteractionOf<'autocomplete'>,
  { money: { accounts }, texts }: CommandContext,
): Promise<Suggestions> {
  const server = textOf(interaction, 'server') ?? '';
  const typed = (textOf(interaction, 'task') ?? '').toLowerCase();
  return (await accounts.unconfirmed())
    .filter(({ guildId }) => guildId.startsWith(server))
    .map(({ guildId, taskKey, memberId, modelId, credits, heldAtMs }) => {
      const date = new Date(heldAtMs).toISOString().slice(0, 16).replace('T', ' ');
      const name = texts.creditsCommand.task(taskKey, memberId, modelId, credits, date);
      return { name, value: `${guildId}/${taskKey}` };
    })
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed));
}
