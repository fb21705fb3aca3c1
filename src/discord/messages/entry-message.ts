import { ButtonStyle } from 'discord.js';
import type { MemberRecord } from '../../moderation/records/members.ts';
import { type Entry, isOpenToEntryDecisions, type Round } from '../../moderation/rounds/round.ts';
import type { Texts } from '../../texts/en.ts';
import { roundIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import { actionRow, button, container, memberButtons, textDisplay } from './components.ts';
import { escapeLine, escapeText, quotePrompt } from './prompt-text.ts';
import { linkOfRound } from './round-message.ts';

const COLOURS = { waiting: 0xf0b232, accepted: 0x3ba55d, other: 0x80848e };

/** The moderators' card about an entry of a round: its author and their record, the prompt, and what to decide. */
export function renderEntryCard(round: Round, entry: Entry, { counts }: MemberRecord, texts: Texts): MessageBody {
  const { id: roundId, theme } = round;
  const { number, memberId, prompt, atMs } = entry;
  const { moderation, rounds } = texts;
  const { buttons } = rounds.card;
  const isWaiting = entry.state === 'pending' && isOpenToEntryDecisions(round);
  const choices = [
    button(
      roundIds.of(memberId, { verb: 'approve', roundId, number, page: 0, atMs }),
      buttons.approve,
      ButtonStyle.Success,
    ),
    button(roundIds.of(memberId, { verb: 'remove', roundId, number, page: 0 }), buttons.remove, ButtonStyle.Danger),
  ];
  const components = [
    textDisplay(
      [rounds.card.title(escapeLine(theme), memberId, linkOfRound(round)), quotePrompt(prompt).quote].join('\n'),
    ),
    textDisplay([`-# ${moderation.waiting.card.record(counts)}`, stateOf(round, entry, rounds.card)].join('\n')),
    ...(isWaiting ? [actionRow(choices), actionRow(memberButtons(memberId, texts))] : []),
  ];
  const colour = isWaiting ? COLOURS.waiting : entry.state === 'accepted' ? COLOURS.accepted : COLOURS.other;
  return messageBody([container(components, colour)]);
}

function stateOf(round: Round, { state, byId = '', why = '' }: Entry, words: Texts['rounds']['card']): string {
  switch (state) {
    case 'pending':
      return isOpenToEntryDecisions(round) ? words.waits(round.voteUntilMs) : words.over;
    case 'accepted':
      return words.accepted(byId);
    case 'removed':
      return words.removed(byId, escapeText(why));
    case 'withdrawn':
      return words.withdrawn;
  }
}
