import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import { SECTIONS } from '../../src/moderation/settings/setting-kinds.ts';
import { en } from '../../src/texts/en.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { Command } from '../support/context.ts';
import { needManager } from '../support/moderators.ts';
import { runSubcommand, type Subcommand, textOf } from '../support/subcommands.ts';
import { renderPanel, renderSection } from './panel.ts';
import { testPrompt } from './test-prompt.ts';
import { exportSettings, importSettings } from './transfer.ts';

const words = en.commands.settings;
const Option = ApplicationCommandOptionType;

const show: Subcommand = async (interaction, respond, { moderation, texts }) => {
  const { server, userId } = interaction;
  const section = SECTIONS.find((one) => one === textOf(interaction, 'part'));
  const state = await moderation.settings.of(server.guildId);
  const its = texts.moderation.settings;
  await respond.answer(section ? renderSection(section, state, userId, its) : renderPanel(state, userId, its));
};

const run = runSubcommand({ show, export: exportSettings, import: importSettings, test: testPrompt });

/** Managers: where, by whom and how things are made here. Discord hides it from others; it is checked all the same. */
export const settings = (promptMaxCharacters: number): Command => ({
  data: {
    ...SETTINGS_COMMAND,
    description: words.description,
    contexts: [0],
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      {
        type: Option.Subcommand,
        name: 'show',
        description: words.show,
        options: [
          {
            ...{ type: Option.String, name: 'part', description: words.part },
            choices: SECTIONS.map((value) => ({ name: en.moderation.settings.sections[value].name, value })),
          },
        ],
      },
      {
        type: Option.Subcommand,
        name: 'test',
        description: words.test,
        options: [
          {
            ...{ type: Option.String, name: 'prompt', description: words.testPrompt },
            ...{ required: true, max_length: promptMaxCharacters },
          },
          { type: Option.Channel, name: 'channel', description: words.testChannel },
        ],
      },
      { type: Option.Subcommand, name: 'export', description: words.export },
      {
        type: Option.Subcommand,
        name: 'import',
        description: words.import,
        options: [{ type: Option.Attachment, name: 'file', description: words.file, required: true }],
      },
    ],
  },
  run: async (interaction, respond, context) => {
    await needManager(interaction, context);
    await run(interaction, respond, context);
  },
});
