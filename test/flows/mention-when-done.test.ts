import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { configure, prefer, STAFF, withMore } from './moderation-support.ts';

let easel: Easel;
/** How long a picture takes from here on. */
const last = (runMs: number): void =>
  easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs } } });
beforeEach(async () => {
  easel = await startEasel();
  last(150_000);
});
afterEach(() => easel.close());

const mentionAfter = (minutes: number | null) => prefer(easel, people.member, 'notifyAfterMinutes', minutes);
const ask = (options: Record<string, string | boolean> = {}): Promise<MessageView> =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a boat', ...options } });
const mentions = (): MessageView[] =>
  easel.discord
    .messages(GALLERY, { as: people.owner })
    .filter((message) => message.sandbox.notifiedIds.includes(people.member));

describe('a mention when a picture or clip is ready', () => {
  it('comes after the author’s chosen wait, below the picture, and not before', async () => {
    await mentionAfter(2);
    await ask();
    await easel.idle({ stepMs: 5_000 });
    expect(mentions().map(textOf)).toEqual([`<@${people.member}>, your picture is ready.`]);
    last(60_000);
    await ask();
    await easel.idle({ stepMs: 5_000 });
    expect(mentions()).toHaveLength(1);
  });

  it('comes to no one else before the usual wait, and to no one who turned it off', async () => {
    await ask();
    await easel.idle({ stepMs: 5_000 });
    expect(mentions()).toEqual([]);
    await mentionAfter(null);
    last(1_200_000);
    await ask();
    await easel.idle({ stepMs: 5_000 });
    expect(mentions()).toEqual([]);
  });

  it('comes once, when Easel restarts again and again too', async () => {
    await mentionAfter(0);
    await ask();
    for (let turn = 0; turn < 4; turn++) {
      await easel.clock.advance(45_000);
      await easel.restart();
    }
    await easel.until(() => mentions().length > 0);
    await easel.idle({ stepMs: 5_000 });
    await easel.restart();
    expect(mentions()).toHaveLength(1);
  });

  it('does not come for a failed picture', async () => {
    await mentionAfter(0);
    await ask({ prompt: 'a boat #fail' });
    await easel.idle({ stepMs: 5_000 });
    expect(mentions()).toEqual([]);
  });

  it('about a draft reaches its author alone', async () => {
    await configure(easel, { drafts: 'on', moderatorsChannelId: STAFF });
    await mentionAfter(0);
    await withMore(easel, people.member, ['draft'], { options: { prompt: 'a boat' } });
    await easel.idle({ stepMs: 5_000 });
    const notices = easel.discord
      .messages(GALLERY, { as: people.member })
      .filter((one) => textOf(one).includes('your picture is ready'));
    expect(notices.map(({ sandbox }) => sandbox.ephemeral)).toEqual([true]);
    expect(easel.discord.messages(GALLERY, { as: people.owner }).map(textOf).join()).not.toContain('is ready');
  });
});
