import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  type ClipRef,
  clipTaskOf,
  type FromClips,
  isMadeHere,
  type Job,
  type JobRequest,
  taskIndexOf,
} from '../../src/jobs/job/job.ts';
import { kindOfRequest, requestOfTaskAlone } from '../../src/jobs/job/variants.ts';
import type { SourcePicture } from '../../src/studio/saved-sources.ts';
import { generate } from '../generate/generation.ts';
import { allowedRatio } from '../generate/models.ts';
import { offersFor } from '../generate/offers.ts';
import { NO_RATIO, repeatRequest, requestFrom, typedRequest } from '../generate/request.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context } from '../support/context.ts';
import { denialError } from '../support/work-access.ts';
import { fetchInBounds } from '../works/fetch.ts';
import { requireUsable } from './build-on.ts';
import { lineageFrom } from './sources.ts';
import { originOf, type PictureRef } from './work-pictures.ts';

/** Lets a clip go on in one press: from its last frame, as a still of that frame, or as one clip with the one before. */

/** @returns false if it was refused. @throws MemberError if it's not allowed, or a clip is gone */
export async function makeFromClip(
  interaction: ComponentInteraction,
  job: Job,
  { verb: how, credits, ...ref }: PictureRef & { verb: FromClips['how']; credits: number },
  context: Context,
): Promise<boolean> {
  const { clips: editor, texts } = context;
  const { userId } = interaction;
  const task = clipTaskOf(job.tasks);
  if (!task) throw denialError('gone', context);
  const fromClips: FromClips = { how, clips: clipsFor(how, job, task.key, context) };
  const made: JobRequest = { ...requestOfTaskAlone(job.request, taskIndexOf(task.key)), sourceUrls: [], fromClips };
  if (how !== 'join' && !editor.takesFrames) throw new MemberError(texts.studio.work.noFrames);
  const sources: SourcePicture[] = await Promise.all(
    fromClips.clips.map(async (clip) => ({ address: '', origin: await originOf(interaction, clip, context) })),
  );
  await requireUsable(interaction, sources, context);
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(made)], interaction, context);
  const own = await context.studio.preferences.of(interaction.guildId, userId);
  const { madeOf: _, madeFrom: __, ...repeated } = repeatRequest(made, ref, userId, own);
  const lineage = () =>
    lineageFrom(
      sources.map(({ origin }) => origin),
      interaction,
      context,
    );
  if (isMadeHere(made)) {
    const request = { ...repeated, ...(await lineage()) };
    // Easel does the work, and no price limits it.
    return fetchInBounds(userId, context, () => generate(interaction, { request, count: 1 }, context));
  }
  const { settings } = await context.rules();
  const model = offersFor(job.request, settings, context).continue?.modelId;
  if (model === undefined) throw new MemberError(texts.studio.work.noModel);
  const ratio = made.aspectRatio && allowedRatio([made.aspectRatio], settings);
  const chosen = { prompt: made.prompt, model, ratio: ratio ?? NO_RATIO, count: 1 };
  const read = async () => {
    const base = { ...repeated, ...(await lineage()) };
    return requestFrom({ kind: 'video', chosen, base }, settings, context);
  };
  const generation = typedRequest({ kind: 'video', chosen, base: repeated }, context.defaults);
  return generate(interaction, generation, context, { read, agreedCredits: credits });
}

/** The clips that it needs: this one, and for *Join* also the clip before it. @throws MemberError if one is missing */
function clipsFor(how: FromClips['how'], job: Job, taskKey: string, context: Pick<Context, 'texts'>): ClipRef[] {
  const { fromClips } = job.request;
  const own = { jobId: job.id, memberId: job.memberId, taskKey };
  if (how !== 'join') return [own];
  const [before] = fromClips?.how === 'continue' ? fromClips.clips : [];
  if (!before) throw denialError('gone', context);
  return [before, own];
}
