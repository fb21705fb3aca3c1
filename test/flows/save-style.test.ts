import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { configure, fill, keepStyle, messageOf, openStyle, prefer } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const DAY_MS = 24 * 3_600_000;
type Options = Record<string, string | number | boolean>;

const run = (name: string, options: Options = {}, userId: string = people.member) => {
  const [command = '', subcommand] = name.split(' ');
  return easel.command(userId, { channelId: GALLERY, name: command, ...(subcommand ? { subcommand } : {}), options });
};
async function made(options: Options = {}, name = 'image'): Promise<MessageView> {
  const pending = await run(name, { prompt: 'a red fox, ink on paper, muted', ...options });
  await easel.idle();
  return easel.now(pending);
}
const menu = async (userId: string, targetId: string, channelId: string = GALLERY): Promise<Answer> => {
  const opened = (await easel.discord.as(userId).contextMenu({ channelId, name: 'Open in Easel', targetId })).answer;
  const page = messageOf(await opened);
  if (!textOf(page).includes('[More …]')) return opened;
  return easel.press(userId, messageOf(await easel.press(userId, page, 'More …')), 'Save this style');
};
const saved = async (userId: string, form: Answer, values: Record<string, string> = {}): Promise<string> =>
  textOf(messageOf(await fill(easel, userId, form, values)));
const requests = () => easel.service.tasks().map(({ request }) => request);
/** The addresses of all thumbnails of a message. */
const thumbnailsOf = (message: MessageView): string[] =>
  [...JSON.stringify(message.components).matchAll(/"type":11,.*?"url":"([^"]+)"/g)].map(([, url = '']) => url);

describe('*Save this style*', () => {
  it('opens a filled-in form: name, words with a slot for the prompt, and the options', async () => {
    const result = await made({ model: 'image-model-b', aspect_ratio: '16:9', count: 2 });
    const form = await menu(people.secondMember, result.id);
    await easel.restart();
    const said = await saved(people.secondMember, form);
    expect(said).toContain('Saved **ink on paper**');
    expect(said).toContain('> a heron, ink on paper, muted');
    await run('image', { prompt: 'an owl', style: 'ink on paper' }, people.secondMember);
    await easel.idle();
    const asked = { prompt: 'an owl, ink on paper, muted', modelId: 'image-model-b', aspectRatio: '16:9' };
    expect(requests().slice(2)).toMatchObject([asked, asked]);
  });

  it('keeps the words of the style that the picture was made with, and only the chosen options', async () => {
    await keepStyle(easel, { name: 'etching', words: 'an etching of {prompt} by night' });
    const result = await made({ prompt: 'a hill, with trees', style: 'etching' });
    const form = await menu(people.member, result.id);
    expect(JSON.stringify(form)).toContain('"value":"an etching of {prompt} by night"');
    if (form.kind !== 'modal') throw new Error(form.kind);
    const sent = await easel.discord
      .as(people.member)
      .submitModal({ modal: form.modal, values: { name: 'nocturne', keep: [] } });
    expect(textOf(messageOf(await sent.answer))).not.toContain('Image Model A');
  });

  it('saves for the server when a manager says so, and for no one else', async () => {
    const result = await made();
    const posted = await easel.discord.as(people.member).post({ channelId: GALLERY, content: 'hello' });
    expect(textOf(messageOf(await menu(people.member, posted.id)))).toContain('Easel didn’t make this');
    // The word lists judge a style when it is used.
    await saved(people.member, await menu(people.member, result.id), { name: 'bad', words: '{prompt}, nude' });
    await run('image', { prompt: 'a boat', style: 'bad' });
    expect(requests()).toHaveLength(1);
    expect(JSON.stringify(await menu(people.member, result.id))).not.toContain('Everyone in this server');
    await saved(people.manager, await menu(people.manager, result.id), { name: 'Ours', for: 'server' });
    expect(textOf(await run('style'))).toContain('**Ours**');
  });

  it('shows no words of a prompt that is hidden from the person who saves', async () => {
    await configure(easel, { prompts: 'member' });
    const result = await made();
    expect(JSON.stringify(await menu(people.secondMember, result.id))).not.toContain('ink');
    expect(JSON.stringify(await menu(people.member, result.id))).toContain('ink on paper');
  });
});

describe('the sample of a style', () => {
  const keep = async (result: MessageView, name = 'ink') =>
    saved(people.member, await menu(people.member, result.id), { name });

  it('is the picture that it was saved from, after its first address expired too', async () => {
    await keep(await made());
    const [before] = thumbnailsOf(await run('style'));
    await easel.clock.leap(2 * DAY_MS);
    await easel.restart();
    const [after] = thumbnailsOf(await openStyle(easel, people.member, 'ink'));
    expect(new URL(after ?? '').pathname).toBe(new URL(before ?? '').pathname);
    expect(after).not.toBe(before);
  });

  it('is left out when it is gone, and the style stays', async () => {
    const result = await made();
    await keep(result);
    const moderator = easel.discord.as(people.owner);
    await moderator.deleteMessage({ channelId: GALLERY, messageId: result.id });
    // Easel asks Discord again once the address has expired.
    await easel.clock.leap(2 * DAY_MS);
    const list = await run('style');
    expect(thumbnailsOf(list)).toEqual([]);
    expect(textOf(list)).toContain('**ink**');
  });

  it('stays hidden while its picture is, and changes when the style is saved again', async () => {
    await prefer(easel, people.member, 'spoiler', true);
    await keep(await made());
    await prefer(easel, people.member, 'spoiler', false);
    expect(JSON.stringify((await run('style')).components)).toContain('"spoiler":true');
    const [first] = thumbnailsOf(await run('style'));
    await keep(await made());
    await keepStyle(easel, { name: 'ink', words: '{prompt}, ink' });
    const [second] = thumbnailsOf(await run('style'));
    expect(new URL(second ?? '').pathname).not.toBe(new URL(first ?? '').pathname);
  });

  it('from an age-restricted channel is visible in such channels only', async () => {
    const channelId = atelier.channels.lateNight;
    const pending = await easel.command(people.member, { channelId, name: 'image', options: { prompt: 'a fox, ink' } });
    await easel.idle();
    await saved(people.member, await menu(people.member, pending.id, channelId), { name: 'ink' });
    expect(thumbnailsOf(await run('style'))).toEqual([]);
    const there = await easel.command(people.member, { channelId, name: 'style' });
    expect(thumbnailsOf(there)).toHaveLength(1);
  });

  it('from a clip is a still, never the clip', async () => {
    await keep(await made({}, 'video'));
    expect(thumbnailsOf(await run('style')).join()).not.toContain('.mp4');
    expect(textOf(await openStyle(easel, people.member, 'ink'))).toContain('Omni Flash');
  });
});

describe('a member’s list of styles', () => {
  it('has pages that only the member can turn', async () => {
    for (let index = 1; index <= 6; index++) await keepStyle(easel, { name: `style ${index}`, words: `w${index}` });
    const list = await run('style');
    expect(textOf(list)).not.toContain('style 6');
    const turned = messageOf(await easel.press(people.member, list, 'Next'));
    expect(textOf(turned)).toContain('style 6');
    expect(textOf(await run('style', {}, people.secondMember))).toContain('There are no styles yet');
  });
});
