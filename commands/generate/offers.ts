import type { JobRequest } from '../../src/jobs/job/job.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Preferences } from '../../src/studio/preferences.ts';
import type { Needs } from '../support/context.ts';
import { allowedModel, usedModels } from './models.ts';

/** What can be made from a picture in one press, with which model, and what that costs. */

type Offers = NonNullable<JobRequest['offers']>;

/**
 * A clip of a picture, and the picture again in a better model: the operator's choice, or the dearest
 * one. Nothing for a clip, or where the server uses no such model.
 */
export function offersFor(
  request: Pick<JobRequest, 'modelId' | 'fromClips'>,
  settings: ModerationSettings,
  { defaults, models }: Needs<'defaults' | 'models'>,
  own: Preferences = {},
): Offers {
  if (kindOfRequest(request) === 'video') return {};
  // Easel itself made a frame of a clip.
  const modelId = allowedModel('image', [request.modelId], settings);
  const priced = (id: string) => ({ modelId: id, credits: models.quoteCredits(id) });
  const finish = betterModel(priced(modelId), usedModels('image', settings).map(priced), defaults.modelId.finish);
  const animates = usedModels('video', settings).length > 0;
  const animate = allowedModel('video', [own.videoModelId, defaults.modelId.video], settings);
  return { ...(finish && { finish }), ...(animates && { animate: priced(animate) }) };
}

type Priced = NonNullable<Offers['finish']>;

function betterModel(than: Priced, offered: readonly Priced[], chosenId: string | undefined): Priced | undefined {
  const chosen = offered.find(({ modelId }) => modelId === chosenId);
  if (chosen) return chosen.modelId === than.modelId ? undefined : chosen;
  const [dearest] = offered.toSorted((a, b) => b.credits - a.credits);
  return dearest && dearest.credits > than.credits ? dearest : undefined;
}
