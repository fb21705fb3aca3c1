import { en } from '../../src/texts/en.ts';
import { defineCommand } from '../support/define.ts';
import { renderPrivacy } from './view.ts';

/** What Easel keeps about a member, where they correct it, and how they erase it. */
export const privacy = defineCommand({
  name: 'privacy',
  description: en.commands.privacy.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    await interaction.respond.answer(renderPrivacy(interaction, context));
  },
});
