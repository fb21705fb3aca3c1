import {
  type APIButtonComponentWithCustomId,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { z } from 'zod';
import {
  againIds,
  deleteIds,
  fetchIds,
  galleryIds,
  historyIds,
  pageIds,
  saveStyleIds,
  workIds,
} from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button } from '../../src/discord/messages/components.ts';
import { showButton, workVerbsOf } from '../../src/discord/messages/job-message.ts';
import { isFetchable } from '../../src/jobs/job.ts';
import type { Denial } from '../../src/moderation/access/access.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import type { MayWorkOn } from '../../src/studio/preferences.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext } from '../support/context.ts';

export interface PageRef {
  jobId: string;
  /** Whose work it is. */
  memberId: string;
  /** The view that it is opened from. */
  viewId: string;
}

export interface Page extends PageRef, Pick<Access<'files' | 'star'>, 'status' | 'denials'> {
  work: FoundWork;
  /** What the one who looks may read of the prompt. */
  prompt: string | undefined;
  addresses: readonly string[];
  children: readonly string[];
  /** Of others than its member. */
  stars: number;
  isStarred: boolean;
  /** The names of the collections that it is in, of the one who looks. */
  collections: readonly string[];
  /** What its member said of this one alone; for them only. */
  terms: MayWorkOn | undefined;
}

type Texts = CommandContext['texts'];
type Buttons = APIButtonComponentWithCustomId[];

/** All that can be done with a work by the one who looks at its page. */
export function pageRows(page: Page, userId: string, texts: Texts) {
  const isOwn = page.memberId === userId;
  const { entry, job } = page.work;
  const isDelivered = entry !== undefined && job.tasks.some(({ state }) => state === 'delivered');
  const isMade = isDelivered && page.status === 'open';
  // Pressed by its author, it says why not.
  const isBrought = isDelivered && (page.status === 'deleted' || (isOwn && isMade));
  const rows = [
    [...toGoOn(page, texts), ...(isMade && !page.denials.star ? [starOf(page, texts)] : [])],
    [
      ...(isOwn ? getButtons(page, texts) : []),
      ...(isBrought ? [bringOf(page, texts)] : []),
      ...(isMade ? keepButtons(page, texts) : []),
    ],
    [...(isOwn ? messageButtons(page, isMade, texts) : []), backOf(page, userId, texts)],
  ];
  const menus = isOwn && isMade ? [[termsOf(page, texts)]] : [];
  return [...rows.filter((row) => row.length > 0), ...menus].map(actionRow);
}

/** As on the result itself, for those who may read what was asked for. */
function toGoOn({ addresses, jobId, memberId, prompt, status, work: { entry, job } }: Page, texts: Texts): Buttons {
  const isDraft = status === 'draft';
  if (!entry || prompt === undefined || (status !== 'open' && !isDraft)) return [];
  // Without its picture there is nothing to change.
  const verbs = addresses.length > 0 ? workVerbsOf(job) : (['edit'] as const);
  const { Primary, Secondary } = ButtonStyle;
  return [
    ...(isDraft && job.tasks.some(isFetchable) ? [showButton(job, texts)] : []),
    button(againIds.of(memberId, { jobId }), texts.job.buttons.again, isDraft ? Secondary : Primary),
    ...verbs.map((verb) => button(workIds.of(memberId, { verb, jobId }), texts.studio.work.buttons[verb])),
  ];
}

function starOf({ isStarred, jobId, memberId, stars, viewId }: Page, { works }: Texts) {
  const label = works.stars.state(isStarred, stars);
  const style = isStarred ? ButtonStyle.Success : ButtonStyle.Secondary;
  return button(pageIds.of(memberId, { verb: 'star', jobId, viewId }), label, style);
}

function getButtons({ denials, jobId, memberId, work: { entry } }: Page, texts: Texts): Buttons {
  return isToGet(entry, denials) ? [button(fetchIds.of(memberId, { jobId }), texts.history.deliverAgain)] : [];
}

/** Whether the one who looks may have its files from the service again. */
export function isToGet(entry: FoundWork['entry'], denials: { files: Denial | undefined }): boolean {
  return entry !== undefined && !denials.files && entry.tasks.some(isFetchable);
}

function bringOf({ jobId, memberId }: Page, { works }: Texts) {
  return button(pageIds.of(memberId, { verb: 'bring', jobId }), works.bring.button);
}

function keepButtons({ jobId, memberId, viewId }: Page, { studio, works }: Texts): Buttons {
  return [
    button(saveStyleIds.of(memberId, { jobId }), studio.menu.saveStyle),
    button(pageIds.of(memberId, { verb: 'collect', jobId, viewId }), works.collect.button),
  ];
}

/** Whether others may work on from this one, as its member said last. */
function termsOf({ jobId, memberId, terms, viewId }: Page, { commands, works }: Texts): APIStringSelectComponent {
  const answers = { all: works.terms.asForAll, ...commands.preferences.othersMay };
  return {
    type: ComponentType.StringSelect,
    custom_id: pageIds.of(memberId, { verb: 'terms', jobId, viewId }),
    options: valueSchema.options.map((value) => ({
      value,
      label: works.terms.option(answers[value]),
      default: CHOICES[value] === terms,
    })),
  };
}

/** What is done to its message. */
function messageButtons(
  { jobId, memberId, status, work: { entry, job } }: Page,
  isMade: boolean,
  texts: Texts,
): Buttons {
  const showInGallery = galleryIds.of(memberId, { verb: 'show', jobId });
  return [
    ...(isMade && job.request.offersGallery ? [button(showInGallery, texts.moderation.gallery.buttons.show)] : []),
    ...(entry?.messageId !== undefined && status === 'open'
      ? [button(deleteIds.of(memberId, { jobId }), texts.job.buttons.delete)]
      : []),
  ];
}

function backOf({ jobId, viewId }: Page, userId: string, { works }: Texts) {
  return button(historyIds.of(userId, { verb: 'from', viewId, jobId }), works.back);
}

const valueSchema = z.enum(['all', 'yes', 'ask', 'no']);
type Value = z.output<typeof valueSchema>;

/** What the choices of the menu stand for. */
const CHOICES: Readonly<Record<Value, MayWorkOn | undefined>> = { all: undefined, yes: true, ask: 'ask', no: false };

/** @returns undefined where the preference is to count. */
export function chosenTerms(value: string | undefined): MayWorkOn | undefined {
  return CHOICES[valueSchema.parse(value)];
}
