import { ButtonStyle } from 'discord.js';
import { deleteIds, type ResultRef, resultOf, surelyDeleteIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { actionRow, button, privateMessage, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { lackingHere } from '../../src/discord/server/permissions.ts';
import { costCreditsOf } from '../../src/jobs/job.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { accessOf, denied } from '../support/work-access.ts';

type Press = InServer<InteractionOf<'component'>>;

/**
 * Deletes a job's message when the job has ended, and its copy in the gallery: its author, or a member who may manage messages
 * where it is. What was paid for is asked about first.
 */
export const deleteMessage = defineButton(deleteIds, 'everyone', async (interaction, result, respond, context) => {
  const { message, server } = interaction;
  const { jobId, memberId } = result;
  const work = await deletable(interaction, result, context);
  const messageId = work?.job.place.messageId ?? message.id;
  const isPaid = work?.job.tasks.some((task) => (costCreditsOf(task) ?? 0) > 0) ?? false;
  // Where the bot itself does not see the channel, only the press on the message opens it.
  const isPressNeeded = lackingHere(server) === 'see';
  if (isPaid && !isPressNeeded) {
    const yes = surelyDeleteIds.of(memberId, { jobId, messageId });
    const words = context.texts.works.delete;
    const row = actionRow([button(yes, words.yes, ButtonStyle.Danger)]);
    await respond.answer(privateMessage([textDisplay(words.ask), row]));
    return;
  }
  await deleteWith(interaction, result, context, async () => {
    await respond.acknowledge();
    return respond.deleteOriginal();
  });
});

/** The answer to the question. */
export const surelyDelete = defineButton(surelyDeleteIds, 'everyone', async (interaction, result, respond, context) => {
  const { job } = (await deletable(interaction, result, context)) ?? {};
  const { messageId } = result;
  // Which message is the job's its record says, and not the button.
  if (!job || job.place.messageId !== messageId) throw denied('gone', context);
  await respond.acknowledge();
  await deleteWith(interaction, result, context, () =>
    context.discord.deleteMessage(
      { guildId: interaction.server.guildId, channelId: job.place.channelId, messageId },
      { about: { job: result.jobId } },
    ),
  );
  await respond.complete(privateText(context.texts.works.delete.done));
});

/**
 * Of a job that Easel no longer keeps, its message says whose it is.
 * @throws MemberError where this person may not delete it, or not yet.
 */
async function deletable(
  interaction: Press,
  { jobId, memberId }: ResultRef,
  context: CommandContext,
): Promise<FoundWork | undefined> {
  const { denials, work } = await accessOf(interaction, { jobId, memberId }, ['delete'], context);
  if (denials.delete) throw denied(denials.delete, context);
  const shown = resultOf(interaction.message.customIds);
  const isShownHere = shown?.jobId === jobId && shown.memberId === memberId;
  if (!work && !isShownHere) throw denied('gone', context);
  return work;
}

async function deleteWith(
  { server, userId }: Press,
  { jobId, memberId }: ResultRef,
  { history, moderation }: CommandContext,
  work: () => ReturnType<Responder['deleteOriginal']>,
): Promise<void> {
  const ref = { guildId: server.guildId, jobId, memberId };
  await moderation.gallery.takeOut(ref, { byId: userId });
  const deleted = await work();
  // Somebody else pressed at the same time: it is what was wanted.
  if (deleted.outcome !== 'gone') mustBeDone(deleted);
  await history.forgetMessage(ref, userId);
  // Once more: somebody may have shown it since. From now on nobody can.
  await moderation.gallery.takeOut(ref, { byId: userId });
  await moderation.gallery.carryOut(ref.guildId, jobId);
}
