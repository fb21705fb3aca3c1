import { AMOUNT_MAX_CREDITS } from '../../src/budget/ledger/amounts.ts';
import { EVERY } from '../../src/budget/periods/period.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Texts } from '../../src/texts/en.ts';
import { numberOf, textOf } from '../support/options.ts';
import { type OperatorSubcommand, runAction, serverOf } from './operators.ts';

export const grant: OperatorSubcommand = async (interaction, context) => {
  const guildId = await serverOf(interaction, context);
  const credits = numberOf(interaction, 'credits') ?? 0;
  if (credits === 0) throw new MemberError(context.texts.creditsCommand.zero);
  checkBounds(Math.abs(credits), context.texts);
  const why = textOf(interaction, 'why') ?? '';
  await runAction(guildId, { kind: 'grant', credits, why }, interaction, context);
};

export const allowance: OperatorSubcommand = async (interaction, context) => {
  const guildId = await serverOf(interaction, context);
  if (textOf(interaction, 'every') === 'default') {
    await runAction(guildId, { kind: 'allowance', allowance: 'default' }, interaction, context);
    return;
  }
  const every = EVERY.find((one) => one === textOf(interaction, 'every')) ?? 'none';
  const credits = numberOf(interaction, 'credits');
  const carryCapCredits = numberOf(interaction, 'carry_over') ?? 0;
  if (every !== 'none' && credits === undefined) throw new MemberError(context.texts.creditsCommand.needsCredits);
  for (const amount of [credits ?? 0, carryCapCredits]) checkBounds(amount, context.texts);
  const plan =
    every === 'none' ? { every, credits: 0, carryCapCredits: 0 } : { every, credits: credits ?? 0, carryCapCredits };
  await runAction(guildId, { kind: 'allowance', allowance: plan }, interaction, context);
};

function checkBounds(credits: number, { budget }: Texts): void {
  if (!Number.isInteger(credits) || credits < 0 || credits > AMOUNT_MAX_CREDITS) {
    throw new MemberError(budget.outOfBounds(AMOUNT_MAX_CREDITS));
  }
}

/** The operator's pause of one server or all. Managers can't end it. */
const pausing =
  (isPaused: boolean): OperatorSubcommand =>
  async (interaction, context) => {
    if (interaction.options['everywhere'] !== true) {
      await runAction(await serverOf(interaction, context), { kind: 'pause', isPaused }, interaction, context);
      return;
    }
    const { texts } = context;
    const { accounts } = context.money;
    const words = texts.creditsCommand;
    const { respond, userId: byId } = interaction;
    const outcome = await accounts.pauseEverywhere(isPaused, byId);
    const said = isPaused ? words.pausedAll : words.resumedAll;
    await respond.answer(privateText(outcome === 'done' ? said : words.same));
  };

export const pause = pausing(true);
export const resume = pausing(false);
