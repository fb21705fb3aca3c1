import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { configure, decideOn, fill, image, lastCard, STAFF, start } from './moderation-support.ts';
import { removed } from './reports-support.ts';

const THREAD = atelier.channels.thread;
const MODERATED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const LONG_MS = 20 * 60_000;

const close = (easel: Easel, to: { archived: boolean; locked: boolean }): void =>
  easel.discord.changeWorld(({ guilds }) => {
    const thread = guilds[0]?.channels.find(({ id }) => id === THREAD);
    if (thread) thread.thread = to;
  });

async function reported(): Promise<{ easel: Easel; result: MessageView; card: MessageView }> {
  const easel = await start();
  await configure(easel, MODERATED);
  const pending = await image(easel, people.member, { channelId: THREAD });
  await easel.idle();
  const result = easel.now(pending);
  await fill(easel, people.secondMember, await easel.press(people.secondMember, result, 'Report …'), {});
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Remove …]') && last;
  });
  return { easel, result, card };
}

describe('in a thread that Discord has archived', () => {
  it('a picture reaches its message', async () => {
    const easel = await start();
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 2 * LONG_MS } } });
    const pending = await image(easel, people.member, { channelId: THREAD });
    await passes(easel, LONG_MS);
    close(easel, { archived: true, locked: false });
    await easel.idle({ limitMs: 4 * LONG_MS, stepMs: 10_000 });
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
  });

  it('moderators remove a picture', async () => {
    const { easel, result, card } = await reported();
    close(easel, { archived: true, locked: false });
    await decideOn(easel, people.moderator, card, 'Remove …');
    await removed(easel, result);
    expect(mediaOf(easel.now(result))).toEqual([]);
  });
});

describe('in a locked thread', () => {
  it.each([true, false])(
    'a message out of reach is logged, and not tried for ever (archived: %s)',
    async (archived) => {
      const { easel, card } = await reported();
      close(easel, { archived, locked: true });
      await decideOn(easel, people.moderator, card, 'Remove …');
      await easel.until(() => easel.log.some(({ msg }) => msg === 'a reported result could not be updated'));
      await passes(easel, 60_000);
      expect(easel.log.filter(({ msg }) => msg === 'a reported result could not be updated')).toHaveLength(1);
      expect(easel.log.filter(({ level }) => level >= 50)).toEqual([]);
    },
  );
});
