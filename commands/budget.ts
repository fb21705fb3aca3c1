import { ApplicationCommandType, ComponentType } from 'discord.js';
import { textDisplay } from '../src/discord/components.ts';
import { messageBody } from '../src/discord/message-body.ts';
import { MODELS } from '../src/task-api/models.ts';
import { en } from '../src/texts/en.ts';
import type { Command, CommandContext } from './context.ts';

export const budget: Command = {
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'budget',
    description: en.commands.budget.description,
    contexts: [0],
  },
  run: async ({ server }, respond, context) => {
    const view = await context.accounts.view(server.guildId);
    const content = describe(view, context);
    await respond.answer(
      messageBody([{ type: ComponentType.Container, components: [textDisplay(content)] }], { ephemeral: true }),
    );
  },
};

type View = Awaited<ReturnType<CommandContext['accounts']['view']>>;

function describe(view: View, { models, texts }: CommandContext): string {
  const words = texts.budget;
  const prices = MODELS.map(({ id, kind }) => ({ id, kind, price: models.quoteCredits(id) }));
  return [
    `### ${words.title}`,
    words.left(view.leftCredits, view.budgetCredits, view.every),
    words.amounts(view.spentCredits, view.heldCredits),
    ...(view.overspentCredits > 0 ? [words.overspent(view.overspentCredits)] : []),
    ...(view.unconfirmed.holds > 0 ? [words.unconfirmed(view.unconfirmed.holds, view.unconfirmed.credits)] : []),
    ...(view.renewsAtMs === undefined ? [] : [words.renews(view.renewsAtMs)]),
    '',
    words.worth,
    ...prices.map(
      ({ id, kind, price }) =>
        `- ${words.model(id, price > 0 ? Math.floor(view.leftCredits / price) : 0, kind, price)}`,
    ),
  ].join('\n');
}
