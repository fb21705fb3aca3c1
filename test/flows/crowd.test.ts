import { afterEach, describe, expect, it } from 'vitest';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
afterEach(() => easel.close());

describe('a crowd', () => {
  it('of eighty commands at once, with a budget for twenty, gets twenty pictures and never overspends', async () => {
    easel = await startEasel({
      environment: { BUDGET_DEFAULT_CREDITS: '80', PRICE_GUESS_CREDITS: 'image-model-a=4' },
    });
    const crowd = [people.member, people.secondMember, people.artist, people.moderator];
    const answers = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const userId = crowd[index % crowd.length] ?? people.member;
        return easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt: `wish ${index}` } });
      }),
    );
    const refused = answers.filter(({ sandbox }) => sandbox.ephemeral);
    expect(refused).toHaveLength(60);
    for (const refusal of refused) expect(textOf(refusal)).toContain('budget');
    await easel.idle({ stepMs: 1_000 });
    expect(easel.service.creates).toBe(20);
    expect(await easel.budget()).toEqual({ left: 0, spent: 80, held: 0, unconfirmed: 0, over: 0 });
  });
});
