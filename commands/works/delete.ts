import { ButtonStyle } from 'discord.js';
import { confirmDeleteIds, type ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { costCreditsOf, withoutMessage } from '../../src/jobs/job/job.ts';
import type { ComponentInteraction, Context, Handler, Needs } from '../support/context.ts';
import { accessOf, denialError } from '../support/work-access.ts';

/**
 * Deletes the message of a job that has ended, and its copy in the gallery. Asks first if the job was paid for. The author
 * may do this, and members who may manage messages there.
 */
export const deleteOrAsk: Handler<ResultRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { isPaid, messageId } = await requireDeletable(interaction, ref, context);
  if (!isPaid) return deleteMessage(interaction, ref, context);
  const { ask, yes } = context.texts.works.delete;
  const { memberId, jobId } = ref;
  const confirm = button(confirmDeleteIds.of(memberId, { jobId, messageId }), yes, ButtonStyle.Danger);
  await interaction.respond.answer(privateText(ask, [confirm]));
};

/** The answer to that question. The record, not the button, decides which message is the job's. */
export const deleteConfirmed: Handler<ResultRef & { messageId: string }, ComponentInteraction> = async (
  interaction,
  { messageId: asked, ...ref },
  context,
) => {
  const { messageId } = await requireDeletable(interaction, ref, context);
  if (messageId !== asked) throw denialError('gone', context);
  await deleteMessage(interaction, ref, context);
};

interface Deletable {
  isPaid: boolean;
  channelId: string;
  messageId: string;
}

/** Finds the message, also of a work that Easel no longer keeps. @throws MemberError if this person may not delete it now */
async function requireDeletable(
  interaction: ComponentInteraction,
  { jobId, memberId }: ResultRef,
  context: Needs<'jobs' | 'moderation' | 'rules' | 'texts'>,
): Promise<Deletable> {
  const { denials, work } = await accessOf(interaction, { jobId, memberId }, ['delete'], context);
  if (denials.delete) throw denialError(denials.delete, context);
  const at = work?.location ?? (await context.jobs.lineageOf(interaction.guildId, jobId));
  if (at?.messageId === undefined) throw denialError('gone', context);
  const isPaid = work?.tasks.some((task) => (costCreditsOf(task) ?? 0) > 0) ?? false;
  return { isPaid, channelId: at.channelId, messageId: at.messageId };
}

async function deleteMessage(interaction: ComponentInteraction, ref: ResultRef, context: Context): Promise<void> {
  const { respond, guildId, userId } = interaction;
  const { jobId, memberId } = ref;
  const { discord, history, moderation, rounds, texts } = context;
  const { channelId, messageId } = await requireDeletable(interaction, ref, context);
  await respond.acknowledge();
  const work = { guildId, jobId, memberId };
  await moderation.gallery.remove(work, { byId: userId });
  const deleted = await discord.deleteMessage({ guildId, channelId, messageId }, { about: { job: jobId } });
  // If someone else deleted it at the same moment, the result is the same.
  if (deleted.outcome !== 'gone') mustBeDone(deleted);
  const deletion = userId === memberId ? {} : { deletedById: userId };
  await history.change(work, (job) => [{ ...job, location: withoutMessage(job.location), ...deletion }]);
  // Pages that are opened from here on say that it has no message.
  await discord.closePages(guildId, jobId, texts.works.delete.done);
  // Again, in case someone showed it meanwhile. From now on that's impossible.
  await moderation.gallery.remove(work, { byId: userId });
  await moderation.gallery.carryOut(guildId, jobId);
  await rounds.followWork(jobId);
  await respond.complete(privateText(texts.works.delete.done));
}
