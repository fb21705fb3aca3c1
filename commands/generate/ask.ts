import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { ASKING_IN_FORM_LIFE_MS, type Asking } from '../../src/jobs/records/askings.ts';
import { isExpired } from '../../src/jobs/source-addresses.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { openRequestForm } from '../studio/work-form.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { askFormIds, askIds } from './ask-ids.ts';
import { generateFromForm } from './form-request.ts';
import { generate } from './generation.ts';

/** What its member decides about a request that waits for their word: taken once, while its time lasts. */
export const askAnswer = defineButton(askIds, async (interaction, { verb, askingId, memberId }, respond, context) => {
  const { askings, texts } = context;
  const { message, server, userId } = interaction;
  if (userId !== memberId) throw new MemberError(texts.budget.askNotYours);
  const asking = await (verb === 'edit' ? askings.find(askingId, memberId) : askings.take(askingId, memberId));
  if (asking?.guildId !== server.guildId) {
    await respond.update(privateText(texts.budget.askGone));
    return;
  }
  if (verb === 'no') {
    await respond.update(privateText(texts.budget.askDropped));
    return;
  }
  await needCommand(GENERATE_COMMANDS[kindOf(asking.request.modelId)], interaction, context);
  if (verb === 'edit') {
    const formId = jobIdOf(interaction.id);
    await askings.add(formId, asking, ASKING_IN_FORM_LIFE_MS);
    const customId = askFormIds.of(memberId, { askingId: formId });
    await openRequestForm(interaction, customId, asking, respond, context);
    return;
  }
  checkSources(asking, context);
  await generate(interaction, asking, respond, context, { wasAsked: true });
  await context.removeQuestion(asking.question, message.id);
});

/** The request as it was edited. */
export const askForm = defineForm(askFormIds, async (interaction, { askingId, memberId }, respond, context) => {
  const { askings, texts } = context;
  const { message, server, userId } = interaction;
  const asking = userId === memberId ? await askings.take(askingId, memberId) : undefined;
  if (asking?.guildId !== server.guildId) throw new MemberError(texts.budget.askGone);
  const kind = kindOf(asking.request.modelId);
  await needCommand(GENERATE_COMMANDS[kind], interaction, context);
  checkSources(asking, context);
  const { request: base, usesTray } = asking;
  await generateFromForm(interaction, { kind, base, usesTray }, respond, context);
  if (message) await context.removeQuestion(asking.question, message.id);
});

/** @throws MemberError where Discord gives out the source pictures no more. */
function checkSources({ request }: Pick<Asking, 'request'>, { clock, texts }: CommandContext): void {
  if (request.sourceUrls.some((address) => isExpired(address, clock.now()))) {
    throw new MemberError(texts.refusals.sourcesExpired);
  }
}
