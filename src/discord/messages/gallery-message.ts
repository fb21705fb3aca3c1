import { type APIComponentInContainer, ButtonStyle, ComponentType } from 'discord.js';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { GalleryCopy } from '../../moderation/gallery/gallery.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { galleryIds, reportIds } from '../custom-ids/results.ts';
import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { actionRow, button, textDisplay } from './components.ts';
import { requestFactsOf, shownPromptOf } from './job-message.ts';
import { LINK_LIMIT, linkOf, messageUrl } from './links.ts';
import { mediaComponents } from './media-components.ts';

const COLOUR = 0xf0b232;
/** The words around a link. */
const LINK_WORDS_CHARACTERS = 120;

/** What is there before the result itself: nothing of it, so that it may be left behind by a crash. */
export function renderComing(copy: GalleryCopy, entry: HistoryEntry, texts: Texts): MessageBody {
  const words = texts.moderation.gallery;
  return bodyOf([
    textDisplay(`${titleOf(copy, entry, texts)}\n${words.coming}`),
    actionRow([takeOutButton(copy, words.buttons.takeOut)]),
  ]);
}

/** The copy of a result; it shows what the result's own message shows of the prompt. */
export function renderCopy(
  copy: GalleryCopy,
  entry: HistoryEntry,
  { names, links }: { names: readonly string[]; links: readonly string[] },
  texts: Texts,
): MessageBody {
  const words = texts.moderation.gallery;
  const { guildId, jobId, memberId, source } = copy;
  const { spoiler } = entry.request;
  const { quote, altText } = shownPromptOf({ request: entry.request }, texts);
  const title = [titleOf(copy, entry, texts), ...quote].join('\n');
  const facts = `-# ${[
    requestFactsOf(entry.request, guildId, texts),
    ...(source.messageId === undefined ? [] : [words.source(messageUrl(guildId, source.channelId, source.messageId))]),
  ].join(' · ')}`;
  const linkLines = linkLinesOf(links, TEXT_LIMIT - title.length - facts.length, texts);
  const report = reportIds.of(memberId, { jobId });
  return bodyOf(
    [
      textDisplay(title),
      ...mediaComponents(names, { altText, spoiler }),
      ...(linkLines.length > 0 ? [textDisplay(linkLines.join('\n'))] : []),
      textDisplay(facts),
      actionRow([
        button(report, texts.job.buttons.report, ButtonStyle.Secondary),
        takeOutButton(copy, words.buttons.takeOut),
      ]),
    ],
    names.map((filename, index) => ({
      ...{ id: String(index), filename },
      ...{ description: altText, is_spoiler: spoiler },
    })),
  );
}

function titleOf({ memberId, byId }: GalleryCopy, { request, tasks }: HistoryEntry, texts: Texts): string {
  const made = tasks.filter(({ state }) => state === 'delivered').length;
  return texts.moderation.gallery.title(memberId, kindOf(request.modelId), made, byId);
}

function linkLinesOf(links: readonly string[], room: number, texts: Texts): string[] {
  const limit = Math.min(LINK_LIMIT, Math.floor(room / Math.max(1, links.length)) - LINK_WORDS_CHARACTERS);
  return links.map((address) => {
    const link = linkOf(address, limit);
    return link === undefined ? texts.history.linkTooLong : texts.history.tooLarge(link);
  });
}

function takeOutButton({ jobId, memberId }: GalleryCopy, label: string) {
  return button(galleryIds.of(memberId, { verb: 'out', jobId }), label, ButtonStyle.Secondary);
}

function bodyOf(components: APIComponentInContainer[], attachments: MessageBody['attachments'] = []): MessageBody {
  return messageBody([{ type: ComponentType.Container, accent_color: COLOUR, components }], { attachments });
}
