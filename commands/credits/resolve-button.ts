import { resolveIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { CommandContext } from '../support/context.ts';
import { defineOperatorButton } from '../support/define.ts';
import {
  type DecisionName,
  type ListPage,
  type ListPosition,
  readPage,
  renderQuestion,
  renderUnconfirmed,
} from './unconfirmed-view.ts';

type Pressed = NonNullable<ReturnType<typeof resolveIds.read>>;

/** The operator's list of unconfirmed tasks: turns a page, ends one task, or all that are shown after asking once. */
export const resolveButton = defineOperatorButton(resolveIds, async (interaction, pressed, respond, context) => {
  await respond.acknowledge();
  await respond.complete(await answerTo(pressed, interaction, context));
});

async function answerTo(
  pressed: Pressed,
  interaction: InteractionFacts,
  context: CommandContext,
): Promise<MessageBody> {
  const { userId } = interaction;
  if (pressed.verb === 'settle' || pressed.verb === 'release') return endOne(pressed, interaction, context);
  const listPosition = listPositionOf(pressed);
  if (pressed.verb === 'list') return renderUnconfirmed(context, userId, listPosition);
  const page = await readPage(context, listPosition);
  if (page.mark !== pressed.mark || page.shown.length === 0) {
    return renderUnconfirmed(context, userId, listPosition, context.texts.creditsCommand.unconfirmed.changed);
  }
  const { isAsked, decision } = OF_ALL[pressed.verb];
  if (!isAsked) return renderQuestion(context, userId, listPosition, decision, page);
  return renderUnconfirmed(context, userId, listPosition, await endAll(page.shown, decision, interaction, context));
}

/** What ends all tasks that a page shows: first the question, then its answer. */
const OF_ALL = {
  asksettle: { isAsked: false, decision: 'settle' },
  askrelease: { isAsked: false, decision: 'release' },
  yessettle: { isAsked: true, decision: 'settle' },
  yesrelease: { isAsked: true, decision: 'release' },
} as const;

const listPositionOf = ({ page, scope }: { page: number; scope: string }): ListPosition => ({
  page,
  guildId: scope === 'all' ? undefined : scope,
});

async function endOne(
  { verb, page, from, guildId, jobId, number }: Extract<Pressed, { verb: DecisionName }>,
  interaction: InteractionFacts,
  context: CommandContext,
): Promise<MessageBody> {
  const holds = (await context.money.accounts.holds(guildId)).filter(({ taskKey }) => taskKey === `${jobId}-${number}`);
  const here = holds.map((hold) => ({ ...hold, guildId }));
  const said = await endAll(here, verb, interaction, context);
  const listPosition = { page, guildId: from === 'all' ? undefined : guildId };
  return renderUnconfirmed(context, interaction.userId, listPosition, said);
}

/** @returns what came of it, in words; what somebody else ended meanwhile is not counted. */
async function endAll(
  holds: ListPage['shown'],
  decision: DecisionName,
  { id, userId: byId }: InteractionFacts,
  { money: { orders }, texts }: CommandContext,
): Promise<string> {
  const words = texts.creditsCommand;
  // Together, for each of some processes may take its time.
  const came = await Promise.all(
    holds.map(({ guildId, taskKey, memberId, jobId }, index) => {
      const order = { kind: 'resolve', taskKey, memberId, jobId, resolution: { decision } } as const;
      return orders.give({ id: `${id}.${index}`, guildId, byId, order });
    }),
  );
  const ended = came.filter((one) => 'credits' in one && (one.outcome === 'settled' || one.outcome === 'released'));
  const credits = ended.reduce((sum, one) => sum + ('credits' in one ? one.credits : 0), 0);
  const waiting = came.filter(({ outcome }) => outcome === 'waits').length;
  return [
    ...(ended.length > 0 ? [words.unconfirmed.ended[decision](ended.length, credits)] : []),
    ...(waiting > 0 ? [words.unconfirmed.waiting(waiting)] : []),
    ...(ended.length + waiting === 0 ? [words.noUnconfirmed] : []),
  ].join(' ');
}
