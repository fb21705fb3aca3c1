import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { HALL, hall, lastPrivateWords, show } from './gallery-support.ts';
import {
  configure,
  decideOn,
  fill,
  image,
  lastCard,
  messageOf,
  moderate,
  prefer,
  privateText,
  STAFF,
  search,
  start,
} from './moderation-support.ts';
import { cardWith, made, removed, SETTINGS } from './reports-support.ts';

describe('a report of an intimate picture of a real person', () => {
  const reportIntimate = async (easel: Easel, userId: string, result: MessageView): Promise<string> => {
    const form = await easel.press(userId, result, 'Report …');
    return privateText(await fill(easel, userId, form, { reason: 'intimate', why: 'that is my sister' }));
  };
  const isEmptied = (easel: Easel, result: MessageView): Promise<boolean> =>
    easel.until(() => {
      const now = easel.now(result);
      return (
        textOf(now).includes('Hidden until the moderators review it') &&
        now.attachments.length + mediaOf(now).length === 0
      );
    });
  const toOperator = (easel: Easel): string[] => {
    const direct = easel.discord.world.directChannels.find(({ userId }) => userId === people.operator);
    return direct ? easel.discord.messages(direct.id, { as: people.operator }).map(textOf) : [];
  };
  const HOUR_MS = 3_600_000;

  it('hides it everywhere at once, whoever its author is and however many reports are needed', async () => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, reportsToHide: 50, galleryChannelId: HALL });
    const pending = await image(easel, people.moderator, { options: { prompt: 'a castle' } });
    await easel.idle();
    const result = easel.now(pending);
    await show(easel, people.moderator, result);
    await easel.press(people.artist, result, '★');
    expect(await reportIntimate(easel, people.secondMember, result)).toContain('hidden now');
    await isEmptied(easel, result);
    await easel.until(() => hall(easel).every((one) => one.attachments.length === 0));
    expect(textOf(await search(easel, people.artist, { only: ['starred'] }))).not.toContain('castle');
    const own = await easel.command(people.moderator, { channelId: GALLERY, name: 'history' });
    expect(mediaOf(await easel.open(people.moderator, own, 1))).toEqual([]);
  });

  it('shows moderators an urgent card with the evidence, first in their queue, and alerts the operator once', async () => {
    const { easel, result } = await made();
    await reportIntimate(easel, people.secondMember, result);
    const card = await cardWith(easel, 'Urgent');
    expect(textOf(card)).toMatch(/Decide <t:\d+:R>/);
    expect(textOf(card)).toContain('Intimate picture of a real person, that is my sister');
    expect(mediaOf(card)).toMatchObject([{ spoiler: true }]);
    await isEmptied(easel, result);
    expect(await moderate(easel, 'panel')).toMatch(/\*\*Urgent:\*\* reported as intimate/);
    await easel.until(() => toOperator(easel).length === 1);
    expect(toOperator(easel)[0]).toContain(`/${GALLERY}/${result.id}`);
    expect(toOperator(easel)[0]).not.toContain('castle');
    await easel.restart();
    await passes(easel, 60_000);
    expect(toOperator(easel)).toHaveLength(1);
  });

  it('is undone as a whole by a moderator, with picture, words and gallery', async () => {
    const { easel, result } = await made({ galleryChannelId: HALL });
    await show(easel, people.member, result);
    expect(await reportIntimate(easel, people.secondMember, result)).toMatch(/Moderators have until <t:\d+:f>/);
    await isEmptied(easel, result);
    await easel.until(() => hall(easel).every((one) => one.attachments.length === 0));
    await easel.restart();
    await easel.press(people.moderator, await cardWith(easel, 'Urgent'), 'Restore');
    await easel.until(() =>
      lastPrivateWords(easel, people.secondMember).includes('reviewed the picture that you reported'),
    );
    await easel.until(() => mediaOf(easel.now(result)).length === 1);
    expect(mediaOf(easel.now(result))).toMatchObject([{ spoiler: false, altText: 'a castle' }]);
    expect(textOf(easel.now(result))).toContain('> a castle');
    await easel.until(() => hall(easel).some((copy) => mediaOf(copy).length === 1));
    expect(await reportIntimate(easel, people.artist, easel.now(result))).toMatch(
      /reviewed this on <t:\d+:D> and kept it/,
    );
    expect(mediaOf(easel.now(result))).toHaveLength(1);
  });

  it('is answered by direct message once the moderators removed it, however late', async () => {
    const { easel, result } = await made();
    await prefer(easel, people.secondMember, 'directMessages', true);
    await reportIntimate(easel, people.secondMember, result);
    await easel.clock.leap(HOUR_MS);
    await decideOn(easel, people.moderator, await cardWith(easel, 'Urgent'), 'Remove …', 'a real person');
    await removed(easel, result);
    const said = await easel.until(() => {
      const direct = easel.discord.world.directChannels.find(({ userId }) => userId === people.secondMember);
      const all = direct && easel.discord.messages(direct.id, { as: people.secondMember }).map(textOf).join();
      return all?.includes('The moderators removed the picture that you reported') && all;
    });
    expect(said).not.toContain('castle');
  });

  it('hides what was made from it until moderators decide, and *Restore* brings it back', async () => {
    const { easel, result } = await made({ galleryChannelId: HALL });
    const child = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    await easel.idle();
    const grandchild = messageOf(await easel.press(people.artist, easel.now(child), 'Vary'));
    await easel.idle();
    await show(easel, people.artist, easel.now(grandchild));
    await reportIntimate(easel, people.artist, result);
    for (const one of [child, grandchild]) {
      await isEmptied(easel, one);
    }
    await easel.until(() => hall(easel).every((one) => one.attachments.length === 0));
    const cards = easel.discord.messages(STAFF, { as: people.moderator });
    const copies = cards.filter((one) => textOf(one).includes('Made from a reported picture'));
    expect(copies.map((one) => mediaOf(one).length)).toEqual([1, 1]);
    const card = cards.find((one) => textOf(one).includes('Everything made from this is hidden too (2 requests)'));
    if (!card) throw new Error('there is no card');
    await easel.press(people.moderator, card, 'Restore');
    for (const one of [result, child, grandchild]) {
      await easel.until(() => textOf(easel.now(one)).includes('> a castle'));
      expect(mediaOf(easel.now(one))).toMatchObject([{ spoiler: false, altText: 'a castle' }]);
    }
    await easel.until(() => hall(easel).every((one) => mediaOf(one).length === 1));
    expect(hall(easel)).toHaveLength(1);
  });

  it('hides a batch that is still made, and what comes later', async () => {
    const easel = await start();
    await configure(easel, SETTINGS);
    const durations = { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } };
    easel.service.configure({ durations });
    const pending = await image(easel, people.member, { options: { prompt: 'a castle', count: 2 } });
    const [first, second] = await easel.until(() => easel.service.tasks().length === 2 && easel.service.tasks());
    easel.service.finish(first?.taskId ?? '');
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    expect(await reportIntimate(easel, people.secondMember, easel.now(pending))).toContain('hidden now');
    await isEmptied(easel, pending);
    const card = await cardWith(easel, 'Urgent');
    expect(mediaOf(card)).toHaveLength(1);
    await easel.restart();
    easel.service.finish(second?.taskId ?? '');
    await easel.idle({ stepMs: 5_000 });
    await isEmptied(easel, pending);
    await easel.press(people.moderator, card, 'Restore');
    await easel.until(() => mediaOf(easel.now(pending)).length === 2);
    expect(textOf(easel.now(pending))).toContain('> a castle');
  });

  it('that moderators answer while the batch is made brings all of it back at its end', async () => {
    const easel = await start();
    await configure(easel, SETTINGS);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
    const pending = await image(easel, people.member, { options: { prompt: 'a castle', count: 3 } });
    const tasks = await easel.until(() => easel.service.tasks().length === 3 && easel.service.tasks());
    easel.service.finish(tasks[0]?.taskId ?? '');
    await easel.until(() => mediaOf(easel.now(pending)).length === 1);
    await reportIntimate(easel, people.secondMember, easel.now(pending));
    await isEmptied(easel, pending);
    await easel.press(people.moderator, await cardWith(easel, 'Urgent'), 'Restore');
    easel.service.finish(tasks[1]?.taskId ?? '');
    await passes(easel, 20_000);
    await isEmptied(easel, pending);
    easel.service.finish(tasks[2]?.taskId ?? '');
    await easel.until(() => mediaOf(easel.now(pending)).length === 3, { stepMs: 5_000 });
  });

  it('removes the evidence too when moderators remove the picture', async () => {
    const { easel, result } = await made();
    await reportIntimate(easel, people.secondMember, result);
    const card = await cardWith(easel, 'Urgent');
    await decideOn(easel, people.moderator, card, 'Remove …', 'a real person');
    await removed(easel, result);
    const after = await cardWith(easel, '**Removed** by');
    expect(mediaOf(after)).toEqual([]);
    expect(after.attachments).toEqual([]);
  });

  it('is undone with all others of that member at once', async () => {
    const { easel, result } = await made();
    const second = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await easel.idle();
    for (const one of [result, easel.now(second)]) await reportIntimate(easel, people.secondMember, one);
    await isEmptied(easel, result);
    await isEmptied(easel, second);
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('Restore all by this reporter') && last;
    });
    const words = privateText(await easel.press(people.moderator, card, 'Restore all by this reporter'));
    expect(words).toBe(
      `2 pictures and clips that only <@${people.secondMember}> reported are visible again, and their reports are answered.`,
    );
    for (const one of [result, second]) await easel.until(() => mediaOf(easel.now(one)).length === 1);
  });
});
