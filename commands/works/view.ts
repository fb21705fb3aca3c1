import { z } from 'zod';
import { makeIds, pageIds } from '../../src/discord/custom-ids/controls.ts';
import { menu, rowOf } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import {
  type ControlFacts,
  CREDITS_MAX,
  type Subject,
  type WorkControl,
  workControls,
} from '../../src/discord/messages/work-controls.ts';
import {
  costCreditsOf,
  hasEnded,
  isCancellable,
  isFetchable,
  isMadeHere,
  isNotFetched,
  isUnapproved,
  type Job,
  type JobRequest,
} from '../../src/jobs/job/job.ts';
import type { BuildPolicy } from '../../src/jobs/job/sources.ts';
import type { Denial, WorkStatus } from '../../src/moderation/access/access.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { PictureRef } from '../studio/work-pictures.ts';

/** Of a prompt behind *More …*: enough to recognise the work that the controls are about. */
export const SHORT_QUOTE_CHARACTERS = 200;

export interface WorkPageRef extends PictureRef {
  /** The list that it was opened from. */
  viewId: string;
}

/** A work, as one person sees it. */
export interface WorkPage extends WorkPageRef, Pick<Access<(typeof PAGE_ACTS)[number]>, 'status' | 'denials'> {
  place: 'view' | 'more';
  /** Undefined if Easel no longer keeps it, though a message still shows it. */
  work: Job | undefined;
  /** Undefined if the viewer may not read it. */
  prompt: string | undefined;
  subject: Subject;
  /** How many pictures its message shows. */
  pictures: number;
  /** Whether the chosen picture can be found now. */
  hasPicture: boolean;
  /** Whether the viewer may show it in a gallery that the server has. */
  hasGallery: boolean;
  /** Other members' stars. */
  stars: number;
  isStarred: boolean;
  /** What the author set for this work alone; undefined for other viewers. */
  policy: BuildPolicy | undefined;
  prices: ControlFacts['prices'];
  /** The aspect ratios in which it can be made again. */
  reframes: readonly string[];
}

/** What a page asks about its viewer. */
export const PAGE_ACTS = ['find', 'read', 'files', 'star', 'repeat', 'build', 'report', 'cancel', 'delete'] as const;

/** Everything that the viewer can do with a work. */
export function workPageRows(page: WorkPage, userId: string, texts: Texts) {
  const { jobId, memberId, place, picture, pictures, prices, stars, status, subject, viewId } = page;
  const rows = workControls(
    {
      work: { id: jobId, memberId },
      place,
      subject,
      picture,
      pictures,
      prices,
      isDraft: status === 'draft',
      page: { viewId, userId },
      star: { isStarred: page.isStarred, count: stars },
      offered: new Set(offeredTo(page, userId).filter((control) => control !== false)),
    },
    texts,
  );
  const isOwn = memberId === userId && isVisible(page);
  if (place !== 'more') return rows;
  const menus = [...reframeMenus(page, texts), ...(isOwn ? rowOf([policyMenu(page, texts)]) : [])];
  // *Delete* and *Back* stay at the end.
  return [...rows.slice(0, -1), ...menus, ...rows.slice(-1)];
}

/** Makes the picture again in another aspect ratio, one press after the menu is open. */
function reframeMenus(page: WorkPage, { works: { controls } }: Texts) {
  const { jobId, memberId, picture, prices, reframes } = page;
  const { vary } = prices;
  if (vary === undefined || reframes.length === 0 || !mayMakeFrom(page)) return [];
  const options = reframes.map((ratio) => ({ label: ratio, value: ratio }));
  const placeholder = controls.priced(controls.reframe, vary);
  const id = makeIds.of(memberId, { verb: 'reframe', jobId, picture, credits: Math.min(vary.credits, CREDITS_MAX) });
  return rowOf([menu(id, options, { placeholder })]);
}

/** Whether it was made and everyone may see it. */
const isVisible = ({ status, work }: WorkPage): boolean =>
  status === 'open' && hasEnded(work) && work.tasks.some(({ state }) => state === 'delivered');

/** A picture whose author has to be asked, or refuses, still has its controls, which say so. */
const CONSENT: readonly (Denial | undefined)[] = [undefined, 'ask first', 'no consent'];

const mayRepeatOn = ({ denials, status, work }: WorkPage): boolean =>
  hasEnded(work) && !denials.repeat && (status === 'open' || status === 'draft');
const mayBuildOn = ({ denials, hasPicture }: WorkPage): boolean => hasPicture && CONSENT.includes(denials.build);
const mayMakeFrom = (page: WorkPage): boolean => mayRepeatOn(page) && mayBuildOn(page);

function offeredTo(page: WorkPage, userId: string): (WorkControl | false)[] {
  const { denials, memberId, status, work } = page;
  const tasks = work?.tasks ?? [];
  const isOwn = memberId === userId;
  const isDraft = status === 'draft' && hasEnded(work);
  const isDelivered = hasEnded(work) && tasks.some(({ state }) => state === 'delivered');
  const mayRepeat = mayRepeatOn(page);
  const isThere = !hasEnded(work) || work.location.messageId !== undefined;
  return [
    ...(['pictures', 'more', 'view', 'previous', 'next', 'back'] as const),
    ...(mayRepeat && work && !isMadeHere(work.request) ? (['again', 'edit'] as const) : []),
    ...(mayBuildOn(page) ? (['change', 'animateWith', 'source'] as const) : []),
    ...(mayMakeFrom(page) ? (['vary', 'finish', 'animate'] as const) : []),
    ...(mayRepeat && CONSENT.includes(denials.build) ? (['continue', 'still', 'join'] as const) : []),
    ...(isVisible(page) ? (['saveStyle', 'collect'] as const) : []),
    isVisible(page) && !denials.star && 'star',
    isVisible(page) && page.hasGallery && 'gallery',
    isDraft && isOwn && tasks.some(isFetchable) && 'show',
    work !== undefined && !denials.read && isPromptCut(work.request) && 'prompt',
    isOwn && canFetch(work, denials) && 'fetch',
    // The author always gets this button. When moving isn't possible, it explains why.
    isDelivered && (status === 'deleted' || (isOwn && isVisible(page))) && 'bring',
    work !== undefined && isCancellable(work) && !denials.cancel && 'cancel',
    status === 'open' && isThere && !denials.delete && 'delete',
    status === 'open' && !isOwn && !denials.report && 'report',
  ];
}

/** Whether a button shows more of the prompt than the page does: its end, or the service's reasons that may repeat it. */
const isPromptCut = ({ hidesPrompt, prompt }: JobRequest): boolean =>
  hidesPrompt === true || quoteWithin(prompt, SHORT_QUOTE_CHARACTERS).isCut;

/** Whether the viewer may fetch the files from the service again. */
function canFetch(work: Job | undefined, denials: { files: Denial | undefined }): boolean {
  return hasEnded(work) && !denials.files && work.tasks.some(isFetchable);
}

/** Lets the author choose who may build on this work. */
function policyMenu({ jobId, memberId, picture, policy, viewId }: WorkPage, { works }: Texts) {
  const options = valueSchema.options.map((value) => ({
    value,
    label: works.terms.option(works.terms.answers[value]),
    default: CHOICES[value] === policy,
  }));
  return menu(pageIds.of(memberId, { verb: 'terms', jobId, picture, viewId }), options);
}

const valueSchema = z.enum(['all', 'yes', 'ask', 'no']);
type Value = z.output<typeof valueSchema>;

/** What the menu's values mean. */
const CHOICES: Readonly<Record<Value, BuildPolicy | undefined>> = { all: undefined, yes: true, ask: 'ask', no: false };

/** A value of that menu as a policy; undefined if the author's preference applies. */
export const chosenPolicy = valueSchema.transform((value) => CHOICES[value]);

/** How a work ended, in a few words. */
export function outcomeWords(work: Job, { history }: Texts): string {
  const { tasks, cancelledAtMs } = work;
  const { outcome } = history;
  const notFetched = tasks.filter(isNotFetched).length;
  const done = tasks.filter(({ state }) => state === 'delivered').length - notFetched;
  const unconfirmed = tasks.filter((task) => task.state === 'unconfirmed');
  if (unconfirmed.some(({ resolved }) => !resolved)) return outcome.unconfirmed;
  if (cancelledAtMs !== undefined) return outcome.cancelled;
  if (!hasEnded(work)) return outcome.underWay;
  const made = [
    ...(done > 0 ? [outcome.done(done, tasks.length)] : []),
    ...(notFetched > 0 ? [outcome.notFetched(notFetched, tasks.length)] : []),
  ];
  if (made.length > 0) return made.join(', ');
  const decisions = unconfirmed.map(({ resolved }) => resolved?.decision);
  if (decisions.includes('settled')) return outcome.settled;
  if (decisions.includes('released')) return outcome.released;
  return isUnapproved(work) ? outcome.notApproved : outcome.failed;
}

/** The credits that were spent or are held. Failed tasks cost nothing. */
export function costCredits({ tasks }: Pick<Job, 'tasks'>): number {
  return tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
}

/** All facts about a work or one of its pictures except the prompt, in one line. */
export function workFacts(
  work: Job,
  status: WorkStatus,
  texts: Texts,
  { picture, pictures }: Pick<WorkPage, 'picture' | 'pictures'>,
): string {
  const isOneOf = picture > 0 && pictures > 1;
  const facts = [
    ...(isOneOf ? [texts.works.pictureOf(picture, pictures)] : []),
    requestFactsOf(work.request, work.location.guildId, texts),
    ...(isOneOf ? [] : [outcomeWords(work, texts), texts.history.cost(costCredits(work))]),
    ...whereFacts(work, status, texts),
  ];
  return `-# ${facts.join(' · ')}`;
}

/** What a wall says about a work besides its prompt: its page says the rest. @param stars those of other members */
export function lineFacts(work: Job, status: WorkStatus, stars: number, texts: Texts): string {
  const { tasks } = work;
  const isWhole = tasks.every((task) => task.state === 'delivered' && !isNotFetched(task));
  const facts = [
    ...(stars > 0 ? [texts.explore.stars(stars)] : []),
    ...(isWhole && tasks.length === 1 ? [] : [outcomeWords(work, texts)]),
    ...whereFacts(work, status, texts),
  ];
  return `-# ${facts.join(' · ')}`;
}

const whereFacts = ({ createdAtMs, location }: Job, status: WorkStatus, texts: Texts): string[] => [
  texts.history.when(createdAtMs),
  status === 'open' ? messageLink(location, texts) : texts.works.statuses[status],
];

export function messageLink(
  { guildId, channelId, messageId }: Pick<Job['location'], 'guildId' | 'channelId' | 'messageId'>,
  { history }: Texts,
): string {
  return messageId === undefined ? history.noMessage : history.link(messageUrl(guildId, channelId, messageId));
}
