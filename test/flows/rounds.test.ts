import { describe, expect, it } from 'vitest';
import { mediaOf, people, textOf } from '../support/easel.ts';
import { entriesOf, gallery, handInAll, openedRound, prompts, says, toVoting, voteFor } from './rounds-support.ts';

describe('a round', () => {
  it('goes from prompts over votes to the best, posted with their authors, with a restart between any two steps', async () => {
    const { easel, round } = await openedRound();
    expect(textOf(round)).toContain('Round: harbours at night');
    expect(await easel.budget()).toMatchObject({ held: 10, spent: 0 });
    await easel.restart();
    await handInAll(easel, round);
    await says(easel, round, '3 prompts');
    expect(textOf(easel.now(round))).not.toContain('red boat');
    await easel.restart();
    expect(textOf(await entriesOf(easel, people.member, round))).toContain('hidden until voting');
    await toVoting(easel, round);
    await easel.restart();
    expect(textOf(await entriesOf(easel, people.member, round))).toContain('a lighthouse');
    await voteFor(easel, people.member, round, 3);
    await easel.restart();
    await voteFor(easel, people.secondMember, round, 3);
    await voteFor(easel, people.artist, round, 2);
    await says(easel, round, '3 members voted');
    expect(prompts(easel)).toEqual([]);
    await easel.clock.advance(30 * 60_000);
    await easel.restart();
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse', 'an old crane']);
    const text = textOf(easel.now(round));
    expect(text).toMatch(new RegExp(`1\\. <@${people.artist}> · 2 votes · \\[made\\]`));
    expect(text).toMatch(new RegExp(`2\\. <@${people.secondMember}> · 1 vote · \\[made\\]`));
    const posted = gallery(easel).filter((message) => mediaOf(message).length > 0);
    expect(posted.map(textOf).map((words) => /<@\d+>/.exec(words)?.[0])).toEqual([
      `<@${people.artist}>`,
      `<@${people.secondMember}>`,
    ]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
  });
});
