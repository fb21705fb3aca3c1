import { SHARE_EVERY } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { SECTIONS } from '../../src/moderation/settings/setting-kinds.ts';
import { en } from '../../src/texts/en.ts';
import { BUDGET_GUARD, manageBudget, suggestTimeZones } from '../budget/manage.ts';
import { setShare } from '../budget/share.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { Subcommand } from '../support/context.ts';
import { type Command, defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { loadPanel } from './panel.ts';
import { testPrompt } from './test-prompt.ts';
import { exportSettings, importSettings } from './transfer.ts';

const words = en.commands.settings;
const amount = { min_value: 0, max_value: AMOUNT_MAX_CREDITS };

const show: Subcommand = async (interaction, context) => {
  const page = SECTIONS.find((one) => one === option.textOf(interaction, 'part')) ?? 'start';
  await interaction.respond.answer(await loadPanel(page, interaction, context));
};

const guard = { who: 'granted', as: SETTINGS_COMMAND } as const;

export const settings = (promptMaxCharacters: number): Command =>
  defineSubcommands({
    ...SETTINGS_COMMAND,
    description: words.description,
    subcommands: {
      show: {
        guard,
        description: words.show,
        options: [
          option.text('part', words.part, {
            choices: SECTIONS.map((value) => ({ name: en.moderation.settings.sections[value].name, value })),
          }),
        ],
        run: show,
      },
      test: {
        guard,
        description: words.test,
        options: [
          option.text('prompt', words.testPrompt, { required: true, max_length: promptMaxCharacters }),
          option.channel('channel', words.testChannel),
        ],
        run: testPrompt,
      },
      budget: {
        guard: BUDGET_GUARD,
        description: words.budget,
        options: [option.suggested('time_zone', words.timeZone), option.integer('ask_from', words.askFrom, amount)],
        run: manageBudget,
      },
      limit: {
        guard: BUDGET_GUARD,
        description: words.limit,
        options: [
          option.integer('credits', words.limitCredits, { required: true, ...amount }),
          option.text('every', words.limitEvery, { required: true, choices: option.plainChoices(SHARE_EVERY) }),
          option.toggle('everyone', words.limitEveryone),
          option.user('member', words.limitMember),
          option.role('role', words.limitRole),
          option.toggle('together', words.limitTogether),
          option.channel('channel', words.limitChannel),
        ],
        run: setShare,
      },
      export: { guard, description: words.export, run: exportSettings },
      import: {
        guard,
        description: words.import,
        options: [option.attachment('file', words.file, { required: true })],
        run: importSettings,
      },
    },
    suggest: { time_zone: suggestTimeZones },
  });
