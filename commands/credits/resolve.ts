import type { UnconfirmedHold } from '../../src/budget/books/reading.ts';
import type { resolveIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { OperatorAction } from '../../src/operator-commands/operator-command.ts';
import type { Context } from '../support/context.ts';
import { matching, numberOf, textOf } from '../support/options.ts';
import { type OperatorSubcommand, runAction, serverOf } from './operators.ts';
import { type Decision, readPage, renderQuestion, renderUnconfirmed } from './unconfirmed-view.ts';

/** Ends an unconfirmed hold as the operator or the service says. Without a task, lists all of them. */
export const resolve: OperatorSubcommand = async (interaction, context) => {
  const named = textOf(interaction, 'task') ?? '';
  if (named === '') {
    const server = textOf(interaction, 'server') === undefined ? undefined : await serverOf(interaction, context);
    await interaction.respond.deferPrivately();
    await interaction.respond.complete(
      await renderUnconfirmed(context, interaction.userId, { page: 0, guildId: server }),
    );
    return;
  }
  const { guildId, taskKey } = chosenTask(named) ?? { guildId: await serverOf(interaction, context), taskKey: named };
  const words = context.texts.creditsCommand;
  const hold = (await context.money.accounts.holds(guildId)).find((one) => one.taskKey === taskKey);
  if (!hold) throw new MemberError(words.noUnconfirmed);
  if (!hold.unconfirmed) throw new MemberError(words.notUnconfirmed);
  await runAction(guildId, actionFor(hold, resolutionOf(interaction)), interaction, context);
};

type ResolveAction = Extract<OperatorAction, { kind: 'resolve' }>;

const actionFor = (
  { taskKey, memberId, jobId }: Omit<ResolveAction, 'kind' | 'resolution'>,
  resolution: ResolveAction['resolution'],
): ResolveAction => ({ kind: 'resolve', taskKey, memberId, jobId, resolution });

/** Resolves tasks of any servers. @returns what happened, in words; what someone else resolved meanwhile isn't counted. */
async function resolveAll(
  holds: readonly UnconfirmedHold[],
  decision: Decision,
  { id, userId: byId }: InteractionFacts,
  { money: { operatorCommands }, texts }: Context,
): Promise<string> {
  const { noUnconfirmed, unconfirmed: words } = texts.creditsCommand;
  // In parallel, because each may have to wait for another process.
  const outcomes = await Promise.all(
    holds.map(({ guildId, ...hold }, index) =>
      operatorCommands.submit({ id: `${id}.${index}`, guildId, byId, action: actionFor(hold, { decision }) }),
    ),
  );
  const ended = outcomes.flatMap((one) => (one.outcome === 'settled' || one.outcome === 'released' ? [one] : []));
  const credits = ended.reduce((sum, one) => sum + one.credits, 0);
  const waiting = outcomes.filter(({ outcome }) => outcome === 'waiting').length;
  return [
    ...(ended.length > 0 ? [words.ended[decision](ended.length, credits)] : []),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ...(ended.length + waiting === 0 ? [noUnconfirmed] : []),
  ].join(' ');
}

/** Handles a press on the list of unconfirmed tasks: turns the page, resolves one task, or asks and resolves all on the page. */
export async function pressUnconfirmed(
  pressed: NonNullable<ReturnType<typeof resolveIds.read>>,
  interaction: InteractionFacts,
  context: Context,
): Promise<MessageBody> {
  const { page, scope } = pressed;
  const { userId } = interaction;
  const listPosition = { page, guildId: scope === 'all' ? undefined : 'guildId' in pressed ? pressed.guildId : scope };
  const listAfter = (said?: string) => renderUnconfirmed(context, userId, listPosition, said);
  if (pressed.verb === 'list') return listAfter();
  const { decision } = pressed;
  if (pressed.verb === 'one') {
    const { guildId, jobId, number } = pressed;
    const holds = (await context.money.accounts.holds(guildId)).map((hold) => ({ ...hold, guildId }));
    const chosen = holds.filter(({ taskKey }) => taskKey === `${jobId}-${number}`);
    return listAfter(await resolveAll(chosen, decision, interaction, context));
  }
  const now = await readPage(context, listPosition);
  if (now.mark !== pressed.mark || now.shown.length === 0) {
    return listAfter(context.texts.creditsCommand.unconfirmed.changed);
  }
  if (pressed.verb === 'ask') return renderQuestion(context, userId, listPosition, decision, now);
  return listAfter(await resolveAll(now.shown, decision, interaction, context));
}

function resolutionOf(interaction: InteractionOf<'command'>): ResolveAction['resolution'] {
  const decision = textOf(interaction, 'decision');
  if (decision === 'release') return { decision };
  return decision === 'settle' ? { decision, chargedCredits: numberOf(interaction, 'credits') } : null;
}

/** A suggested value has the server too. @returns undefined for a task's key alone */
function chosenTask(named: string): { guildId: string; taskKey: string } | undefined {
  const [, guildId, taskKey] = /^(\d{17,20})\/(.+)$/u.exec(named) ?? [];
  return guildId === undefined || taskKey === undefined ? undefined : { guildId, taskKey };
}

/** Unconfirmed tasks of all servers, or of the server in the option. */
export async function suggestTasks(
  interaction: InteractionOf<'autocomplete'>,
  { money: { accounts }, texts }: Context,
): Promise<Suggestions> {
  const server = textOf(interaction, 'server') ?? '';
  const all = (await accounts.unconfirmed())
    .filter(({ guildId }) => guildId.startsWith(server))
    .map(({ guildId, taskKey, memberId, modelId, credits, heldAtMs }) => {
      const date = new Date(heldAtMs).toISOString().slice(0, 16).replace('T', ' ');
      const name = texts.creditsCommand.task(taskKey, memberId, modelId, credits, date);
      return { name, value: `${guildId}/${taskKey}` };
    });
  return matching(interaction, all);
}
