import { z } from 'zod';
import { setupIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { channelsLink } from '../../src/discord/server/invite-link.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { guessSetup, rolesThatMissChannel, type SetupGuesses } from '../../src/discord/server/setup-guesses.ts';
import { PICTURES_MAX } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { idSchema } from '../../src/moderation/settings/setting-kinds.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { SETUP_ROLES_MAX, type SetupChoice, type SetupKind } from '../../src/moderation/settings/setup.ts';
import { keep } from '../generate/kept-requests.ts';
import { countChoices, serverModel } from '../generate/models.ts';
import { sampleRequest } from '../generate/request.ts';
import { rolesWithoutModeration } from '../settings/panel.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { ComponentInteraction, Context, ServerInteraction } from '../support/context.ts';
import { defineButtons } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { applySetup, refuseUnusable } from './apply.ts';
import { renderDone, renderKinds, renderModerators, renderReady } from './view.ts';

const guard = { who: 'granted', as: SETTINGS_COMMAND } as const;

/** The pages of `/setup`. Only *Start* changes anything. */
export const setupControl = defineButtons(setupIds, guard, {
  again: async (interaction, _, context) => interaction.respond.update(await loadKinds(interaction, context)),
  kind: (interaction, { kind }, context) => showModerators(interaction, guessed(kind), context),
  roles: (interaction, { choice }, context) => {
    const moderatorRoleIds = idsChosen(interaction, context);
    return showModerators(interaction, () => ({ ...choice, moderatorRoleIds }), context);
  },
  staff: (interaction, { choice }, context) => {
    const moderatorsChannelId = idsChosen(interaction, context)[0] ?? null;
    return showModerators(interaction, () => ({ ...choice, moderatorsChannelId }), context);
  },
  make: (interaction, { choice }, context) =>
    showReady(interaction, { ...choice, moderatorsChannelId: 'new' }, context),
  gallery: (interaction, { choice }, context) => {
    const galleryChannelId = idsChosen(interaction, context)[0] ?? null;
    return showModerators(interaction, () => ({ ...choice, galleryChannelId }), context);
  },
  show: (interaction, { choice }, context) => showModerators(interaction, () => choice, context),
  count: (interaction, { choice }, context) => {
    const picturesPerRequest = chosenIn(interaction, countSchema, context);
    return showReady(interaction, { ...choice, picturesPerRequest }, context);
  },
  use: (interaction, { choice }, context) => showReady(interaction, choice, context),
  start: async (interaction, { choice }, context) => {
    const { respond, guildId, userId: memberId } = interaction;
    const { discord, moderation, texts } = context;
    await respond.acknowledge();
    const noticed = await applySetup(guildId, memberId, choice, context);
    const { settings, undo } = await moderation.settings.of(guildId);
    const unseenBy = await rolesWithoutModeration(settings.moderatorRoleIds, interaction, context);
    const unseen = unseenBy.length === 0 ? undefined : texts.moderation.settings.commandUnseen(unseenBy);
    const facts = await discord.setupFacts(guildId);
    const shutOut = facts ? rolesThatMissChannel(facts, settings.moderatorsChannelId, settings.moderatorRoleIds) : [];
    const missed = shutOut.length === 0 ? undefined : texts.setup.channelUnseen(settings.moderatorsChannelId, shutOut);
    const said = [noticed, missed, unseen].filter((one) => one !== undefined).join('\n') || undefined;
    const leads = await whereItLeads(interaction, context);
    await respond.complete(renderDone({ ...leads, settings, undo, said }));
  },
});

const countSchema = z.coerce.number().int().min(1).max(PICTURES_MAX);

/** The first page. */
export async function loadKinds({ guildId, userId: memberId }: ServerInteraction, context: Context) {
  const { moderation, models, texts } = context;
  const { settings } = await moderation.settings.of(guildId);
  const price = models.price((await sampleRequest(context)).modelId);
  return renderKinds({ memberId, settings, price, texts });
}

function idsChosen({ values }: ComponentInteraction, { texts }: Context): string[] {
  const ids = z.array(idSchema).max(SETUP_ROLES_MAX).safeParse(values).data;
  if (!ids) throw new MemberError(texts.refusals.unknownButton);
  return ids;
}

/** What is set counts; Easel guesses the rest. */
const guessed =
  (kind: SetupKind): ChoiceOf =>
  (settings, guesses) => {
    const isSet = settings.moderatorRoleIds.length > 0;
    const roleIds = isSet ? settings.moderatorRoleIds : (guesses?.moderatorRoleIds ?? []);
    const galleryGuess = kind === 'exhibition' ? guesses?.galleryChannelId : undefined;
    return {
      kind,
      moderatorRoleIds: roleIds.slice(0, SETUP_ROLES_MAX),
      moderatorsChannelId: settings.moderatorsChannelId ?? guesses?.moderatorsChannelId ?? null,
      galleryChannelId: settings.galleryChannelId ?? galleryGuess ?? null,
      picturesPerRequest: settings.picturesPerRequest,
    };
  };

/** @param guesses undefined if Discord didn't answer in time */
type ChoiceOf = (settings: ModerationSettings, guesses: SetupGuesses | undefined) => SetupChoice;

async function showModerators(interaction: ServerInteraction, choiceOf: ChoiceOf, context: Context): Promise<void> {
  const { respond, guildId, userId: memberId } = interaction;
  const { discord, moderation, texts } = context;
  await respond.acknowledge();
  const { settings } = await moderation.settings.of(guildId);
  const facts = await discord.setupFacts(guildId);
  const guesses = facts && guessSetup(facts);
  const choice = choiceOf(settings, guesses);
  await respond.complete(
    renderModerators({
      memberId,
      settings,
      choice,
      guesses,
      channelsLink: channelsLink(interaction.applicationId, guildId),
      texts,
    }),
  );
}

async function showReady(interaction: ServerInteraction, choice: SetupChoice, context: Context): Promise<void> {
  const { respond, guildId } = interaction;
  await respond.acknowledge();
  const { settings } = await context.moderation.settings.of(guildId);
  await refuseUnusable(guildId, settings, choice, context);
  const leads = await whereItLeads(interaction, context);
  const counts = countChoices(serverModel(leads.modelId, settings), context);
  await respond.complete(renderReady({ ...leads, settings, choice, counts }));
}

/** What both last pages have: the money, and the request that a button opens as a form, with its price. */
async function whereItLeads(interaction: ServerInteraction, context: Context) {
  const { guildId, server, userId: memberId } = interaction;
  const { money, models, texts } = context;
  const request = await sampleRequest(context);
  const keptRequestId = jobIdOf(interaction.id);
  await keep(interaction, keptRequestId, { request, count: 1 }, context);
  const [budget, shares] = await Promise.all([money.accounts.view(guildId), money.accounts.shares(guildId)]);
  const { modelId } = request;
  const price = models.price(modelId);
  const isManager = mayManageServer(server.memberPermissions);
  return { memberId, isManager, money: { budget, shares }, modelId, price, keptRequestId, texts };
}
