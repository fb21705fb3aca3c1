import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { sentPromptsOf } from '../../src/jobs/variants.ts';
import { roundVerdict } from '../../src/moderation/rounds/entry-rules.ts';
import { wishOf } from '../generate/wish.ts';
import type { CommandContext, InServer } from '../support/context.ts';

/**
 * Whether the rules let a theme or an entry through, or want a moderator to read it.
 * @throws MemberError where they refuse; what the lists refuse is kept for moderators.
 */
export async function judgeForRound(
  interaction: InServer<InteractionFacts>,
  { request, ageRestricted }: { request: JobRequest; ageRestricted: boolean },
  { clock, moderation, texts }: CommandContext,
): Promise<{ waits: boolean; isPreviewed: boolean }> {
  const { server, userId: memberId, channelId } = interaction;
  const { guildId } = server;
  const { settings } = await moderation.settings.of(guildId);
  const wish = wishOf(interaction, request, ageRestricted, settings);
  const verdict = await roundVerdict({ guildId, memberId, wish, nowMs: clock.now() }, moderation);
  if (verdict.verdict === 'allow') return { waits: false, isPreviewed: false };
  // Everybody reads what is voted on, so moderators read it first also where they only look at results.
  if (verdict.verdict === 'ask') return { waits: true, isPreviewed: verdict.gates.after === 'moderators' };
  const { refusal } = verdict;
  if ('entry' in refusal) {
    const prompt = sentPromptsOf(request).join('\n');
    await moderation.audit.addRefused(guildId, { memberId, channelId, entry: refusal.entry, prompt });
    await moderation.members.count(guildId, memberId, 'refused');
  }
  throw new MemberError(refusalWords(refusal, texts, 'round open'));
}
