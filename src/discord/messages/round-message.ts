import { type APIButtonComponentWithCustomId, type APIComponentInContainer, ButtonStyle } from 'discord.js';
import { rankEntries } from '../../moderation/rounds/decisions.ts';
import {
  acceptedEntries,
  entriesVisibility,
  mayCancel,
  type Round,
  voterCount,
  type Winner,
} from '../../moderation/rounds/round.ts';
import { nameOfModel } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { roundIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import { button, container, rowOf, textDisplay } from './components.ts';
import { messageUrl } from './links.ts';
import { escapeLine } from './prompt-text.ts';

const COLOURS = { open: 0x5865f2, done: 0x3ba55d, other: 0x80848e };

export function linkOfRound({ location: { guildId, channelId, messageId } }: Round): string | undefined {
  return messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId);
}

/** A round's message in every state: a pure function of the round. */
export function renderRound(round: Round, { rounds: words }: Texts): MessageBody {
  const { theme, openedById, winnerCount, kind, request } = round;
  const facts = [
    words.title(escapeLine(theme)),
    words.opened(openedById, winnerCount, kind, nameOfModel(request.modelId, request.modelNames), request.aspectRatio),
  ];
  const ranks = ranksOf(round.winners);
  // Once they have a card of their own, it says more.
  const listed = round.winnersMessageId === undefined ? round.winners : [];
  const winnerLines = listed.map((winner, index) => winnerLine(round, winner, ranks[index], words));
  const components = [
    textDisplay(facts.join('\n')),
    textDisplay([phaseLine(round, words), ...winnerLines, ...tieLine(round, words)].join('\n')),
    ...footer(round, words),
    ...rowOf(buttonsOf(round, words)),
  ];
  return messageBody([container(components, colourOf(round))]);
}

type Words = Texts['rounds'];

function colourOf({ ending }: Round): number {
  if (!ending) return COLOURS.open;
  return ending.how === 'done' ? COLOURS.done : COLOURS.other;
}

function phaseLine(round: Round, words: Words): string {
  const { phase, ending, submitUntilMs, voteUntilMs, winnersMessageId } = round;
  if (winnersMessageId !== undefined) {
    const { guildId, channelId } = round.location;
    return words.celebrated(messageUrl(guildId, channelId, winnersMessageId));
  }
  if (ending) {
    const by = ending.byId === undefined ? [] : [words.endedBy(ending.byId)];
    return [words.ending[ending.how], ...by].join('\n');
  }
  if (phase === 'voting') return words.voting(voteUntilMs);
  return phase === 'creating' ? words.creating : words.submitting(submitUntilMs);
}

/**
 * Ranks as in a contest: equal votes share a rank, and the following ranks are skipped. Entries without votes have
 * none.
 */
export function ranksOf(winners: readonly Winner[]): (number | undefined)[] {
  return winners.map(({ votes }) => (votes === 0 ? undefined : 1 + winners.filter((one) => one.votes > votes).length));
}

/** Says that others had as many votes as the last winner. */
function tieLine(round: Round, words: Words): string[] {
  const last = round.winners.at(-1);
  if (!last || last.votes === 0) return [];
  const won = round.winners.map(({ number }) => number);
  const tied = rankEntries(round).filter(({ entry, votes }) => votes === last.votes && !won.includes(entry.number));
  return tied.length === 0 ? [] : [`-# ${words.tied(tied.length, last.votes)}`];
}

function winnerLine(round: Round, winner: Winner, rank: number | undefined, words: Words): string {
  const memberId = round.entries.find(({ number }) => number === winner.number)?.memberId ?? '';
  const states = round.phase === 'ended' ? words.winnerStatesAtEnd : words.winnerStates;
  const state = states[winner.state];
  const shown =
    winner.messageId === undefined
      ? state
      : words.linked(state, messageUrl(round.guildId, round.location.channelId, winner.messageId));
  return words.winner(rank, memberId, winner.votes, shown);
}

function footer(round: Round, words: Words): APIComponentInContainer[] {
  const { phase, winnerCount, quoteCredits, winners } = round;
  if (phase === 'ended') return [];
  if (phase === 'creating') {
    return winners.some(({ state }) => state === 'waiting') ? [textDisplay(`-# ${words.waitsForService}`)] : [];
  }
  // Pending entries count while members enter prompts, because their authors read that they are in.
  const entries = round.entries.filter(
    ({ state }) => state === 'accepted' || (phase !== 'voting' && state === 'pending'),
  );
  const voters = phase === 'voting' ? voterCount(round) : undefined;
  return [textDisplay(`-# ${words.counts(entries.length, voters)} · ${words.pot(winnerCount * quoteCredits)}`)];
}

function buttonsOf(round: Round, { buttons: words }: Words): APIButtonComponentWithCustomId[] {
  const { id, openedById, phase } = round;
  const press = (
    verb: 'submit' | 'mine' | 'entries' | 'manage',
    label: string,
    style?: APIButtonComponentWithCustomId['style'],
  ) => button(roundIds.of(openedById, { verb, roundId: id }), label, style);
  const manage = press('manage', words.manage);
  switch (phase) {
    case 'opening':
    case 'submitting':
      return [press('submit', words.submit, ButtonStyle.Primary), press('mine', words.mine), manage];
    case 'voting':
      return [press('entries', words.entries(true), ButtonStyle.Primary), press('mine', words.mine), manage];
    case 'creating':
      return mayCancel(round) ? [manage] : [];
    case 'ended':
      return entriesVisibility(round) === 'shown' && acceptedEntries(round).length > 0
        ? [press('entries', words.entries(false))]
        : [];
  }
}
