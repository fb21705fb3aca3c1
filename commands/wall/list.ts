import { ALL_WORKS, historyIds } from '../../src/discord/custom-ids/controls.ts';
import { button } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { EndedJob } from '../../src/jobs/job/job.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { FoundPage, PageStart } from '../../src/works/search.ts';
import { searchWorks } from '../../src/works/search.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { pageButtons } from '../support/lists.ts';
import { searchInBounds } from '../support/member-bounds.ts';
import { accessOf, type Presser } from '../support/work-access.ts';
import { inProgressOf } from './in-progress.ts';
import { renderWall, searchButton, type Wall, WORKS_ON_WALL } from './view.ts';
import { withFiles } from './with-files.ts';

/** The list of a member's works: finds them, and loads what a page of the list shows. */

/** Who looks at a list, and for what. */
export interface Viewer extends Presser {
  /** Finds the view again when a button is pressed. */
  viewId: string;
  filter: WorkFilter;
}

/** Keeps what a member looks for, so that the list's buttons find it again. @returns the view's id */
export async function keepView(
  { guildId, userId: memberId }: Pick<InServer, 'guildId' | 'userId'>,
  viewId: string,
  filter: WorkFilter,
  { works }: Needs<'works'>,
): Promise<string> {
  if (Object.keys(filter).length === 0) return ALL_WORKS;
  await works.views.add({ guildId, memberId }, viewId, filter);
  return viewId;
}

/**
 * One page of the finished works that the viewer looks for, newest first. Above the first page of all is what's in progress.
 * Only the viewer sees it.
 */
export async function loadList(viewer: Viewer, start: PageStart, context: Context): Promise<MessageBody> {
  const { texts } = context;
  const page = await searchInBounds(viewer, context, () => findWorks(viewer, start, WORKS_ON_WALL, context));
  const seen = page.works.map(async (work) => {
    const { denials, status } = await accessOf(viewer, work, ['read', 'files'], context);
    return { work, status, denials };
  });
  const works = await withFiles(await Promise.all(seen), context);
  const isFiltered = Object.keys(viewer.filter).length > 0;
  const endedIds = page.works.map(({ id }) => id);
  const hasProgress = !isFiltered && !page.hasNewer;
  const { userId, viewId } = viewer;
  const { nothing, ...head } = headOf(viewer, isFiltered, texts);
  const wall: Wall = {
    userId,
    viewId,
    works,
    ...head,
    ...(!isFiltered && { subtitle: await positionOf(page, viewer, context) }),
    notes: [
      ...(works.length === 0 && !page.isCut ? [nothing] : []),
      ...(page.isCut ? [texts.works.searchedBack(page.works.at(-1)?.createdAtMs)] : []),
    ],
    inProgress: hasProgress ? await inProgressOf(viewer, endedIds, context) : [],
    buttons: listButtons(page, viewer, texts),
  };
  return renderWall(wall, texts);
}

type Head = Pick<Wall, 'subtitle' | 'tab' | 'title'> & { nothing: string };

/** What the viewer looks at, and what it says if there's nothing. */
function headOf({ filter }: Viewer, isFiltered: boolean, texts: Texts): Head {
  const { about, nothing } = texts.explore;
  if (!isFiltered) return { tab: 'mine', title: about.mine, nothing: texts.history.empty };
  const isTab = filter.starred === true && Object.keys(filter).length === 1;
  if (isTab) return { tab: 'starred', title: about.starred, nothing: nothing.starred };
  const subtitle = filterWords(filter, texts);
  return { tab: undefined, title: about.mine, subtitle, nothing: texts.works.nothingFound };
}

function listButtons({ works, hasNewer, olderThan, isCut }: FoundPage, { userId, viewId }: Viewer, texts: Texts) {
  const { history: words } = texts;
  const idOf = (argument: Parameters<typeof historyIds.of>[1]): string => historyIds.of(userId, argument);
  const first = works[0]?.id;
  const newerId = idOf(first === undefined ? { verb: 'newest', viewId } : { verb: 'newer', viewId, jobId: first });
  const hasOlder = olderThan !== undefined;
  const olderId = idOf(hasOlder ? { verb: 'older', viewId, jobId: olderThan } : { verb: 'from', viewId, jobId: '0' });
  return [
    searchButton(userId, viewId, texts),
    ...(works.length > 0 ? [button(idOf({ verb: 'export', viewId }), texts.works.export)] : []),
    ...pageButtons(
      {
        previous: { id: newerId, isThere: hasNewer },
        next: { id: olderId, isThere: hasOlder },
      },
      { previous: words.newer, next: isCut ? texts.works.searchOn : words.older },
    ),
  ];
}

/** What the viewer looks for, in one line. */
function filterWords({ words, modelId, kind, sinceMs, starred, collection }: WorkFilter, { works }: Texts): string {
  return [
    ...(words === undefined ? [] : [works.filters.words(escapeText(words))]),
    ...(kind === undefined ? [] : [works.filters.kinds[kind]]),
    ...(modelId === undefined ? [] : [nameOfModel(modelId)]),
    ...(collection === undefined ? [] : [escapeText(collection.name)]),
    ...(starred ? [works.filters.starred] : []),
    ...(sinceMs === undefined ? [] : [works.filters.since(sinceMs)]),
  ].join(' · ');
}

/** Which of the member's finished works the page shows; undefined if there's only one page. */
async function positionOf(
  { works }: FoundPage,
  { guildId, userId }: Viewer,
  { history, texts }: Needs<'history' | 'texts'>,
): Promise<string | undefined> {
  const first = works[0]?.id;
  if (first === undefined) return undefined;
  const newer = await history.count(guildId, userId, first);
  const all = await history.count(guildId, userId);
  if (all <= WORKS_ON_WALL) return undefined;
  // New works shift the pages. A page that starts in the middle of a numbered one has no number.
  return newer % WORKS_ON_WALL === 0
    ? texts.history.page(newer / WORKS_ON_WALL + 1, Math.ceil(all / WORKS_ON_WALL), all)
    : texts.history.part(newer + 1, newer + works.length, all);
}

/** One page of the finished works that the viewer looks for, newest first. */
export async function findWorks(viewer: Viewer, start: PageStart, most: number, context: Context): Promise<FoundPage> {
  const { clock, history } = context;
  const { filter, guildId, userId } = viewer;
  return searchWorks(filter, start, most, {
    clock,
    page: (request) => history.page(guildId, userId, request),
    find: ({ memberId, jobId }) => history.find(guildId, memberId, jobId),
    mayFind: (work) => mayFind(viewer, work, context),
    among: await setToSearch(viewer, context),
  });
}

/** Words find another member's work only if the viewer may read its prompt. */
async function mayFind(viewer: Viewer, work: EndedJob, context: Needs<'moderation' | 'rules'>): Promise<boolean> {
  const { denials } = await accessOf(viewer, work, ['find', 'read'], context);
  if (denials.find) return false;
  return viewer.filter.words === undefined || !denials.read;
}

/** The works to search; undefined for all of the member's own. */
async function setToSearch(
  { filter, guildId, userId }: Viewer,
  { works: { collections, stars } }: Needs<'works'>,
): Promise<WorkRef[] | undefined> {
  const owner = { guildId, memberId: userId };
  const starred = filter.starred ? await stars.starredBy(owner) : undefined;
  if (filter.collection === undefined) return starred;
  const { id } = filter.collection;
  const collected = (await collections.of(owner)).find((one) => one.id === id)?.works ?? [];
  if (!starred) return [...collected];
  const ids = new Set(collected.map(({ jobId }) => jobId));
  return starred.filter(({ jobId }) => ids.has(jobId));
}
