import {
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type APISectionComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { ALL_WORKS, chosenWorkPart, fetchIds, forgetIds, historyIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  MENU_OPTION_MAX_CHARACTERS,
  menu,
  privateMessage,
  rowOf,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { shownPromptOf } from '../../src/discord/messages/job-message.ts';
import { cut, escapeText, plainLine, quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { ALT_TEXT_LIMIT, type MessageBody } from '../../src/discord/rest/message-body.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import type { FoundPage, FoundWork } from '../../src/works/search.ts';
import { pageButtons } from '../support/lists.ts';
import type { Presser } from '../support/work-access.ts';
import { canFetch, workFacts } from '../works/view.ts';

/** How the list of a member's works looks. */

/** Who looks at a list, and for what. */
export interface Viewer extends Presser {
  /** Finds the view again when a button is pressed. */
  viewId: string;
  filter: WorkFilter;
}

/** A work in the list. */
export interface ListedWork extends FoundWork, Pick<Access<'read' | 'files'>, 'status' | 'denials'> {
  thumbnailUrl: string | undefined;
}

interface ListPage extends FoundPage {
  works: ListedWork[];
}

export const isFiltered = ({ filter }: Viewer): boolean => Object.keys(filter).length > 0;

/**
 * @param position which of all works the page shows, in words
 * @param inProgress what is shown above the list
 */
export function renderList(
  page: ListPage,
  { position, inProgress = [] }: { position?: string | undefined; inProgress?: APIMessageTopLevelComponent[] },
  viewer: Viewer,
  texts: Texts,
): MessageBody {
  const { works, isCut } = page;
  const subtitle = isFiltered(viewer) ? filterWords(viewer.filter, texts) : position;
  const empty = isFiltered(viewer) ? texts.works.nothingFound : texts.history.empty;
  const components: APIComponentInContainer[] = [
    textDisplay([`### ${texts.history.title}`, ...(subtitle === undefined ? [] : [`-# ${subtitle}`])].join('\n')),
    ...(works.length === 0 && !isCut ? [textDisplay(empty)] : []),
    ...works.map((work, index) => renderWork(work, index, viewer, texts)),
    ...(isCut ? [textDisplay(texts.works.searchedBack(works.at(-1)?.job.createdAtMs))] : []),
    ...(works.length > 0 ? [openMenu(works, viewer, texts)] : []),
  ];
  const hasOnlyProgress = works.length === 0 && inProgress.length > 0;
  const list = hasOnlyProgress ? [] : [container(components)];
  const { userId, viewId } = viewer;
  const forget = button(forgetIds.of(userId, { verb: 'ask' }), texts.history.forget, ButtonStyle.Danger);
  const rows = [
    listButtons(page, viewer, texts),
    works.length > 0 && viewId === ALL_WORKS && !page.hasNewer ? [forget] : [],
  ];
  return privateMessage([...inProgress, ...list, ...rows.flatMap(rowOf)]);
}

function renderWork(work: ListedWork, index: number, { userId }: Viewer, texts: Texts): APIComponentInContainer {
  const { job, status } = work;
  const isOwn = job.memberId === userId;
  const by = isOwn ? '' : `${texts.works.by(job.memberId)} `;
  const prompt = isHiddenFrom(userId, work) ? texts.works.promptHidden : quoteShort(job.request.prompt);
  const text = textDisplay(`**${index + 1}** ${by}${prompt}\n${workFacts(work, status, texts)}`);
  const accessory = accessoryOf(work, isOwn, texts);
  return accessory ? { type: ComponentType.Section, components: [text], accessory } : text;
}

/** The picture, or a button that fetches the files if the message no longer has them. */
function accessoryOf(
  { entry, job, denials, thumbnailUrl }: ListedWork,
  isOwn: boolean,
  texts: Texts,
): APISectionComponent['accessory'] | undefined {
  const { id: jobId, memberId, request } = job;
  if (thumbnailUrl !== undefined) {
    const description = isOwn ? cut(request.prompt, ALT_TEXT_LIMIT) : shownPromptOf({ request }, texts).altText;
    return { type: ComponentType.Thumbnail, media: { url: thumbnailUrl }, description, spoiler: request.spoiler };
  }
  return isOwn && canFetch(entry, denials)
    ? button(fetchIds.of(memberId, { jobId }), texts.history.deliverAgain)
    : undefined;
}

function openMenu(works: readonly ListedWork[], { userId, viewId }: Viewer, texts: Texts) {
  const options = works.map((work, index) => {
    const { id, memberId, request } = work.job;
    const label = isHiddenFrom(userId, work) ? texts.works.promptHiddenLabel : plainLine(request.prompt);
    return {
      label: cut(`${index + 1} · ${label}`, MENU_OPTION_MAX_CHARACTERS),
      value: chosenWorkPart.encode([id, memberId]),
    };
  });
  const placeholder = texts.works.open;
  return actionRow([menu(historyIds.of(userId, { verb: 'open', viewId }), options, { placeholder })]);
}

/** A list leaves out prompts that other members hide, even for moderators, who may read them. */
export function isHiddenFrom(
  userId: string,
  { denials, job: { memberId, request } }: Pick<ListedWork, 'denials' | 'job'>,
): boolean {
  return denials.read !== undefined || (request.hidesPrompt === true && memberId !== userId);
}

function listButtons({ works, hasNewer, olderThan, isCut }: ListPage, { userId, viewId }: Viewer, texts: Texts) {
  const { history: words } = texts;
  const idOf = (argument: Parameters<typeof historyIds.of>[1]): string => historyIds.of(userId, argument);
  const first = works[0]?.job.id;
  const newerId = idOf(first === undefined ? { verb: 'newest', viewId } : { verb: 'newer', viewId, jobId: first });
  const hasOlder = olderThan !== undefined;
  const olderId = idOf(hasOlder ? { verb: 'older', viewId, jobId: olderThan } : { verb: 'from', viewId, jobId: '0' });
  return [
    ...pageButtons(
      {
        previous: { id: newerId, isThere: hasNewer },
        next: { id: olderId, isThere: hasOlder },
      },
      { previous: words.newer, next: isCut ? texts.works.searchOn : words.older },
    ),
    button(idOf({ verb: 'search', viewId }), texts.works.search.button),
    ...(works.length > 0 ? [button(idOf({ verb: 'export', viewId }), texts.works.export)] : []),
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
