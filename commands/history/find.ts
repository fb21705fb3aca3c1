import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { type HistoryEntry, jobOf } from '../../src/jobs/records/history.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import { type FoundPage, type PageStart, searchWorks } from '../../src/works/search.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { CommandContext } from '../support/context.ts';
import { accessOfFound } from '../support/work-access.ts';

/** Who looks, and for what. */
export interface Viewer {
  server: ServerFacts;
  /** Where they look. */
  channelId: string;
  userId: string;
  /** By which the view is found again. */
  viewId: string;
  filter: WorkFilter;
}

/** A page of what a member looks for among their works in a server, those asked for last first. */
export async function find(
  viewer: Viewer,
  start: PageStart,
  most: number,
  context: CommandContext,
): Promise<FoundPage> {
  const { clock, history, jobs } = context;
  const { filter, server, userId } = viewer;
  const { guildId } = server;
  return searchWorks(filter, start, most, {
    clock,
    page: (request) => history.page(guildId, userId, request),
    underWay: await jobs.underWayOf(guildId, userId),
    find: ({ memberId, jobId }) => history.find(guildId, memberId, jobId),
    mayFind: (entry) => mayFind(viewer, entry, context),
    among: await setOf(viewer, context),
  });
}

/** Of others what is open to all; whose prompt is not theirs to read, that does not find it. */
async function mayFind(viewer: Viewer, entry: HistoryEntry, context: CommandContext): Promise<boolean> {
  const { denials } = await accessOfFound(viewer, { job: jobOf(entry), entry }, ['find', 'read'], context);
  if (denials.find) return false;
  return viewer.filter.words === undefined || !denials.read;
}

/** The works among which is looked, where those are not all of the member's. */
async function setOf({ filter, server, userId }: Viewer, context: CommandContext): Promise<WorkRef[] | undefined> {
  const { collection, starred } = filter;
  const owner = { guildId: server.guildId, memberId: userId };
  const own = collection && (await context.works.collections.of(owner));
  const collected = own && (own.find(({ id }) => id === collection?.id)?.works ?? []);
  const stars = starred ? await context.works.stars.starredBy(owner) : undefined;
  if (!collected || !stars) return stars ?? collected?.slice();
  const ids = new Set(collected.map(({ jobId }) => jobId));
  return stars.filter(({ jobId }) => ids.has(jobId));
}
