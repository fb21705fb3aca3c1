import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import { sentPromptsOf } from '../../src/jobs/variants.ts';
import type { RequestHere } from '../generate/request-here.ts';
import type { CommandContext } from '../support/context.ts';

/**
 * Whether the rules let a theme or an entry through, or want a moderator to read it.
 * @throws MemberError where they refuse; what the lists refuse is kept for moderators.
 */
export async function judgeForRound(
  here: RequestHere,
  { moderation, texts }: CommandContext,
): Promise<{ waits: boolean; isPreviewed: boolean }> {
  const { guildId, memberId } = here;
  const verdict = await moderation.admission.judge(here, 'round', here.rules);
  if (verdict.verdict === 'allow') return { waits: false, isPreviewed: false };
  // Everybody reads what is voted on, so moderators read it first also where they only look at results.
  if (verdict.verdict === 'ask') return { waits: true, isPreviewed: verdict.gates.after === 'moderators' };
  const { refusal } = verdict;
  if ('entry' in refusal) {
    const prompt = sentPromptsOf(here.request).join('\n');
    const channelId = here.channelIds[0] ?? '';
    await moderation.audit.addRefused(guildId, { memberId, channelId, entry: refusal.entry, prompt });
    await moderation.members.count(guildId, memberId, 'refused');
  }
  throw new MemberError(refusalWords(refusal, texts, 'round open'));
}
