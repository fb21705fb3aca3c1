import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import { z } from 'zod';
import { historyIds, pageIds } from '../../src/discord/custom-ids/controls.ts';
import { button, menu, rowOf } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { continueButtons, workButtons } from '../../src/discord/messages/work-buttons.ts';
import { costCreditsOf, isFetchable, isNotFetched, type Job } from '../../src/jobs/job/job.ts';
import { modelNamesIn } from '../../src/jobs/job/variants.ts';
import type { Denial, WorkStatus } from '../../src/moderation/access/access.ts';
import type { Access } from '../../src/moderation/access/reader.ts';
import type { BuildPolicy } from '../../src/studio/preferences.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { FoundWork } from '../../src/works/search.ts';

export interface WorkPageRef {
  jobId: string;
  /** The author. */
  memberId: string;
  /** The list that it was opened from. */
  viewId: string;
}

export interface WorkPage extends WorkPageRef, Pick<Access<'files' | 'star'>, 'status' | 'denials'> {
  work: FoundWork;
  /** Undefined if the viewer may not read it. */
  prompt: string | undefined;
  hasFiles: boolean;
  /** Other members' stars. */
  stars: number;
  isStarred: boolean;
  /** What the author set for this work alone; undefined for other viewers. */
  policy: BuildPolicy | undefined;
}

type Buttons = APIButtonComponentWithCustomId[];

/** Everything that the viewer can do with a work. */
export function workPageRows(page: WorkPage, userId: string, texts: Texts) {
  const { jobId, memberId, viewId } = page;
  const { entry, job } = page.work;
  const { works } = texts;
  const isOwn = memberId === userId;
  const buttons = workButtons(job, texts);
  const isDelivered = entry !== undefined && job.tasks.some(({ state }) => state === 'delivered');
  const isVisible = isDelivered && page.status === 'open';
  // The author always gets this button. When moving isn't possible, it explains why.
  const canBringBack = isDelivered && (page.status === 'deleted' || (isOwn && isVisible));
  const starStyle = page.isStarred ? ButtonStyle.Success : ButtonStyle.Secondary;
  const starLabel = works.stars.state(page.isStarred, page.stars);
  const star = button(pageIds.of(memberId, { verb: 'star', jobId, viewId }), starLabel, starStyle);
  const bring = button(pageIds.of(memberId, { verb: 'bring', jobId }), works.bring.button);
  const collect = button(pageIds.of(memberId, { verb: 'collect', jobId, viewId }), works.collect.button);
  const rows = [
    [...buildButtons(page, texts), ...(isVisible && !page.denials.star ? [star] : [])],
    [
      ...(isOwn && canFetch(entry, page.denials) ? [buttons.fetch] : []),
      ...(canBringBack ? [bring] : []),
      ...(isVisible ? [buttons.saveStyle, collect] : []),
    ],
    [
      ...(isOwn && isVisible && job.request.offersGallery ? [buttons.gallery] : []),
      ...(isOwn && entry?.messageId !== undefined && page.status === 'open' ? [buttons.delete] : []),
      button(historyIds.of(userId, { verb: 'from', viewId, jobId }), works.back),
    ],
  ];
  return [...rows, isOwn && isVisible ? [policyMenu(page, texts)] : []].flatMap(rowOf);
}

/** The buttons of the work's own message, for viewers who may read the prompt. */
function buildButtons({ hasFiles, prompt, status, work: { entry, job } }: WorkPage, texts: Texts): Buttons {
  const isDraft = status === 'draft';
  if (!entry || prompt === undefined || (status !== 'open' && !isDraft)) return [];
  const isShowable = job.tasks.some(isFetchable);
  return continueButtons(job, { isDraft, isShowable, hasFiles }, texts);
}

/** Whether the viewer may fetch the files from the service again. */
export function canFetch(entry: FoundWork['entry'], denials: { files: Denial | undefined }): boolean {
  return entry !== undefined && !denials.files && entry.tasks.some(isFetchable);
}

/** Lets the author choose who may build on this work. */
function policyMenu({ jobId, memberId, policy, viewId }: WorkPage, { works }: Texts) {
  const options = valueSchema.options.map((value) => ({
    value,
    label: works.terms.option(works.terms.answers[value]),
    default: CHOICES[value] === policy,
  }));
  return menu(pageIds.of(memberId, { verb: 'terms', jobId, viewId }), options);
}

const valueSchema = z.enum(['all', 'yes', 'ask', 'no']);
type Value = z.output<typeof valueSchema>;

/** What the menu's values mean. */
const CHOICES: Readonly<Record<Value, BuildPolicy | undefined>> = { all: undefined, yes: true, ask: 'ask', no: false };

/** A value of that menu as a policy; undefined if the author's preference applies. */
export const chosenPolicy = valueSchema.transform((value) => CHOICES[value]);

/** How a work ended, in a few words. */
export function outcomeWords({ job, entry }: FoundWork, { history }: Texts): string {
  const { tasks, cancelledAtMs } = job;
  const { outcome } = history;
  const notFetched = tasks.filter(isNotFetched).length;
  const done = tasks.filter(({ state }) => state === 'delivered').length - notFetched;
  const unconfirmed = tasks.filter((task) => task.state === 'unconfirmed');
  if (unconfirmed.some(({ resolved }) => !resolved)) return outcome.unconfirmed;
  if (cancelledAtMs !== undefined) return outcome.cancelled;
  if (!entry) return outcome.underWay;
  const made = [
    ...(done > 0 ? [outcome.done(done, tasks.length)] : []),
    ...(notFetched > 0 ? [outcome.notFetched(notFetched, tasks.length)] : []),
  ];
  if (made.length > 0) return made.join(', ');
  const decisions = unconfirmed.map(({ resolved }) => resolved?.decision);
  if (decisions.includes('settled')) return outcome.settled;
  if (decisions.includes('released')) return outcome.released;
  const isUnapproved = tasks.some((task) => task.state === 'failed' && task.failure.reason === 'not approved');
  return isUnapproved ? outcome.notApproved : outcome.failed;
}

/** The credits that were spent or are held. Failed tasks cost nothing. */
export function costCredits({ tasks }: Pick<Job, 'tasks'>): number {
  return tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
}

/** All facts except the prompt, in one line. @param isWhole adds everything about the request to the model */
export function workFacts(work: FoundWork, status: WorkStatus, texts: Texts, isWhole = false): string {
  const { job } = work;
  const { history: words, works } = texts;
  const facts = [
    isWhole ? requestFactsOf(job.request, job.location.guildId, texts) : modelNamesIn(job.request).join(texts.job.and),
    outcomeWords(work, texts),
    words.cost(costCredits(job)),
    words.when(job.createdAtMs),
    status === 'open' ? messageLink(job.location, texts) : works.statuses[status],
  ];
  return `-# ${facts.join(' · ')}`;
}

export function messageLink(
  { guildId, channelId, messageId }: Pick<Job['location'], 'guildId' | 'channelId' | 'messageId'>,
  { history }: Texts,
): string {
  return messageId === undefined ? history.noMessage : history.link(messageUrl(guildId, channelId, messageId));
}
