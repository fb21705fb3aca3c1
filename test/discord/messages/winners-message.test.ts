import { expect, it } from 'vitest';
import { renderWinners } from '../../../src/discord/messages/winners-message.ts';
import { endRound, startCreating } from '../../../src/moderation/rounds/decisions.ts';
import type { Round } from '../../../src/moderation/rounds/round.ts';
import { en } from '../../../src/texts/en.ts';
import { entryBy, NOW, roundOf } from '../../moderation/rounds-samples.ts';

/** What the card of a round with as many entries shows after these votes, if all its winners were made. */
function wordsOf(entries: number, votes: Record<string, number[]>, winnerCount = 2) {
  const before = {
    phase: 'voting',
    entries: Array.from({ length: entries }, (_, index) => entryBy(index + 1)),
  } as const;
  const decided = startCreating(roundOf({ ...before, votes, winnerCount }), new Set(), NOW);
  const made: Round = { ...decided, winners: decided.winners.map((one) => ({ ...one, state: 'made' })) };
  const body = renderWinners(endRound(made, 'done', NOW), [], en);
  return { words: JSON.stringify(body.components), mentions: body.allowed_mentions.users };
}

it('names the places with votes, those without votes without a number, and then who else took part', () => {
  const { words, mentions } = wordsOf(4, { a: [2, 3], b: [2] }, 3);
  expect(words).toContain('🥇 <@member2> · 2 votes\\n🥈 <@member3> · 1 vote\\n▫️ <@member1>"');
  expect(words).not.toContain('0 votes');
  expect(words).toContain('-# AI · With <@member4>.');
  expect(mentions).toEqual(['member2', 'member3', 'member1']);
});

it('counts the others beyond the first twenty', () => {
  expect(wordsOf(30, { a: [1] }, 1).words).toContain('<@member21> and 9 more.');
});
