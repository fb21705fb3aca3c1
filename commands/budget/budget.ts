import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
} from 'discord.js';
import { SHARE_EVERY } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/amounts.ts';
import { en } from '../../src/texts/en.ts';
import type { Command } from '../support/context.ts';
import { STATEMENT_PERIODS, sendStatement } from '../support/statement.ts';
import { runSubcommand, textOf } from '../support/subcommands.ts';
import { alerts } from './alerts.ts';
import { chart } from './chart.ts';
import { forManagers } from './managers.ts';
import { pause, resume } from './pause.ts';
import { settings, suggestTimeZones } from './settings.ts';
import { listShares, removeShare, setShare, suggestShares } from './share.ts';
import { show } from './show.ts';

const words = en.commands.budget;
const Option = ApplicationCommandOptionType;

const shareOptions: APIApplicationCommandOption = {
  type: Option.SubcommandGroup,
  name: 'share',
  description: words.share,
  options: [
    {
      type: Option.Subcommand,
      name: 'set',
      description: words.shareSet,
      options: [
        {
          type: Option.Integer,
          name: 'credits',
          description: words.shareCredits,
          required: true,
          min_value: 0,
          max_value: AMOUNT_MAX_CREDITS,
        },
        {
          type: Option.String,
          name: 'every',
          description: words.shareEvery,
          required: true,
          choices: SHARE_EVERY.map((every) => ({ name: every, value: every })),
        },
        { type: Option.Boolean, name: 'everyone', description: words.shareEveryone },
        { type: Option.User, name: 'member', description: words.shareMember },
        { type: Option.Role, name: 'role', description: words.shareRole },
        { type: Option.Boolean, name: 'together', description: words.shareTogether },
        { type: Option.Channel, name: 'channel', description: words.shareChannel },
      ],
    },
    {
      type: Option.Subcommand,
      name: 'remove',
      description: words.shareRemove,
      options: [
        { type: Option.String, name: 'limit', description: words.shareWhich, required: true, autocomplete: true },
      ],
    },
    { type: Option.Subcommand, name: 'list', description: words.shareList },
  ],
};

/** How a server's budget stands and is divided. `show`, `chart` and `share list` are for everyone. */
export const budget: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'budget',
    description: words.description,
    contexts: [0],
    options: [
      { type: Option.Subcommand, name: 'show', description: words.show },
      shareOptions,
      { type: Option.Subcommand, name: 'pause', description: words.pause },
      { type: Option.Subcommand, name: 'resume', description: words.resume },
      {
        type: Option.Subcommand,
        name: 'statement',
        description: words.statement,
        options: [
          {
            type: Option.String,
            name: 'period',
            description: words.statementPeriod,
            choices: STATEMENT_PERIODS.map((value) => ({ name: en.budget.statementPeriods[value], value })),
          },
        ],
      },
      { type: Option.Subcommand, name: 'chart', description: words.chart },
      {
        type: Option.Subcommand,
        name: 'alerts',
        description: words.alerts,
        options: [
          {
            type: Option.Channel,
            name: 'channel',
            description: words.alertsChannel,
            channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
          },
        ],
      },
      {
        type: Option.Subcommand,
        name: 'settings',
        description: words.settings,
        options: [
          { type: Option.String, name: 'time_zone', description: words.timeZone, autocomplete: true },
          {
            type: Option.Integer,
            name: 'ask_from',
            description: words.askFrom,
            min_value: 0,
            max_value: AMOUNT_MAX_CREDITS,
          },
        ],
      },
    ],
  },
  run: runSubcommand({
    show,
    'share set': forManagers(setShare),
    'share remove': forManagers(removeShare),
    'share list': listShares,
    pause: forManagers(pause),
    resume: forManagers(resume),
    statement: forManagers((interaction, respond, context) =>
      sendStatement(interaction.server.guildId, periodOf(textOf(interaction, 'period')), respond, context),
    ),
    chart,
    alerts: forManagers(alerts),
    settings: forManagers(settings),
  }),
  suggest: (interaction, context) => {
    const typed = textOf(interaction, interaction.focused) ?? '';
    if (interaction.focused === 'time_zone') return suggestTimeZones(typed);
    return interaction.focused === 'limit' ? suggestShares(interaction, typed, context) : [];
  },
};

export function periodOf(given: string | undefined) {
  return STATEMENT_PERIODS.find((period) => period === given) ?? 'period';
}
