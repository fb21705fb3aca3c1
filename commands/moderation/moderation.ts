import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord.js';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import { en } from '../../src/texts/en.ts';
import { queue } from '../review/queue.ts';
import type { Command } from '../support/context.ts';
import { needModerator } from '../support/moderators.ts';
import { runSubcommand } from '../support/subcommands.ts';
import { DECISION_KINDS, type DecisionKind } from './decisions.ts';
import { lift, member, timeout, timeouts, trust, untrust } from './members.ts';
import { drafts, log, pause, refusals, resume } from './overviews.ts';

const words = en.commands.moderation;
const Option = ApplicationCommandOptionType;

const who: APIApplicationCommandBasicOption = {
  type: Option.User,
  name: 'member',
  description: words.who,
  required: true,
};
const why: APIApplicationCommandBasicOption = {
  type: Option.String,
  name: 'why',
  description: words.why,
  max_length: REASON_MAX_CHARACTERS,
};
const duration: APIApplicationCommandBasicOption = {
  type: Option.Integer,
  name: 'for',
  description: words.timeoutFor,
  required: true,
  choices: Object.entries(en.moderation.moderators.durations).map(([minutes, name]) => ({
    name,
    value: Number(minutes),
  })),
};

function subcommand(
  name: Exclude<keyof typeof words, 'description' | 'logKinds'>,
  options: APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption {
  return { type: Option.Subcommand, name, description: words[name], ...(options.length > 0 ? { options } : {}) };
}

const run = runSubcommand({
  ...{ timeout, lift, timeouts, trust, untrust, member },
  ...{ refusals, drafts, queue, pause, resume, log },
});

/** For moderators; whether somebody is one is looked at with every use. */
export const moderation: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'moderation',
    description: words.description,
    contexts: [0],
    options: [
      subcommand('timeout', [who, duration, why]),
      subcommand('lift', [who]),
      subcommand('timeouts'),
      subcommand('trust', [who]),
      subcommand('untrust', [who]),
      subcommand('member', [who]),
      subcommand('queue'),
      subcommand('refusals'),
      subcommand('drafts'),
      subcommand('log', [
        { ...who, required: false, description: words.logMember },
        { type: Option.User, name: 'moderator', description: words.logModerator },
        {
          ...{ type: Option.String, name: 'about', description: words.logAbout },
          choices: (Object.keys(DECISION_KINDS) as DecisionKind[]).map((value) => ({
            name: words.logKinds[value],
            value,
          })),
        },
        { type: Option.String, name: 'day', description: words.logDay, max_length: 10 },
        { type: Option.Boolean, name: 'as_file', description: words.asFile },
      ]),
      subcommand('pause', [why]),
      subcommand('resume'),
    ],
  },
  run: async (interaction, respond, context) => {
    await needModerator(interaction.server, context);
    await run(interaction, respond, context);
  },
};
