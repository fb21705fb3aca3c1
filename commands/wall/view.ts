import {
  type APIComponentInContainer,
  type APIMediaGalleryItem,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import {
  ALL_WORKS,
  EXPLORE_TABS,
  type ExploreTab,
  exploreIds,
  historyIds,
} from '../../src/discord/custom-ids/controls.ts';
import { altTextOf } from '../../src/discord/messages/alt-text.ts';
import {
  type actionRow,
  button,
  container,
  pictureButton,
  privateMessage,
  rowOf,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { shownPromptOf } from '../../src/discord/messages/job-message.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { type EndedJob, pictureFilesOf } from '../../src/jobs/job/job.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import type { Texts } from '../../src/texts/en.ts';
import { lineFacts } from '../works/view.ts';

/** How `/history` and `/explore` look: one wall of pictures and clips with tabs, which each opens at its own. */

/** Media galleries have at most 10, and rows of buttons five each. */
export const WORKS_ON_WALL = 9;

type WallTab = 'mine' | 'starred' | ExploreTab;

/** A work, as one viewer may see it. */
export interface SeenWork extends Pick<Access<'read' | 'files'>, 'status' | 'denials'> {
  work: EndedJob;
}

export interface WallWork extends SeenWork {
  /** Where its first picture or clip is now; undefined if its message shows none that the viewer may see. */
  address: string | undefined;
  /** Other members' stars. */
  stars: number;
}

type Row = Parameters<typeof actionRow>[0];

export interface Wall {
  userId: string;
  /** Undefined for what a search found. */
  tab: WallTab | undefined;
  title: string;
  subtitle?: string | undefined;
  /** Finds this page again from a work that was opened; `NO_LIST` if nothing does. */
  viewId: string;
  works: readonly WallWork[];
  /** What it says besides its works, or without any. */
  notes: readonly string[];
  /** What is on its way, above everything. */
  inProgress?: readonly APIMessageTopLevelComponent[];
  /** Above the pictures. */
  choices?: readonly APIComponentInContainer[];
  /** What only this wall has, below everything. */
  buttons: Row;
}

export function renderWall(wall: Wall, texts: Texts): MessageBody {
  const { buttons, choices = [], inProgress = [], notes, subtitle, title } = wall;
  // Works without a picture follow, so that the numbers of the others are their places in the grid.
  const works = [...wall.works.filter(hasPicture), ...wall.works.filter((work) => !hasPicture(work))];
  const items = works.flatMap((work) => itemOf(work, wall.userId, texts));
  const lines = [...works.map((work, index) => lineOf(work, index + 1, wall.userId, texts)), ...notes];
  const openers = works.map((work, index) => openButton(work, index + 1, wall));
  const components: APIComponentInContainer[] = [
    textDisplay([`### ${title}`, ...(subtitle === undefined ? [] : [`-# ${subtitle}`])].join('\n')),
    ...choices,
    ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
    ...(lines.length > 0 ? [textDisplay(lines.join('\n'))] : []),
    ...rowOf(openers.slice(0, IN_ROW)),
    ...rowOf(openers.slice(IN_ROW)),
  ];
  const hasOnlyProgress = works.length === 0 && inProgress.length > 0;
  const tabs = tabsOf(wall, texts);
  return privateMessage([
    ...inProgress,
    ...(hasOnlyProgress ? [] : [container(components)]),
    ...rowOf(tabs.slice(0, IN_ROW)),
    ...rowOf([...tabs.slice(IN_ROW), ...buttons]),
  ]);
}

/** Discord's limit for buttons. */
const IN_ROW = 5;

const hasPicture = ({ address }: WallWork): boolean => address !== undefined;

function itemOf({ address, work }: WallWork, userId: string, texts: Texts): APIMediaGalleryItem[] {
  if (address === undefined) return [];
  const { memberId, request, tasks } = work;
  const readable = memberId === userId ? { ...request, hidesPrompt: false } : request;
  const { altText } = shownPromptOf({ request: readable }, texts);
  const description = altTextOf(altText, 1, pictureFilesOf(tasks).length, texts);
  return [{ media: { url: address }, description, spoiler: request.spoiler }];
}

function lineOf(shown: WallWork, number: number, userId: string, texts: Texts): string {
  const { stars, status, work } = shown;
  const by = work.memberId === userId ? '' : `${texts.works.by(work.memberId)} `;
  const prompt = isHiddenFrom(userId, shown) ? texts.works.promptHidden : quoteShort(work.request.prompt);
  return `**${number}** ${by}${prompt}\n${lineFacts(work, status, stars, texts)}`;
}

/** A list leaves out prompts that other members hide, even for moderators, who may read them. */
function isHiddenFrom(userId: string, { denials, work: { memberId, request } }: SeenWork): boolean {
  return denials.read !== undefined || (request.hidesPrompt === true && memberId !== userId);
}

/** Opens the picture that the wall shows. */
function openButton({ work }: WallWork, number: number, { userId, viewId }: Wall) {
  const { id: jobId, memberId: authorId, request, tasks } = work;
  const picture = pictureFilesOf(tasks).length > 0 ? 1 : 0;
  const id = historyIds.of(userId, { verb: 'open', viewId, jobId, authorId, picture });
  return pictureButton(id, number, kindOfRequest(request));
}

function tabsOf({ tab, userId }: Wall, { explore: { tabs } }: Texts) {
  const ids: [WallTab, string][] = [
    ['mine', historyIds.of(userId, { verb: 'newest', viewId: ALL_WORKS })],
    ['starred', historyIds.of(userId, { verb: 'starred' })],
    ...EXPLORE_TABS.map((one): [WallTab, string] => [one, exploreIds.of(userId, { verb: 'tab', tab: one })]),
  ];
  return ids.map(([one, id]) => button(id, tabs[one], one === tab ? ButtonStyle.Primary : undefined));
}

/** Opens the form for what the viewer made or starred. */
export function searchButton(userId: string, viewId: string, { works }: Texts) {
  return button(historyIds.of(userId, { verb: 'search', viewId }), works.search.button);
}
