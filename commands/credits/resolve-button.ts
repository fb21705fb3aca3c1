import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Button, CommandContext } from '../support/context.ts';
import { checkOperator } from './operators.ts';
import { resolveHold } from './resolve.ts';
import {
  DECISIONS,
  type DecisionName,
  type ListPage,
  type ListPlace,
  readPage,
  renderQuestion,
  renderUnconfirmed,
} from './unconfirmed-list.ts';

/** The operator's list of unconfirmed tasks: turns a page, ends one task, or all that are shown after asking once. */
export const resolveButton: Button = {
  action: 'resolve',
  run: async (interaction, { argument }, respond, context) => {
    checkOperator(interaction, context);
    const { userId } = interaction;
    const [verb = '', pageText = '0', scope = 'all', ...rest] = argument.split('-');
    const place = (guildId: string | undefined): ListPlace => ({ page: Number(pageText), guildId });
    const here = place(scope === 'all' ? undefined : scope);
    const words = context.texts.creditsCommand.unconfirmed;
    await respond.acknowledge();
    const decision = DECISIONS.find((one) => verb.endsWith(one));
    if (!decision) {
      await respond.complete(await renderUnconfirmed(context, userId, here));
      return;
    }
    if (verb === decision) {
      const [guildId = '', ...taskKey] = rest;
      const holds = (await context.accounts.holds(guildId)).filter((hold) => hold.taskKey === taskKey.join('-'));
      const said = await endAll(
        holds.map((hold) => ({ ...hold, guildId })),
        decision,
        interaction,
        context,
      );
      const inList = place(scope === 'all' ? undefined : guildId);
      await respond.complete(await renderUnconfirmed(context, userId, inList, said));
      return;
    }
    const page = await readPage(context, here);
    if (page.mark !== rest[0] || page.shown.length === 0) {
      await respond.complete(await renderUnconfirmed(context, userId, here, words.changed));
    } else if (verb === `ask${decision}`) {
      await respond.complete(renderQuestion(context, userId, here, decision, page));
    } else {
      const said = await endAll(page.shown, decision, interaction, context);
      await respond.complete(await renderUnconfirmed(context, userId, here, said));
    }
  },
};

/** @returns what came of it, in words; what somebody else ended meanwhile is not counted. */
async function endAll(
  holds: ListPage['shown'],
  decision: DecisionName,
  { userId }: InteractionFacts,
  context: CommandContext,
): Promise<string> {
  const words = context.texts.creditsCommand;
  const resolution = decision === 'settle' ? ({ decision, chargedCredits: undefined } as const) : { decision };
  let tasks = 0;
  let credits = 0;
  for (const hold of holds) {
    const outcome = await resolveHold(hold, resolution, userId, context);
    if (outcome.outcome !== 'settled' && outcome.outcome !== 'released') continue;
    tasks += 1;
    credits += outcome.outcome === 'settled' ? outcome.chargedCredits : outcome.credits;
  }
  if (tasks === 0) return words.noUnconfirmed;
  return decision === 'settle' ? words.unconfirmed.settled(tasks, credits) : words.unconfirmed.released(tasks, credits);
}
