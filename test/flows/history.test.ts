import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { configure, messageOf, STAFF, search } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const make = async (prompt: string, userId: string = people.member): Promise<MessageView> => {
  const pending = await easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt } });
  await easel.idle();
  return pending;
};
const history = (userId: string = people.member) => easel.command(userId, { channelId: GALLERY, name: 'history' });

/** A private message as its member sees it now. */
const own = ({ id }: MessageView) =>
  easel.discord.messages(GALLERY, { as: people.member }).find((one) => one.id === id);

describe('/history', () => {
  it('is private and shows the member’s own pictures, newest first, then what has none, each with its link', async () => {
    const first = await make('a hill');
    easel.service.failNext();
    await make('a lake');
    await make('not mine', people.secondMember);
    const list = await history();
    expect(list.sandbox.ephemeral).toBe(true);
    const text = textOf(list);
    await make('a hut');
    expect(textOf(await history())).toMatch(/\*\*1\*\* a hut\n[\s\S]*\*\*2\*\* a hill\n[\s\S]*\*\*3\*\* a lake\n/);
    expect(text).not.toContain('not mine');
    expect(text).toMatch(/a lake\n-# failed · <t:/);
    expect(text).toMatch(/a hill\n-# <t:\d+:R> · \[message\]\(https:\/\/discord\.com\/channels\//);
    expect(text).toContain(`/${first.id})`);
  });

  it('sorts by the times that it shows, not by when jobs ended', async () => {
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'the slow one' } });
    const slow = await easel.until(() => easel.service.tasks()[0]);
    await easel.clock.advance(5_000);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 1_000 } } });
    const quick = await easel.command(people.member, {
      ...{ channelId: GALLERY, name: 'image' },
      options: { prompt: 'the quick one' },
    });
    await easel.until(() => textOf(easel.now(quick)).includes('Done, took'));
    const inOrder = /the quick one\n[\s\S]*the slow one\n/;
    expect(textOf(await history())).toMatch(/On its way\nthe slow one\n[\s\S]*the quick one\n/);
    easel.service.finish(slow.taskId);
    await easel.idle();
    expect(textOf(await history())).toMatch(inOrder);
  });

  it('shows on top what is on its way, and cancels what is still queued', async () => {
    await make('a hill');
    await make('not mine', people.secondMember);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 60_000, runMs: 1_000 } } });
    const pending = await easel.command(people.member, {
      ...{ channelId: GALLERY, name: 'image' },
      options: { prompt: 'on its way' },
    });
    await easel.until(() => textOf(easel.now(pending)).includes('[Cancel]'));
    const list = await history();
    expect(textOf(list)).toMatch(
      /On its way\non its way\nIn the service’s queue.*\n-# Image Model A · 4 credits · .*\n\[Cancel\]/,
    );
    expect(textOf(list)).toMatch(/a hill\n-# <t:/);
    expect(textOf(list)).not.toContain('not mine');
    await easel.press(people.member, list, 'Cancel');
    const after = await easel.until(() => {
      const now = own(list);
      return now && !textOf(now).includes('[Cancel]') && now;
    });
    expect(textOf(after)).toMatch(/on its way\nCancelled/);
    expect(textOf(easel.now(pending))).toContain('ancelled');
  });

  it('shows requests that wait for people, and withdraws them', async () => {
    await configure(easel, { defaultMode: 'review', moderatorsChannelId: STAFF });
    const waiting = await easel.command(people.member, {
      ...{ channelId: GALLERY, name: 'image' },
      options: { prompt: 'please' },
    });
    const list = await history();
    expect(textOf(list)).toMatch(
      /please\nWaiting for a moderator\..*\n-# Image Model A · \d credits · .*\n\[Withdraw\]/,
    );
    await easel.press(people.member, list, 'Withdraw');
    await easel.until(() => textOf(easel.now(waiting)).includes('Withdrawn'));
    await easel.until(() => textOf(own(list) ?? list).includes('You haven’t made anything here yet'));
  });

  it('fits into one message, however much is on its way', async () => {
    for (let number = 1; number <= 10; number++) await make(`picture ${number}`);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 60_000, runMs: 1_000 } } });
    for (let number = 1; number <= 5; number++) {
      const options = { prompt: `waiting ${number}` };
      await easel.command(people.member, { channelId: GALLERY, name: 'image', options });
    }
    await easel.until(() => easel.service.creates === 15);
    const text = textOf(await history());
    expect(text).toContain('On its way: the newest 3 of 5');
    expect(text).toContain('waiting 5');
    expect(text).not.toContain('waiting 2');
    expect(text).toContain('picture 2');
  });

  it('turns its pages by button, across a restart, and says which it shows, unless it is filtered', async () => {
    expect(textOf(await history())).toContain('You haven’t made anything here yet');
    await make('picture 1');
    // The walk ends from the first and the last picture with the list itself.
    for (const label of ['Next', 'Previous']) {
      const only = await easel.open(people.member, await history());
      expect(textOf(messageOf(await easel.press(people.member, only, label)))).toContain(
        'Your pictures and clips here',
      );
    }
    for (let number = 2; number <= 9; number++) await make(`picture ${number}`);
    expect(textOf(await history())).not.toMatch(/page|in all/);
    await make('not mine', people.secondMember);
    await make('picture 10');
    const list = await history();
    expect(textOf(list)).toContain('-# page 1 of 2 · 10 in all\n');
    expect(textOf(await search(easel, people.member, { words: 'picture' }))).not.toContain('in all');
    expect(textOf(list)).toContain('picture 2\n');
    expect(textOf(list)).not.toContain('picture 1\n');
    await easel.restart();
    const older = messageOf(await easel.press(people.member, list, 'Older'));
    expect(textOf(older)).toContain('-# page 2 of 2 · 10 in all\n');
    expect(textOf(older)).toContain('picture 1\n');
    expect(textOf(older)).not.toContain('picture 2\n');
    expect(textOf(messageOf(await easel.press(people.member, older, 'Newer')))).toBe(textOf(list));
    let page = await easel.open(people.member, list, 9);
    const walked: string[] = [];
    for (const label of ['Next', 'Previous', 'Previous']) {
      page = messageOf(await easel.press(people.member, page, label));
      walked.push(/^> (.*)\n/.exec(textOf(page))?.[1] ?? '');
    }
    expect(walked).toEqual(['picture 1', 'picture 2', 'picture 3']);
    expect(page.id).toBe(list.id);
    // Newer ones move its pages.
    const before = await history();
    await make('picture 11');
    expect(textOf(messageOf(await easel.press(people.member, before, 'Older')))).toContain('-# 11 of 11\n');
    expect(textOf(await history())).toContain('-# page 1 of 2 · 11 in all\n');
  });

  it('fetches a picture that the service no longer has from its own message, and says when that is gone too', async () => {
    const message = await make('a cloud');
    const list = await easel.open(people.member, await history());
    easel.service.faults.switchOn('resultGone');
    const newest = () => easel.discord.messages(GALLERY, { as: people.member }).at(-1);
    const again = async (): Promise<MessageView> => {
      const before = newest()?.id;
      await easel.press(people.member, list, 'Send me the files');
      return easel.until(() => {
        const last = newest();
        return last && last.id !== before && textOf(last) !== '' && last;
      });
    };
    expect(mediaOf(await again())).toMatchObject([{ contentType: 'image/png', altText: 'a cloud' }]);
    await easel.ended();
    await easel.discord.as(people.owner).deleteMessage({ channelId: GALLERY, messageId: message.id });
    const said = await again();
    expect(textOf(said)).toContain('no longer has this');
    expect(mediaOf(said)).toEqual([]);
  });

  it('links a file that Discord refuses', async () => {
    await make('a big cloud');
    const list = await easel.open(people.member, await history());
    easel.discord.faults.switchOn({ name: 'too-large' });
    await easel.press(people.member, list, 'Send me the files');
    await easel.until(() =>
      easel.discord
        .messages(GALLERY, { as: people.member })
        .some((one) => textOf(one).includes('open it at the service')),
    );
  });
});
