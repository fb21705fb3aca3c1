import { en } from '../../src/texts/en.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { Subcommand } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import * as option from '../support/options.ts';
import { loadPanel } from './panel.ts';
import { importSettings } from './transfer.ts';

const words = en.commands.settings;

const run: Subcommand = async (interaction, context) => {
  const file = interaction.attachments['file'];
  if (file) await importSettings(interaction, file, context);
  else await interaction.respond.answer(await loadPanel('start', interaction, context));
};

export const settings = defineCommand({
  ...SETTINGS_COMMAND,
  description: words.description,
  guard: { who: 'granted', as: SETTINGS_COMMAND },
  options: [option.attachment('file', words.file)],
  run,
});
