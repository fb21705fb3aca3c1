import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { isKeptBack } from '../../src/moderation/access/access.ts';
import type { CommandContext, InServer } from '../support/context.ts';

/** @throws MemberError where moderation keeps back the result that this is made from. */
export async function needSource(
  guildId: string,
  { madeFrom }: JobRequest,
  { moderation, texts }: CommandContext,
): Promise<void> {
  if (madeFrom && isKeptBack(await moderation.access.standingOf({ guildId, ...madeFrom }))) {
    throw new MemberError(texts.moderation.reports.hiddenSource);
  }
}

/**
 * Keeps with a result what is made from it, so that removing it reaches that too; before it is begun, so that no crash leaves
 * one that is not kept.
 * @param begin resolves with whether something was begun.
 * @throws MemberError where nothing more is made from it, and whatever `begin` throws.
 */
export async function withSource(
  { id, server, channelId, userId }: InServer<InteractionFacts>,
  { madeFrom }: JobRequest,
  { moderation, texts }: CommandContext,
  begin: () => Promise<boolean>,
): Promise<boolean> {
  if (!madeFrom) return begin();
  const { reports } = moderation;
  const childJobId = jobIdOf(id);
  const source = { guildId: server.guildId, jobId: madeFrom.jobId, memberId: madeFrom.memberId, channelId };
  const noted = await reports.addChild(source, { jobId: childJobId, memberId: userId });
  // Hidden since this was looked at first.
  if (noted === 'hidden') throw new MemberError(texts.moderation.reports.hiddenSource);
  if (noted === 'full') throw new MemberError(texts.refusals.madeTooOften);
  try {
    const isBegun = await begin();
    if (!isBegun) await reports.dropChild(source, childJobId);
    return isBegun;
  } catch (error) {
    // A refusal proves that nothing was begun; after any other failure something may have been.
    if (error instanceof MemberError) await reports.dropChild(source, childJobId);
    throw error;
  }
}
