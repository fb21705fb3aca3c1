import { budgetIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { ComponentInteraction, Context, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { typedIn } from '../support/form-fields.ts';
import { chart } from './chart.ts';
import { applySettings, BUDGET_GUARD, byManager, creditsIn, loadBudgetPage, zoneCalled, zoneForm } from './manage.ts';
import { limitForm, setLimit } from './share.ts';
import { sendStatement } from './statement.ts';

const guard = BUDGET_GUARD;

/** The buttons of `/budget`, and the page on which managers divide it. */
export const budgetControl = defineButtons(budgetIds, guard, {
  chart: { guard: 'owner', run: (interaction, _, context) => chart(interaction, context) },
  limits: {
    guard: 'owner',
    run: async ({ respond, guildId }, _, { money: { accounts }, texts: { budget: words } }) => {
      const lines = (await accounts.shares(guildId)).map((share) => `- ${words.share(share)}`);
      await respond.answer(
        privateText([`### ${words.shares}`, ...(lines.length === 0 ? [words.noShares] : lines)].join('\n')),
      );
    },
  },
  manage: (interaction, _, context) => update(interaction, context),
  pause: (interaction, _, context) => setPause(true, interaction, context),
  resume: (interaction, _, context) => setPause(false, interaction, context),
  statement: async (interaction, _, context) => {
    await sendStatement(interaction.guildId, interaction.values[0], interaction.respond, context);
  },
  remove: async (interaction, _, context) => {
    const { guildId, userId, values } = interaction;
    const { money, texts } = context;
    const removal = { kind: 'remove share', key: values[0] ?? '' } as const;
    const { outcome } = await money.accounts.apply(guildId, removal, byManager(userId));
    await update(interaction, context, outcome === 'done' ? texts.budget.shareRemoved : texts.budget.shareGone);
  },
  limit: async ({ respond, guildId, userId }, { target }, { money, texts }) => {
    await respond.openForm(limitForm(userId, target, await money.accounts.shares(guildId), texts));
  },
  zone: async ({ respond, guildId, userId }, _, { money, texts }) => {
    await respond.openForm(zoneForm(userId, (await money.accounts.view(guildId)).settings, texts));
  },
  alerts: async (interaction, _, context) => {
    const { respond, guildId, values } = interaction;
    const { alerter } = context.money;
    const [channelId] = values;
    await respond.acknowledge();
    if (channelId === undefined) await alerter.turnOff(guildId);
    else if (!(await alerter.setChannel(guildId, channelId)))
      throw new MemberError(context.texts.budget.alertsNotPosted(channelId));
    await respond.complete(await loadBudgetPage(interaction, context));
  },
});

export const budgetForms = defineForms(budgetIds, guard, {
  limit: async (interaction, { target }, context) =>
    update(interaction, context, await setLimit(interaction, target, context)),
  zone: async (interaction, _, context) => {
    const timeZone = zoneCalled(typedIn(interaction, 'zone'));
    const askFrom = creditsIn(typedIn(interaction, 'ask'));
    await update(interaction, context, await applySettings(interaction, { timeZone, askFrom }, context));
  },
});

async function setPause(isPaused: boolean, interaction: ComponentInteraction, context: Context): Promise<void> {
  const { guildId, userId } = interaction;
  const { money, texts } = context;
  const { outcome } = await money.accounts.apply(guildId, { kind: 'pause', isPaused }, byManager(userId));
  const { notPaused, pausedNow, resumedNow } = texts.budget;
  const resumed = outcome === 'done' ? resumedNow : notPaused;
  await update(interaction, context, isPaused ? pausedNow : resumed);
}

async function update(interaction: ServerInteraction, context: Context, said?: string): Promise<void> {
  await interaction.respond.update(await loadBudgetPage(interaction, context, said));
}
