import type { JobRequest } from '../../src/jobs/job/job.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Preferences } from '../../src/studio/preferences.ts';
import type { ModelId } from '../../src/task-api/models.ts';
import type { Needs } from '../support/context.ts';
import { allowedModel, usedModels } from './models.ts';

/** What can be made from a picture or a clip in one press, with which model, and what that costs. */

type Offers = NonNullable<JobRequest['offers']>;

/**
 * A clip of a picture, and the picture varied, and again in a better model: the operator's choice, or the dearest one. A
 * clip continues where the machine can take its last frame. Nothing where the server uses no such model.
 */
export function offersFor(
  request: Pick<JobRequest, 'modelId' | 'fromClips'>,
  settings: ModerationSettings,
  context: Needs<'clips' | 'defaults' | 'models'>,
  own: Preferences = {},
): Offers {
  const { clips, defaults, models } = context;
  const priced = (id: string) => ({ modelId: id, ...models.price(id) });
  const hasVideo = usedModels('video', settings).length > 0;
  if (kindOfRequest(request) === 'video') {
    const continued = priced(allowedModel('video', [request.modelId, defaults.modelId.video], settings));
    return clips.takesFrames && hasVideo ? { continue: continued } : {};
  }
  const vary = priced(pictureModel(request, settings, context));
  const finish = betterModel(vary, usedModels('image', settings).map(priced), defaults.modelId.finish);
  const animate = allowedModel('video', [own.videoModelId, defaults.modelId.video], settings);
  return { vary, ...(finish && { finish }), ...(hasVideo && { animate: priced(animate) }) };
}

/** The model that makes a picture again. Easel itself takes the frames of clips, so those need another one. */
export function pictureModel(
  { modelId }: Pick<JobRequest, 'modelId'>,
  settings: ModerationSettings,
  { defaults }: Needs<'defaults'>,
): ModelId {
  return allowedModel('image', [modelId, defaults.modelId.image], settings);
}

type Priced = NonNullable<Offers['finish']>;

function betterModel(than: Priced, offered: readonly Priced[], chosenId: string | undefined): Priced | undefined {
  const chosen = offered.find(({ modelId }) => modelId === chosenId);
  if (chosen) return chosen.modelId === than.modelId ? undefined : chosen;
  const [dearest] = offered.toSorted((a, b) => b.credits - a.credits);
  return dearest && dearest.credits > than.credits ? dearest : undefined;
}
