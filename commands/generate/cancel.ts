import { cancelIds } from '../../src/discord/custom-ids/results.ts';
import { mayManageMessages } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import { defineButton } from '../support/define.ts';

/** Stops waiting for a job that is queued still: its requester, or who may manage messages. */
export const cancel = defineButton(
  cancelIds,
  async ({ server, userId }, { jobId, memberId }, respond, { jobs, texts }) => {
    if (userId !== memberId && !mayManageMessages(server.memberPermissions))
      throw new MemberError(texts.refusals.notYours);
    await respond.acknowledge();
    if ((await jobs.cancel(jobId)) === 'too late') throw new MemberError(texts.refusals.tooLateToCancel);
  },
);
