import type { APIComponentInContainer } from 'discord.js';
import {
  ALL_WORKS,
  type ExploreTab,
  exploreIds,
  exploreViewOf,
  NO_LIST,
} from '../../src/discord/custom-ids/controls.ts';
import { actionRow, MENU_OPTIONS_MAX, menu } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { attachedFilesOf, type EndedJob, hasEnded, refOf } from '../../src/jobs/job/job.ts';
import { type Style, styleKeyOf } from '../../src/studio/style.ts';
import type { Texts } from '../../src/texts/en.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { STARRED_WITHIN_MS } from '../../src/works/most-starred.ts';
import { SEARCH_WITHIN_MS } from '../../src/works/search.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { Context, InServer } from '../support/context.ts';
import { numberedPageButtons } from '../support/lists.ts';
import { searchInBounds } from '../support/member-bounds.ts';
import { accessOf } from '../support/work-access.ts';
import { renderWall, type SeenWork, searchButton, type Wall, WORKS_ON_WALL } from './view.ts';
import { withFiles } from './with-files.ts';

/** The walls of what everyone made. Everything passes `access` for its viewer, here and now. */

export interface Wanted {
  tab: ExploreTab;
  /** From 0. */
  page: number;
  /** Only works in this style of the server's. */
  styleKey?: string | undefined;
}

/** Later pages look through everything before them. */
const PAGES_MAX = 10;
const LOOKED_AT_ONCE = 20;
/** Bounds the works that one page looks through for those that its viewer may see. */
const LOOKED_MAX = 300;

export async function loadPanel(interaction: InServer, wanted: Wanted, context: Context): Promise<MessageBody> {
  const { guildId, userId } = interaction;
  const { page, styleKey, tab } = wanted;
  const { texts } = context;
  const words = texts.explore;
  const { works, hasMore } = await searchInBounds(interaction, context, () => find(interaction, wanted, context));
  const shown = (await withFiles(works, context)).filter(({ address }) => address !== undefined);
  const styles = tab === 'style' ? await context.studio.styles.listOf({ guildId }) : [];
  const wall: Wall = {
    userId,
    tab,
    title: words.about[tab],
    // A style's key is too long for it.
    viewId: styleKey === undefined ? exploreViewOf(tab, page) : NO_LIST,
    works: shown,
    notes: shown.length > 0 ? [] : nothingOf(wanted, styles, texts),
    choices: styleMenu(wanted, styles, userId, texts),
    buttons: [searchButton(userId, ALL_WORKS, texts), ...pagesOf(wanted, hasMore, userId, texts)],
  };
  return renderWall(wall, texts);
}

/** The work before or after one as a wall shows them; undefined at the ends, or if the wall's page doesn't have it. */
export async function findExploredNeighbour(
  interaction: InServer,
  { tab, page }: { tab: ExploreTab; page: number },
  { jobId, verb }: { jobId: string; verb: 'previous' | 'next' },
  context: Context,
): Promise<{ work: EndedJob; viewId: string } | undefined> {
  const isNext = verb === 'next';
  return searchInBounds(interaction, context, async () => {
    const { works } = await find(interaction, { tab, page }, context);
    const index = works.findIndex(({ work }) => work.id === jobId);
    if (index === -1) return undefined;
    const here = works[isNext ? index + 1 : index - 1];
    if (here) return { work: here.work, viewId: exploreViewOf(tab, page) };
    const other = isNext ? page + 1 : page - 1;
    if (other < 0 || other >= PAGES_MAX) return undefined;
    const { works: others } = await find(interaction, { tab, page: other }, context);
    const there = others.at(isNext ? 0 : -1);
    return there && { work: there.work, viewId: exploreViewOf(tab, other) };
  });
}

/** Why there's nothing. Nothing to say before a style is chosen. */
function nothingOf({ styleKey, tab }: Wanted, styles: readonly Style[], { explore: words }: Texts): string[] {
  if (tab !== 'style' || styleKey !== undefined) return [words.nothing[tab]];
  return styles.length === 0 ? [words.noStyles] : [];
}

function styleMenu(
  { styleKey }: Wanted,
  styles: readonly Style[],
  userId: string,
  { explore: words }: Texts,
): APIComponentInContainer[] {
  if (styles.length === 0) return [];
  const newest = styles.toSorted((a, b) => b.atMs - a.atMs).slice(0, MENU_OPTIONS_MAX);
  const options = newest.map(({ name }) => {
    const value = styleKeyOf(name);
    return { label: name, value, default: value === styleKey };
  });
  return [actionRow([menu(exploreIds.of(userId, { verb: 'style' }), options, { placeholder: words.chooseStyle })])];
}

function pagesOf({ page, styleKey, tab }: Wanted, hasMore: boolean, userId: string, { pages }: Texts) {
  const idOf = (to: number): string => exploreIds.of(userId, { verb: 'page', tab, page: to, styleKey });
  return numberedPageButtons({ page, pages: page + (hasMore ? 2 : 1) }, idOf, pages);
}

/** The works of one page that this viewer may see, and whether there's another page. */
async function find(
  interaction: InServer,
  { page, ...wanted }: Wanted,
  context: Context,
): Promise<{ works: SeenWork[]; hasMore: boolean }> {
  const { clock } = context;
  const first = page * WORKS_ON_WALL;
  const end = first + WORKS_ON_WALL;
  const untilMs = clock.monotonicMs() + SEARCH_WITHIN_MS;
  const visible: SeenWork[] = [];
  let looked = 0;
  for await (const some of candidates(interaction.guildId, wanted, context)) {
    visible.push(...(await Promise.all(some.map((ref) => look(interaction, ref, wanted, context)))).flat());
    looked += some.length;
    if (visible.length > end || looked >= LOOKED_MAX || clock.monotonicMs() > untilMs) break;
  }
  return { works: visible.slice(first, end), hasMore: visible.length > end && page + 1 < PAGES_MAX };
}

/** What may be shown, best first, some at a time. */
async function* candidates(
  guildId: string,
  { tab, styleKey }: Pick<Wanted, 'tab' | 'styleKey'>,
  { clock, history, works }: Context,
): AsyncGenerator<WorkRef[]> {
  if (tab === 'style' && styleKey === undefined) return;
  if (tab === 'week' || tab === 'month') {
    const withinMs = tab === 'week' ? 7 * DAY_MS : STARRED_WITHIN_MS;
    const starred = await works.mostStarred.since(guildId, clock.now() - withinMs);
    while (starred.length > 0) yield starred.splice(0, LOOKED_AT_ONCE);
    return;
  }
  let after: string | undefined;
  do {
    const { jobs, next } = await history.newestIn(guildId, { after, most: LOOKED_AT_ONCE });
    yield jobs.filter(({ isForgotten, request }) => !isForgotten && !request.isDraft).map(refOf);
    after = next;
  } while (after !== undefined);
}

/** The work, if its message shows files that this viewer may see here. */
async function look(
  interaction: InServer,
  ref: WorkRef,
  { styleKey }: Pick<Wanted, 'styleKey'>,
  context: Context,
): Promise<SeenWork[]> {
  const { denials, status, work } = await accessOf(interaction, ref, ['find', 'read', 'files'], context);
  if (status !== 'open' || denials.find || denials.files || !hasEnded(work)) return [];
  const { styleName } = work.request;
  const isInStyle = styleKey === undefined || (styleName !== undefined && styleKeyOf(styleName) === styleKey);
  if (!isInStyle || work.location.messageId === undefined || attachedFilesOf(work.tasks).length === 0) return [];
  return [{ work, status, denials }];
}
