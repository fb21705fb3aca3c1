import { describe, expect, it } from 'vitest';
import { discordRateLimits } from '../../src/sandbox/discord/limits.ts';
import { type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { hall, SETTINGS, SHOW } from './gallery-support.ts';
import { configure, image, start } from './moderation-support.ts';

const MEMBERS = [people.member, people.secondMember, people.artist, people.moderator];
const RESULTS_EACH = 3;

/** What a member alone reads, as it is now, apart from the pages that *More …* opened. */
const whispersTo = (easel: Easel, userId: string): string[] =>
  easel.discord
    .messages(GALLERY, { as: userId })
    .filter(({ sandbox }) => sandbox.ephemeral)
    .map(textOf)
    .filter((text) => !/\[Edit and make again …|^Go on from your picture/.test(text));

describe('a burst of results that members show at once, within Discord’s usual limits,', () => {
  it('reaches the gallery in the end, and no one reads an untrue reason', async () => {
    const easel = await start({
      discord: { rateLimits: discordRateLimits },
      environment: { BUDGET_DEFAULT_CREDITS: '1000' },
    });
    await configure(easel, SETTINGS);
    const asked = MEMBERS.flatMap((userId) => Array.from({ length: RESULTS_EACH }, () => userId));
    const results = await Promise.all(
      asked.map(async (userId, index) => ({
        userId,
        pending: await image(easel, userId, { options: { prompt: `a fox, ${index}` } }),
      })),
    );
    await easel.idle({ stepMs: 500 });
    await Promise.all(results.map(({ userId, pending }) => easel.press(userId, easel.now(pending), SHOW)));
    const copies = () => hall(easel).filter((one) => mediaOf(one).length > 0);
    const read = () => MEMBERS.flatMap((userId) => whispersTo(easel, userId));
    // discord.js waits for its limits in real time, and small steps leave it that time.
    await easel.until(() => copies().length >= asked.length && !read().includes(''), { stepMs: 100 });
    expect(copies()).toHaveLength(asked.length);
    for (const text of read()) expect(text).toMatch(/It’s in the gallery: |asked Easel to wait/);
    for (const userId of MEMBERS) expect(whispersTo(easel, userId)).toHaveLength(RESULTS_EACH);
  }, 90_000);
});
