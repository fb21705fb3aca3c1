import {
  ALL_WORKS,
  chosenStylePart,
  exploredIn,
  exploreIds,
  historyIds,
  NO_LIST,
} from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { PageStart } from '../../src/works/search.ts';
import { cancelJob } from '../generate/controls.ts';
import { decideToWithdraw, withRequest } from '../review/waiting.ts';
import type { Context, Handler, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { exportWorks } from '../works/export.ts';
import { openPage } from '../works/work-page.ts';
import { keepView, loadList, type Viewer } from './list.ts';
import { loadPanel } from './panel.ts';
import { filterFromForm, renderSearchForm } from './search-form.ts';

type Argument<Verb extends string> = Extract<NonNullable<ReturnType<typeof historyIds.read>>, { verb: Verb }>;

/** @throws MemberError if the list is too old */
async function viewerOf(
  { channelId, guildId, server, userId }: InServer,
  viewId: string,
  { texts, works }: Needs<'texts' | 'works'>,
): Promise<Viewer> {
  const filter = viewId === ALL_WORKS ? {} : await works.views.find({ guildId, memberId: userId }, viewId);
  if (!filter) throw new MemberError(texts.works.viewGone, 'gone');
  return { channelId, guildId, server, userId, viewId, filter };
}

const turnTo: Handler<Argument<'newest' | 'older' | 'newer' | 'from'>> = async (interaction, to, context) => {
  const explored = exploredIn(to.viewId);
  if (explored) return interaction.respond.update(await loadPanel(interaction, explored, context));
  const start: PageStart = to.verb === 'newest' ? { at: 'newest' } : { at: to.verb, jobId: to.jobId };
  const viewer = await viewerOf(interaction, to.viewId, context);
  await interaction.respond.update(await loadList(viewer, start, context));
};

/** Shows the list again, after something in progress ended. */
async function showAgain(interaction: ServerInteraction, context: Context): Promise<void> {
  const viewer = await viewerOf(interaction, ALL_WORKS, context);
  await interaction.respond.complete(await loadList(viewer, { at: 'newest' }, context));
}

/** Shows what the member looks for, as another list. */
async function showFound(interaction: ServerInteraction, filter: WorkFilter, context: Context): Promise<void> {
  const { channelId, id, guildId, server, userId, respond } = interaction;
  const viewId = await keepView(interaction, jobIdOf(id), filter, context);
  const viewer = { channelId, guildId, server, userId, viewId, filter };
  await respond.update(await loadList(viewer, { at: 'newest' }, context));
}

/** Turns the pages of a member's own list, opens works, searches and exports them, and ends what is in progress. */
export const historyButton = defineButtons(historyIds, 'owner', {
  newest: turnTo,
  older: turnTo,
  newer: turnTo,
  from: turnTo,
  starred: (interaction, _, context) => showFound(interaction, { starred: true }, context),
  open: (interaction, { viewId, jobId, authorId: memberId, picture }, context) => {
    const list = viewId === NO_LIST ? undefined : viewId;
    return openPage(interaction, 'view', { jobId, memberId, picture, viewId: list }, context);
  },
  export: async (interaction, { viewId }, context) =>
    exportWorks(await viewerOf(interaction, viewId, context), interaction.respond, context),
  search: async (interaction, { viewId }, context) => {
    const { guildId, userId: memberId, respond } = interaction;
    const { filter } = await viewerOf(interaction, viewId, context);
    const own = await context.works.collections.of({ guildId, memberId });
    await respond.openForm(
      renderSearchForm(historyIds.of(memberId, { verb: 'search', viewId }), filter, own, context.texts),
    );
  },
  cancel: async (interaction, ref, context) => {
    await cancelJob(interaction, ref, context);
    await showAgain(interaction, context);
  },
  withdraw: withRequest(async (interaction, { request }, context) => {
    await decideToWithdraw(interaction, request, context);
    await interaction.respond.acknowledge();
    await context.moderation.requests.carryOut(request.id);
    await showAgain(interaction, context);
  }),
});

/** What everyone made, by tabs, pages and styles. */
export const exploreButton = defineButtons(exploreIds, 'owner', {
  tab: async (interaction, { tab }, context) =>
    interaction.respond.update(await loadPanel(interaction, { tab, page: 0 }, context)),
  page: async (interaction, shown, context) => interaction.respond.update(await loadPanel(interaction, shown, context)),
  style: async (interaction, _, context) => {
    const styleKey = chosenIn(interaction, chosenStylePart, context);
    await interaction.respond.update(await loadPanel(interaction, { tab: 'style', page: 0, styleKey }, context));
  },
});

export const searchForm = defineForms(historyIds, 'owner', {
  search: async (interaction, _, context) =>
    showFound(interaction, await filterFromForm(interaction, context), context),
});
