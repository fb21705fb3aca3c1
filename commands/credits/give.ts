import { AMOUNT_MAX_CREDITS } from '../../src/budget/amounts.ts';
import { EVERY } from '../../src/budget/period.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { numberOf, type Subcommand, textOf } from '../support/subcommands.ts';
import { nameOf, serverOf } from './operators.ts';

/** One-time credits; the interaction's id makes an order that arrives twice one order. */
export const grant: Subcommand = async (interaction, respond, context) => {
  const words = context.texts.creditsCommand;
  const guildId = serverOf(interaction, context);
  const credits = numberOf(interaction, 'credits') ?? 0;
  if (credits === 0) throw new MemberError(words.zero);
  checkBounds(Math.abs(credits), context.texts);
  const order = { orderId: interaction.id, credits, byId: interaction.userId, why: textOf(interaction, 'why') ?? '' };
  await respond.deferPrivately();
  const outcome = await context.accounts.grant(guildId, order);
  const server = await nameOf(guildId, context);
  const said = {
    granted: () => words.granted(server, Math.abs(credits), 'leftCredits' in outcome ? outcome.leftCredits : 0),
    'taken back': () => words.takenBack(server, Math.abs(credits), 'leftCredits' in outcome ? outcome.leftCredits : 0),
    already: () => words.already,
    'not there': () => words.notThere(server, 'grantsLeftCredits' in outcome ? outcome.grantsLeftCredits : 0),
  }[outcome.outcome]();
  await respond.complete(privateText(said));
};

export const allowance: Subcommand = async (interaction, respond, context) => {
  const words = context.texts.creditsCommand;
  const guildId = serverOf(interaction, context);
  if (textOf(interaction, 'every') === 'default') {
    await respond.deferPrivately();
    const outcome = await context.accounts.setAllowance(guildId, 'default', interaction.userId);
    const server = await nameOf(guildId, context);
    await respond.complete(privateText(outcome === 'done' ? words.defaultAllowance(server) : words.same));
    return;
  }
  const every = EVERY.find((one) => one === textOf(interaction, 'every')) ?? 'none';
  const credits = numberOf(interaction, 'credits');
  const carryCapCredits = numberOf(interaction, 'carry_over') ?? 0;
  if (every !== 'none' && credits === undefined) throw new MemberError(words.needsCredits);
  for (const amount of [credits ?? 0, carryCapCredits]) checkBounds(amount, context.texts);
  const plan =
    every === 'none' ? { every, credits: 0, carryCapCredits: 0 } : { every, credits: credits ?? 0, carryCapCredits };
  await respond.deferPrivately();
  const outcome = await context.accounts.setAllowance(guildId, plan, interaction.userId);
  const server = await nameOf(guildId, context);
  const said =
    outcome === 'done' ? words.allowance(server, plan.credits, plan.every, plan.carryCapCredits) : words.same;
  await respond.complete(privateText(said));
};

function checkBounds(credits: number, { budget }: Parameters<Subcommand>[2]['texts']): void {
  if (!Number.isInteger(credits) || credits < 0 || credits > AMOUNT_MAX_CREDITS) {
    throw new MemberError(budget.outOfBounds(AMOUNT_MAX_CREDITS));
  }
}
