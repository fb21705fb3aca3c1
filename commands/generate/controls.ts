import { againIds, askFormIds, askIds, cancelIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { FORM_REQUEST_LIFE_MS } from '../../src/jobs/records/kept-requests.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { denialError, requireAccess } from '../support/work-access.ts';
import { repeatRequest } from './decisions.ts';
import { editForm, generateFromForm } from './form.ts';
import { generate } from './generation.ts';
import { checkPrompt, checkSources } from './validation.ts';

/** *Make again*: starts the same request as a new job of the member who presses. */
export const againButton = defineButton(againIds, 'everyone', async (interaction, ref, context) => {
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await requireAccess(interaction, ref, ['repeat'], context, words);
  const { request, tasks } = work.job;
  await requireCommand(GENERATE_COMMANDS[kindOf(request.modelId)], interaction, context);
  checkPrompt(request.prompt, context);
  checkSources(request.sourceUrls, context);
  const { jobId, memberId } = ref;
  const repeated = repeatRequest(request, { jobId, memberId }, interaction.userId);
  await generate(interaction, { generation: { request: repeated, count: tasks.length } }, context);
});

/** *Cancel*: for the author, and for members who may manage messages there. Works while the job is still queued. */
export const cancelButton = defineButton(cancelIds, 'everyone', async (interaction, ref, context) => {
  await requireAccess(interaction, ref, ['cancel'], context);
  await interaction.respond.acknowledge();
  if ((await context.jobs.cancel(ref.jobId)) === 'too late') throw denialError('ended', context);
});

/** The author's answer to a pending request. Only the first one counts, until the request expires. */
export const keptRequestButton = defineButton(askIds, 'everyone', async (interaction, pressed, context) => {
  const { verb, keptRequestId, memberId } = pressed;
  const { keptRequests, texts } = context;
  const { respond, message, guildId, userId } = interaction;
  if (userId !== memberId) throw new MemberError(texts.budget.askNotYours);
  const kept = await (verb === 'edit'
    ? keptRequests.find(keptRequestId, memberId)
    : keptRequests.take(keptRequestId, memberId));
  if (kept?.guildId !== guildId) return respond.update(privateText(texts.budget.askGone));
  if (verb === 'no') return respond.update(privateText(texts.budget.askDropped));
  await requireCommand(GENERATE_COMMANDS[kindOf(kept.request.modelId)], interaction, context);
  if (verb === 'edit') {
    const formId = jobIdOf(interaction.id);
    await keptRequests.add(formId, kept, FORM_REQUEST_LIFE_MS);
    return respond.openForm(await editForm(askFormIds.of(memberId, { keptRequestId: formId }), kept, context));
  }
  checkSources(kept.request.sourceUrls, context);
  await generate(interaction, { generation: kept, isConfirmed: true }, context);
  await context.discord.removeQuestion(kept.question, message.id);
});

/** Starts a pending request as its author edited it. */
export const keptRequestForm = defineForm(
  askFormIds,
  'everyone',
  async (interaction, { keptRequestId, memberId }, context) => {
    const { keptRequests, texts } = context;
    const { message, guildId, userId } = interaction;
    const kept = userId === memberId ? await keptRequests.take(keptRequestId, memberId) : undefined;
    if (kept?.guildId !== guildId) throw new MemberError(texts.budget.askGone);
    const { request: base, usesSavedSources, question } = kept;
    const kind = kindOf(base.modelId);
    await requireCommand(GENERATE_COMMANDS[kind], interaction, context);
    checkSources(base.sourceUrls, context);
    await generateFromForm(interaction, { kind, base, usesSavedSources }, context);
    if (message) await context.discord.removeQuestion(question, message.id);
  },
);
