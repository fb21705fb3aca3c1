import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import { styleKeyOf } from '../../src/studio/style.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { openGenerationForm } from '../generate/form.ts';
import { keepForForm } from '../generate/kept-requests.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Handler } from '../support/context.ts';
import { requireAccess } from '../support/work-access.ts';
import { newRequest } from './build-on.ts';
import { requireStyle } from './style-list.ts';
import type { PictureRef } from './work-pictures.ts';

/** *Use this style* on a work that was made in one of the server's styles: opens a form for other words in that style. */
export const useStyle: Handler<PictureRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { work } = await requireAccess(interaction, ref, ['find'], context);
  const { request: made } = work;
  const style = { key: styleKeyOf(made.styleName ?? ''), isServers: true };
  const { options = {} } = await requireStyle(interaction, style, context);
  const { modelId, aspectRatio, count = 1, spoiler = false } = options;
  const kind = modelId === undefined ? kindOfRequest(made) : kindOf(modelId);
  await requireCommand(GENERATE_COMMANDS[kind], interaction, context);
  const request = {
    ...(await newRequest(kind, interaction, context)),
    ...(modelId !== undefined && { modelId }),
    ...(aspectRatio !== undefined && { aspectRatio }),
    spoiler,
  };
  const customId = await keepForForm(interaction, { request, count, style }, context);
  await openGenerationForm(interaction, customId, { verb: 'style', kind, request, count }, context);
};
