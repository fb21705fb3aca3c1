import { en } from '../../src/texts/en.ts';
import { defineCommand } from '../support/define.ts';
import { loadPanel } from './panel.ts';

/** Shows to one member the pictures and clips of everyone that they may see here. */
export const explore = defineCommand({
  name: 'explore',
  description: en.commands.explore.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    await interaction.respond.answer(await loadPanel(interaction, { tab: 'week', page: 0 }, context));
  },
});
