import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  configure,
  deleteResult,
  discard,
  fill,
  image,
  inGallery,
  lastCard,
  messageOf,
  moderateBy,
  privateText,
  prompts,
  readBy,
  STAFF,
  start,
} from './moderation-support.ts';

const PREVIEW = {
  modes: { [GALLERY]: 'preview' },
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [atelier.roles.moderator],
};

async function made(prompt = 'a castle', count = 2): Promise<{ easel: Easel; shown: MessageView; card: MessageView }> {
  const easel = await start();
  await configure(easel, PREVIEW);
  const shown = await image(easel, people.member, { options: { prompt, count } });
  await easel.idle();
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Publish]') && last;
  });
  await easel.until(() => textOf(easel.now(shown)).includes('Done. Moderators will review it'));
  return { easel, shown: easel.now(shown), card };
}

describe('a doubtful prompt in a channel with preview', () => {
  const DOUBTFUL = { ...PREVIEW, words: { refuse: [], review: ['castle'], explicit: [], allow: [] } };
  const cardWith = (easel: Easel, label: string): Promise<MessageView> =>
    easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes(label) && last;
    });

  it('is approved before it is made, and its picture before everyone sees it, across restarts', async () => {
    const easel = await start();
    await configure(easel, DOUBTFUL);
    const request = await image(easel, people.member, { options: { prompt: 'a castle' } });
    const asked = await cardWith(easel, '[Approve]');
    expect(textOf(asked)).toContain('you review the picture or clip too');
    expect(prompts(easel)).toEqual([]);
    await easel.restart();
    await easel.press(people.moderator, asked, 'Approve');
    const card = await cardWith(easel, '[Publish]');
    expect(mediaOf(card)).toHaveLength(1);
    await easel.until(() => textOf(easel.now(request)).includes('Moderators will review it'));
    expect(inGallery(easel).join()).not.toContain('castle');
    expect(mediaOf(easel.now(request))).toEqual([]);
    expect(textOf(easel.now(asked))).toContain('**Approved** by');
    await easel.restart();
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    expect(prompts(easel)).toEqual(['a castle']);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
  });
});

describe('a request in a channel with preview', () => {
  it('is made at once; only its author and moderators can view the picture', async () => {
    const { easel, shown, card } = await made();
    expect(prompts(easel)).toHaveLength(2);
    expect(inGallery(easel).join()).not.toContain('castle');
    expect(mediaOf(shown)).toEqual([]);
    expect(textOf(card)).toContain('> a castle');
    expect(textOf(card)).not.toContain('[More …]');
    expect(mediaOf(card)).toHaveLength(2);
    expect(privateText(await easel.press(people.secondMember, shown, 'View'))).toContain('only its author');
    for (const userId of [people.member, people.moderator]) {
      await easel.press(userId, shown, 'View');
      const own = await easel.until(() =>
        easel.discord.messages(GALLERY, { as: userId }).find((one) => textOf(one).includes('Here are all 2')),
      );
      expect(own.sandbox.ephemeral).toBe(true);
      expect(mediaOf(own)).toHaveLength(2);
    }
    expect(inGallery(easel).join()).not.toContain('castle');
  });

  it('is published by moderators only, with restarts between any two steps; then it is an ordinary picture', async () => {
    const { easel, shown, card } = await made();
    for (const label of ['Publish', 'Discard …']) {
      easel.discord.changeWorld(({ guilds }) => {
        for (const one of guilds[0]?.channels ?? []) if (one.id === STAFF) one.overwrites = [];
      });
      expect(privateText(await easel.press(people.member, card, label))).toContain('Only this server’s moderators');
    }
    await easel.restart();
    await easel.press(people.moderator, card, 'Publish');
    await easel.restart();
    const result = await easel.until(() => mediaOf(easel.now(shown)).length === 2 && easel.now(shown));
    expect(textOf(result)).toContain('> a castle');
    await easel.until(() => textOf(easel.now(card)).includes(`**Published** by <@${people.moderator}>: a picture by`));
    expect(mediaOf(easel.now(card))).toEqual([]);
    await deleteResult(easel, people.member, result);
    await easel.until(() => !easel.isThere(result));
    expect(await easel.budget()).toMatchObject({ spent: 8, held: 0 });
  });

  it('is not published while its words are forbidden, and is long after the interaction’s token expired', async () => {
    const { easel, shown, card } = await made();
    await configure(easel, { ...PREVIEW, words: { refuse: ['castle'], review: [], explicit: [], allow: [] } });
    expect(privateText(await easel.press(people.moderator, card, 'Publish'))).toContain('list line `castle`');
    await configure(easel, PREVIEW);
    await easel.clock.leap(3 * 3_600_000);
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => mediaOf(easel.now(shown)).length === 2);
  });

  it('is not published while its source is hidden', async () => {
    const easel = await start();
    await configure(easel, { ...PREVIEW, modes: {} });
    const source = await image(easel, people.artist);
    await easel.idle();
    await configure(easel, PREVIEW);
    const shown = messageOf(await easel.press(people.member, easel.now(source), 'Vary'));
    await easel.idle();
    await easel.until(() => textOf(easel.now(shown)).includes('Done. Moderators will review it'));
    const card = await lastCard(easel);
    await fill(easel, people.moderator, await easel.press(people.moderator, easel.now(source), 'Report …'), {
      why: '',
    });
    const hidden = await easel.until(() => textOf(easel.now(source)).includes('[Moderate …]') && easel.now(source));
    expect(privateText(await easel.press(people.moderator, card, 'Publish'))).toContain('hidden or removed');
    await moderateBy(easel, people.moderator, hidden, 'Restore');
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
  });

  it('gets a new card when its card was deleted while it was made, and can be published', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    const shown = await image(easel, people.member, { options: { prompt: 'a castle' } });
    const making = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('In progress') && last;
    });
    await easel.discord.as(people.moderator).deleteMessage({ channelId: STAFF, messageId: making.id });
    await easel.idle({ stepMs: 5_000 });
    await easel.until(() => textOf(easel.now(shown)).includes('Done. Moderators will review it'));
    const card = await lastCard(easel);
    expect(card.sandbox.notifiedIds).toEqual([]);
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    await easel.until(() => textOf(easel.now(card)).includes('**Published** by'));
  });

  it('whose message was deleted says so to the moderators who publish it', async () => {
    const { easel, shown, card } = await made();
    await easel.discord.as(people.owner).deleteMessage({ channelId: GALLERY, messageId: shown.id });
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => !textOf(easel.now(card)).includes('[Publish]'));
    expect(textOf(easel.now(card))).toContain('was deleted or Easel can’t reach it');
  });

  it('can be discarded', async () => {
    const { easel, shown, card } = await made();
    await discard(easel, people.moderator, card, 'Too close to a photo');
    await easel.until(() => textOf(easel.now(shown)).includes('Not published'));
    await easel.until(() => readBy(easel, people.member).some((text) => text.includes(': Too close to a photo.')));
    expect(mediaOf(easel.now(shown))).toEqual([]);
    await easel.until(() => textOf(easel.now(card)).includes('**Discarded** by'));
  });

  it('has one winner when several moderators press at once', async () => {
    const { easel, card } = await made();
    await Promise.all([
      easel.press(people.moderator, card, 'Publish'),
      discard(easel, people.manager, card),
      easel.press(people.owner, card, 'Publish'),
    ]);
    await easel.until(() => /\*\*(Published|Discarded)\*\*/.test(textOf(easel.now(card))));
    const late = [people.moderator, people.manager, people.owner].filter((userId) =>
      easel.discord.messages(STAFF, { as: userId }).some((one) => textOf(one).includes('Too late')),
    );
    expect(late).toHaveLength(2);
  });

  it('says so in the channel when it cannot be made', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
    const shown = await image(easel, people.member);
    await easel.until(() => easel.service.tasks()[0]);
    easel.service.fail(easel.service.tasks()[0]?.taskId ?? '');
    await easel.idle({ stepMs: 5_000 });
    await easel.until(() => textOf(easel.now(shown)).includes('couldn’t be made'));
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
  });

  it('says that its credits are held when its outcome is unconfirmed', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    const shown = await image(easel, people.member);
    await easel.until(() => textOf(easel.now(shown)).includes('The service never confirmed this'));
    expect(textOf(easel.now(shown))).not.toContain('were returned');
    expect(await easel.budget()).toMatchObject({ unconfirmed: 1 });
  });

  it('that could not be answered is shown to no one, and its credits are returned', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/interactions/*' });
    easel.discord.faults.switchOn({ name: 'token-not-found' });
    await easel.discord.as(people.member).command({
      ...{ channelId: GALLERY, name: 'image', options: { prompt: 'a castle' } },
    });
    const isGivenUp = () => easel.log.some((line) => line['decision'] === 'unanswered');
    await easel.until(isGivenUp, { stepMs: 2_000 });
    easel.discord.faults.clear();
    expect(easel.discord.messages(STAFF, { as: people.moderator }).map(textOf).join()).not.toContain('castle');
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('mentions its author in its channel when it took long', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 30 * 60_000 } } });
    await image(easel, people.member);
    const isReady = (texts: string[]): boolean => texts.some((text) => text.includes('your picture is ready'));
    await easel.until(() => isReady(inGallery(easel)), { stepMs: 10_000 });
    expect(isReady(easel.discord.messages(STAFF, { as: people.moderator }).map(textOf))).toBe(false);
  });

  it('is refused while the moderators’ channel is closed, and nothing is sent or held', async () => {
    const easel = await start();
    await configure(easel, PREVIEW);
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds[0]?.channels ?? []) if (one.id === STAFF) one.overwrites = one.overwrites.slice(0, 1);
    });
    const request = await image(easel, people.member);
    await easel.until(() => textOf(easel.now(request)).includes('Easel can’t reach the moderators’ channel'));
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});
