import { deleteIds } from '../../src/discord/custom-ids/results.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { mayManageMessages } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import { defineButton } from '../support/define.ts';

/** Deletes a job's message when the job has ended, and its copy in the gallery: its requester, or who may manage messages. */
export const deleteMessage = defineButton(
  deleteIds,
  async ({ server, userId }, { jobId, memberId }, respond, context) => {
    const { history, jobs, moderation, texts } = context;
    const { guildId } = server;
    if (userId !== memberId && !mayManageMessages(server.memberPermissions))
      throw new MemberError(texts.refusals.notYours);
    if (await jobs.find(jobId)) throw new MemberError(texts.refusals.notDone);
    await moderation.gallery.takeOut({ guildId, jobId }, { byId: userId });
    await respond.acknowledge();
    // The press opens the message that its button is on, also where the bot itself no longer sees the channel.
    const deleted = await respond.deleteOriginal();
    // Somebody else pressed at the same time: it is what was wanted.
    if (deleted.outcome !== 'gone') mustBeDone(deleted);
    await history.forgetMessage(guildId, memberId, jobId);
    // Once more: somebody may have shown it since. From now on nobody can.
    await moderation.gallery.takeOut({ guildId, jobId }, { byId: userId });
    await moderation.gallery.carryOut(guildId, jobId);
  },
);
