import type { APIComponentInContainer } from 'discord.js';
import {
  attachedFilesOf,
  costCreditsOf,
  draftEndsAtMs,
  type Failure,
  isCancellable,
  isEnded,
  isMadeHere,
  isNotFetched,
  isShown,
  type Job,
  type JobRequest,
  type JobTask,
  type JobTaskIn,
  needsFrame,
  pictureFilesOf,
  type ShownFile,
} from '../../jobs/job/job.ts';
import { type ClipSource, clipsOf, isParent, type PictureSource, picturesOf } from '../../jobs/job/sources.ts';
import { kindOfRequest, modelNamesIn, modelOfTask } from '../../jobs/job/variants.ts';
import type { JobView, NewFile } from '../../jobs/ports/job-messages.ts';
import { nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import {
  ALT_TEXT_LIMIT,
  type MessageAttachment,
  type MessageBody,
  messageBody,
  TEXT_LIMIT,
} from '../rest/message-body.ts';
import { describeFiles } from './alt-text.ts';
import { container, mediaComponents, newAttachments, textDisplay } from './components.ts';
import { LINK_LIMIT, linkOf, messageUrl } from './links.ts';
import { cut, escapeText, quotePrompt } from './prompt-text.ts';
import {
  type ControlFacts,
  priceOfTask,
  pricesFromPicture,
  pricesOfClip,
  type Subject,
  type WorkControl,
  workControls,
} from './work-controls.ts';

/** The message's colour by state. */
const COLOURS = { underWay: 0x5865f2, done: 0x3ba55d, failed: 0xed4245, cancelled: 0x80848e };
const BAR_CELLS = 10;
/** The bar never shows full before the result is there. */
const MOST_PROGRESS = 0.95;
/** The most characters quoted from the service's message. */
const SERVICE_MESSAGE_LIMIT = 300;
/** Limits for links, tried in order. The last one leaves all links out. */
const LINK_LIMITS = [LINK_LIMIT, 1000, 700, 450, 0];

/** A job's message in every state: a pure function of the job. */
export function renderJob(
  { job, expectation, newFiles = [], stars }: Pick<JobView, 'job'> & Partial<JobView>,
  texts: Texts,
): MessageBody {
  const { quote, altText } = shownPromptOf(job, texts);
  const title = [titleOf(job, texts), ...quote].join('\n');
  const facts = [`-# ${factsOf(job, texts)}`, ...draftLineOf(job, texts)].join('\n');
  const bar = barOf(expectation, texts);
  const status = fittingStatusOf(job, TEXT_LIMIT - title.length - facts.length - bar.length, texts);
  const components = [
    textDisplay(title),
    ...mediaOf(job, altText, texts),
    textDisplay(`${status}${bar}`),
    textDisplay(facts),
    ...messageControls(job, texts, { stars }),
  ];
  const attachments = attachmentsOf(job, newFiles, altText, texts);
  return messageBody([container(components, colourOf(job))], { attachments, ephemeral: job.request.isDraft === true });
}

function titleOf(job: Job, { job: words }: Texts): string {
  const { memberId, request, tasks } = job;
  const how = request.fromClips;
  if (how === 'still' || how === 'join') return words.fromClips[how].title(memberId);
  const made = countMade(job);
  const kind = kindOfRequest(request);
  return made > 0 ? words.titleOfMade(memberId, kind, made) : words.title(memberId, kind, tasks.length);
}

/** How many results an ended job has; 0 if its member cancelled it. */
function countMade(job: Job): number {
  if (job.cancelledAtMs !== undefined || !job.tasks.every(isEnded)) return 0;
  return deliveredTasks(job).filter((task) => !isNotFetched(task)).length;
}

function draftLineOf(job: Job, { drafts }: Texts): string[] {
  if (!job.request.isDraft) return [];
  return [`-# ${hasResult(job) ? drafts.untilShown(draftEndsAtMs(job)) : drafts.onlyYou}`];
}

const hasResult = (job: Job): boolean => job.tasks.every(isEnded) && deliveredTasks(job).length > 0;

function colourOf(job: Job): number {
  if (job.cancelledAtMs !== undefined) return COLOURS.cancelled;
  if (!job.tasks.every(isEnded)) return COLOURS.underWay;
  return countMade(job) > 0 ? COLOURS.done : COLOURS.failed;
}

/** The facts of a request besides its prompt. */
export function requestFactsOf(request: JobRequest, guildId: string, texts: Texts): string {
  const { styleName, aspectRatio } = request;
  const named = worksNamedIn(request);
  return texts.job.facts({
    model: modelNamesIn(request).join(texts.job.and),
    style: styleName && escapeText(styleName),
    aspectRatio,
    sources: picturesOf(request).length,
    from: named.length > 0 ? named.map((source) => fromWork(source, guildId)) : undefined,
  });
}

/** The clips, or the first work among the pictures. */
function worksNamedIn(request: JobRequest): (PictureSource | ClipSource)[] {
  const clips = clipsOf(request);
  if (clips.length > 0) return clips;
  const [first, ...others] = picturesOf(request).filter(isParent);
  if (!first) return [];
  // Several pictures of it are named together.
  return others.some(({ id }) => id === first.id) ? [{ ...first, use: { picture: '' } }] : [first];
}

function fromWork({ ownerId: memberId, at, use }: PictureSource | ClipSource, guildId: string) {
  const address = at && messageUrl(guildId, at.channelId, at.messageId);
  if ('clip' in use) return { memberId, address, number: undefined, thing: 'video' as const };
  return { memberId, address, number: use.number, thing: 'image' as const };
}

function factsOf({ request, location, tasks }: Job, texts: Texts): string {
  const facts = requestFactsOf(request, location.guildId, texts);
  if (isMadeHere(request)) return facts;
  const paying = tasks.filter((task) => costCreditsOf(task) !== undefined);
  if (paying.length === 0) return facts;
  const amount = paying.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
  const isCharged = paying.every(
    (task) => ('chargedCredits' in task && task.chargedCredits !== undefined) || ('resolved' in task && task.resolved),
  );
  return `${facts} · ${isCharged ? texts.job.charged(amount) : texts.job.quoted(amount)}`;
}

function barOf(expectation: JobView['expectation'], texts: Texts): string {
  if (!expectation) return '';
  if (expectation.isLate) return `\n${texts.job.longerThanUsual}`;
  return `\n${progressBar(expectation.progress)} · ${texts.job.usually(expectation.usuallyMs)}`;
}

/** Draws the share of such tasks that would be done after this time; `progress` is 0 to 1. */
function progressBar(progress: number): string {
  const bounded = Math.min(Math.max(progress, 0), MOST_PROGRESS);
  const full = Math.floor(bounded * BAR_CELLS);
  return `${'▰'.repeat(full)}${'▱'.repeat(BAR_CELLS - full)} ${Math.round(bounded * 100)} %`;
}

/** Fits the status into the room by leaving out the longest links. */
function fittingStatusOf(job: Job, room: number, texts: Texts): string {
  const fitting = LINK_LIMITS.map((limit) => statusOf(job, texts, limit)).find((status) => status.length <= room);
  return fitting ?? statusOf(job, texts, 0);
}

/** One line for a job of one task, otherwise a numbered line for each. Equal lines become one. */
export function statusOf(job: Job, texts: Texts, linkLimit: number): string {
  const isSideBySide = job.request.andModelId !== undefined;
  const lines = job.tasks.map((task) => {
    const line = lineOf(job, task, texts, linkLimit);
    return isSideBySide
      ? texts.job.byModel(nameOfModel(modelOfTask(job, task.key), job.request.modelNames), line)
      : line;
  });
  const cancelled = job.cancelledAtMs === undefined ? [] : [texts.job.cancelledWaiting(job.cancelledAtMs)];
  const waiting = job.cancelledAtMs !== undefined && job.tasks.every((task) => !isEnded(task));
  if (waiting) return cancelled.join('\n');
  if (isMadeHere(job.request) && hasResult(job) && job.tasks.every(isShown)) return texts.job.fromClips.done;
  const last = isSideBySide ? undefined : lastOfBatch(job);
  if (last) return [...cancelled, texts.job.done(tookMs(job, last))].join('\n');
  const [first, ...others] = lines;
  const same = others.every((line) => line === first);
  const status = same ? [first ?? ''] : lines.map((line, index) => texts.job.numbered(index + 1, line));
  return [...cancelled, ...status].join('\n');
}

/** The result shown last, if all are and nothing else needs to be said of one. */
function lastOfBatch(job: Job): JobTaskIn<'delivered'> | undefined {
  const plain = deliveredTasks(job).filter(({ delivery }) => delivery.how === 'attached' && !delivery.madeSmaller);
  if (plain.length < job.tasks.length) return undefined;
  return plain.reduce((last, task) => (task.deliveredAtMs > last.deliveredAtMs ? task : last));
}

/** How long the member waited. Undefined if the clock was set back meanwhile. */
function tookMs({ createdAtMs }: Job, { deliveredAtMs }: JobTaskIn<'delivered'>): number | undefined {
  return deliveredAtMs < createdAtMs ? undefined : deliveredAtMs - createdAtMs;
}

function lineOf(job: Job, task: JobTask, texts: Texts, linkLimit: number): string {
  const how = job.request.fromClips;
  const isMaking = task.state === 'delivering' ? isMadeHere(job.request) : isMadeHere(job.request) || needsFrame(job);
  if (how && isMaking && !isEnded(task)) return texts.job.fromClips[how].making;
  switch (task.state) {
    case 'new':
      return texts.job.waitingToBeSent;
    case 'submitting':
      return texts.job.sending;
    case 'submitted':
      return task.serviceState === 'queued'
        ? texts.job.queued(task.submittedAtMs)
        : texts.job.running(task.runningSinceMs ?? task.submittedAtMs);
    case 'delivering':
      return task.isLate ? texts.job.late : texts.job.delivering;
    case 'delivered':
      return deliveredLine(job, task, texts, linkLimit);
    case 'failed':
      return `${failureLine(job, task, texts)} ${texts.job.returned(task.returnedCredits)}`;
    case 'unconfirmed':
      if (task.resolved) return texts.job.resolved[task.resolved.decision](task.resolved.credits);
      return `${texts.job.unconfirmed[task.reason]} ${texts.job.stillHeld(costCreditsOf(task) ?? 0)}`;
  }
}

function failureLine(job: Job, { failure }: JobTaskIn<'failed'>, texts: Texts): string {
  switch (failure.reason) {
    case 'refused':
      return isPromptHidden(job) ? texts.job.failed.refusedHidden : refusalLine(failure, texts);
    case 'not approved':
      return texts.job.failed['not approved'](escapeText(failure.why));
    default:
      return texts.job.failed[failure.reason];
  }
}

/** The service's message, which may repeat the prompt. */
function refusalLine({ serviceMessage }: Extract<Failure, { reason: 'refused' }>, texts: Texts): string {
  return texts.job.failed.refused(escapeText(cut(serviceMessage.replace(/\s+/g, ' '), SERVICE_MESSAGE_LIMIT)));
}

/** Why the service or moderators refused, one line for each reason, for people who may read the prompt. */
export function refusalLinesOf(tasks: readonly JobTask[], texts: Texts): string[] {
  const lines = tasks.flatMap((task) => {
    const failure = 'failure' in task ? task.failure : undefined;
    if (failure?.reason === 'refused') return [`-# ${refusalLine(failure, texts)}`];
    return failure?.reason === 'not approved'
      ? [`-# ${texts.job.failed['not approved'](escapeText(failure.why))}`]
      : [];
  });
  return [...new Set(lines)];
}

function deliveredLine(job: Job, task: JobTaskIn<'delivered'>, texts: Texts, linkLimit: number): string {
  const { delivery } = task;
  const done = texts.job.done(tookMs(job, task));
  switch (delivery.how) {
    case 'attached':
      if (!delivery.madeSmaller) return done;
      return `${done}. ${texts.job.madeSmaller(linkOf(isPromptHidden(job) ? '' : (delivery.originalAddress ?? ''), linkLimit), delivery.isUnsigned)}`;
    case 'linked': {
      const address = linkOf(delivery.address, linkLimit);
      const reason = texts.job.linkReasons[delivery.why ?? 'too large'];
      // The service's own file may contain the prompt.
      if (isPromptHidden(job)) return `${done}. ${texts.job.linkHidden(reason)}`;
      return `${done}. ${address === undefined ? texts.job.linkTooLong(reason) : texts.job.linked(reason, address)}`;
    }
    case 'kept':
      return texts.job.kept[delivery.reason];
  }
}

const deliveredTasks = (job: Job): JobTaskIn<'delivered'>[] => job.tasks.filter((task) => task.state === 'delivered');

/** How a message shows the job's prompt. */
interface ShownPrompt {
  /** Lines of the message; none if only the author and moderators may read the prompt. */
  quote: string[];
  altText: string;
  /** Whether the message shows all of it. */
  isWhole: boolean;
}

interface Prompted {
  request: Job['request'];
  location?: Pick<Job['location'], 'isForModerators'>;
}

/** Moderators can read everything. */
const isPromptHidden = ({ request, location }: Prompted): boolean =>
  request.hidesPrompt === true && !location?.isForModerators;

export function shownPromptOf(shown: Prompted, { job }: Texts): ShownPrompt {
  const { request } = shown;
  if (isPromptHidden(shown)) {
    return { quote: [], altText: job.altOfHidden[kindOfRequest(request)], isWhole: false };
  }
  const { quote, isCut } = quotePrompt(request.prompt);
  const altText = cut(request.prompt, ALT_TEXT_LIMIT);
  return { quote: [quote], altText, isWhole: !isCut };
}

export function mediaOf(job: Job, altText: string, texts: Texts): APIComponentInContainer[] {
  const names = shownFilesOf(job).map(({ name }) => name);
  return mediaComponents(names, { altOf: describeFiles(names, altText, texts), spoiler: job.request.spoiler });
}

const shownFilesOf = (job: Job): ShownFile[] => [...framesOf(job), ...attachedFilesOf(job.tasks)];

/** The frame that it starts from, until the clip replaces it. */
function framesOf({ frame, tasks }: Job): NonNullable<Job['frame']>[] {
  return frame && !tasks.every(isEnded) ? [frame] : [];
}

/** Attachments that stay, by Discord's id, and new ones, by their index among the files. All others are removed. */
export function attachmentsOf(
  job: Job,
  newFiles: readonly NewFile[],
  altText: string,
  texts: Texts,
): MessageAttachment[] {
  const names = newFiles.map(({ name }) => name);
  const shown = shownFilesOf(job);
  const staying = shown.filter(({ name }) => !names.includes(name));
  const all = new Set([...shown.map(({ name }) => name), ...names]);
  const altOf = describeFiles([...all], altText, texts);
  const { spoiler } = job.request;
  return [
    // Without a description, a file keeps the alt text that it had, which may be a prompt that is now hidden.
    ...staying.map(({ attachmentId: id, name }) => ({ id, description: altOf(name) })),
    ...newAttachments(names, { altOf, spoiler }),
  ];
}

/**
 * The controls of a job's message. It is public, so it has only what everyone can press; moderators decide on theirs.
 * @param pictures how many pictures the message shows
 */
export function messageControls(
  job: Job,
  texts: Texts,
  { pictures = pictureFilesOf(job.tasks).length, stars = 0 }: { pictures?: number; stars?: number | undefined } = {},
) {
  const hasEnded = job.tasks.every(isEnded);
  const isMade = hasResult(job);
  const { isForModerators = false } = job.location;
  const isDraft = job.request.isDraft === true;
  // A message that shows a result names its job, so that it can be reported and built on while the rest is made.
  const isPartial = deliveredTasks(job).length > 0 && !isMade;
  const offered: readonly (WorkControl | false)[] = [
    isCancellable(job) && 'cancel',
    isDraft && (isMade || isPartial) && 'show',
    isForModerators && (isMade || isPartial) && 'decide',
    (isForModerators || !hasEnded) && !shownPromptOf(job, texts).isWhole && 'prompt',
    ...(isForModerators || !hasEnded ? [] : FROM_A_RESULT),
    ...(isForModerators || !hasEnded || isMadeHere(job.request) ? [] : (['again', 'edit'] as const)),
    isMade && !isForModerators && !isDraft && 'star',
    (hasEnded || isPartial) && !isForModerators && 'more',
  ];
  const facts: ControlFacts = {
    work: job,
    place: 'message',
    subject: subjectOf(job, pictures),
    pictures,
    isDraft,
    isPartial,
    picture: pictures === 1 ? 1 : 0,
    offered: new Set(offered.filter((control) => control !== false)),
    star: { count: stars },
    prices: pricesOnMessage(job),
  };
  return workControls(facts, texts);
}

const FROM_A_RESULT: readonly WorkControl[] = [
  ...(['pictures', 'vary', 'finish', 'animate'] as const),
  ...(['continue', 'still', 'join'] as const),
];

/** What a work's controls are about, if no picture of several was chosen. */
export function subjectOf({ request, tasks }: Pick<Job, 'request' | 'tasks'>, pictures: number): Subject {
  if (kindOfRequest(request) === 'video') return attachedFilesOf(tasks).length > 0 ? 'clip' : 'nothing';
  if (pictures === 0) return 'nothing';
  return pictures > 1 ? 'pictures' : 'picture';
}

/** What making the same again cost or would cost, and what its other controls cost when it was asked for. */
function pricesOnMessage(job: Job): ControlFacts['prices'] {
  const { request, tasks } = job;
  const costs = tasks.map((task) => priceOfTask(job, task));
  const { vary: asAFrame, finish, animate, continue: continued } = request.offers ?? {};
  const isGuess = costs.some((cost) => cost.isGuess);
  const again = { credits: costs.reduce((sum, { credits }) => sum + credits, 0), isGuess };
  // What the service charged is known better than what was expected; a frame that Easel took cost nothing.
  const vary = isMadeHere(request) ? asAFrame : costs[tasks.findIndex(({ state }) => state === 'delivered')];
  // The same model costs what this clip cost.
  const isLikeAgain = continued?.modelId === request.modelId && tasks.length === 1 && !isMadeHere(request);
  const isPicture = kindOfRequest(request) === 'image' && tasks.some(({ state }) => state === 'delivered');
  return {
    again,
    edit: again,
    ...(isPicture && pricesFromPicture(request, { vary, finish, animate })),
    ...pricesOfClip({ request, tasks }, isLikeAgain ? again : continued),
  };
}
