import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  agree,
  configure,
  fill,
  letBuild,
  makeOfSaved,
  messageOf,
  STAFF,
  said,
  withMore,
} from './moderation-support.ts';

const { member: ann, secondMember: bob, manager: carol } = people;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const tasks = () => easel.service.tasks().length;
const menu = async (userId: string, name: string, targetId: string): Promise<Answer> =>
  (await easel.discord.as(userId).contextMenu({ channelId: GALLERY, name, targetId })).answer;

async function image(userId: string): Promise<MessageView> {
  const input = { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox' } };
  const pending = await easel.command(userId, input);
  await easel.idle();
  return easel.discord.messages(GALLERY, { as: userId }).find(({ id }) => id === pending.id) ?? pending;
}

async function changed(userId: string, result: MessageView, prompt = 'in winter'): Promise<MessageView> {
  const form = await easel.press(userId, result, 'Change …');
  const pending = messageOf(await fill(easel, userId, form, { prompt }));
  await easel.idle();
  return easel.now(pending);
}

const prefer = (userId: string, word: 'yes' | 'ask' | 'no'): Promise<Answer> => letBuild(easel, userId, word);

async function hide(result: MessageView): Promise<void> {
  await configure(easel, { reportsToHide: 1, moderatorsChannelId: STAFF, moderatorRoleIds: [] });
  await easel.press(carol, result, 'Report …').then((form) => fill(easel, carol, form, {}));
  await easel.idle();
}

describe('a picture that was made from another member’s', () => {
  it('is not edited, varied or changed against that member’s setting', async () => {
    const derivative = await changed(bob, await image(ann));
    await prefer(ann, 'no');
    expect(tasks()).toBe(2);
    const form = await easel.press(carol, derivative, 'Edit and make again …');
    expect(said(await fill(easel, carol, form, { prompt: 'in spring' }))).toContain(`<@${ann}> doesn’t let`);
    expect(said(await easel.press(carol, derivative, 'Vary'))).toContain(`<@${ann}> doesn’t let`);
    const other = await easel.press(carol, derivative, 'Change …');
    expect(said(await fill(easel, carol, other, { prompt: 'in summer' }))).toContain(`<@${ann}> doesn’t let`);
    expect(tasks()).toBe(2);
  });

  it('is not varied or edited once the first picture was hidden', async () => {
    const first = await image(ann);
    const derivative = await changed(bob, first);
    const form = await easel.press(carol, derivative, 'Edit and make again …');
    await hide(first);
    expect(said(await easel.press(bob, derivative, 'Vary'))).toContain('hidden or removed');
    expect(said(await fill(easel, carol, form, { prompt: 'in spring' }))).toContain('hidden or removed');
    expect(tasks()).toBe(2);
  });
});

describe('several saved sources', () => {
  it('are refused because of any one of them', async () => {
    const [first, second] = [await image(ann), await image(bob)];
    const saved = messageOf(await menu(carol, 'Use as a source', second.id));
    const both = () => makeOfSaved(easel, carol, first, { prompt: 'a red fox' });
    const form = await easel.press(carol, saved, 'Change …');
    await prefer(bob, 'no');
    expect(textOf(await both())).toContain(`<@${bob}> doesn’t let`);
    await prefer(bob, 'yes');
    await hide(second);
    expect(textOf(await both())).toContain('hidden or removed');
    expect(said(await fill(easel, carol, form, { prompt: 'a red fox' }))).toContain('hidden or removed');
    expect(tasks()).toBe(2);
  });

  it('make a draft when one of them is a draft', async () => {
    await configure(easel, { drafts: 'on', moderatorRoleIds: [] });
    const posted = await image(ann);
    const draft = await withMore(easel, ann, ['draft']);
    await easel.idle();
    await menu(ann, 'Use as a source', posted.id);
    const made = await makeOfSaved(easel, ann, draft, { prompt: 'both', more: [] });
    expect(made.sandbox.ephemeral).toBe(true);
  });
});

describe('a picture chosen from a menu', () => {
  const posted = (attachment: { name: string; bytes: Buffer; contentType?: string }): Promise<MessageView> =>
    easel.discord.as(ann).post({ channelId: GALLERY, attachments: [attachment] });

  it('is refused where Discord could not read it as a picture, as /image refuses it', async () => {
    const { id } = await posted({ name: 'broken.png', bytes: Buffer.from('no picture') });
    expect(said(await menu(ann, 'Use as a source', id))).toContain('broken.png');
  });
});

describe('a picture that a member uploaded', () => {
  const posted = (userId: string): Promise<MessageView> =>
    easel.discord.as(userId).post({ channelId: GALLERY, attachments: [{ name: 'cat.png', bytes: tinyPng }] });
  const work = async (userId: string, { id }: MessageView): Promise<string> => {
    const saved = await menu(userId, 'Use as a source', id);
    const isSaved = 'message' in saved && textOf(saved.message).includes('Set aside');
    const opened = isSaved ? await easel.press(userId, saved.message, 'Change …') : saved;
    return opened.kind === 'modal' ? said(await fill(easel, userId, opened, { prompt: 'as a print' })) : said(opened);
  };

  it('can be built on by its owner alone until they allow others; the request waits in the channel', async () => {
    const picture = await posted(ann);
    expect(await work(bob, picture)).toContain(`<@${ann}>, may <@${bob}> build on [this`);
    expect(await easel.budget()).toMatchObject({ held: 5, spent: 0 });
    const question = easel.discord.messages(GALLERY, { as: ann }).find((one) => textOf(one).includes('build on'));
    expect(question?.sandbox.notifiedIds).toEqual([ann]);
    expect(await work(ann, picture)).toContain('asked for a picture');
  });

  it('belongs to everyone or to its owner, by the server’s setting', async () => {
    const picture = await posted(ann);
    await configure(easel, { uploadsByOthers: 'nobody' });
    expect(await work(bob, picture)).toContain('This server doesn’t let you build on');
    await configure(easel, { uploadsByOthers: 'anyone' });
    expect(await work(bob, picture)).toContain('asked for a picture');
  });

  it('follows its owner’s own setting first, when they never made a picture too', async () => {
    const picture = await posted(ann);
    await configure(easel, { uploadsByOthers: 'anyone' });
    await prefer(ann, 'no');
    await easel.restart();
    expect(await work(bob, picture)).toContain(`<@${ann}> doesn’t let others build on their pictures`);
    await configure(easel, { uploadsByOthers: 'nobody' });
    await prefer(ann, 'yes');
    expect(await work(bob, picture)).toContain('asked for a picture');
  });

  it('cannot be made again by others through the request that it was attached to', async () => {
    const attachments = [{ option: 'source', name: 'cat.png', bytes: tinyPng }];
    const result = await easel.command(ann, {
      channelId: GALLERY,
      name: 'image',
      options: { prompt: 'x', count: 2 },
      attachments,
    });
    await easel.idle();
    expect(said(await easel.press(bob, easel.now(result), 'Again'))).toContain(`<@${ann}>, may <@${bob}>`);
    expect(said(await easel.press(ann, easel.now(result), 'Again'))).toContain('asked for 2 pictures');
  });
});

describe('a picture by Easel', () => {
  it('belongs to its author where the server says so, except when the author allows others', async () => {
    const result = await image(ann);
    await configure(easel, { resultsByOthers: 'nobody' });
    expect(said(await easel.press(bob, result, 'Change …'))).toContain('This server doesn’t let you build on');
    expect((await easel.press(ann, result, 'Change …')).kind).toBe('modal');
    await prefer(ann, 'yes');
    expect((await easel.press(bob, result, 'Change …')).kind).toBe('modal');
  });
});

describe('a request that uses another member’s picture', () => {
  const reviewed = { moderatorsChannelId: STAFF, reviewOthersPictures: 'on' };
  const cards = (): string[] => easel.discord.messages(STAFF, { as: carol }).map(textOf);

  it('waits for a moderator where the server reviews such requests, who reads why and whose it is', async () => {
    const first = await image(ann);
    await configure(easel, reviewed);
    const form = await easel.press(bob, first, 'Change …');
    expect(said(await fill(easel, bob, form, { prompt: 'by night' }))).toContain('moderator');
    const card = await easel.until(() =>
      easel.discord.messages(STAFF, { as: carol }).find((one) => JSON.stringify(one.components).includes('Approve')),
    );
    expect(textOf(card)).toContain('It uses other people’s pictures');
    expect(textOf(card)).toContain(`From pictures by <@${ann}>`);
    expect(tasks()).toBe(1);
    await easel.press(carol, card, 'Approve');
    // The answer comes before the job.
    await easel.until(() => tasks() === 2);
  });

  it('is made at once for the owner, and where the server does not review such requests', async () => {
    const first = await image(ann);
    await changed(bob, first);
    await configure(easel, reviewed);
    await changed(ann, first);
    expect(tasks()).toBe(3);
    expect(cards().join()).not.toContain('From pictures');
  });
});

describe('a waiting request', () => {
  it('for “Go on?” is not made once the picture’s author says no', async () => {
    const first = await image(ann);
    const form = await easel.press(bob, first, 'Change …');
    const question = messageOf(await fill(easel, bob, form, { prompt: '{dawn|dusk}' }));
    expect(textOf(question)).toContain('Make this for');
    await prefer(ann, 'no');
    expect(said(await agree(easel, bob, question))).toContain(`<@${ann}> doesn’t let`);
    expect(tasks()).toBe(1);
  });

  it('for a moderator is not made once the picture’s author says no, or wants to be asked', async () => {
    for (const word of ['no', 'ask'] as const) {
      await configure(easel, { moderatorsChannelId: STAFF, defaultMode: 'open' });
      await prefer(ann, 'yes');
      const first = await image(ann);
      const before = tasks();
      await configure(easel, { moderatorsChannelId: STAFF, defaultMode: 'review' });
      const form = await easel.press(bob, first, 'Change …');
      const waiting = messageOf(await fill(easel, bob, form, { prompt: 'by night' }));
      await prefer(ann, word);
      const card = await easel.until(() =>
        easel.discord
          .messages(STAFF, { as: carol })
          .findLast((one) => JSON.stringify(one.components).includes('Approve')),
      );
      expect(said(await easel.press(carol, card, 'Approve'))).toContain('doesn’t let others build on it');
      await easel.press(bob, waiting, 'Withdraw');
      await easel.idle();
      expect(tasks()).toBe(before);
    }
  });
});
