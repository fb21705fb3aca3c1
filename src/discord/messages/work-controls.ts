import { type APIActionRowComponent, type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import { clipTaskOf, costCreditsOf, type Job, type JobRequest, type JobTask } from '../../jobs/job/job.ts';
import { modelOfTask } from '../../jobs/job/variants.ts';
import { isRefusedWithPictures } from '../../moderation/words/words.ts';
import type { Price } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import {
  cancelIds,
  deleteIds,
  draftIds,
  fetchIds,
  galleryIds,
  historyIds,
  makeIds,
  NO_LIST,
  pageIds,
  previewIds,
  promptIds,
  reportIds,
  saveStyleIds,
  starIds,
  workIds,
} from '../custom-ids/controls.ts';
import { actionRow, BUTTONS_IN_ROW, button, inGroups, pictureButton } from './components.ts';

/**
 * The one list of what can be done with a picture or clip: on its message, on its private page, behind *More …* and in
 * the gallery. `LAYOUT` says what each place has, in which order, and `CONTROLS` what each one is. Who looks at it takes
 * away what they may not do.
 */

/** A job's message is public, and so is a post in the gallery. A page and what is behind *More …* know who pressed. */
export type Place = 'message' | 'view' | 'more' | 'gallery';

/** What the controls are about: one picture, all of several, a clip, or a request without anything to show. */
export type Subject = 'picture' | 'pictures' | 'clip' | 'nothing';

/** Buttons that make something in one press. */
export const MADE_IN_ONE_PRESS = [
  ...(['again', 'vary', 'finish', 'animate'] as const),
  ...(['continue', 'still', 'join'] as const),
] as const;
export type OnePress = (typeof MADE_IN_ONE_PRESS)[number];
const MORE = [
  ['edit', 'change', 'animateWith'],
  ['show', 'gallery', 'saveStyle', 'source', 'collect'],
  ['prompt', 'fetch', 'bring'],
  ['delete', 'report', 'takeOut', 'view'],
] as const;
const GALLERY = [['remix', 'useStyle', 'saveStyle', 'star', 'more', 'takeOut']] as const;

const LAYOUT = {
  message: {
    pictures: [['pictures'], ['show', 'again', 'star', 'more'], ['decide', 'prompt', 'cancel']],
    picture: [
      ['show', 'vary', 'finish', 'animate', 'star', 'more'],
      ['decide', 'prompt', 'cancel'],
    ],
    clip: [
      ['show', 'continue', 'join', 'again', 'still', 'star', 'more'],
      ['decide', 'prompt', 'cancel'],
    ],
    nothing: [
      ['again', 'edit', 'star', 'more'],
      ['cancel', 'prompt'],
    ],
  },
  view: {
    pictures: [['pictures'], ['show', 'again', 'star', 'more', 'back']],
    picture: [
      ['vary', 'finish', 'animate', 'change', 'star'],
      ['previous', 'next', 'show', 'more', 'back'],
    ],
    clip: [
      ['continue', 'join', 'again', 'still', 'star'],
      ['previous', 'next', 'show', 'more', 'back'],
    ],
    nothing: [
      ['again', 'edit', 'cancel', 'star', 'more'],
      ['previous', 'next', 'back'],
    ],
  },
  more: { pictures: MORE, picture: MORE, clip: MORE, nothing: MORE },
  gallery: { pictures: GALLERY, picture: GALLERY, clip: GALLERY, nothing: GALLERY },
} as const satisfies Record<Place, Record<Subject, readonly (readonly string[])[]>>;
export type WorkControl = (typeof LAYOUT)[Place][Subject][number][number];

const FREE: Price = { credits: 0 };

export interface WorkRef {
  id: string;
  /** The author. */
  memberId: string;
}

/** What the controls of a work need to know. */
export interface ControlFacts {
  work: WorkRef;
  place: Place;
  subject: Subject;
  /** How many pictures its message shows. */
  pictures: number;
  /** Which of them the controls are about, from 1; 0 for the work as a whole. */
  picture: number;
  /** The controls that apply here; those that cost something also need a price. */
  offered: ReadonlySet<WorkControl>;
  prices: Partial<Record<WorkControl, Price | undefined>>;
  isDraft?: boolean;
  /** The page's list, and the member who looks at it. */
  page?: { viewId: string; userId: string };
  /** Other members' stars and, where it's known who looks, whether theirs is one. */
  star?: { isStarred?: boolean; count: number };
  /** Parts of the result are still being made, so no one can decide about it yet. */
  isPartial?: boolean;
}

type Button = APIButtonComponentWithCustomId;

/** The rows of controls of a work in one place, without those that don't apply. */
export function workControls(facts: ControlFacts, texts: Texts): APIActionRowComponent<Button>[] {
  const layout: readonly (readonly WorkControl[])[] = LAYOUT[facts.place][facts.subject];
  const rows = layout.map((row) =>
    row.filter((control) => isShown(control, facts)).flatMap((control) => buttonsOf(control, facts, texts)),
  );
  return rows.flatMap(inRows).map((row) => actionRow(row) as APIActionRowComponent<Button>);
}

/** *Join* takes the place of *Again*: *Edit …* makes the same, too. */
function isShown(control: WorkControl, { offered, prices }: ControlFacts): boolean {
  const hasJoin = offered.has('join') && prices.join !== undefined;
  return offered.has(control) && !(control === 'again' && hasJoin);
}

/** Up to eight pictures stand in rows of four. */
const NUMBERS_IN_ROW = 4;

const inRows = (buttons: readonly Button[]): Button[][] =>
  inGroups(buttons, buttons.length > BUTTONS_IN_ROW ? NUMBERS_IN_ROW : BUTTONS_IN_ROW);

const isOnePress = (control: WorkControl): control is OnePress =>
  (MADE_IN_ONE_PRESS as readonly WorkControl[]).includes(control);

/** The control that stands out. Of several pictures, a member first chooses one. */
function mainOf({ isDraft, place, subject, prices }: ControlFacts): WorkControl | undefined {
  // Of a draft, *Show* stands out.
  if (isDraft || place === 'more') return undefined;
  if (subject === 'pictures') return 'pictures';
  if (subject === 'picture') return 'vary';
  return subject === 'clip' && prices.continue !== undefined ? 'continue' : 'again';
}

/** What a clip's own controls cost. None without a machine that takes frames, or if the message shows several clips. */
export function pricesOfClip(
  { request, tasks }: Pick<Job, 'request' | 'tasks'>,
  continued: Price | undefined,
): ControlFacts['prices'] {
  if (continued === undefined || !clipTaskOf(tasks)) return {};
  const isContinued = request.fromClips === 'continue';
  return {
    ...(!isRefusedWithPictures(request) && { continue: continued }),
    ...{ still: FREE, ...(isContinued && { join: FREE }) },
  };
}

/** What the service charged for a task. Without that, its quote, which was a guess if the offers of its model were. */
export function priceOfTask(job: Job, task: JobTask): Price {
  const credits = costCreditsOf(task);
  if (credits !== undefined) return { credits };
  const modelId = modelOfTask(job, task.key);
  const offers = Object.values(job.request.offers ?? {});
  return {
    credits: task.quoteCredits,
    isGuess: offers.some((offer) => offer?.modelId === modelId && offer.isGuess === true),
  };
}

/** The prices of what repeats a picture's words with the picture, unless the floor always refuses that. */
export function pricesFromPicture(request: JobRequest, prices: ControlFacts['prices']): ControlFacts['prices'] {
  return isRefusedWithPictures(request) ? {} : prices;
}

/** The buttons that stand for one control; none if its price is unknown. */
function buttonsOf(control: WorkControl, facts: ControlFacts, texts: Texts): Button[] {
  const { work, picture, page, prices } = facts;
  const { id: jobId, memberId } = work;
  if (!isOnePress(control)) {
    const at = { jobId, picture, ...(page && { viewId: page.viewId }) };
    return [CONTROLS[control]({ ...facts, jobId, memberId, at }, texts)].flat();
  }
  const words = texts.works.controls;
  const price = prices[control];
  if (price === undefined) return [];
  const id = makeIds.of(memberId, { verb: control, jobId, picture, credits: Math.min(price.credits, CREDITS_MAX) });
  const style = control === mainOf(facts) ? ButtonStyle.Primary : ButtonStyle.Secondary;
  return [button(id, words.priced(words[control], price), style)];
}

type Facts = ControlFacts & {
  jobId: string;
  memberId: string;
  at: { jobId: string; picture: number; viewId?: string };
};
type ToButtons = (facts: Facts, texts: Texts) => Button | Button[];

/** Opens a form that says the price. */
const opens =
  (control: 'edit' | 'change' | 'animateWith', verb: 'edit' | 'change' | 'animate'): ToButtons =>
  ({ place, memberId, jobId, picture, prices }, { works: { controls: words } }) => {
    const label = control === 'edit' && place === 'more' ? words.editAndMake : words[control];
    return button(workIds.of(memberId, { verb, jobId, picture }), words.priced(label, prices[control] ?? FREE));
  };

const CONTROLS: Readonly<Record<Exclude<WorkControl, OnePress>, ToButtons>> = {
  pictures: (facts) => numbered(facts),
  edit: opens('edit', 'edit'),
  change: opens('change', 'change'),
  animateWith: opens('animateWith', 'animate'),
  remix: ({ memberId, jobId, picture, subject }, { moderation: { gallery } }) => {
    const customId = workIds.of(memberId, { verb: REMIXES[subject], jobId, picture });
    return button(customId, gallery.buttons.remix, ButtonStyle.Primary);
  },
  useStyle: ({ memberId, jobId, picture }, { moderation: { gallery } }) =>
    button(workIds.of(memberId, { verb: 'style', jobId, picture }), gallery.buttons.useStyle),
  gallery: ({ memberId, jobId }, { moderation: { gallery } }) =>
    button(galleryIds.of(memberId, { verb: 'show', jobId }), gallery.buttons.show),
  takeOut: ({ memberId, jobId }, { moderation: { gallery } }) =>
    button(galleryIds.of(memberId, { verb: 'remove', jobId }), gallery.buttons.takeOut),
  show: ({ memberId, jobId, picture, pictures, isPartial: disabled = false }, { works: { controls: words } }) => {
    const label = pictures > 1 && picture === 0 ? words.showAll(pictures) : words.show;
    return button(draftIds.of(memberId, { verb: 'show', jobId, picture }), label, ButtonStyle.Primary, { disabled });
  },
  star: ({ memberId, at, star }, { works }) => {
    const style = star?.isStarred ? ButtonStyle.Success : ButtonStyle.Secondary;
    return button(starIds.of(memberId, at), works.stars.button(star?.isStarred, star?.count ?? 0), style);
  },
  more: ({ memberId, at }, { works }) => button(workIds.of(memberId, { verb: 'more', ...at }), works.controls.more),
  view: ({ memberId, at }, { works }) => button(workIds.of(memberId, { verb: 'view', ...at }), works.controls.view),
  previous: (facts, texts) => stepButton('previous', facts, texts),
  next: (facts, texts) => stepButton('next', facts, texts),
  back: ({ page, jobId }, { works }) => {
    if (!page || page.viewId === NO_LIST) return [];
    return button(historyIds.of(page.userId, { verb: 'from', viewId: page.viewId, jobId }), works.back);
  },
  collect: ({ memberId, at }, { works }) =>
    button(pageIds.of(memberId, { verb: 'collect', ...at }), works.collect.button),
  source: ({ memberId, jobId, picture }, { studio }) =>
    button(pageIds.of(memberId, { verb: 'source', jobId, picture }), studio.menu.use),
  bring: ({ memberId, jobId }, { works }) => button(pageIds.of(memberId, { verb: 'bring', jobId }), works.bring.button),
  saveStyle: ({ memberId, jobId }, { studio }) => button(saveStyleIds.of(memberId, { jobId }), studio.menu.saveStyle),
  prompt: ({ memberId, jobId }, { works }) => button(promptIds.of(memberId, { jobId }), works.controls.prompt),
  fetch: ({ memberId, jobId }, { history }) => button(fetchIds.of(memberId, { jobId }), history.deliverAgain),
  cancel: ({ memberId, jobId }, { works }) => button(cancelIds.of(memberId, { jobId }), works.controls.cancel),
  delete: ({ memberId, jobId }, { works }) =>
    button(deleteIds.of(memberId, { jobId }), works.controls.delete, ButtonStyle.Danger),
  report: ({ memberId, jobId }, { works }) => button(reportIds.of(memberId, { jobId }), works.controls.report),
  decide: ({ memberId, jobId, isPartial: disabled = false }, { moderation: { previews } }) =>
    (['publish', 'discard'] as const).map((verb) => {
      const customId = previewIds.of(memberId, { verb, jobId });
      return button(customId, previews.buttons[verb], DECISION_STYLES[verb], { disabled });
    }),
};

/** Shows in place what comes before or after: of the same request, then of the list that the page was opened from. */
function stepButton(
  verb: 'previous' | 'next',
  { work, picture, pictures, page }: ControlFacts,
  { pages }: Texts,
): Button[] {
  const isInList = page !== undefined && page.viewId !== NO_LIST;
  if (!page || (!isInList && (picture === 0 || pictures < 2))) return [];
  const at = { viewId: page.viewId, jobId: work.id, authorId: work.memberId, picture };
  const isEnd = picture === (verb === 'next' ? pictures : 1);
  const disabled = isEnd && !isInList;
  return [button(historyIds.of(page.userId, { verb, ...at }), pages[verb], ButtonStyle.Secondary, { disabled })];
}

/** Of several pictures, a member first chooses one. Without a picture, the words alone are remixed. */
const REMIXES = { picture: 'change', pictures: 'view', clip: 'edit', nothing: 'edit' } as const;
/** More than any price. A custom id has room for nine digits. */
export const CREDITS_MAX = 999_999_999;
const DECISION_STYLES = { publish: ButtonStyle.Success, discard: ButtonStyle.Danger } as const;

/** A button for each of several pictures. */
function numbered(facts: ControlFacts): Button[] {
  const { work, page, pictures } = facts;
  if (pictures < 2) return [];
  const style = mainOf(facts) === 'pictures' ? ButtonStyle.Primary : ButtonStyle.Secondary;
  return Array.from({ length: pictures }, (_, index) => {
    const number = index + 1;
    const at = { jobId: work.id, picture: number, ...(page && { viewId: page.viewId }) };
    return pictureButton(workIds.of(work.memberId, { verb: 'view', ...at }), number, 'image', style);
  });
}
