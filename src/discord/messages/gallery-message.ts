import type { APIComponentInContainer } from 'discord.js';
import { type EndedJob, isPictureFile } from '../../jobs/job/job.ts';
import { roundIdOf } from '../../jobs/job/job-id.ts';
import { kindOfRequest } from '../../jobs/job/variants.ts';
import type { ResultLink } from '../../jobs/results/redelivery.ts';
import type { GalleryCopy } from '../../moderation/gallery/gallery-copy.ts';
import { nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { galleryIds } from '../custom-ids/controls.ts';
import type { SentMessage } from '../rest/message.ts';
import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { describeFiles } from './alt-text.ts';
import { actionRow, button, container, mediaComponents, newAttachments, textDisplay } from './components.ts';
import { requestFactsOf, shownPromptOf } from './job-message.ts';
import { linkLines, messageUrl } from './links.ts';
import { cut, plainLine } from './prompt-text.ts';
import { type ControlFacts, workControls } from './work-controls.ts';

const COLOUR = 0xf0b232;

/** The message before it has the result. A crash may leave it behind, so it shows nothing of the result. */
export function renderComing(copy: GalleryCopy, entry: EndedJob, texts: Texts): MessageBody {
  const words = texts.moderation.gallery;
  return bodyOf([
    textDisplay(`${titleOf(copy, entry, texts)}\n${words.coming}`),
    actionRow([takeOutButton(copy, words.buttons.takeOut)]),
  ]);
}

/** The message while moderators decide about a report. Its button still identifies the copy. */
export function renderHiddenCopy(copy: GalleryCopy, { moderation }: Texts): MessageBody {
  const { gallery, reports } = moderation;
  return bodyOf([
    textDisplay(`${reports.titleOf(copy.memberId)}\n${reports.states.hidden}`),
    actionRow([takeOutButton(copy, gallery.buttons.takeOut)]),
  ]);
}

interface ShownCopy {
  /** The names of its files. */
  names: readonly string[];
  /** The files, if its message has them already. */
  there?: SentMessage['files'];
  links: readonly ResultLink[];
  stars: number;
}

/** A result's copy. It shows as much of the prompt as the result's own message, and offers to build on it. */
export function renderCopy(
  copy: GalleryCopy,
  entry: EndedJob,
  { names, there, links, stars }: ShownCopy,
  texts: Texts,
): MessageBody {
  const words = texts.moderation.gallery;
  const { guildId, jobId, memberId, source } = copy;
  const { spoiler } = entry.request;
  const { quote, altText } = shownPromptOf({ request: entry.request }, texts);
  const altOf = describeFiles(names, altText, texts);
  const title = [titleOf(copy, entry, texts), ...quote].join('\n');
  const facts = `-# ${[
    requestFactsOf(entry.request, guildId, texts),
    ...(source.messageId === undefined ? [] : [words.source(messageUrl(guildId, source.channelId, source.messageId))]),
  ].join(' · ')}`;
  const lines = linkLines(links, TEXT_LIMIT - title.length - facts.length, texts, entry.request);
  // Without a picture, the words alone can be remixed.
  const pictures = names.filter((name) => isPictureFile({ name })).length;
  const subject = kindOfRequest(entry.request) === 'video' || pictures === 0 ? 'clip' : 'picture';
  const controls: ControlFacts = {
    work: { id: jobId, memberId },
    place: 'gallery',
    subject: subject === 'picture' && pictures > 1 ? 'pictures' : subject,
    pictures,
    picture: pictures === 1 ? 1 : 0,
    // Everyone may use the server's style that it was made in. Otherwise its style can be saved as their own.
    offered: new Set([
      'remix',
      entry.request.styleName === undefined ? 'saveStyle' : 'useStyle',
      'star',
      'more',
      'takeOut',
    ]),
    star: { count: stars },
    prices: {},
  };
  const staying = there?.map(({ attachmentId: id, name }) => ({ id, description: altOf(name) }));
  return bodyOf(
    [
      textDisplay(title),
      ...mediaComponents(names, { altOf, spoiler }),
      ...(lines.length > 0 ? [textDisplay(lines.join('\n'))] : []),
      textDisplay(facts),
      ...workControls(controls, texts),
    ],
    staying ?? newAttachments(names, { altOf, spoiler }),
  );
}

function titleOf({ memberId, byId }: GalleryCopy, { request, tasks }: EndedJob, texts: Texts): string {
  const made = tasks.filter(({ state }) => state === 'delivered').length;
  return texts.moderation.gallery.title(memberId, kindOfRequest(request), made, byId);
}

/** https://discord.com/developers/docs/resources/channel: the longest name of a thread. */
const POST_NAME_CHARACTERS = 100;

/**
 * The name of a gallery post: the prompt, if everyone may read it.
 * @param name the author's display name
 */
export function postNameOf({ request }: EndedJob, name: string | undefined, texts: Texts): string {
  const words = texts.moderation.gallery;
  const isForAll = shownPromptOf({ request }, texts).quote.length > 0;
  const prompt = isForAll ? plainLine(request.prompt) : '';
  return cut(
    prompt === '' ? words.postBy(kindOfRequest(request), plainLine(name ?? '')) : prompt,
    POST_NAME_CHARACTERS,
  );
}

/** https://discord.com/developers/docs/resources/channel#forum-tag-object: the longest name of a tag. */
const TAG_CHARACTERS = 20;

/** Tags of a post, the most important first. */
export function tagNamesOf({ id, request }: EndedJob, texts: Texts): string[] {
  const { tags } = texts.moderation.gallery;
  const model = cut(nameOfModel(request.modelId, request.modelNames), TAG_CHARACTERS);
  return [tags[kindOfRequest(request)], ...(roundIdOf(id) !== undefined ? [tags.round] : []), model];
}

/** The custom id that identifies a copy, which its message has from the start. */
export function takeOutIdOf({ jobId, memberId }: GalleryCopy): string {
  return galleryIds.of(memberId, { verb: 'remove', jobId });
}

const takeOutButton = (copy: GalleryCopy, label: string) => button(takeOutIdOf(copy), label);

function bodyOf(components: APIComponentInContainer[], attachments: MessageBody['attachments'] = []): MessageBody {
  return messageBody([container(components, COLOUR)], { attachments });
}
