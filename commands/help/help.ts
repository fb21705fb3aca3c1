import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { asksPeople, type Gates, gatesOf } from '../../src/moderation/settings/modes.ts';
import { modeOf } from '../../src/moderation/settings/settings.ts';
import type { MediaKind, Price } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { keep } from '../generate/kept-requests.ts';
import { serverModels } from '../generate/models.ts';
import { requestInChannel, sampleRequest, usualCount } from '../generate/request.ts';
import { type CommandInteraction, type Context, spenderOf } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import { isModerator } from '../support/guards.ts';
import { type HelpFacts, renderHelp } from './view.ts';

/** Says to its asker alone what they can do in this channel, what it costs, and where to go on. */
export const help = defineCommand({
  name: 'help',
  description: en.commands.help.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    const facts = await loadHelp(interaction, context);
    await interaction.respond.answer(renderHelp(facts, context.texts));
  },
});

async function loadHelp(interaction: CommandInteraction, context: Context): Promise<HelpFacts> {
  const { guildId, server, userId: memberId } = interaction;
  const { history, jobs, money, moderation } = context;
  const { settings } = await context.rules();
  const { leftCredits, budgetCredits } = await money.accounts.view(guildId);
  const [room] = await money.accounts.shareRooms(guildId, spenderOf(interaction));
  const least = await cheapest(context);
  const request = await sampleRequest(context);
  const count = usualCount(await context.studio.preferences.of(guildId, memberId), settings);
  const keptRequestId = jobIdOf(interaction.id);
  await keep(interaction, keptRequestId, { request, count }, context);
  const waiting = moderation.requests.queueOf(guildId).length + moderation.reports.listUrgent(guildId).length;
  return {
    memberId,
    leftCredits,
    budgetCredits,
    room,
    least,
    keptRequestId,
    here: await rulesHere(interaction, request, context),
    made: (await history.count(guildId, memberId)) + jobs.openJobIdsOf(guildId, memberId).length,
    waiting: isModerator(server, settings) ? waiting : undefined,
    isManager: mayManageServer(server.memberPermissions),
    hasModeratorsChannel: settings.moderatorsChannelId !== null,
    pages: context.privacy.pages(),
  };
}

/** The price of the cheapest model of each kind; a kind without a model is left out. */
async function cheapest(context: Context): Promise<ReadonlyMap<MediaKind, Price>> {
  const kinds: readonly MediaKind[] = ['image', 'video'];
  const prices = await Promise.all(
    kinds.map(async (kind) => {
      const offered = await serverModels([kind], context);
      const [least] = offered.map(({ id }) => context.models.price(id)).toSorted((a, b) => a.credits - b.credits);
      return least === undefined ? [] : [[kind, least] as const];
    }),
  );
  return new Map(prices.flat());
}

/** What moderation would say of a plain request here and now. */
async function rulesHere(
  interaction: CommandInteraction,
  request: JobRequest,
  context: Context,
): Promise<string | Gates> {
  const here = await requestInChannel(interaction, request, context);
  const verdict = await context.moderation.admission.judge(here, 'ask', here.rules);
  if (verdict.verdict === 'refuse') return refusalWords(verdict.refusal, context.texts);
  if (verdict.verdict === 'ask') return verdict.gates;
  const ofOthers = gatesOf(modeOf(here.rules.settings, here.channelIds));
  return asksPeople(ofOthers) ? context.texts.help.youSkip(ofOthers) : gatesOf('open');
}
