import { ALL_WORKS } from '../../src/discord/custom-ids/controls.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { type HistoryEntry, jobFromEntry } from '../../src/jobs/records/history.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { FoundPage, PageStart } from '../../src/works/search.ts';
import { searchWorks } from '../../src/works/search.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { searchInBounds } from '../support/member-bounds.ts';
import { accessOf } from '../support/work-access.ts';
import { inProgressOf } from './in-progress.ts';
import { isFiltered, renderList, type Viewer } from './view.ts';

/** The list of a member's works: finds them, and loads what a page of the list shows. */

const WORKS_PER_PAGE = 5;

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
  const page = await searchInBounds(viewer, context, () => findWorks(viewer, start, WORKS_PER_PAGE, context));
  const works = await Promise.all(
    page.works.map(async (work) => {
      const { denials, status } = await accessOf(viewer, work, ['read', 'files'], context);
      const { entry } = work;
      const isVisible = entry !== undefined && status === 'open' && !denials.files;
      // Discord's thumbnails can't show clips or sounds.
      const pictures = isVisible ? await context.works.attachedFiles.pictureAddressesOf(entry) : [];
      return { ...work, status, denials, thumbnailUrl: pictures[0] };
    }),
  );
  if (isFiltered(viewer)) return renderList({ ...page, works }, {}, viewer, context.texts);
  const endedIds = page.works.map(({ job }) => job.id);
  const inProgress = page.hasNewer ? [] : await inProgressOf(viewer, endedIds, context);
  return renderList(
    { ...page, works },
    { position: await positionOf(page, viewer, context), inProgress },
    viewer,
    context.texts,
  );
}

/** Which of the member's finished works the page shows; undefined if there's only one page. */
async function positionOf(
  { works }: FoundPage,
  { guildId, userId }: Viewer,
  { history, texts }: Needs<'history' | 'texts'>,
): Promise<string | undefined> {
  const first = works[0]?.job.id;
  if (first === undefined) return undefined;
  const newer = await history.count(guildId, userId, first);
  const all = await history.count(guildId, userId);
  if (all <= WORKS_PER_PAGE) return undefined;
  // New works shift the pages. A page that starts in the middle of a numbered one has no number.
  return newer % WORKS_PER_PAGE === 0
    ? texts.history.page(newer / WORKS_PER_PAGE + 1, Math.ceil(all / WORKS_PER_PAGE), all)
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
    mayFind: (entry) => mayFind(viewer, entry, context),
    among: await setToSearch(viewer, context),
  });
}

/** Words find another member's work only if the viewer may read its prompt. */
async function mayFind(viewer: Viewer, entry: HistoryEntry, context: Needs<'moderation' | 'rules'>): Promise<boolean> {
  const { denials } = await accessOf(viewer, { job: jobFromEntry(entry), entry }, ['find', 'read'], context);
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
