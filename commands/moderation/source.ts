import { jobIdOf } from '../../src/discord/custom-ids.ts';
import type { InteractionFacts } from '../../src/discord/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { isHiddenOrRemoved } from '../../src/moderation/report-record.ts';
import type { CommandContext, InServer } from '../context.ts';

/** @throws MemberError where the result that this is made from was hidden or removed. */
export async function refuseHiddenSource(
  guildId: string,
  { madeFrom }: JobRequest,
  { moderation, texts }: CommandContext,
): Promise<void> {
  const report = madeFrom && (await moderation.reports.find(guildId, madeFrom.jobId));
  if (isHiddenOrRemoved(report)) {
    throw new MemberError(texts.moderation.reports.hiddenSource);
  }
}

/**
 * Keeps with a result what is made from it, so that removing it reaches that too.
 * @throws MemberError where nothing more is made from it.
 */
export async function noteSource(
  { id, server, channelId, userId }: InServer<InteractionFacts>,
  { madeFrom }: JobRequest,
  { moderation, texts }: CommandContext,
): Promise<void> {
  if (!madeFrom) return;
  const { jobId, memberId } = madeFrom;
  const source = { guildId: server.guildId, jobId, memberId, channelId };
  const noted = await moderation.reports.addChild(source, { jobId: jobIdOf(id), memberId: userId });
  // Hidden since this was looked at first.
  if (noted === 'hidden') throw new MemberError(texts.moderation.reports.hiddenSource);
  if (noted === 'full') throw new MemberError(texts.refusals.madeTooOften);
}
