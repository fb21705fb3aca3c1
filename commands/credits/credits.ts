import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord.js';
import { AMOUNT_MAX_CREDITS, NOTE_MAX_CHARACTERS } from '../../src/budget/amounts.ts';
import { EVERY } from '../../src/budget/periods/period.ts';
import { en } from '../../src/texts/en.ts';
import { periodOf } from '../budget/budget.ts';
import type { Command } from '../support/context.ts';
import { STATEMENT_PERIODS, sendStatement } from '../support/statement.ts';
import { runSubcommand, textOf } from '../support/subcommands.ts';
import { allowance, grant } from './give.ts';
import { forOperators, serverOf, suggestServers } from './operators.ts';
import { pause, resume } from './pause.ts';
import { resolve } from './resolve.ts';
import { servers } from './servers.ts';
import { suggestTasks } from './unconfirmed-tasks.ts';

const words = en.commands.credits;
const Option = ApplicationCommandOptionType;

const server: APIApplicationCommandBasicOption = {
  type: Option.String,
  name: 'server',
  description: words.server,
  // The longest name that a server may have.
  max_length: 100,
  autocomplete: true,
};
const everywhere = {
  type: ApplicationCommandOptionType.Boolean as const,
  name: 'everywhere',
  description: words.everywhere,
};
const amount = (name: string, description: string) => ({
  type: ApplicationCommandOptionType.Integer as const,
  name,
  description,
  min_value: 0,
  max_value: AMOUNT_MAX_CREDITS,
});

const run = forOperators(
  runSubcommand({
    grant,
    allowance,
    pause,
    resume,
    statement: async (interaction, respond, context) => {
      const guildId = await serverOf(interaction, context);
      await sendStatement(guildId, periodOf(textOf(interaction, 'period')), respond, context);
    },
    resolve,
    servers,
  }),
);

/** What servers may spend: the operator's own command. Discord shows it to admins only, and to everyone in direct
 * messages with the bot; who may use it is checked here. */
export const credits: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'credits',
    description: words.description,
    contexts: [0, 1],
    default_member_permissions: '0',
    options: [
      {
        type: Option.Subcommand,
        name: 'grant',
        description: words.grant,
        options: [
          { ...amount('credits', words.grantCredits), min_value: -AMOUNT_MAX_CREDITS, required: true },
          { type: Option.String, name: 'why', description: words.why, max_length: NOTE_MAX_CHARACTERS },
          server,
        ],
      },
      {
        type: Option.Subcommand,
        name: 'allowance',
        description: words.allowance,
        options: [
          {
            type: Option.String,
            name: 'every',
            description: words.allowanceEvery,
            required: true,
            choices: [...EVERY, 'default' as const].map((every) => ({ name: en.commands.every[every], value: every })),
          },
          amount('credits', words.allowanceCredits),
          amount('carry_over', words.carryCap),
          server,
        ],
      },
      { type: Option.Subcommand, name: 'pause', description: words.pause, options: [server, everywhere] },
      { type: Option.Subcommand, name: 'resume', description: words.resume, options: [server, everywhere] },
      {
        type: Option.Subcommand,
        name: 'statement',
        description: words.statement,
        options: [
          server,
          {
            type: Option.String,
            name: 'period',
            description: en.commands.budget.statementPeriod,
            choices: STATEMENT_PERIODS.map((value) => ({ name: en.budget.statementPeriods[value], value })),
          },
        ],
      },
      {
        type: Option.Subcommand,
        name: 'resolve',
        description: words.resolve,
        options: [
          { type: Option.String, name: 'task', description: words.resolveTask, autocomplete: true },
          {
            type: Option.String,
            name: 'decision',
            description: words.resolveDecision,
            choices: ['settle', 'release'].map((value) => ({ name: value, value })),
          },
          amount('credits', words.resolveCredits),
          server,
        ],
      },
      { type: Option.Subcommand, name: 'servers', description: words.servers },
    ],
  },
  run,
  runOutside: run,
  suggest: (interaction, context) => {
    if (!context.operators.has(interaction.userId)) return [];
    if (interaction.focused === 'server') return suggestServers(textOf(interaction, 'server') ?? '', context);
    if (interaction.focused !== 'task') return [];
    return suggestTasks(interaction, textOf(interaction, 'task') ?? '', context);
  },
};
