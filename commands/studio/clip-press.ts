import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { clipTaskOf, type FromClips, isEnded, isMadeHere, type Job, taskIndexOf } from '../../src/jobs/job/job.ts';
import { clipsOf, type Source } from '../../src/jobs/job/sources.ts';
import { kindOfRequest, requestOfTaskAlone } from '../../src/jobs/job/variants.ts';
import { generate } from '../generate/generation.ts';
import { allowedRatio } from '../generate/models.ts';
import { offersFor } from '../generate/offers.ts';
import { NO_RATIO, requestFrom, reuseWords, typedRequest } from '../generate/request.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context } from '../support/context.ts';
import { denialError } from '../support/work-access.ts';
import { requireUsable } from './build-on.ts';
import { sourcesOf } from './sources.ts';
import { type PictureRef, workOrigin } from './work-pictures.ts';

/** Lets a clip go on in one press: from its last frame, as a still of that frame, or as one clip with the one before. */

/** @returns false if it was refused. @throws MemberError if it's not allowed, or a clip is gone */
export async function makeFromClip(
  interaction: ComponentInteraction,
  job: Job,
  { verb: how, credits: agreedCredits, memberId }: PictureRef & { verb: FromClips['how']; credits: number },
  context: Context,
): Promise<boolean> {
  const { clips: editor, texts } = context;
  const { guildId, userId } = interaction;
  const task = clipTaskOf(job.tasks);
  // A message shows its clip a moment before its record does.
  if (!task) throw denialError(job.tasks.every(isEnded) ? 'gone' : 'in progress', context);
  if (how !== 'join' && !editor.takesFrames) throw new MemberError(texts.studio.work.noFrames);
  const sources = await clipsFor(how, interaction, job, task.key, context);
  await requireUsable(interaction, sources, context);
  const own = await context.studio.preferences.of(guildId, userId);
  const alone = requestOfTaskAlone(job.request, taskIndexOf(task.key));
  const made = { ...reuseWords(alone, memberId, { userId, own }), fromClips: how };
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(made)], interaction, context);
  const withSources = async () => ({ ...made, ...(await sourcesOf(sources, interaction, context)) });
  if (isMadeHere(made)) return generate(interaction, { request: await withSources(), count: 1 }, context);

  const { settings } = await context.rules();
  const model = offersFor(job.request, settings, context).continue?.modelId;
  if (model === undefined) throw new MemberError(texts.studio.work.noModel);
  const ratio = made.aspectRatio && allowedRatio([made.aspectRatio], settings);
  const chosen = { prompt: made.prompt, model, ratio: ratio ?? NO_RATIO, count: 1 };
  const read = async () => requestFrom({ kind: 'video', chosen, base: await withSources() }, settings, context);
  const generation = { ...typedRequest({ kind: 'video', chosen, base: made }, context.defaults), agreedCredits };
  return generate(interaction, generation, context, { read });
}

/** The clips that it needs: this one, and for *Join* also the clip before it. @throws MemberError if one is missing */
async function clipsFor(
  how: FromClips['how'],
  interaction: ComponentInteraction,
  { id: jobId, memberId, request }: Job,
  taskKey: string,
  context: Context,
): Promise<Source[]> {
  const own = { ...(await workOrigin(interaction, { jobId, memberId }, context)), use: { clip: taskKey } };
  if (how !== 'join') return [own];
  const [before] = request.fromClips === 'continue' ? clipsOf(request) : [];
  if (!before) throw denialError('gone', context);
  const ref = { jobId: before.id, memberId: before.ownerId };
  return [{ ...(await workOrigin(interaction, ref, context)), use: before.use }, own];
}
