import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import {
  choose,
  configure,
  discard,
  fill,
  image,
  inGallery,
  lastCard,
  makeOfSaved,
  messageOf,
  moderate,
  prefer,
  privateText,
  prompts,
  STAFF,
  start,
  withMore,
} from './moderation-support.ts';

const DRAFTS = {
  ...{ drafts: 'on', moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], votesNeeded: 1 },
};

/** What a member sees of an ephemeral message. */
const ownOf = (easel: Easel, { id }: MessageView): MessageView => {
  const found = easel.discord.messages(GALLERY, { as: people.member }).find((one) => one.id === id);
  if (!found) throw new Error('the message is not shown to its member');
  return found;
};

async function drafted(
  settings: Record<string, unknown> = {},
  options: Record<string, string | number | boolean> = {},
): Promise<{ easel: Easel; draft: MessageView }> {
  const easel = await start();
  await configure(easel, { ...DRAFTS, ...settings });
  const pending = await withMore(easel, people.member, ['draft'], { options: { prompt: 'a castle', ...options } });
  await easel.idle();
  return { easel, draft: await easel.until(() => mediaOf(ownOf(easel, pending)).length > 0 && ownOf(easel, pending)) };
}

const shownIn = (easel: Easel): MessageView[] =>
  easel.discord.messages(GALLERY, { as: people.secondMember }).filter((one) => mediaOf(one).length > 0);

describe('a draft', () => {
  it('is visible to its author only, charged once, and in the moderators’ log', async () => {
    const { easel, draft } = await drafted();
    expect(draft.sandbox.ephemeral).toBe(true);
    expect(textOf(draft)).toContain('A draft that only you can see');
    expect(textOf(draft)).not.toContain('[★ Star]');
    expect(inGallery(easel).join()).not.toContain('castle');
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
    expect(await moderate(easel, 'drafts')).toContain(`<@${people.member}>`);
    expect(await moderate(easel, 'drafts')).toContain('a castle');
    // What is made from it is another draft.
    const varied = messageOf(await easel.press(people.member, draft, 'Vary'));
    expect(varied.sandbox.ephemeral).toBe(true);
    const form = await easel.press(people.member, draft, 'Change …');
    const changed = messageOf(await fill(easel, people.member, form, { prompt: 'a castle in fog' }));
    expect(changed.sandbox.ephemeral).toBe(true);
    await easel.idle();
    expect(prompts(easel)).toHaveLength(3);
    expect(inGallery(easel).join()).not.toContain('castle');
  });

  it('is refused where drafts are off, and where a word list asks for review first', async () => {
    const easel = await start();
    await configure(easel, { drafts: 'on' });
    await prefer(easel, people.member, 'drafts', true);
    await configure(easel, { drafts: 'off', moderatorsChannelId: STAFF });
    const refused = await image(easel, people.member, { options: { prompt: 'a castle' } });
    expect(textOf(refused)).toContain('Drafts are off');
    const form = await easel.press(people.member, refused, 'Edit …');
    expect(JSON.stringify(form)).toContain('Spoiler, only for you, compare two models');
    expect(textOf(messageOf(await fill(easel, people.member, form, { more: [] })))).toContain('asked for a picture');
    await easel.idle();
    await prefer(easel, people.member, 'drafts', false);
    await configure(easel, { ...DRAFTS, words: { refuse: ['fort'], review: ['castle'], explicit: [], allow: [] } });
    expect(textOf(await withMore(easel, people.member, ['draft'], { options: { prompt: 'a castle' } }))).toContain(
      'Moderators need to review',
    );
    expect(textOf(await withMore(easel, people.member, ['draft'], { options: { prompt: 'a fort' } }))).toContain(
      'breaks this server’s rules',
    );
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it('is refused with someone else’s picture where moderators review those, and they are asked about the same request', async () => {
    const easel = await start();
    await configure(easel, { ...DRAFTS, reviewOthersPictures: 'on', resultsByOthers: 'anyone' });
    const result = await image(easel, people.member);
    await easel.idle();
    const kneeling = (more: string[]) => makeOfSaved(easel, people.secondMember, result, { prompt: 'kneeling', more });
    expect(textOf(await kneeling(['draft']))).toContain('so this can’t be a draft');
    expect(prompts(easel)).toHaveLength(1);
    await kneeling([]);
    expect(textOf(await lastCard(easel))).toContain('It uses other people’s pictures');
    expect(prompts(easel)).toHaveLength(1);
  });

  it('that is ready after fifteen minutes is in the history, with Show and the other buttons of a draft', async () => {
    const easel = await start({ service: { durations: { 'image-model-a': { queueMs: 0, runMs: 20 * 60_000 } } } });
    await configure(easel, DRAFTS);
    await withMore(easel, people.member, ['draft'], { options: { prompt: 'a castle' } });
    await passes(easel, 16 * 60_000);
    await easel.idle({ stepMs: 5_000 });
    const history = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    await easel.press(people.member, await easel.open(people.member, history), 'Send me the files');
    const own = await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).startsWith('Here you go')),
    );
    const changed = messageOf(
      await fill(easel, people.member, await easel.press(people.member, own, 'Change …'), { prompt: 'a tower' }),
    );
    expect(textOf(changed)).toContain('tower');
    await easel.press(people.member, own, 'Show');
    await easel.until(() => shownIn(easel).length === 1);
  });
});

describe('Show', () => {
  it('posts the picture under its author’s name in an open channel, at no cost', async () => {
    const { easel, draft } = await drafted();
    await easel.press(people.member, draft, 'Show');
    const [shown] = await easel.until(() => shownIn(easel).length === 1 && shownIn(easel));
    expect(textOf(shown as MessageView)).toContain('> a castle');
    expect(textOf(shown as MessageView)).toContain('[★ Star]');
    expect(textOf(shown as MessageView)).toContain(`<@${people.member}>`);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
    expect(prompts(easel)).toHaveLength(1);
    // It can be reported and removed like any other picture.
    // The message is there a moment before the record says that the draft is shown.
    const form = await easel.until(async () => {
      const answer = await easel.press(people.moderator, shown as MessageView, 'Report …').catch(() => undefined);
      return answer?.kind === 'modal' && answer;
    });
    await fill(easel, people.moderator, form, { why: 'blurred' });
    await easel.until(() => textOf(easel.now(shown as MessageView)).includes('Hidden'));
  });

  it('pressed twice, across a restart, posts once', async () => {
    const { easel, draft } = await drafted();
    const [first, second] = await Promise.all([
      easel.press(people.member, draft, 'Show'),
      easel.press(people.member, draft, 'Show'),
    ]);
    expect([first, second].filter((one) => 'message' in one && one.message.sandbox.ephemeral)).toHaveLength(1);
    await easel.restart();
    await easel.until(() => shownIn(easel).length === 1);
    expect(privateText(await easel.press(people.member, draft, 'Show'))).toContain('already shown');
    await passes(easel, 60_000);
    expect(shownIn(easel)).toHaveLength(1);
  });

  it('posts the pressed one of several pictures; the others stay a draft', async () => {
    const { easel, draft } = await drafted({}, { count: 3 });
    const second = messageOf(await easel.press(people.member, draft, '2'));
    expect(mediaOf(second)).toEqual([expect.objectContaining({ url: mediaOf(draft)[1]?.url })]);
    await easel.press(people.member, second, 'Show');
    const [shown] = await easel.until(() => shownIn(easel).length === 1 && shownIn(easel));
    expect(mediaOf(shown as MessageView)).toHaveLength(1);
    const history = await easel.until(async () => {
      const own = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
      return textOf(own).includes('2 of 2 done') && own;
    });
    expect(mediaOf(history)).toHaveLength(1);
    await easel.press(people.member, await easel.open(people.member, history, 2), 'Send me the files');
    const rest = await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here are all 2')),
    );
    await easel.press(people.member, rest, 'Show all 2');
    await easel.until(() => shownIn(easel).length === 2);
    expect(await easel.budget()).toMatchObject({ spent: 12, held: 0 });
  });

  it.each(['review', 'preview'])('in a channel with %s waits for moderators, unseen, across restarts', async (mode) => {
    const { easel, draft } = await drafted({ modes: { [GALLERY]: mode } });
    expect(prompts(easel)).toEqual(['a castle']);
    await easel.press(people.member, draft, 'Show');
    await easel.restart();
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Publish]') && last;
    });
    expect(mediaOf(card)).toHaveLength(1);
    expect(inGallery(easel).join()).not.toContain('castle');
    expect(shownIn(easel)).toEqual([]);
    await easel.restart();
    await easel.press(people.moderator, card, 'Publish');
    await easel.restart();
    await easel.until(() => shownIn(easel).length === 1);
    expect(prompts(easel)).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
  });

  it('leaves a picture that moderators discard to its author, who cannot post it', async () => {
    const { easel, draft } = await drafted({ modes: { [GALLERY]: 'preview' } });
    await easel.press(people.member, draft, 'Show');
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Publish]') && last;
    });
    await discard(easel, people.moderator, card);
    expect(privateText(await easel.press(people.member, draft, 'Show'))).toContain('moderators decided');
    expect(shownIn(easel)).toEqual([]);
    expect(textOf(await easel.command(people.member, { channelId: GALLERY, name: 'history' }))).toContain(
      'not published by the moderators',
    );
    // The moderator thinks again: its files are sent again to the same message.
    const discarded = await easel.until(() => textOf(easel.now(card)).includes('[Undo]') && easel.now(card));
    await easel.press(people.moderator, discarded, 'Undo');
    await easel.until(() => textOf(easel.now(card)).includes('[Publish]') && mediaOf(easel.now(card)).length === 1);
    await easel.press(people.moderator, easel.now(card), 'Publish');
    await easel.until(() => shownIn(easel).length === 1);
  });

  it('in a channel with votes waits for them, unseen; after a withdrawal it can be used again', async () => {
    const { easel, draft } = await drafted({ modes: { [GALLERY]: 'vote' } });
    const asked = messageOf(await easel.press(people.member, draft, 'Show'));
    expect(textOf(asked)).toContain('to be shown');
    expect(shownIn(easel)).toEqual([]);
    expect(textOf(await lastCard(easel))).toContain('[View]');
    await easel.press(people.member, asked, 'Withdraw');
    await easel.until(() => textOf(easel.now(asked)).includes('Withdrawn.'));
    const second = await easel.until(async () => {
      const answer = messageOf(await easel.press(people.member, draft, 'Show'));
      return !answer.sandbox.ephemeral && answer;
    });
    expect(second.id).not.toBe(asked.id);
    await easel.restart();
    await easel.press(people.secondMember, second, 'Vote for it (0/1)');
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(second)).length === 1);
    expect(prompts(easel)).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
  });

  it('follows the word lists, pauses and timeouts of that moment, and ends after a day', async () => {
    const { easel, draft } = await drafted();
    await configure(easel, { ...DRAFTS, words: { refuse: ['castle'], review: [], explicit: [], allow: [] } });
    expect(privateText(await easel.press(people.member, draft, 'Show'))).toContain('breaks this server’s rules');
    await configure(easel, DRAFTS);
    await moderate(easel, 'pause');
    expect(privateText(await easel.press(people.member, draft, 'Show'))).toContain('paused');
    await moderate(easel, 'resume');
    await moderate(easel, 'timeout', { member: people.member, for: 60 });
    expect(privateText(await easel.press(people.member, draft, 'Show'))).toContain('has timed you out');
    expect(shownIn(easel)).toEqual([]);
    // After a day, its author only keeps the picture.
    await easel.clock.leap(24 * 3_600_000);
    const history = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    await easel.press(people.member, await easel.open(people.member, history), 'Send me the files');
    const own = await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here you go')),
    );
    expect(mediaOf(own)).toHaveLength(1);
    expect(privateText(await easel.press(people.member, own, 'Show'))).toContain('older');
    expect(shownIn(easel)).toEqual([]);
  });
});

it('who always makes drafts can turn that off where managers allow none, but not on again', async () => {
  const easel = await start();
  await configure(easel, { drafts: 'on' });
  const pending = await image(easel, people.member);
  await easel.idle();
  await prefer(easel, people.member, 'drafts', true);
  const page = await easel.command(people.member, { channelId: GALLERY, name: 'preferences' });
  await configure(easel, { drafts: 'off' });
  expect(privateText(await easel.press(people.member, easel.now(pending), 'Vary'))).toContain('Drafts are off');
  await prefer(easel, people.member, 'drafts', false);
  await easel.press(people.member, easel.now(pending), 'Vary');
  await easel.until(() => prompts(easel).length === 2);
  expect(privateText(await choose(easel, people.member, page, 'put-drafts', ['true']))).toContain('Drafts are off');
});
