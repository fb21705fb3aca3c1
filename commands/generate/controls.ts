import { askFormIds, askIds, cancelIds, type ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { KeptRequest, KeptRequestAnswer } from '../../src/studio/kept-requests.ts';
import { withPicturesNow } from '../studio/sources.ts';
import { requireStyle } from '../studio/style-list.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Handler, InServer, Needs } from '../support/context.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { denialError, requireAccess } from '../support/work-access.ts';
import { generateFromForm, openEditForm } from './form.ts';
import { generate } from './generation.ts';
import { keepForForm } from './kept-requests.ts';

/** *Cancel*: for the author, and for members who may manage messages there. Works while the job is still queued. */
export const cancelJob: Handler<ResultRef> = async (interaction, ref, context) => {
  await requireAccess(interaction, ref, ['cancel'], context);
  await interaction.respond.acknowledge();
  if ((await context.jobs.cancel(ref.jobId)) === 'too late') throw denialError('ended', context);
};

export const cancelButton = defineButton(cancelIds, 'everyone', cancelJob);

/** The author's answer to a kept request. Only the first one counts, until the request expires. */
export const keptRequestButton = defineButton(askIds, 'everyone', async (interaction, pressed, context) => {
  const { verb, keptRequestId, memberId } = pressed;
  const { respond, message, guildId, userId } = interaction;
  const { studio, texts } = context;
  if (userId !== memberId) throw new MemberError(texts.budget.askNotYours, 'owner');
  if (verb === 'edit') return editKept(interaction, keptRequestId, context);
  const answer = { verb, requestId: jobIdOf(interaction.id) };
  const kept = await studio.keptRequests.answer({ guildId, memberId }, keptRequestId, answer);
  if (!kept || 'answered' in kept) {
    return respond.update(privateText(await answeredWords(interaction, kept?.answered, context)));
  }
  if (verb === 'no') return respond.update(privateText(texts.budget.askDropped));
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(kept.request)], interaction, context);
  const request = await withPicturesNow(kept.request, guildId, context);
  await generate(interaction, { ...kept, request }, context, { isConfirmed: verb === 'yes' });
  await removeQuestion(guildId, kept, message.id, context);
});

/** Opens the form of a kept request. */
async function editKept(interaction: ComponentInteraction, questionId: string, context: Context): Promise<void> {
  const { respond, guildId, userId: memberId } = interaction;
  const kept = await context.studio.keptRequests.find({ guildId, memberId }, questionId);
  if (!kept) return respond.update(privateText(context.texts.budget.askGone));
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(kept.request)], interaction, context);
  await openEditForm(interaction, await keepForForm(interaction, kept, context), kept, context);
}

/** Starts a kept request as its author's form completes it. */
export const keptRequestForm = defineForm(
  askFormIds,
  'everyone',
  async (interaction, { keptRequestId, memberId }, context) => {
    const { message, guildId, userId } = interaction;
    if (userId !== memberId) throw new MemberError(context.texts.budget.askNotYours, 'owner');
    const answer = { verb: 'form' as const, requestId: jobIdOf(interaction.id) };
    const kept = await context.studio.keptRequests.answer({ guildId, memberId }, keptRequestId, answer);
    if (!kept || 'answered' in kept) {
      throw new MemberError(await answeredWords(interaction, kept?.answered, context));
    }
    const { style, usesSavedSources } = kept;
    await requireCommand(GENERATE_COMMANDS[kindOfRequest(kept.request)], interaction, context);
    const request = await withPicturesNow(kept.request, guildId, context);
    const found = style && { ...style, style: await requireStyle(interaction, style, context) };
    await generateFromForm(interaction, { request, usesSavedSources, style: found }, context);
    if (message) await removeQuestion(guildId, kept, message.id, context);
  },
);

async function removeQuestion(
  guildId: string,
  { questionId }: KeptRequest,
  messageId: string,
  { discord, studio }: Needs<'discord' | 'studio'>,
): Promise<void> {
  const question = questionId === undefined ? undefined : await studio.answers.find(guildId, questionId);
  if (question) await discord.removeQuestion(question, messageId);
}

/** Says what an earlier answer started, or that the request has expired. */
async function answeredWords(
  { guildId, userId: memberId }: InServer,
  answered: KeptRequestAnswer | undefined,
  { jobs, moderation, texts }: Needs<'jobs' | 'moderation' | 'texts'>,
): Promise<string> {
  const words = texts.budget;
  if (!answered) return words.askGone;
  if (answered.verb === 'no') return words.askDropped;
  const { requestId: jobId } = answered;
  const isThere = (await moderation.requests.find(jobId)) ?? (await jobs.findAny({ guildId, memberId, jobId }));
  return isThere ? words.askStarted : words.askAnswered;
}
