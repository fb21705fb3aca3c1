import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import type { Subcommand } from '../support/subcommands.ts';

/** @throws MemberError for anyone without Manage Server. */
export function needBudgetManager({ server }: InServer<InteractionFacts>, { refusals }: CommandContext['texts']): void {
  if (!mayManageServer(server.memberPermissions)) throw new MemberError(refusals.notManager);
}

/** For members with Manage Server only: Discord's own setting is one for the whole command, so it is checked at each use. */
export function forManagers(subcommand: Subcommand): Subcommand {
  return async (interaction, respond, context) => {
    needBudgetManager(interaction, context.texts);
    await subcommand(interaction, respond, context);
  };
}
