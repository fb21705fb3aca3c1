import { afterEach, describe, expect, it } from 'vitest';
import { discordRateLimits } from '../../src/sandbox/discord/limits.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel } from '../support/easel.ts';

let easel: Easel;
afterEach(() => easel.close());

describe('Discord’s own rate limits', () => {
  it('let a busy channel get all of its pictures, with hardly a call refused', async () => {
    easel = await startEasel({
      discord: { rateLimits: discordRateLimits },
      environment: { BUDGET_DEFAULT_CREDITS: '1000' },
    });
    const crowd = [people.member, people.secondMember, people.artist, people.moderator];
    const asked = crowd.flatMap((userId) => [1, 2, 3].map((number) => ({ userId, number })));
    const pending = await Promise.all(
      asked.map(({ userId, number }) =>
        easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt: `a fox, ${number}` } }),
      ),
    );
    await easel.idle();
    for (const message of pending) expect(mediaOf(easel.now(message))).toHaveLength(1);
    // Discord blocks an address that gets 10,000 refusals in ten minutes.
    expect(easel.discord.requests.list({ status: 429 }).length).toBeLessThanOrEqual(2);
  });
});
