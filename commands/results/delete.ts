import { ButtonStyle } from 'discord.js';
import { deleteIds, type ResultRef, surelyDeleteIds } from '../../src/discord/custom-ids/results.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { actionRow, button, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { lackingHere, mayManageMessages } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import { costCreditsOf } from '../../src/jobs/job.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';

type Press = InServer<InteractionOf<'component'>>;

/**
 * Deletes a job's message when the job has ended, and its copy in the gallery: its requester, or who may manage messages. What
 * was paid for is asked about first.
 */
export const deleteMessage = defineButton(deleteIds, async (interaction, result, respond, context) => {
  const entry = await deletable(interaction, result, context);
  const { jobId, memberId } = result;
  const { message, server } = interaction;
  const isPaid = entry?.tasks.some((task) => (costCreditsOf(task) ?? 0) > 0) ?? false;
  // Where the bot itself does not see the channel, only the press on the message opens it.
  const isPressNeeded = lackingHere(server) === 'see';
  if (isPaid && !isPressNeeded) {
    const messageId = entry?.messageId ?? message.id;
    const yes = surelyDeleteIds.of(memberId, { jobId, messageId });
    const words = context.texts.works.delete;
    const row = actionRow([button(yes, words.yes, ButtonStyle.Danger)]);
    await respond.answer(messageBody([textDisplay(words.ask), row], { ephemeral: true }));
    return;
  }
  await deleteWith(interaction, result, context, async () => {
    await respond.acknowledge();
    return respond.deleteOriginal();
  });
});

/** The answer to the question. */
export const surelyDelete = defineButton(surelyDeleteIds, async (interaction, result, respond, context) => {
  const entry = await deletable(interaction, result, context);
  const { messageId } = result;
  const channelId = entry?.messageId === messageId ? entry.channelId : interaction.channelId;
  await respond.acknowledge();
  await deleteWith(interaction, result, context, () =>
    context.deleteMessage(
      { guildId: interaction.server.guildId, channelId, messageId },
      { about: { job: result.jobId } },
    ),
  );
  await respond.complete(privateText(context.texts.works.delete.done));
});

/** @returns what is kept of it. @throws MemberError where this person may not delete it, or not yet. */
async function deletable(
  { server, userId }: Press,
  { jobId, memberId }: ResultRef,
  { history, jobs, texts }: CommandContext,
): Promise<HistoryEntry | undefined> {
  if (userId !== memberId && !mayManageMessages(server.memberPermissions)) {
    throw new MemberError(texts.refusals.notYours);
  }
  if (await jobs.find(jobId)) throw new MemberError(texts.refusals.notDone);
  return history.find(server.guildId, memberId, jobId);
}

async function deleteWith(
  { server, userId }: Press,
  { jobId, memberId }: ResultRef,
  { history, moderation }: CommandContext,
  work: () => ReturnType<Responder['deleteOriginal']>,
): Promise<void> {
  const { guildId } = server;
  await moderation.gallery.takeOut({ guildId, jobId }, { byId: userId });
  const deleted = await work();
  // Somebody else pressed at the same time: it is what was wanted.
  if (deleted.outcome !== 'gone') mustBeDone(deleted);
  await history.forgetMessage(guildId, memberId, jobId);
  // Once more: somebody may have shown it since. From now on nobody can.
  await moderation.gallery.takeOut({ guildId, jobId }, { byId: userId });
  await moderation.gallery.carryOut(guildId, jobId);
}
