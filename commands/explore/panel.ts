import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { attachedFilesOf } from '../../src/jobs/job/job.ts';
import { styleKeyOf } from '../../src/studio/style.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { STARRED_WITHIN_MS } from '../../src/works/most-starred.ts';
import { SEARCH_WITHIN_MS } from '../../src/works/search.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import type { Context, InServer } from '../support/context.ts';
import { searchInBounds } from '../support/member-bounds.ts';
import { accessOf } from '../support/work-access.ts';
import { type ExploredWork, renderPanel, type VisibleWork, type Wanted } from './view.ts';

/** Finds what a page of the panel shows. Everything passes `access` for its viewer, here and now. */

/** Two rows of pictures, and on a phone one row of buttons. */
const WORKS_PER_PAGE = 4;
/** Later pages look through everything before them. */
const PAGES_MAX = 10;
const LOOKED_AT_ONCE = 20;
/** Bounds the works that one page looks through for those that its viewer may see. */
const LOOKED_MAX = 300;

export async function loadPanel(interaction: InServer, wanted: Wanted, context: Context): Promise<MessageBody> {
  const { guildId, userId } = interaction;
  const { attachedFiles, stars } = context.works;
  const { works, hasMore } = await searchInBounds(interaction, context, () => find(interaction, wanted, context));
  const loaded = works.map(async (work): Promise<ExploredWork[]> => {
    const [file] = await attachedFiles.filesOf(work.entry);
    const { jobId, memberId } = work.entry;
    return file ? [{ ...work, address: file.address, stars: await stars.countOf({ guildId, jobId, memberId }) }] : [];
  });
  const shown = (await Promise.all(loaded)).flat();
  const styles = wanted.tab === 'style' ? await context.studio.styles.listOf({ guildId }) : [];
  return renderPanel({ ...wanted, shown, hasMore, styles, userId }, context.texts);
}

/** The works of one page that this viewer may see, and whether there's another page. */
async function find(
  interaction: InServer,
  { page, ...wanted }: Wanted,
  context: Context,
): Promise<{ works: VisibleWork[]; hasMore: boolean }> {
  const { clock } = context;
  const first = page * WORKS_PER_PAGE;
  const end = first + WORKS_PER_PAGE;
  const untilMs = clock.monotonicMs() + SEARCH_WITHIN_MS;
  const visible: VisibleWork[] = [];
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
    yield jobs.filter(({ isDraft }) => !isDraft).map(({ jobId, memberId }) => ({ guildId, jobId, memberId }));
    after = next;
  } while (after !== undefined);
}

/** The work, if its message shows files that this viewer may see here. */
async function look(
  interaction: InServer,
  ref: WorkRef,
  { styleKey }: Pick<Wanted, 'styleKey'>,
  context: Context,
): Promise<VisibleWork[]> {
  const { denials, status, work } = await accessOf(interaction, ref, ['find', 'read', 'files'], context);
  if (status !== 'open' || denials.find || denials.files || !work?.entry) return [];
  const { entry, job } = work;
  const { styleName } = entry.request;
  const isInStyle = styleKey === undefined || (styleName !== undefined && styleKeyOf(styleName) === styleKey);
  if (!isInStyle || entry.messageId === undefined || attachedFilesOf(entry.tasks).length === 0) return [];
  return [{ entry, job, denials }];
}
