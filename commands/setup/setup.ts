import { en } from '../../src/texts/en.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { CommandInteraction, Context } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import { loadKinds } from './controls.ts';

/** Leads a manager to a moderated server in three presses. Who may change settings may use it. */
export const setup = defineCommand({
  name: 'setup',
  default_member_permissions: SETTINGS_COMMAND.default_member_permissions,
  description: en.commands.setup.description,
  guard: { who: 'granted', as: SETTINGS_COMMAND },
  run: async (interaction: CommandInteraction, context: Context) => {
    await interaction.respond.answer(await loadKinds(interaction, context));
  },
});
