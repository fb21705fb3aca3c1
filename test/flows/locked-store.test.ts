import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeFileOf } from '../../src/store/store-url.ts';
import { meddle } from '../store/temp-folder.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

/** The time during which another process writes to the store's file and blocks Easel. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await meddle(storeFileOf(easel.config.STORE_URL), async (query) => {
    await query('BEGIN IMMEDIATE');
    await work();
    await query('ROLLBACK');
  });
}

const shown = () => easel.discord.messages(GALLERY, { as: people.member });
const logged = (text: string): boolean => easel.log.some(({ msg }) => msg.startsWith(text));

describe('while the store is locked', () => {
  it('a member reads in time that nothing started and nothing is held, and the bot works again later', async () => {
    await whileLocked(async () => {
      const handle = await easel.discord
        .as(people.member)
        .command({ channelId: GALLERY, name: 'image', options: { prompt: 'a bridge' } });
      await easel.until(() => logged('an interaction takes long'), { isDiskStuck: true });
      const answer = await handle.answer;
      if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}`);
      expect(answer.message.sandbox.ephemeral).toBe(true);
      expect(textOf(answer.message)).toContain('too busy right now');
    });
    await easel.until(() => logged('job dropped') || logged('job abandoned'), { stepMs: 1_000 });
    await easel.idle({ stepMs: 1_000 });
    expect(shown().filter(({ sandbox }) => !sandbox.ephemeral)).toEqual([]);
    expect(easel.service.creates).toBe(0);
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });

    const next = await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'next' } });
    await easel.idle();
    expect(mediaOf(easel.now(next))).toHaveLength(1);
    expect(easel.service.creates).toBe(1);
  });

  it('a member who presses Vary reads the same in private, and the picture’s message stays as it is', async () => {
    const first = await easel.command(people.member, {
      ...{ channelId: GALLERY, name: 'image', options: { prompt: 'first' } },
    });
    await easel.idle();
    const before = easel.now(first);
    await whileLocked(async () => {
      const pressed = easel.press(people.member, before, 'Vary');
      const isTold = () => shown().some((message) => textOf(message).includes('too busy right now'));
      await easel.until(isTold, { isDiskStuck: true });
      expect((await pressed).kind).toBe('deferred-update');
    });
    await easel.until(() => logged('job dropped') || logged('job abandoned'), { stepMs: 1_000 });
    await easel.idle({ stepMs: 1_000 });
    expect(textOf(easel.now(first))).toBe(textOf(before));
    expect(shown().filter(({ sandbox }) => !sandbox.ephemeral)).toHaveLength(1);
    expect(easel.service.creates).toBe(1);
    expect(await easel.budget()).toMatchObject({ held: 0 });
  });
});
