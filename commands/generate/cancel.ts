import { cancelIds } from '../../src/discord/custom-ids/results.ts';
import { MemberError } from '../../src/errors.ts';
import { defineButton } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';

/** Stops waiting for a job that is queued still: its author, or a member who may manage messages where it is. */
export const cancel = defineButton(cancelIds, async (interaction, { jobId, memberId }, respond, context) => {
  await needAccess(interaction, { jobId, memberId }, ['cancel'], context);
  await respond.acknowledge();
  if ((await context.jobs.cancel(jobId)) === 'too late') throw new MemberError(context.texts.refusals.tooLateToCancel);
});
