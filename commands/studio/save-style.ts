import { type ResultRef, resultOf, saveStyleIds, styleFormIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import { attachedFilesOf, isPictureFile, type JobRequest } from '../../src/jobs/job.ts';
import { eachOf } from '../../src/jobs/variants.ts';
import {
  nameForStyle,
  PRESET_KEYS,
  type Preset,
  type Sample,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  styleTextOf,
} from '../../src/studio/style.ts';
import { kindOf, type ModelNames } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import type { CommandContext, Handle, InServer } from '../support/context.ts';
import { defineButton, defineForm, defineMenuCommand } from '../support/define.ts';
import { chosenIn, type FieldOption, type FormData, selectField, textField } from '../support/form-fields.ts';
import { accessOf, needReadable } from '../support/work-access.ts';
import { keepStyle } from './style.ts';
import { presetFact } from './style-view.ts';

/** *Save this style*: from a result into a style, with the result as its sample. */

/** The values of the form's choice for whom it is. */
const ME = 'me';
const SERVER = 'server';

const openForm: Handle<ResultRef> = async (interaction, { jobId, memberId }, respond, context) => {
  const { texts } = context;
  const { styles } = context.studio;
  const { server, userId } = interaction;
  const { guildId } = server;
  const { job, prompt } = await needReadable(interaction, { jobId, memberId }, context);
  const { request, tasks } = job;
  const text = prompt === undefined ? '' : styleTextOf(request);
  const own = await styles.listOf({ guildId, memberId: userId });
  const name = nameForStyle(
    text,
    own.map((one) => one.name),
  );
  await respond.openForm(
    formOf(
      styleFormIds.of(memberId, { jobId }),
      {
        name,
        text,
        preset: presetOf(request, tasks.length),
        modelNames: request.modelNames,
        mayManage: mayManageServer(server.memberPermissions),
      },
      texts,
    ),
  );
};

export const saveThisStyle = defineMenuCommand(
  { name: en.studio.menu.saveStyle },
  'everyone',
  async (interaction, respond, context) => {
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(context.texts.studio.made.notOurs);
    await openForm(interaction, result, respond, context);
  },
);

export const saveStyleButton = defineButton(saveStyleIds, 'everyone', openForm);

interface StyleFormFacts {
  name: string;
  text: string;
  preset: Preset;
  modelNames: ModelNames | undefined;
  mayManage: boolean;
}

function formOf(customId: string, facts: StyleFormFacts, texts: CommandContext['texts']): FormData {
  const words = texts.studio.saving;
  const presetOptions = optionsOf(facts, texts);
  const everything = presetOptions.map(({ value }) => value);
  const owners: FieldOption[] = [
    { label: words.forMe, value: ME },
    { label: words.forServer, value: SERVER },
  ];
  return {
    custom_id: customId,
    title: words.title,
    components: [
      textField('name', words.name, { value: facts.name, most: STYLE_NAME_MAX_CHARACTERS }),
      textField('words', words.words, {
        value: facts.text,
        most: STYLE_TEXT_MAX_CHARACTERS,
        isLong: true,
        isRequired: false,
      }),
      selectField('keep', words.keep, presetOptions, { chosen: everything, least: 0, most: everything.length }),
      ...(facts.mayManage ? [selectField('for', words.whose, owners, { chosen: [ME] })] : []),
    ],
  };
}

/** How a result was made, as a style keeps it. */
function presetOf(request: JobRequest, count: number): Preset {
  const { modelId, aspectRatio, spoiler } = request;
  return {
    modelId,
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(kindOf(modelId) === 'image' ? { count: eachOf(request, count) } : {}),
    ...(spoiler ? { spoiler } : {}),
  };
}

function optionsOf(
  { preset, modelNames }: Pick<StyleFormFacts, 'preset' | 'modelNames'>,
  texts: CommandContext['texts'],
): FieldOption[] {
  return PRESET_KEYS.flatMap((key) =>
    presetFact(preset, key, texts, modelNames).map((fact): FieldOption => ({ label: fact, value: key })),
  );
}

export const saveStyleForm = defineForm(
  styleFormIds,
  'everyone',
  async (interaction, { jobId, memberId }, respond, context) => {
    const { fields, server, userId } = interaction;
    const { guildId } = server;
    const { job } = await needReadable(interaction, { jobId, memberId }, context);
    const wanted = chosenIn(fields['keep']);
    const preset = presetOf(job.request, job.tasks.length);
    const keys = PRESET_KEYS.filter((key) => wanted.includes(key) && preset[key] !== undefined);
    const sample = await sampleOf(interaction, { jobId, memberId }, context);
    const words = await keepStyle(
      {
        owner: chosenIn(fields['for'])[0] === SERVER ? { guildId } : { guildId, memberId: userId },
        name: String(fields['name'] ?? ''),
        text: String(fields['words'] ?? ''),
        preset: Object.fromEntries(keys.map((key) => [key, preset[key]])),
        sample,
      },
      interaction,
      context,
    );
    await respond.answer(privateText(words));
  },
);

/** Of a clip its still picture, where it has one; nothing of what only some people see. */
async function sampleOf(
  interaction: InServer<InteractionFacts>,
  ref: ResultRef,
  context: CommandContext,
): Promise<Sample | undefined> {
  const { denials, work } = await accessOf(interaction, ref, ['sample'], context);
  if (!work || denials.sample) return undefined;
  const { place, request, tasks } = work.job;
  const file = attachedFilesOf(tasks).find(isPictureFile);
  if (!file || place.messageId === undefined) return undefined;
  const { channelId, messageId } = place;
  return { ...ref, channelId, messageId, attachmentId: file.attachmentId, spoiler: request.spoiler };
}
