import { describe, expect, it } from 'vitest';
import { discordRateLimits } from '../../src/sandbox/discord/limits.ts';
import { atelier, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { configure, image, inGallery, STAFF, start } from './moderation-support.ts';

const REVIEW = {
  modes: { [GALLERY]: 'review' },
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [atelier.roles.moderator],
};
const MEMBERS = [people.member, people.secondMember, people.artist];
const PROMPTS = Array.from({ length: 12 }, (_, index) => `wish ${String(index).padStart(2, '0')}`);

const askAll = (easel: Easel, prompts: readonly string[]) =>
  Promise.all(
    prompts.map((prompt, index) => image(easel, MEMBERS[index % MEMBERS.length] ?? '', { options: { prompt } })),
  );
/** The prompts of the cards, in order. */
const cardsOf = (easel: Easel): string[] =>
  easel.discord.messages(STAFF, { as: people.moderator }).flatMap((one) => /> (wish \d+)/.exec(textOf(one))?.[1] ?? []);
const alarms = (easel: Easel) => easel.log.filter(({ msg }) => msg === 'Easel cannot reach the moderators');

/** The gateway lets one connection identify every five seconds. */
async function restart(easel: Easel): Promise<void> {
  let isBack = false;
  const restarted = easel.restart().then(() => {
    isBack = true;
  });
  await easel.until(() => isBack, { stepMs: 1_000 });
  await restarted;
}

describe('a burst of requests, within Discord’s usual limits,', () => {
  it.each([false, true])(
    'gets every card once, with no refusal and no alert (restart: %s)',
    async (isRestarted) => {
      const easel = await start({ discord: { rateLimits: discordRateLimits } });
      await configure(easel, REVIEW);
      const asked = await askAll(easel, PROMPTS);
      for (const request of asked) expect(textOf(request)).toContain('Waiting for a moderator');
      await easel.until(() => cardsOf(easel).length > 0);
      expect(cardsOf(easel).length).toBeLessThan(PROMPTS.length);
      if (isRestarted) await restart(easel);
      // discord.js waits for its limits in real time, and small steps leave it that time.
      await easel.until(() => cardsOf(easel).length >= PROMPTS.length, { stepMs: 500 });
      expect(cardsOf(easel).toSorted()).toEqual(PROMPTS);
      expect(inGallery(easel).filter((text) => text.includes('Waiting for a moderator'))).toHaveLength(12);
      expect(alarms(easel)).toEqual([]);
      expect(await easel.budget()).toMatchObject({ held: 60, spent: 0 });
    },
    90_000,
  );
});

describe('a slow Discord', () => {
  it('prevents no request from reaching moderators, and no one reads about a restart', async () => {
    const easel = await start();
    await configure(easel, REVIEW);
    const slow = (route: string, delayMs: number) =>
      easel.discord.faults.switchOn({ name: 'slow', parameters: { delayMs }, method: 'POST', route });
    slow('/interactions/*', 2_000);
    slow('/channels/*', 9_000);
    const asking = askAll(easel, PROMPTS.slice(0, 3));
    await easel.until(() => inGallery(easel).filter((text) => text.includes('wants a')).length === 3, { stepMs: 20 });
    await asking;
    await easel.until(() => cardsOf(easel).length === 3, { stepMs: 1_000 });
    expect(inGallery(easel).join()).not.toMatch(/restart|closed|wrong/);
    expect(alarms(easel)).toEqual([]);
  }, 60_000);
});
