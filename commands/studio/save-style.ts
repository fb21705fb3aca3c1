import { type ResultRef, styleFormIds } from '../../src/discord/custom-ids/controls.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { attachedFilesOf, isPictureFile, type JobRequest } from '../../src/jobs/job/job.ts';
import { countPerVariant } from '../../src/jobs/job/variants.ts';
import {
  type Sample,
  STYLE_OPTIONS,
  type StyleOptions,
  styleTextFrom,
  suggestStyleName,
} from '../../src/studio/style.ts';
import { kindOf } from '../../src/task-api/models.ts';
import type { FormInteraction, Handler, InServer, Needs } from '../support/context.ts';
import { selectedIn, typedIn } from '../support/form-fields.ts';
import { accessOf, requireReadable } from '../support/work-access.ts';
import { saveStyle } from './style.ts';
import { loadStyle } from './style-list.ts';
import { SERVER, saveStyleForm } from './style-view.ts';

/** *Save this style*: makes a style of how a work was made. */

/** Opens the form that saves how a work was made. */
export const openStyleForm: Handler<ResultRef> = async (interaction, { jobId, memberId }, context) => {
  const { respond, guildId, server, userId } = interaction;
  const { job, prompt } = await requireReadable(interaction, { jobId, memberId }, context);
  const { request, tasks } = job;
  const text = prompt === undefined ? '' : styleTextFrom(request);
  const own = await context.studio.styles.listOf({ guildId, memberId: userId });
  const takenNames = own.map(({ name }) => name);
  const facts = {
    name: suggestStyleName(text, takenNames),
    text,
    options: optionsOf(request, tasks.length),
    modelNames: request.modelNames,
    mayManage: mayManageServer(server.memberPermissions),
  };
  await respond.openForm(saveStyleForm(styleFormIds.of(memberId, { jobId }), facts, context.texts));
};

/** What a style keeps of a request. */
function optionsOf(request: JobRequest, count: number): StyleOptions {
  const { modelId, aspectRatio, spoiler } = request;
  return {
    modelId,
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(kindOf(modelId) === 'image' ? { count: countPerVariant(request, count) } : {}),
    ...(spoiler ? { spoiler } : {}),
  };
}

/** Saves the style that the form describes, with the work as its sample. */
export const saveFromForm: Handler<ResultRef, FormInteraction> = async (interaction, { jobId, memberId }, context) => {
  const { guildId, userId } = interaction;
  const { job } = await requireReadable(interaction, { jobId, memberId }, context);
  const wanted = selectedIn(interaction, 'keep');
  const options = optionsOf(job.request, job.tasks.length);
  const keys = STYLE_OPTIONS.filter((key) => wanted.includes(key) && options[key] !== undefined);
  const given = {
    owner: selectedIn(interaction, 'for')[0] === SERVER ? { guildId } : { guildId, memberId: userId },
    name: typedIn(interaction, 'name'),
    text: typedIn(interaction, 'words'),
    options: Object.fromEntries(keys.map((key) => [key, options[key]])),
    sample: await sampleOf(interaction, { jobId, memberId }, context),
  };
  const { outcome, style } = await saveStyle(given, interaction, context);
  const said = context.texts.studio.styles[outcome](escapeText(style.name));
  const isServers = given.owner.memberId === undefined;
  await interaction.respond.answer(await loadStyle({ style, isServers }, interaction, context, said));
};

/** The work's first picture, or a clip's still picture; undefined if not everyone may see it. */
async function sampleOf(
  interaction: InServer,
  ref: ResultRef,
  context: Needs<'moderation' | 'rules'>,
): Promise<Sample | undefined> {
  const { denials, work } = await accessOf(interaction, ref, ['sample'], context);
  if (!work || denials.sample) return undefined;
  const { location, request, tasks } = work;
  const file = attachedFilesOf(tasks).find(isPictureFile);
  if (!file || location.messageId === undefined) return undefined;
  const { channelId, messageId } = location;
  return { ...ref, channelId, messageId, attachmentId: file.attachmentId, spoiler: request.spoiler };
}
