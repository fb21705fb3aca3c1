import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { MemberError } from '../../src/errors.ts';
import { tellingBounds } from './bounds.ts';
import type { CommandContext, InServer } from './context.ts';

/** What one subcommand does. */
export type Subcommand<Interaction = InServer<InteractionOf<'command'>>> = (
  interaction: Interaction,
  respond: Responder,
  context: CommandContext,
) => Promise<void>;

/** Runs the one that was named. @throws MemberError for one that is not there (any more). */
export function runSubcommand<Interaction extends InteractionOf<'command'> = InServer<InteractionOf<'command'>>>(
  subcommands: Readonly<Record<string, Subcommand<Interaction>>>,
): Subcommand<Interaction> {
  const known = new Map(Object.entries(subcommands));
  return async (interaction, respond, context) => {
    const subcommand = known.get(interaction.subcommand ?? '');
    if (!subcommand) throw new MemberError(context.texts.refusals.unknownCommand);
    await tellingBounds(subcommand(interaction, respond, context), context.texts);
  };
}

/** A whole number that was typed; undefined when it was left out. */
export function numberOf(interaction: InteractionOf<'command'>, name: string): number | undefined {
  const value = interaction.options[name];
  return typeof value === 'number' ? value : undefined;
}

export function textOf(interaction: InteractionOf<'command' | 'autocomplete'>, name: string): string | undefined {
  const value = interaction.options[name];
  return value === undefined ? undefined : String(value).trim();
}
