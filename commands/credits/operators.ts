import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { type Subcommand, textOf } from '../support/subcommands.ts';

/** For operators only, checked at each use: whom Discord shows a command to is up to each server's admins. */
export function forOperators(subcommand: Subcommand): Subcommand {
  return async (interaction, respond, context) => {
    checkOperator(interaction, context);
    await subcommand(interaction, respond, context);
  };
}

export function checkOperator({ userId }: InteractionFacts, { operators, texts }: CommandContext): void {
  if (!operators.has(userId)) throw new MemberError(texts.refusals.notOperator);
}

/** The server that an order is for: the one that was named, or the one it is given in. */
export function serverOf(
  interaction: InServer<InteractionFacts> & Parameters<typeof textOf>[0],
  { texts }: CommandContext,
): string {
  const given = textOf(interaction, 'server');
  if (given === undefined) return interaction.server.guildId;
  if (!/^\d{17,20}$/.test(given)) throw new MemberError(texts.creditsCommand.noServer);
  return given;
}

/** A server may be called whatever its owner likes; enough to know it by. */
const NAME_CHARACTERS = 50;

export async function nameOf(
  guildId: string,
  { serverName, texts }: Pick<CommandContext, 'serverName' | 'texts'>,
): Promise<string> {
  const name = await serverName(guildId);
  return texts.creditsCommand.server(guildId, name === undefined ? undefined : escapeText(cut(name, NAME_CHARACTERS)));
}
