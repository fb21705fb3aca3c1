import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { Subcommand } from '../support/subcommands.ts';

/** For members with Manage Server only: Discord's own setting is one for the whole command, so it is checked at each use. */
export function forManagers(subcommand: Subcommand): Subcommand {
  return async (interaction, respond, context) => {
    if (!mayManageServer(interaction.server.memberPermissions)) {
      throw new MemberError(context.texts.refusals.notManager);
    }
    await subcommand(interaction, respond, context);
  };
}
