import { ButtonStyle } from 'discord.js';
import { consentIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import type { Origin } from '../../src/jobs/job/origins.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { BuildPolicy, Preferences } from '../../src/studio/preferences.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { InServer } from '../support/context.ts';

/** How preferences and questions about consent look. */

export type ChosenPreferences = Preferences & { othersMayWorkOn: BuildPolicy | undefined };

export function preferenceLines(
  chosen: ChosenPreferences,
  { modelNames }: Pick<ModerationSettings, 'modelNames'>,
  texts: Texts,
): string {
  const sentences = texts.studio.preferences;
  const { imageModelId, videoModelId, aspectRatio, count, spoiler, othersMayWorkOn } = chosen;
  const { drafts, directMessages, starsMayShow, notifyAfterMinutes } = chosen;
  const lines = [
    ...(imageModelId === undefined ? [] : [sentences.imageModel(nameOfModel(imageModelId, modelNames))]),
    ...(videoModelId === undefined ? [] : [sentences.videoModel(nameOfModel(videoModelId, modelNames))]),
    ...(aspectRatio === undefined ? [] : [sentences.aspectRatio(aspectRatio)]),
    ...(count === undefined ? [] : [sentences.count(count)]),
    ...(spoiler === undefined ? [] : [sentences.spoiler(spoiler)]),
    ...(notifyAfterMinutes === undefined ? [] : [sentences.mention(notifyAfterMinutes)]),
    ...(othersMayWorkOn === undefined ? [] : [sentences.others(othersMayWorkOn)]),
    ...(drafts === undefined ? [] : [sentences.drafts(drafts)]),
    ...(directMessages === undefined ? [] : [sentences.directMessages(directMessages)]),
    ...(starsMayShow === undefined ? [] : [sentences.stars(starsMayShow)]),
  ];
  return lines.length === 0 ? sentences.none : [sentences.title, ...lines, sentences.hint].join('\n');
}

/** Asks an owner whether someone may build on their picture, in the channel of the request. */
export function renderConsentQuestion(
  { channelId: hereId, guildId, userId: askerId }: InServer,
  { id: jobId, memberId: ownerId, channelId = hereId, messageId }: Origin,
  words: Texts['studio']['consent'],
): MessageBody {
  const idOf = (verb: 'allow' | 'refuse'): string => consentIds.of(ownerId, { verb, jobId, askerId });
  return messageBody(
    [
      textDisplay(words.question(ownerId, askerId, messageId && messageUrl(guildId, channelId, messageId))),
      actionRow([button(idOf('allow'), words.allow, ButtonStyle.Success), button(idOf('refuse'), words.refuse)]),
    ],
    { mentions: [ownerId] },
  );
}
