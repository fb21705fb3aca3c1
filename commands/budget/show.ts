import type { ShareRoom } from '../../src/budget/account/shares.ts';
import type { AccountView } from '../../src/budget/account/view.ts';
import { budgetIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MODELS, type ModelNames, nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type Context, type Subcommand, spenderOf } from '../support/context.ts';
import { heldByPurpose } from './hold-purposes.ts';

/** No one would read more. The strictest come first. */
const ROOMS_SHOWN = 10;

/** What is left, held and spent, the pictures and clips that it pays for, and the member's shares. */
export const show: Subcommand = async (interaction, context) => {
  const { accounts } = context.money;
  const { guildId } = interaction;
  const words = context.texts.budget;
  const view = await accounts.view(guildId);
  const rooms = await accounts.shareRooms(guildId, spenderOf(interaction));
  const held = heldByPurpose(await accounts.holds(guildId), view.periodKey, context);
  const { modelNames } = (await context.rules()).settings;
  const { leftCredits, unconfirmed } = view;
  const lines = [
    `### ${words.title}`,
    budgetBar(view),
    words.left(leftCredits, view.budgetCredits, view.every),
    words.amounts(view.spentCredits, held),
    ...(view.carriedCredits !== 0 || view.grantsCredits > 0
      ? [`-# ${words.parts(view.allowanceCredits, view.carriedCredits, view.grantsCredits)}`]
      : []),
    ...(view.pausedBy === undefined ? [] : [`**${words.paused(view.pausedBy)}**`]),
    ...(view.isApproved ? [] : [`**${words.notApproved}**`]),
    ...(view.overspentCredits > 0 ? [words.overspent(view.overspentCredits)] : []),
    ...(unconfirmed.holds > 0 ? [words.unconfirmed(unconfirmed.holds, unconfirmed.credits)] : []),
    view.renewsAtMs === undefined ? words.neverRenews : words.renews(view.renewsAtMs),
    ...ownShares(rooms, words),
    '',
    words.worth,
    ...worth(Math.min(leftCredits, rooms[0]?.leftCredits ?? leftCredits), modelNames, context),
  ];
  const memberId = interaction.userId;
  const buttons = [
    button(budgetIds.of(memberId, { verb: 'chart' }), words.chart.button),
    button(budgetIds.of(memberId, { verb: 'limits' }), words.shares),
    ...(mayManageServer(interaction.server.memberPermissions)
      ? [button(budgetIds.of(memberId, { verb: 'manage' }), words.manage)]
      : []),
  ];
  await interaction.respond.answer(privateMessage([container([textDisplay(lines.join('\n')), actionRow(buttons)])]));
};

function ownShares(rooms: readonly ShareRoom[], words: Texts['budget']): string[] {
  if (rooms.length === 0) return [];
  const lines = rooms.slice(0, ROOMS_SHOWN);
  return [
    '',
    `**${words.ownShares}**`,
    ...lines.map(({ share, leftCredits, renewsAtMs }) => `- ${words.ownShare(share, leftCredits, renewsAtMs)}`),
  ];
}

/** What the member could make with these credits now. */
function worth(credits: number, own: ModelNames, { models, texts }: Context): string[] {
  return MODELS.map(({ id, kind }) => {
    const name = nameOfModel(id, own);
    const price = models.price(id);
    return `- ${texts.budget.model(name, Math.floor(credits / price.credits), kind, price)}`;
  });
}

const BAR_CELLS = 20;

/** Draws what is spent, held and left of a budget. Each amount shows at least one cell while there is room. */
function budgetBar({ spentCredits, heldCredits, leftCredits }: AccountView): string {
  const parts = [spentCredits, heldCredits, leftCredits];
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return '░'.repeat(BAR_CELLS);
  const cells = parts.map((part) => (part === 0 ? 0 : Math.max(1, Math.round((part / total) * BAR_CELLS))));
  // What rounding gave or took is the largest part's.
  const largest = cells.indexOf(Math.max(...cells));
  const excess = cells.reduce((sum, cell) => sum + cell, 0) - BAR_CELLS;
  const [spent = 0, held = 0, left = 0] = cells.map((cell, index) => (index === largest ? cell - excess : cell));
  return '█'.repeat(spent) + '▒'.repeat(held) + '░'.repeat(left);
}
