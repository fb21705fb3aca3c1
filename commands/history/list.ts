import {
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type APISectionComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { ALL_WORKS, chosenWorkPart, fetchIds, forgetIds, historyIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, privateMessage, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import { shownPromptOf } from '../../src/discord/messages/job-message.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { ALT_TEXT_LIMIT, type MessageBody } from '../../src/discord/rest/message-body.ts';
import { TooOftenError } from '../../src/engine/member-bound.ts';
import { MemberError } from '../../src/errors.ts';
import { sortableId } from '../../src/jobs/job-id.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { FoundPage, FoundWork, PageStart } from '../../src/works/search.ts';
import type { CommandContext } from '../support/context.ts';
import { accessOfFound } from '../support/work-access.ts';
import { factsOf } from '../works/facts.ts';
import { isToGet } from '../works/view.ts';
import { find, type Viewer } from './find.ts';

const WORKS_PER_PAGE = 5;
const PROMPT_CHARACTERS = 120;
const OPTION_CHARACTERS = 100;
/** The search may have taken a second of Discord's three before. */
const PICTURES_WITHIN_MS = 1_000;

/** A work as it is shown. */
interface Shown extends Pick<Access<'read' | 'files'>, 'standing' | 'denials'> {
  work: FoundWork;
  /** Where its first picture is. */
  picture: string | undefined;
}

/** A page of what a member looks for among their works in a server, those asked for last first; for that member only. */
export async function renderList(viewer: Viewer, start: PageStart, context: CommandContext): Promise<MessageBody> {
  const page = await search(viewer, start, context);
  const shown = await Promise.all(page.works.map((work) => shownOf(work, viewer, context)));
  const { texts } = context;
  const isFiltered = Object.keys(viewer.filter).length > 0;
  // To count what a filter finds would be to search it all.
  const line = isFiltered ? filterWords(viewer.filter, texts) : await whereOf(page, viewer, context);
  const empty = isFiltered ? texts.works.nothingFound : texts.history.empty;
  const last = page.works.at(-1);
  const components: APIComponentInContainer[] = [
    textDisplay([`### ${texts.history.title}`, ...(line === undefined ? [] : [`-# ${line}`])].join('\n')),
    ...(shown.length === 0 && !page.isCut ? [textDisplay(empty)] : []),
    ...shown.map((one, index) => lineOf(one, index, viewer, texts)),
    ...(page.isCut ? [textDisplay(texts.works.searchedBack(last?.job.createdAtMs))] : []),
    ...(shown.length > 0 ? [openMenu(shown, viewer, texts)] : []),
  ];
  const container: APIMessageTopLevelComponent = { type: ComponentType.Container, components };
  const row = buttonsOf(page, viewer, texts);
  return privateMessage([container, ...rowOf(row)]);
}

/** @throws MemberError where too much is looked for at once. */
async function search(viewer: Viewer, start: PageStart, context: CommandContext): Promise<FoundPage> {
  const { texts } = context;
  const { searchBound } = context.works;
  try {
    return await searchBound.run(viewer.userId, () => find(viewer, start, WORKS_PER_PAGE, context));
  } catch (error) {
    if (!(error instanceof TooOftenError)) throw error;
    throw new MemberError(texts.works.searchedOften);
  }
}

/**
 * Where the page stands among all of the member's works here; nothing where there is one page only. A work that ends
 * just now may be counted twice.
 */
async function whereOf(
  { works }: FoundPage,
  { server: { guildId }, userId }: Viewer,
  { history, jobs, texts }: CommandContext,
): Promise<string | undefined> {
  const first = works[0]?.job.id;
  if (first === undefined) return undefined;
  const underWay = jobs.idsUnderWayOf(guildId, userId);
  const newerMaking = underWay.filter((id) => sortableId(id) > sortableId(first));
  const newer = newerMaking.length + (await history.count(guildId, userId, first));
  const all = underWay.length + (await history.count(guildId, userId));
  if (all <= WORKS_PER_PAGE) return undefined;
  // Works that were asked for since the list was opened move its pages: what starts in the middle of one has no number.
  return newer % WORKS_PER_PAGE === 0
    ? texts.history.page(newer / WORKS_PER_PAGE + 1, Math.ceil(all / WORKS_PER_PAGE), all)
    : texts.history.part(newer + 1, newer + works.length, all);
}

async function shownOf(work: FoundWork, viewer: Viewer, context: CommandContext): Promise<Shown> {
  const { entry } = work;
  const { denials, standing } = await accessOfFound(viewer, work, ['read', 'files'], context);
  const isToBeSeen = entry !== undefined && standing === 'open' && !denials.files;
  // Discord's small pictures take neither clips nor sounds.
  const pictures = isToBeSeen ? await context.works.resultPictures.picturesOf(entry, PICTURES_WITHIN_MS) : [];
  return { work, standing, denials, picture: pictures[0] };
}

function lineOf(
  shown: Shown,
  index: number,
  { userId }: Viewer,
  texts: CommandContext['texts'],
): APIComponentInContainer {
  const { work, standing } = shown;
  const { job } = work;
  const isOwn = job.memberId === userId;
  const by = isOwn ? '' : `${texts.works.by(job.memberId)} `;
  const text = textDisplay(
    `**${index + 1}** ${by}${promptOf(shown, userId, texts)}\n${factsOf(work, standing, texts)}`,
  );
  const accessory = accessoryOf(shown, isOwn, texts);
  return accessory ? { type: ComponentType.Section, components: [text], accessory } : text;
}

/** Its picture; where that is not to be had from its message, a way to get it again. */
function accessoryOf(
  { work: { entry, job }, denials, picture }: Shown,
  isOwn: boolean,
  texts: CommandContext['texts'],
): APISectionComponent['accessory'] | undefined {
  const { id: jobId, memberId, request } = job;
  if (picture !== undefined) {
    const description = isOwn ? cut(request.prompt, ALT_TEXT_LIMIT) : shownPromptOf({ request }, texts).altText;
    return { type: ComponentType.Thumbnail, media: { url: picture }, description, spoiler: request.spoiler };
  }
  return isOwn && isToGet(entry, denials)
    ? button(fetchIds.of(memberId, { jobId }), texts.history.deliverAgain)
    : undefined;
}

/** In one line; what others hide is not repeated. */
function promptOf({ denials, work: { job } }: Shown, userId: string, texts: CommandContext['texts']): string {
  if (isHiddenFrom(userId, job, denials)) return texts.works.promptHidden;
  return escapeText(cut(job.request.prompt.replace(/\s+/g, ' '), PROMPT_CHARACTERS));
}

function openMenu(shown: readonly Shown[], { userId, viewId }: Viewer, texts: CommandContext['texts']) {
  const options = shown.map((one, index) => ({
    label: cut(`${index + 1} · ${labelOf(one, userId, texts)}`, OPTION_CHARACTERS),
    value: chosenWorkPart.encode([one.work.job.id, one.work.job.memberId]),
  }));
  return actionRow([
    {
      type: ComponentType.StringSelect,
      custom_id: historyIds.of(userId, { verb: 'open', viewId }),
      placeholder: texts.works.open,
      options,
    },
  ]);
}

function labelOf({ denials, work: { job } }: Shown, userId: string, { works }: CommandContext['texts']): string {
  return isHiddenFrom(userId, job, denials) ? works.promptHiddenLabel : job.request.prompt.replace(/\s+/g, ' ');
}

/** A list leaves out what others hide also for moderators. */
function isHiddenFrom(userId: string, { memberId, request }: FoundWork['job'], denials: Shown['denials']): boolean {
  return denials.read !== undefined || (request.hidesPrompt === true && memberId !== userId);
}

function buttonsOf(
  { works, hasNewer, olderThan, isCut }: FoundPage,
  { userId, viewId }: Viewer,
  texts: CommandContext['texts'],
) {
  const words = texts.history;
  const first = works[0]?.job.id;
  const newer =
    first === undefined || !hasNewer
      ? historyIds.of(userId, { verb: 'newest', viewId })
      : historyIds.of(userId, { verb: 'newer', viewId, jobId: first });
  const { Secondary } = ButtonStyle;
  const turning = [
    button(newer, words.newer, Secondary, { disabled: !hasNewer }),
    button(
      olderThan === undefined
        ? historyIds.of(userId, { verb: 'from', viewId, jobId: '0' })
        : historyIds.of(userId, { verb: 'older', viewId, jobId: olderThan }),
      isCut ? texts.works.searchOn : words.older,
      Secondary,
      { disabled: olderThan === undefined },
    ),
  ];
  const hasEnded = works.some(({ entry }) => entry !== undefined);
  return [
    ...(hasNewer || olderThan !== undefined ? turning : []),
    ...(works.length > 0 ? [button(historyIds.of(userId, { verb: 'export', viewId }), texts.works.export)] : []),
    ...(hasEnded && viewId === ALL_WORKS
      ? [button(forgetIds.of(userId, { verb: 'ask' }), words.forget, Secondary)]
      : []),
  ];
}

/** What is looked for, as a line. */
function filterWords(
  { words, modelId, kind, sinceMs, untilMs, starred, collection }: WorkFilter,
  { works }: CommandContext['texts'],
): string {
  return [
    ...(words === undefined ? [] : [works.filters.words(escapeText(words))]),
    ...(kind === undefined ? [] : [works.filters.kinds[kind]]),
    ...(modelId === undefined ? [] : [nameOfModel(modelId)]),
    ...(collection === undefined ? [] : [escapeText(collection.name)]),
    ...(starred ? [works.filters.starred] : []),
    ...(sinceMs === undefined ? [] : [works.filters.since(sinceMs)]),
    ...(untilMs === undefined ? [] : [works.filters.until(untilMs - 1)]),
  ].join(' · ');
}
