import { describe, expect, it } from 'vitest';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import {
  chooseAlerts,
  configure,
  image,
  lastCard,
  pauseSpending,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';
import { enterAll, MINUTE_MS, openedRound, says, toVoting } from './rounds-support.ts';

const REVIEW = {
  modes: { [GALLERY]: 'review' },
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [atelier.roles.moderator],
};
const ALERTS = atelier.channels.clips;

const alerts = (easel: Easel): string[] => easel.discord.messages(ALERTS, { as: people.manager }).map(textOf);

function closeStaff(easel: Easel): void {
  easel.discord.changeWorld(({ guilds }) => {
    for (const one of guilds[0]?.channels ?? []) if (one.id === STAFF) one.overwrites = one.overwrites.slice(0, 1);
  });
}

describe('a moderators’ channel that cannot be written to', () => {
  it.each(['review', 'preview', 'vote'])(
    'is reported to managers in the channel for alerts, in mode %s',
    async (mode) => {
      const easel = await start();
      await configure(easel, { ...REVIEW, modes: { [GALLERY]: mode } });
      await chooseAlerts(easel, ALERTS);
      closeStaff(easel);
      for (let times = 0; times < 2; times++) {
        const request = await image(easel, people.member);
        const [notMade] = [/Easel can’t reach the moderators’ channel/];
        await easel.until(() => notMade.test(textOf(easel.now(request))));
      }
      expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
      await easel.until(() => alerts(easel).some((text) => text.includes('Requests that need approval are returned')));
      expect(alerts(easel)).toHaveLength(2);
      expect(prompts(easel)).toEqual([]);
    },
  );

  it('is reported likewise where the server has none', async () => {
    const easel = await start();
    await configure(easel, { ...REVIEW, moderatorsChannelId: null });
    await chooseAlerts(easel, ALERTS);
    expect(textOf(await image(easel, people.member))).toContain('Tell a manager of this server');
    await easel.until(() => alerts(easel).some((text) => text.includes('Requests that need approval are returned')));
  });
});

describe('while managers have paused spending', () => {
  it('what moderators approve waits, and is made after the pause', async () => {
    const easel = await start();
    await configure(easel, REVIEW);
    const request = await image(easel, people.member);
    await pauseSpending(easel, 'Pause spending');
    await easel.press(people.moderator, await lastCard(easel), 'Approve');
    await passes(easel, 60_000);
    await easel.restart();
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 5, spent: 0 });
    await pauseSpending(easel, 'Resume spending');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('the winners of a round wait too', async () => {
    const { easel, round } = await openedRound();
    await enterAll(easel, round);
    await toVoting(easel, round);
    await pauseSpending(easel, 'Pause spending');
    await easel.clock.advance(31 * MINUTE_MS);
    await passes(easel, MINUTE_MS);
    expect(prompts(easel)).toEqual([]);
    await pauseSpending(easel, 'Resume spending');
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toHaveLength(2);
  });
});
