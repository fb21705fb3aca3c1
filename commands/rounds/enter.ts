import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { reasonOfRule } from '../../src/discord/interactions/refusal-reasons.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { linkOfRound } from '../../src/discord/messages/round-message.ts';
import { isBlank, sentPromptsOf } from '../../src/jobs/job/variants.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import { ENTRIES_MAX, ENTRY_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import { requestInChannel } from '../generate/request.ts';
import type { FormInteraction, Handler, Needs } from '../support/context.ts';
import { typedIn } from '../support/form-fields.ts';
import type { OfRound } from './manage.ts';

/** The longest entry, in characters, in the form and as sent. */
export const entryMaxCharacters = ({ defaults }: Needs<'defaults'>): number =>
  Math.min(ENTRY_MAX_CHARACTERS, defaults.promptMaxCharacters);

/** Enters a member's new or changed prompt, judged by the rules as they are now. @throws MemberError if it can't take part. */
export const enterPrompt: Handler<OfRound, FormInteraction> = async (interaction, { round }, context) => {
  const { rounds, texts } = context;
  const words = texts.rounds;
  const { respond, userId: memberId } = interaction;
  const prompt = typedIn(interaction, 'prompt');
  const limit = entryMaxCharacters(context);
  if (isBlank(prompt) || prompt.length > limit) throw new MemberError(words.refusals.prompt(limit));
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over, 'gone');
  const request = { ...round.request, prompt };
  const here = { ...(await requestInChannel(interaction, request, context)), request };
  const { needsApproval, isPreviewed } = await judgeForRound(here, context);
  const approvalChannelId = needsApproval ? (here.rules.settings.moderatorsChannelId ?? undefined) : undefined;
  const outcome = await rounds.submit(round.id, { memberId, prompt, approvalChannelId, isPreviewed });
  switch (outcome.outcome) {
    case 'gone':
    case 'over':
      throw new MemberError(words.refusals[outcome.outcome], 'gone');
    case 'full':
      throw new MemberError(words.refusals.tooManyEntries(ENTRIES_MAX), 'limit.records');
    case 'removed':
      throw new MemberError(words.removedEntry(escapeText(outcome.entry?.why ?? '')));
    case 'added':
    case 'changed': {
      const isPending = outcome.entry?.state === 'pending';
      const said = words[outcome.outcome](round.submitUntilMs, linkOfRound(outcome.round));
      await respond.answer(privateText([said, ...(isPending ? [words.waitsForModerators] : [])].join('\n')));
      await rounds.carryOut(round.id);
    }
  }
};

/**
 * Judges a theme or an entry by the rules.
 * @returns whether a moderator has to approve it first, and whether moderators preview its result.
 * @throws MemberError if the rules refuse it. A refusal by the word lists is logged for moderators.
 */
export async function judgeForRound(
  here: RequestFacts & { rules: ServerRules },
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<{ needsApproval: boolean; isPreviewed: boolean }> {
  const { guildId, memberId } = here;
  const verdict = await moderation.admission.judge(here, 'round', here.rules);
  if (verdict.verdict === 'allow') return { needsApproval: false, isPreviewed: false };
  // Every member reads the entries, so moderators approve them first even in preview channels.
  if (verdict.verdict === 'ask') return { needsApproval: true, isPreviewed: verdict.gates.after === 'moderators' };
  const { refusal } = verdict;
  if ('entry' in refusal) {
    const prompt = sentPromptsOf(here.request).join('\n');
    const channelId = here.channelIds[0] ?? '';
    await moderation.audit.addRefused(guildId, { memberId, channelId, entry: refusal.entry, prompt });
    await moderation.members.count(guildId, memberId, 'refused');
  }
  throw new MemberError(refusalWords(refusal, texts, 'round'), reasonOfRule(refusal));
}
