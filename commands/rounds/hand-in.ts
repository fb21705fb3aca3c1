import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { linkOfRound } from '../../src/discord/messages/round-message.ts';
import { sentPromptsOf } from '../../src/jobs/variants.ts';
import { ENTRIES_MAX, ENTRY_MAX_CHARACTERS, entryOf, type Round } from '../../src/moderation/rounds/round.ts';
import { type ChannelRequest, requestInChannel } from '../generate/request-in-channel.ts';
import type { CommandContext, Handler } from '../support/context.ts';
import type { OfRound } from './manage.ts';

/** Characters of an entry, in the form and of what is sent. */
export const entryLimit = ({ defaults }: CommandContext): number =>
  Math.min(ENTRY_MAX_CHARACTERS, defaults.promptMaxCharacters);

/** A member's prompt, new or changed; judged each time, as it is now. @throws MemberError where it cannot take part. */
export const handIn: Handler<OfRound, InteractionOf<'modal'>> = async (interaction, { round }, respond, context) => {
  const { rounds, texts } = context;
  const words = texts.rounds;
  const { userId: memberId } = interaction;
  const prompt = String(interaction.fields['prompt'] ?? '').trim();
  const limit = entryLimit(context);
  if (prompt === '' || prompt.length > limit) throw new MemberError(words.refusals.prompt(limit));
  if (round.phase !== 'submitting') throw new MemberError(words.refusals.over);
  const request = { ...round.request, prompt };
  const verdict = await judgeForRound({ ...(await requestInChannel(interaction, request, context)), request }, context);
  const wasWaiting = entryOf(round, memberId)?.state === 'waits';
  const outcome = await rounds.submit(round.id, { memberId, prompt, ...verdict });
  switch (outcome.outcome) {
    case 'gone':
      throw new MemberError(words.refusals.gone);
    case 'over':
    case 'early':
      throw new MemberError(words.refusals.over);
    case 'full':
      throw new MemberError(words.refusals.tooManyEntries(ENTRIES_MAX));
    case 'removed':
      throw new MemberError(words.removedEntry(escapeText(outcome.entry?.why ?? '')));
    case 'added':
    case 'changed': {
      const waits = outcome.entry?.state === 'waits';
      const lines = [words[outcome.outcome], ...(waits ? [words.waitsForModerators] : [])];
      await respond.answer(privateText(lines.join('\n')));
      await rounds.carryOut(round.id);
      if (waits && !wasWaiting) await tellModerators(outcome.round, memberId, context);
    }
  }
};

/** Where the line cannot be posted the entry goes on waiting, and moderators find it under Manage. */
async function tellModerators(
  round: Round,
  memberId: string,
  { discord: { postLine }, rules, texts }: CommandContext,
): Promise<void> {
  const { guildId } = round;
  const { moderatorsChannelId: channelId } = (await rules()).settings;
  if (channelId === null) return;
  const theme = escapeText(round.theme);
  await postLine({ guildId, channelId }, texts.rounds.forModerators(theme, memberId, linkOfRound(round) ?? ''));
}

/**
 * Whether the rules let a theme or an entry through, or want a moderator to read it.
 * @throws MemberError where they refuse; what the lists refuse is kept for moderators.
 */
export async function judgeForRound(
  here: ChannelRequest,
  { moderation, texts }: CommandContext,
): Promise<{ waits: boolean; isPreviewed: boolean }> {
  const { guildId, memberId } = here;
  const verdict = await moderation.admission.judge(here, 'round', here.rules);
  if (verdict.verdict === 'allow') return { waits: false, isPreviewed: false };
  // Every member reads the entries, so moderators approve them first even in preview channels.
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
