import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMediaGalleryItem,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { EXPLORE_TABS, type ExploreTab, exploreIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  MENU_OPTIONS_MAX,
  menu,
  pictureButton,
  privateMessage,
  rowOf,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { shownPromptOf } from '../../src/discord/messages/job-message.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import { type Style, styleKeyOf } from '../../src/studio/style.ts';
import type { Texts } from '../../src/texts/en.ts';
import { isHiddenFrom, type ListedWork } from '../history/view.ts';
import { numberedPageButtons } from '../support/lists.ts';

/** How the panel of everyone's pictures looks. */

export interface Wanted {
  tab: ExploreTab;
  /** From 0. */
  page: number;
  /** Only works in this style of the server's. */
  styleKey?: string | undefined;
}

/** A work that the viewer may see. */
export interface VisibleWork extends Pick<ListedWork, 'denials' | 'job'> {
  entry: HistoryEntry;
}

/** With the current address of its first file, and how many other members starred it. */
export interface ExploredWork extends VisibleWork {
  address: string;
  stars: number;
}

export interface Panel extends Wanted {
  shown: readonly ExploredWork[];
  hasMore: boolean;
  /** The server's styles. */
  styles: readonly Style[];
  userId: string;
}

export function renderPanel(panel: Panel, texts: Texts): MessageBody {
  const { shown, tab, userId } = panel;
  const { explore: words } = texts;
  const components: APIComponentInContainer[] = [
    textDisplay(`### ${words.title}\n-# ${words.about[tab]}`),
    ...(tab === 'style' ? styleMenu(panel, texts) : []),
    ...(shown.length > 0 ? picturesOf(panel, texts) : nothingOf(panel, texts).map(textDisplay)),
  ];
  const tabs = EXPLORE_TABS.map((one) =>
    button(
      exploreIds.of(userId, { verb: 'tab', tab: one }),
      words.tabs[one],
      one === tab ? ButtonStyle.Primary : undefined,
    ),
  );
  return privateMessage([container(components), actionRow(tabs), ...rowOf(pagesOf(panel, texts))]);
}

/** Why there's nothing. Nothing to say before a style is chosen. */
function nothingOf({ styleKey, styles, tab }: Panel, { explore: words }: Texts): string[] {
  if (tab !== 'style' || styleKey !== undefined) return [words.nothing[tab]];
  return styles.length === 0 ? [words.noStyles] : [];
}

/** The pictures and clips, a line about each, and the buttons that open them. */
function picturesOf({ shown, userId }: Panel, texts: Texts): APIComponentInContainer[] {
  const items = shown.map(({ address, job: { memberId, request } }): APIMediaGalleryItem => {
    const { altText } = shownPromptOf(
      { request: memberId === userId ? { ...request, hidesPrompt: false } : request },
      texts,
    );
    return { media: { url: address }, description: altText, spoiler: request.spoiler };
  });
  const lines = shown.map((work, index) => {
    const prompt = isHiddenFrom(userId, work) ? texts.works.promptHidden : quoteShort(work.job.request.prompt);
    return texts.explore.line(index + 1, work.job.memberId, work.stars, prompt);
  });
  return [
    { type: ComponentType.MediaGallery, items },
    textDisplay(lines.join('\n')),
    actionRow(
      shown.map(({ job: { id: jobId, memberId: authorId, request } }, index) =>
        pictureButton(exploreIds.of(userId, { verb: 'open', jobId, authorId }), index + 1, kindOfRequest(request)),
      ),
    ),
  ];
}

function styleMenu({ styleKey, styles, userId }: Panel, { explore: words }: Texts): APIComponentInContainer[] {
  if (styles.length === 0) return [];
  const newest = styles.toSorted((a, b) => b.atMs - a.atMs).slice(0, MENU_OPTIONS_MAX);
  const options = newest.map(({ name }) => {
    const value = styleKeyOf(name);
    return { label: name, value, default: value === styleKey };
  });
  return [actionRow([menu(exploreIds.of(userId, { verb: 'style' }), options, { placeholder: words.chooseStyle })])];
}

function pagesOf({ hasMore, page, styleKey, tab, userId }: Panel, { pages }: Texts): APIButtonComponentWithCustomId[] {
  const idOf = (to: number): string => exploreIds.of(userId, { verb: 'page', tab, page: to, styleKey });
  return numberedPageButtons({ page, pages: page + (hasMore ? 2 : 1) }, idOf, pages);
}
