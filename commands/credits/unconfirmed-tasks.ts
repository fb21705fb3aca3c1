import type { UnconfirmedHold } from '../../src/budget/books/reading.ts';
import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import type { CommandContext } from '../support/context.ts';
import { textOf } from '../support/subcommands.ts';

/** A choice names the server too: the operator need not. */
const choiceOf = ({ guildId, taskKey }: Pick<UnconfirmedHold, 'guildId' | 'taskKey'>): string =>
  `${guildId}/${taskKey}`;

/** @returns undefined for a task's key alone. */
export function chosenTask(named: string): { guildId: string; taskKey: string } | undefined {
  const [, guildId, taskKey] = /^(\d{17,20})\/(.+)$/u.exec(named) ?? [];
  return guildId === undefined || taskKey === undefined ? undefined : { guildId, taskKey };
}

/** The unconfirmed tasks of all servers, or of the one that was named. */
export async function suggestTasks(
  interaction: InteractionOf<'autocomplete'>,
  typed: string,
  { accounts, texts }: CommandContext,
): Promise<Suggestions> {
  const server = textOf(interaction, 'server') ?? '';
  return (await accounts.unconfirmed())
    .filter(({ guildId }) => guildId.startsWith(server))
    .map((hold) => {
      const date = new Date(hold.heldAtMs).toISOString().slice(0, 16).replace('T', ' ');
      const name = texts.creditsCommand.task(hold.taskKey, hold.memberId, hold.modelId, hold.credits, date);
      return { name, value: choiceOf(hold) };
    })
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed.toLowerCase()));
}
