import { againIds, askFormIds, askIds, cancelIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { FORM_REQUEST_LIFE_MS } from '../../src/jobs/records/kept-requests.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';
import { onceMore } from './decisions.ts';
import { generateFromForm, openRequestForm } from './form.ts';
import { generate } from './generation.ts';
import { checkPrompt, checkSources } from './validation.ts';

/** Makes the same again as a new job by the member who presses: a new message, new credits. */
export const again = defineButton(againIds, 'everyone', async (interaction, ref, respond, context) => {
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await needAccess(interaction, ref, ['repeat'], context, words);
  const { request, tasks } = work.job;
  await needCommand(GENERATE_COMMANDS[kindOf(request.modelId)], interaction, context);
  checkPrompt(request.prompt, context.defaults.promptMaxCharacters, context.texts);
  checkSources(request.sourceUrls, context);
  const { jobId, memberId } = ref;
  const repeated = onceMore(request, { jobId, memberId }, interaction.userId);
  await generate(interaction, { generation: { request: repeated, count: tasks.length } }, respond, context);
});

/** Stops waiting for a job that is queued still: its author, or a member who may manage messages where it is. */
export const cancel = defineButton(cancelIds, 'everyone', async (interaction, ref, respond, context) => {
  await needAccess(interaction, ref, ['cancel'], context);
  await respond.acknowledge();
  if ((await context.jobs.cancel(ref.jobId)) === 'too late')
    throw new MemberError(context.texts.refusals.tooLateToCancel);
});

/** What its member decides about a request that waits for their word: taken once, while its time lasts. */
export const askAnswer = defineButton(askIds, 'everyone', async (interaction, pressed, respond, context) => {
  const { verb, keptRequestId, memberId } = pressed;
  const { keptRequests, texts } = context;
  const { message, server, userId } = interaction;
  if (userId !== memberId) throw new MemberError(texts.budget.askNotYours);
  const kept = await (verb === 'edit'
    ? keptRequests.find(keptRequestId, memberId)
    : keptRequests.take(keptRequestId, memberId));
  if (kept?.guildId !== server.guildId) return respond.update(privateText(texts.budget.askGone));
  if (verb === 'no') return respond.update(privateText(texts.budget.askDropped));
  await needCommand(GENERATE_COMMANDS[kindOf(kept.request.modelId)], interaction, context);
  if (verb === 'edit') {
    const formId = jobIdOf(interaction.id);
    await keptRequests.add(formId, kept, FORM_REQUEST_LIFE_MS);
    return openRequestForm(askFormIds.of(memberId, { keptRequestId: formId }), kept, respond, context);
  }
  checkSources(kept.request.sourceUrls, context);
  await generate(interaction, { generation: kept, wasAsked: true }, respond, context);
  await context.discord.removeQuestion(kept.question, message.id);
});

/** The request as it was edited. */
export const askForm = defineForm(
  askFormIds,
  'everyone',
  async (interaction, { keptRequestId, memberId }, respond, context) => {
    const { keptRequests, texts } = context;
    const { message, server, userId } = interaction;
    const kept = userId === memberId ? await keptRequests.take(keptRequestId, memberId) : undefined;
    if (kept?.guildId !== server.guildId) throw new MemberError(texts.budget.askGone);
    const { request: base, usesSavedSources, question } = kept;
    const kind = kindOf(base.modelId);
    await needCommand(GENERATE_COMMANDS[kind], interaction, context);
    checkSources(base.sourceUrls, context);
    await generateFromForm(interaction, { kind, base, usesSavedSources }, respond, context);
    if (message) await context.discord.removeQuestion(question, message.id);
  },
);
