import { expect, it } from 'vitest';
import { renderRound } from '../../../src/discord/messages/round-message.ts';
import { startCreating } from '../../../src/moderation/rounds/decisions.ts';
import { en } from '../../../src/texts/en.ts';
import { entryBy, NOW, roundOf } from '../../moderation/rounds-samples.ts';

/** A round with two winners, as its message shows it after members voted. */
function decided(votes: Record<string, number[]>): string {
  const round = roundOf({ phase: 'voting', entries: [1, 2, 3, 4].map((number) => entryBy(number)), votes });
  return JSON.stringify(renderRound(startCreating(round, new Set(), NOW), en));
}

it('two winners with equal votes share a rank, and no one else is said to have as many', () => {
  const text = decided({ a: [2, 3], b: [2, 3], c: [1] });
  expect(text).toContain('🥇 <@member2> · 2 votes');
  expect(text).toContain('🥇 <@member3> · 2 votes');
  expect(text).not.toContain('Earlier entries go first');
});

it('names others with as many votes as the last winner', () => {
  const text = decided({ a: [1, 2, 3, 4], b: [1] });
  expect(text).toContain('🥇 <@member1> · 2 votes');
  expect(text).toContain('🥈 <@member2> · 1 vote');
  expect(text).toContain('2 more prompts also had 1 vote. Ties go to the earlier entry.');
});

it('without votes there are no ranks, and no counts', () => {
  const text = decided({});
  expect(text).toContain('▫️ <@member1> · waiting');
  expect(text).not.toContain('Earlier entries go first');
});
