import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { BuildPolicy, Preferences } from '../../src/studio/preferences.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';

/** How preferences look. */

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
