import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { CommandContext, InServer } from './context.ts';

/** What one subcommand does. */
export type Subcommand<Interaction = InServer<InteractionOf<'command'>>> = (
  interaction: Interaction,
  respond: Responder,
  context: CommandContext,
) => Promise<void>;

/** A whole number that was typed; undefined when it was left out. */
export function numberOf(interaction: InteractionOf<'command'>, name: string): number | undefined {
  const value = interaction.options[name];
  return typeof value === 'number' ? value : undefined;
}

export function textOf(interaction: InteractionOf<'command' | 'autocomplete'>, name: string): string | undefined {
  const value = interaction.options[name];
  return value === undefined ? undefined : String(value).trim();
}
