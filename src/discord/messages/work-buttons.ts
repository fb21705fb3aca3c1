import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import type { Job } from '../../jobs/job/job.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import {
  againIds,
  cancelIds,
  deleteIds,
  draftIds,
  fetchIds,
  galleryIds,
  previewIds,
  promptIds,
  reportIds,
  saveStyleIds,
  starIds,
  workIds,
} from '../custom-ids/controls.ts';
import { button } from './components.ts';

type Button = APIButtonComponentWithCustomId;
type WorkRef = Pick<Job, 'id' | 'memberId'>;

/** The buttons that a work can have, on its message and on its page. */
export function workButtons({ id: jobId, memberId }: WorkRef, texts: Texts) {
  const { buttons: words } = texts.job;
  const press = (ids: typeof againIds, label: string): Button => button(ids.of(memberId, { jobId }), label);
  const decide = (verb: 'publish' | 'discard', style: ButtonStyle.Success | ButtonStyle.Danger): Button =>
    button(previewIds.of(memberId, { verb, jobId }), texts.moderation.previews.buttons[verb], style);
  return {
    cancel: press(cancelIds, words.cancel),
    delete: press(deleteIds, words.delete),
    fetch: press(fetchIds, texts.history.deliverAgain),
    gallery: button(galleryIds.of(memberId, { verb: 'show', jobId }), texts.moderation.gallery.buttons.show),
    report: press(reportIds, words.report),
    saveStyle: press(saveStyleIds, texts.studio.menu.saveStyle),
    star: press(starIds, texts.works.stars.button),
    prompt: (label: string): Button => press(promptIds, label),
    /** For moderators, in their channel. */
    decisions: [decide('publish', ButtonStyle.Success), decide('discard', ButtonStyle.Danger)],
  };
}

export function showButton({ id, memberId }: WorkRef, { drafts }: Texts): Button {
  return button(draftIds.of(memberId, { verb: 'show', jobId: id }), drafts.buttons.show, ButtonStyle.Primary);
}

/**
 * What to make from a finished job: show the draft, generate again, or build on it. Without a picture, only the request
 * can be edited.
 */
export function continueButtons(
  { id, memberId, request }: WorkRef & Pick<Job, 'request'>,
  { isDraft, isShowable, hasFiles }: { isDraft: boolean; isShowable: boolean; hasFiles: boolean },
  texts: Texts,
): Button[] {
  const verbs =
    hasFiles && kindOf(request.modelId) === 'image' ? (['edit', 'change', 'animate'] as const) : (['edit'] as const);
  const style = isDraft ? ButtonStyle.Secondary : ButtonStyle.Primary;
  return [
    ...(isDraft && isShowable ? [showButton({ id, memberId }, texts)] : []),
    button(againIds.of(memberId, { jobId: id }), texts.job.buttons.again, style),
    ...verbs.map((verb) => button(workIds.of(memberId, { verb, jobId: id }), texts.studio.work.buttons[verb])),
  ];
}
