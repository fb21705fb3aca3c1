import { ChannelType } from 'discord.js';
import { SHARE_EVERY } from '../../src/budget/account/shares.ts';
import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { en } from '../../src/texts/en.ts';
import type { Subcommand } from '../support/context.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { alerts } from './alerts.ts';
import { chart } from './chart.ts';
import { pause, resume, settings, suggestTimeZones } from './settings.ts';
import { listShares, removeShare, setShare, suggestShares } from './share.ts';
import { show } from './show.ts';
import { STATEMENT_PERIODS, sendStatement } from './statement.ts';

const words = en.commands.budget;
const amount = { min_value: 0, max_value: AMOUNT_MAX_CREDITS };

const statement: Subcommand = (interaction, context) => sendStatement(interaction.guildId, interaction, context);

export const budget = defineSubcommands({
  name: 'budget',
  description: words.description,
  subcommands: {
    show: { guard: 'everyone', description: words.show, run: show },
    share: {
      description: words.share,
      subcommands: {
        set: {
          guard: 'manager',
          description: words.shareSet,
          options: [
            option.integer('credits', words.shareCredits, { required: true, ...amount }),
            option.text('every', words.shareEvery, { required: true, choices: option.plainChoices(SHARE_EVERY) }),
            option.toggle('everyone', words.shareEveryone),
            option.user('member', words.shareMember),
            option.role('role', words.shareRole),
            option.toggle('together', words.shareTogether),
            option.channel('channel', words.shareChannel),
          ],
          run: setShare,
        },
        remove: {
          guard: 'manager',
          description: words.shareRemove,
          options: [option.suggested('limit', words.shareWhich, { required: true })],
          run: removeShare,
        },
        list: { guard: 'everyone', description: words.shareList, run: listShares },
      },
    },
    pause: { guard: 'manager', description: words.pause, run: pause },
    resume: { guard: 'manager', description: words.resume, run: resume },
    statement: {
      guard: 'manager',
      description: words.statement,
      options: [
        option.text('period', words.statementPeriod, {
          choices: option.choicesOf(STATEMENT_PERIODS, en.budget.statementPeriods),
        }),
      ],
      run: statement,
    },
    chart: { guard: 'everyone', description: words.chart, run: chart },
    alerts: {
      guard: 'manager',
      description: words.alerts,
      options: [
        option.channel('channel', words.alertsChannel, {
          channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
        }),
      ],
      run: alerts,
    },
    settings: {
      guard: 'manager',
      description: words.settings,
      options: [option.suggested('time_zone', words.timeZone), option.integer('ask_from', words.askFrom, amount)],
      run: settings,
    },
  },
  suggest: { time_zone: suggestTimeZones, limit: suggestShares },
});
