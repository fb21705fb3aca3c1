import {
  ALL_WORKS,
  chosenStylePart,
  exploredIn,
  exploreIds,
  historyIds,
  NO_LIST,
} from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { type EndedJob, pictureFilesOf, refOf } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { PageStart } from '../../src/works/search.ts';
import { cancelJob } from '../generate/controls.ts';
import { decideToWithdraw, withRequest } from '../review/waiting.ts';
import type { ComponentInteraction, Context, Handler, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { searchInBounds } from '../support/member-bounds.ts';
import { accessOf } from '../support/work-access.ts';
import { exportWorks } from '../works/export.ts';
import { openPage } from '../works/work-page.ts';
import { findWorks, keepView, loadList, type Viewer } from './list.ts';
import { findExploredNeighbour, loadPanel } from './panel.ts';
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

/** Shows what comes before or after a picture in its place. At an end of the list, the list itself. */
const step: Handler<Argument<'previous' | 'next'>, ComponentInteraction> = async (interaction, from, context) => {
  const { verb, viewId, jobId, authorId: memberId } = from;
  const { work } = await accessOf(interaction, { jobId, memberId }, ['find'], context);
  const picture = from.picture + (verb === 'next' ? 1 : -1);
  if (from.picture > 0 && picture > 0 && picture <= pictureFilesOf(work?.tasks ?? []).length)
    return openPage(interaction, 'view', { jobId, memberId, picture, viewId }, context);
  const neighbour = await findNeighbour(interaction, from, context);
  if (!neighbour) return turnTo(interaction, { verb: 'from', viewId, jobId, memberId: interaction.userId }, context);
  const pictures = pictureFilesOf(neighbour.work.tasks).length;
  const shown = { ...refOf(neighbour.work), picture: verb === 'next' ? Math.min(1, pictures) : pictures };
  return openPage(interaction, 'view', { ...shown, viewId: neighbour.viewId }, context);
};

/** The work before or after one in the list; undefined at its ends, or if the list no longer has it. */
async function findNeighbour(
  interaction: ComponentInteraction,
  { verb, viewId, jobId }: Argument<'previous' | 'next'>,
  context: Context,
): Promise<{ work: EndedJob; viewId: string } | undefined> {
  const explored = exploredIn(viewId);
  if (explored) return findExploredNeighbour(interaction, explored, { jobId, verb }, context);
  const viewer = await viewerOf(interaction, viewId, context);
  const start = { at: verb === 'next' ? ('older' as const) : ('newer' as const), jobId };
  const { works } = await searchInBounds(viewer, context, () => findWorks(viewer, start, 1, context));
  // Without newer ones, a page starts with the newest.
  return works[0] && works[0].id !== jobId ? { work: works[0], viewId } : undefined;
}

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
  previous: step,
  next: step,
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
