import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import { en } from '../../src/texts/en.ts';
import { MODERATION_COMMAND } from '../support/command-access.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { reasonsIn } from '../support/reasons.ts';
import { timeout } from './members.ts';
import { showPanel } from './panel.ts';

const words = en.commands.moderation;

const durations = en.moderation.moderators.durations.map(({ minutes, name }) => ({ name, value: minutes }));

export const moderation = defineSubcommands({
  ...MODERATION_COMMAND,
  description: words.description,
  suggest: {
    why: async (interaction, { rules }) => {
      if (interaction.guildId === undefined) return [];
      return option.matching(interaction, option.plainChoices(reasonsIn((await rules()).settings)));
    },
  },
  subcommands: {
    panel: { guard: 'moderator', description: words.panel, run: showPanel },
    timeout: {
      guard: 'moderator',
      description: words.timeout,
      options: [
        option.user('member', words.who, { required: true }),
        option.integer('for', words.timeoutFor, { required: true, choices: durations }),
        option.suggested('why', words.why, { max_length: REASON_MAX_CHARACTERS }),
      ],
      run: timeout,
    },
  },
});
