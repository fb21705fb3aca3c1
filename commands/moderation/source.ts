import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { resultsMadeInto } from '../../src/jobs/origins.ts';
import type { Subject } from '../../src/moderation/reports/reports.ts';
import type { CommandContext, InServer } from '../support/context.ts';

/**
 * Keeps with each result what is made from it, so that removing it reaches that too; before it starts, so that no crash leaves
 * one that is not kept.
 * @returns what takes these notes back, for where nothing was started.
 * @throws MemberError where nothing more is made from one of them: then nothing is kept.
 */
export async function noteSources(
  { id, server, channelId, userId }: InServer<InteractionFacts>,
  request: JobRequest,
  context: CommandContext,
): Promise<() => Promise<void>> {
  const childJobId = jobIdOf(id);
  const noted: Subject[] = [];
  const drop = async (): Promise<void> => {
    for (const source of noted) await context.moderation.reports.dropChild(source, childJobId);
  };
  try {
    for (const result of resultsMadeInto(request)) {
      const source = { guildId: server.guildId, ...result, channelId };
      await keepChild(source, { jobId: childJobId, memberId: userId }, context);
      noted.push(source);
    }
    return drop;
  } catch (error) {
    await drop();
    throw error;
  }
}

/** @throws MemberError where nothing more is made from it. */
async function keepChild(
  source: Subject,
  child: { jobId: string; memberId: string },
  { moderation, texts }: CommandContext,
): Promise<void> {
  const outcome = await moderation.reports.addChild(source, child);
  // Hidden since this was looked at first.
  if (outcome === 'hidden') throw new MemberError(texts.moderation.reports.hiddenSource);
  if (outcome === 'full') throw new MemberError(texts.refusals.madeTooOften);
}
