import { type ResultRef, styleFormIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { attachedFilesOf, isPictureFile, type JobRequest } from '../../src/jobs/job.ts';
import { countPerVariant } from '../../src/jobs/variants.ts';
import { nameForStyle, PRESET_KEYS, type Preset, type Sample, styleTextOf } from '../../src/studio/style.ts';
import { kindOf } from '../../src/task-api/models.ts';
import type { CommandContext, Handle, InServer } from '../support/context.ts';
import { chosenIn } from '../support/form-fields.ts';
import { accessOf, needReadable } from '../support/work-access.ts';
import { saveStyle } from './style.ts';
import { SERVER, saveStyleForm } from './style-view.ts';

/** *Save this style*: makes a style of how a work was made. */

/** Opens the form that saves how a work was made. */
export const openStyleForm: Handle<ResultRef> = async (interaction, { jobId, memberId }, respond, context) => {
  const { server, userId } = interaction;
  const { job, prompt } = await needReadable(interaction, { jobId, memberId }, context);
  const { request, tasks } = job;
  const text = prompt === undefined ? '' : styleTextOf(request);
  const own = await context.studio.styles.listOf({ guildId: server.guildId, memberId: userId });
  const takenNames = own.map(({ name }) => name);
  const facts = {
    name: nameForStyle(text, takenNames),
    text,
    preset: presetOf(request, tasks.length),
    modelNames: request.modelNames,
    mayManage: mayManageServer(server.memberPermissions),
  };
  await respond.openForm(saveStyleForm(styleFormIds.of(memberId, { jobId }), facts, context.texts));
};

/** What a style keeps of a request. */
function presetOf(request: JobRequest, count: number): Preset {
  const { modelId, aspectRatio, spoiler } = request;
  return {
    modelId,
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(kindOf(modelId) === 'image' ? { count: countPerVariant(request, count) } : {}),
    ...(spoiler ? { spoiler } : {}),
  };
}

/** Saves the style that the form describes, with the work as its sample. */
export const saveFromForm: Handle<ResultRef, InteractionOf<'modal'>> = async (
  interaction,
  { jobId, memberId },
  respond,
  context,
) => {
  const { fields, server, userId } = interaction;
  const { guildId } = server;
  const { job } = await needReadable(interaction, { jobId, memberId }, context);
  const wanted = chosenIn(fields['keep']);
  const preset = presetOf(job.request, job.tasks.length);
  const keys = PRESET_KEYS.filter((key) => wanted.includes(key) && preset[key] !== undefined);
  const given = {
    owner: chosenIn(fields['for'])[0] === SERVER ? { guildId } : { guildId, memberId: userId },
    name: String(fields['name'] ?? ''),
    text: String(fields['words'] ?? ''),
    preset: Object.fromEntries(keys.map((key) => [key, preset[key]])),
    sample: await sampleOf(interaction, { jobId, memberId }, context),
  };
  await respond.answer(privateText(await saveStyle(given, interaction, context)));
};

/** The work's first picture, or a clip's still picture; undefined if not everyone may see it. */
async function sampleOf(
  interaction: InServer<InteractionFacts>,
  ref: ResultRef,
  context: CommandContext,
): Promise<Sample | undefined> {
  const { denials, work } = await accessOf(interaction, ref, ['sample'], context);
  if (!work || denials.sample) return undefined;
  const { location, request, tasks } = work.job;
  const file = attachedFilesOf(tasks).find(isPictureFile);
  if (!file || location.messageId === undefined) return undefined;
  const { channelId, messageId } = location;
  return { ...ref, channelId, messageId, attachmentId: file.attachmentId, spoiler: request.spoiler };
}
