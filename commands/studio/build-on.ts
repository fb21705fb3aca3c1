import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { isMadeHere, type JobRequest } from '../../src/jobs/job/job.ts';
import { distinctOrigins, type Origin, originOf, type Source } from '../../src/jobs/job/sources.ts';
import { requestToRepeat } from '../../src/jobs/job/variants.ts';
import { kindOf, type MediaKind } from '../../src/task-api/models.ts';
import { type BuildVerb, openEditForm, openGenerationForm } from '../generate/form.ts';
import { keepForForm } from '../generate/kept-requests.ts';
import { repeatRequest } from '../generate/request.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Handler, InServer, Needs } from '../support/context.ts';
import { refusalError } from '../support/refusals.ts';
import { requireAccess, viewerOf } from '../support/work-access.ts';
import { sourcesOf, withPicturesNow } from './sources.ts';
import { type PictureRef, sourceOf } from './work-pictures.ts';

/** *Change …*, *Animate …*, *Edit …* and *Remix* on a work: opens the form. */
export const buildOnWork: Handler<PictureRef & { verb: BuildVerb }, ComponentInteraction> = async (
  interaction,
  { verb, ...ref },
  context,
) => {
  // For *Edit …*, the picture only identifies the work.
  const picture = await sourceOf(interaction, ref, context);
  await requireUsable(interaction, [picture], context);
  const repeated = verb === 'edit' ? await requireRequest(interaction, picture, context) : undefined;
  const kind = resultKind(verb, repeated);
  await requireCommand(GENERATE_COMMANDS[kind], interaction, context);
  if (repeated) {
    // A picture that is lost says so before anyone types.
    const kept = { ...repeated, request: await withPicturesNow(repeated.request, interaction.guildId, context) };
    return openEditForm(interaction, await keepForForm(interaction, kept, context), kept, context);
  }
  const prompt = verb === 'change' ? await startingWords(interaction, picture, context) : '';
  const made = { ...(await newRequest(kind, interaction, context)), prompt };
  const request = { ...made, ...(await sourcesOf([picture], interaction, context)) };
  const customId = await keepForForm(interaction, { request, count: 1 }, context);
  await openGenerationForm(interaction, customId, { verb, kind, request, count: 1 }, context);
};

/** The prompt of the work, as a starting point. Empty if there are several prompts, or if this member may not reveal it. */
async function startingWords(
  interaction: InServer,
  picture: Source,
  context: Needs<'moderation' | 'rules' | 'studio' | 'texts'>,
): Promise<string> {
  try {
    const { request } = await requireRequest(interaction, picture, context);
    return request.isVaried || request.promptById !== undefined ? '' : request.prompt;
  } catch (error) {
    if (error instanceof MemberError) return '';
    throw error;
  }
}

/** What the request makes. An edited request keeps its kind. */
function resultKind(verb: BuildVerb, kept: { request: JobRequest } | undefined): MediaKind {
  if (kept) return kindOf(kept.request.modelId);
  return verb === 'animate' ? 'video' : 'image';
}

/** The request that made a work, as this member may repeat it. @throws MemberError if they may not read its prompt */
async function requireRequest(
  interaction: InServer,
  source: Source,
  context: Needs<'moderation' | 'rules' | 'studio' | 'texts'>,
): Promise<{ request: JobRequest; count: number }> {
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await requireAccess(interaction, refOf(source), ['repeat'], context, words);
  const { request: asked, count } = requestToRepeat(work);
  const { fromClips: _, ...plain } = asked;
  const { guildId, userId } = interaction;
  const own = await context.studio.preferences.of(guildId, userId);
  // No words made a still or a joined clip, so other words make a new clip.
  const repeated = isMadeHere(asked) ? { ...plain, sources: [] } : asked;
  return { request: repeatRequest(repeated, source, 'edit', { userId, own }), count };
}

const refOf = ({ id: jobId, ownerId: memberId }: Source) => ({ jobId, memberId });

/** @throws MemberError if building on one of these pictures isn't allowed here, or its owner can't be asked now */
export async function requireUsable(
  interaction: InServer,
  sources: readonly Origin[],
  context: Context,
): Promise<void> {
  const { guildId } = interaction;
  const origins = distinctOrigins(sources.map(originOf));
  const viewer = await viewerOf(interaction, context);
  const usable = await context.moderation.admission.checkSources(viewer, guildId, origins);
  if ('reason' in usable) throw refusalError(usable, guildId, context);
}

/** A request without words or sources, by the member's preferences. */
export async function newRequest(
  kind: MediaKind,
  { guildId, userId: memberId }: InServer,
  { defaults, studio }: Needs<'defaults' | 'studio'>,
): Promise<JobRequest> {
  const own = await studio.preferences.of(guildId, memberId);
  return {
    modelId: own[`${kind}ModelId`] ?? defaults.modelId[kind],
    prompt: '',
    ...(own.aspectRatio === undefined ? {} : { aspectRatio: own.aspectRatio }),
    sources: [],
    spoiler: false,
    ...(own.drafts && { isDraft: true }),
  };
}
