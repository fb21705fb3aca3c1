import { type APIComponentInContainer, ComponentType } from 'discord.js';
import type { Preview } from '../../moderation/requests/previews.ts';
import type { Texts } from '../../texts/en.ts';
import { previewIds } from '../custom-ids/results.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import { actionRow, button, textDisplay } from './components.ts';
import { messageUrl } from './links.ts';

/** What everybody sees of a preview until it is published: neither the prompt nor the result. */
export function renderPreview(preview: Preview, texts: Texts): MessageBody {
  const words = texts.moderation.previews;
  const { id, memberId, kind, count, phase } = preview;
  const look = previewIds.of(memberId, { verb: 'look', jobId: id });
  const components: APIComponentInContainer[] = [
    textDisplay(`${texts.job.title(memberId, kind, count)}\n${words.phases[phase]}`),
    ...(phase === 'making' || phase === 'ready' ? [actionRow([button(look, words.buttons.look)])] : []),
  ];
  return messageBody([{ type: ComponentType.Container, components }]);
}

/** What stays in the moderators' channel once it was decided. */
export function renderPreviewDecision({ phase, byId, memberId, place }: Preview, texts: Texts): MessageBody {
  const { guildId, channelId, messageId } = place;
  const url = messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId);
  const words = texts.moderation.previews.decided(phase, byId, memberId, { channelId, url });
  return messageBody([{ type: ComponentType.Container, components: [textDisplay(words)] }]);
}
