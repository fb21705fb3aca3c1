import { AMOUNT_MAX_CREDITS, NOTE_MAX_CHARACTERS } from '../../src/budget/ledger/amounts.ts';
import { EVERY } from '../../src/budget/periods/period.ts';
import { en } from '../../src/texts/en.ts';
import { STATEMENT_PERIODS, sendStatement } from '../budget/statement.ts';
import { defineSubcommands } from '../support/define.ts';
import * as option from '../support/options.ts';
import { allowance, grant, pause, resume } from './give.ts';
import { type OperatorSubcommand, serverOf, suggestServers } from './operators.ts';
import { resolve, suggestTasks } from './resolve.ts';
import { servers } from './servers.ts';
import { status } from './status.ts';

const words = en.commands.credits;

/** Discord allows server names of up to 100 characters. */
const server = option.suggested('server', words.server, { max_length: 100 });
const everywhere = option.toggle('everywhere', words.everywhere);
const amount = { min_value: 0, max_value: AMOUNT_MAX_CREDITS };

const statement: OperatorSubcommand = async (interaction, context) =>
  sendStatement(
    await serverOf(interaction, context),
    option.textOf(interaction, 'period'),
    interaction.respond,
    context,
  );

/** The operator's command. Discord shows it only to admins, and to everyone in direct messages. */
export const credits = defineSubcommands({
  name: 'credits',
  description: words.description,
  default_member_permissions: '0',
  subcommands: {
    grant: {
      guard: 'operator',
      description: words.grant,
      options: [
        option.integer('credits', words.grantCredits, { ...amount, min_value: -AMOUNT_MAX_CREDITS, required: true }),
        option.text('why', words.why, { max_length: NOTE_MAX_CHARACTERS }),
        server,
      ],
      run: grant,
    },
    allowance: {
      guard: 'operator',
      description: words.allowance,
      options: [
        option.text('every', words.allowanceEvery, {
          required: true,
          choices: option.choicesOf([...EVERY, 'default'], en.commands.every),
        }),
        option.integer('credits', words.allowanceCredits, amount),
        option.integer('carry_over', words.carryCap, amount),
        server,
      ],
      run: allowance,
    },
    pause: { guard: 'operator', description: words.pause, options: [server, everywhere], run: pause },
    resume: { guard: 'operator', description: words.resume, options: [server, everywhere], run: resume },
    statement: {
      guard: 'operator',
      description: words.statement,
      options: [
        server,
        option.text('period', words.statementPeriod, {
          choices: option.choicesOf(STATEMENT_PERIODS, en.budget.statementPeriods),
        }),
      ],
      run: statement,
    },
    resolve: {
      guard: 'operator',
      description: words.resolve,
      options: [
        option.suggested('task', words.resolveTask),
        option.text('decision', words.resolveDecision, { choices: option.plainChoices(['settle', 'release']) }),
        option.integer('credits', words.resolveCredits, amount),
        server,
      ],
      run: resolve,
    },
    servers: { guard: 'operator', description: words.servers, run: servers },
    status: { guard: 'operator', description: words.status, run: status },
  },
  suggest: { server: suggestServers, task: suggestTasks },
});
