import { ButtonStyle } from 'discord.js';
import { confirmDeleteIds, type ResultRef } from '../../src/discord/custom-ids/controls.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { lackingHere } from '../../src/discord/server/permissions.ts';
import { costCreditsOf } from '../../src/jobs/job/job.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { ComponentInteraction, Handler, Needs } from '../support/context.ts';
import { accessOf, denialError, shownUnder } from '../support/work-access.ts';

/**
 * Deletes the message of a job that has ended, and its copy in the gallery. Asks first if the job was paid for, or on the
 * work's page. The author may do this, and members who may manage messages there.
 */
export const deleteOrAsk: Handler<ResultRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { respond, message, server } = interaction;
  const { jobId, memberId } = ref;
  const work = await requireDeletable(interaction, ref, context);
  const isPaid = work?.job.tasks.some((task) => (costCreditsOf(task) ?? 0) > 0) ?? false;
  const messageId = work?.job.location.messageId ?? message.id;
  // In a channel that the bot can't see, only a press on the message itself can delete it, so there's no question.
  if (messageId === message.id && (!isPaid || lackingHere(server) === 'see')) {
    return deleteWith(interaction, ref, context, async () => {
      await respond.acknowledge();
      return respond.deleteOriginal();
    });
  }
  const { ask, yes } = context.texts.works.delete;
  const confirm = button(confirmDeleteIds.of(memberId, { jobId, messageId }), yes, ButtonStyle.Danger);
  await respond.answer(privateText(ask, [confirm]));
};

/** The answer to that question. */
export const deleteConfirmed: Handler<ResultRef & { messageId: string }, ComponentInteraction> = async (
  interaction,
  ref,
  context,
) => {
  const { discord, texts } = context;
  const { job } = (await requireDeletable(interaction, ref, context)) ?? {};
  const { jobId, messageId } = ref;
  // The record, not the button, decides which message is the job's.
  if (job?.location.messageId !== messageId) throw denialError('gone', context);
  await interaction.respond.acknowledge();
  const at = { guildId: interaction.guildId, channelId: job.location.channelId, messageId };
  await deleteWith(interaction, ref, context, () => discord.deleteMessage(at, { about: { job: jobId } }));
  await interaction.respond.complete(privateText(texts.works.delete.done));
};

/**
 * Returns the work, or undefined if Easel no longer keeps it and only its message says whose it is.
 * @throws MemberError if this person may not delete it, or not yet
 */
async function requireDeletable(
  interaction: ComponentInteraction,
  { jobId, memberId }: ResultRef,
  context: Needs<'moderation' | 'rules' | 'texts'>,
): Promise<FoundWork | undefined> {
  const { denials, work } = await accessOf(interaction, { jobId, memberId }, ['delete'], context);
  if (denials.delete) throw denialError(denials.delete, context);
  if (!work && shownUnder(interaction)?.jobId !== jobId) throw denialError('gone', context);
  return work;
}

async function deleteWith(
  { guildId, userId }: ComponentInteraction,
  { jobId, memberId }: ResultRef,
  { history, moderation }: Needs<'history' | 'moderation'>,
  deleteMessage: () => ReturnType<Responder['deleteOriginal']>,
): Promise<void> {
  const ref = { guildId, jobId, memberId };
  await moderation.gallery.remove(ref, { byId: userId });
  const deleted = await deleteMessage();
  // If someone else deleted it at the same moment, the result is the same.
  if (deleted.outcome !== 'gone') mustBeDone(deleted);
  await history.forgetMessage(ref, userId);
  // Again, in case someone showed it meanwhile. From now on that's impossible.
  await moderation.gallery.remove(ref, { byId: userId });
  await moderation.gallery.carryOut(ref.guildId, jobId);
}
