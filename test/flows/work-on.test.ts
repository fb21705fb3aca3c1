import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { FORM_REQUEST_LIFE_MS } from '../../src/studio/kept-requests.ts';
import { en } from '../../src/texts/en.ts';
import { answered } from '../commands/asking.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import { configure, fill, messageOf, said, setLimit } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const { member, secondMember } = people;

async function made(options: Record<string, string | number | boolean> = {}): Promise<MessageView> {
  const pending = await easel.command(member, {
    channelId: GALLERY,
    name: 'image',
    options: { prompt: 'a red fox', ...options },
  });
  await easel.idle();
  return easel.now(pending);
}

const menu = async (userId: string, name: string, targetId: string): Promise<Answer> =>
  (await easel.discord.as(userId).contextMenu({ channelId: GALLERY, name, targetId })).answer;

/** The message that a sent form became. */
async function sent(userId: string, form: Answer, values: Record<string, string>): Promise<MessageView> {
  const answer = await fill(easel, userId, form, values);
  if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}: ${JSON.stringify(answer)}`);
  return answer.message;
}

const requests = () => easel.service.tasks().map(({ request }) => request);
const last = () => requests().at(-1);
const pathOf = (address: string | undefined): string => new URL(address ?? '').pathname;

describe('on a picture', () => {
  it('*Change …* makes another picture from the chosen one, and says which and whose it was', async () => {
    const result = await made({ count: 2, aspect_ratio: '16:9' });
    const [, second] = mediaOf(result);
    const picture = messageOf(await easel.press(secondMember, result, '2'));
    const form = await easel.press(secondMember, picture, 'Change …');
    const changed = await sent(secondMember, form, { prompt: 'in winter', model: 'image-model-b' });
    expect(textOf(changed)).toContain('> in winter');
    expect(textOf(changed)).toMatch(
      new RegExp(`from \\[picture 2\\]\\(https://discord.com/channels/[^)]*\\) of <@${member}>’s`),
    );
    await easel.idle();
    expect(last()).toMatchObject({ prompt: 'in winter', modelId: 'image-model-b' });
    expect(last()?.imageUrls.map(pathOf)).toEqual([pathOf(second?.url)]);
  });

  it('says the price, the usual time and what is left above the button that spends it', async () => {
    const result = await made({ count: 2 });
    const about = async (label: string, userId: string = member) =>
      JSON.stringify(await easel.press(userId, result, label)).match(
        /"description":"(~?\d+ credits[^"]* left[^"]*)"/,
      )?.[1];
    expect(await about('Animate …')).toBe('~25 credits. The server has 492 left.');
    expect(await about('Change …')).toBe('4 credits. The server has 492 left.');
    expect(await about('Edit and make again …')).toMatch(/^8 credits/);
    expect(JSON.stringify(await easel.press(member, result, 'Change …'))).toContain(
      '"label":"4 pictures","value":"4","description":"16 credits with Image Model A"',
    );
    await setLimit(easel, { credits: 10, every: 'day', everyone: true });
    expect(en.models.cost({ credits: 20 }, 33_000, 448, false)).toBe(
      '20 credits · usually 33 s. The server has 448 left.',
    );
    expect(await about('Animate …', secondMember)).toBe('~25 credits. You have 10 left here.');
  });

  it('*Change …* is filled in with the prompt, as far as this member may show it to everyone', async () => {
    const opened = async (result: MessageView, userId: string = secondMember) =>
      JSON.stringify(await easel.press(userId, result, 'Change …'));
    expect(await opened(await made())).toContain('"value":"a red fox"');
    await configure(easel, { prompts: 'member', moderatorRoleIds: [] });
    const hidden = await made();
    expect(await opened(hidden, member)).toContain('"value":"a red fox"');
    for (const userId of [secondMember, people.manager]) expect(await opened(hidden, userId)).not.toContain('red fox');
  });

  it('*Edit and make again …* is filled in with the request', async () => {
    const result = await made({ model: 'image-model-b', aspect_ratio: '9:16' });
    const form = await easel.press(secondMember, result, 'Edit and make again …');
    expect(JSON.stringify(form)).toContain('a red fox');
    await sent(secondMember, form, { prompt: 'a red fox in snow', count: '3' });
    await easel.idle();
    const edited = { prompt: 'a red fox in snow', modelId: 'image-model-b', aspectRatio: '9:16', imageUrls: [] };
    expect(requests().slice(1)).toMatchObject([edited, edited, edited]);
  });

  it('a form is judged by the word lists, can be sent once, after a restart and another form too, and expires', async () => {
    await configure(easel, { words: { refuse: ['kraken'] } });
    const result = await made();
    const refused = await easel.press(member, result, 'Change …');
    expect(textOf(await sent(member, refused, { prompt: 'a kraken' }))).not.toContain('> a kraken');
    const clip = await easel.press(member, result, 'Animate …');
    await easel.restart();
    await sent(member, clip, { prompt: 'it looks up' });
    await easel.idle();
    expect(last()).toMatchObject({ prompt: 'it looks up', modelId: 'omni-flash' });
    expect(last()?.imageUrls).toHaveLength(1);
    const first = await easel.press(member, result, 'Change …');
    const second = await easel.press(member, result, 'Animate …');
    expect(textOf(await sent(member, first, { prompt: 'late' }))).toContain('> late');
    expect(textOf(await sent(member, first, { prompt: 'late' }))).toContain('already answered');
    await easel.idle();
    await easel.clock.advance(FORM_REQUEST_LIFE_MS);
    expect(textOf(await sent(member, second, { prompt: 'too late' }))).toContain('has expired');
    expect(requests()).toHaveLength(3);
  });
});

describe('in the message menu', () => {
  const posted = (): Promise<MessageView> =>
    easel.discord.as(member).post({ channelId: GALLERY, attachments: [{ name: 'own.png', bytes: tinyPng }] });

  it('*Use as a source*, then *Change …*, takes a picture that a member uploaded', async () => {
    const saved = messageOf(await menu(member, 'Use as a source', (await posted()).id));
    const form = await easel.press(member, saved, 'Change …');
    // The empty field shows an example to a member who does not know what to write.
    expect(JSON.stringify(form)).toMatch(/"placeholder":"[^"]+"/);
    const pending = await sent(member, form, { prompt: 'as a linocut' });
    expect(textOf(pending)).toContain('from 1 picture');
    await easel.idle();
    expect(last()?.imageUrls.map(pathOf)).toEqual([expect.stringContaining('own.png')]);
  });

  it('*Use as a source* refuses an eleventh picture, and offers what can be made of ten', async () => {
    const file = { name: 'own.png', bytes: tinyPng };
    const many = (count: number) =>
      easel.discord.as(member).post({ channelId: GALLERY, attachments: Array.from({ length: count }, () => file) });
    await menu(member, 'Use as a source', (await many(10)).id);
    const full = messageOf(await menu(member, 'Use as a source', (await posted()).id));
    expect(textOf(full)).toContain('You can set aside 10 pictures, and you have 10.');
    await easel.press(member, full, 'Blend 10');
    await easel.idle();
    expect(last()?.imageUrls).toHaveLength(10);
  });

  it('*Use as a source*, then *Animate …*, makes one clip of all saved pictures, once', async () => {
    await menu(member, 'Use as a source', (await posted()).id);
    await easel.restart();
    const answer = await menu(member, 'Use as a source', (await posted()).id);
    expect(said(answer)).toContain('Set aside: 2 pictures');
    const saved = messageOf(answer);
    const form = await easel.press(member, saved, 'Animate …');
    await sent(member, form, { prompt: 'a walk' });
    await easel.idle();
    expect(last()?.imageUrls).toHaveLength(2);
    expect(said(await easel.press(member, saved, 'Animate …'))).toContain('haven’t set any pictures aside');
  });

  it('*Open in Easel* reads what the files of other pictures say of how they were made', async () => {
    const saved = Buffer.from(await (await fetch(mediaOf(await made())[0]?.url ?? '')).arrayBuffer());
    const files = [saved, tinyPng].map((bytes, at) => ({ name: `saved${at}.png`, bytes }));
    const read = async (attachments: typeof files): Promise<string> => {
      const { id } = await easel.discord.as(secondMember).post({ channelId: GALLERY, attachments });
      return textOf(await answered(easel, member, menu(member, 'Open in Easel', id)));
    };
    const both = await read(files);
    expect(both).toContain('Picture 1 of 2: Its file is marked as made or changed with AI.');
    expect(both).toContain('Picture 2 of 2: Its file has no mark of AI. It may be made with AI all the same');
    expect(await read(Array(5).fill({ name: 'saved.png', bytes: tinyPng }))).toContain('didn’t read 1 more picture.');
    expect(await read([{ name: 'cut.png', bytes: tinyPng.subarray(0, -6) }])).toContain('can’t tell whether');
  });

  it('*Open in Easel* shows how a picture was made and what can be done with it, and explains a message without one', async () => {
    const words = await easel.discord.as(member).post({ channelId: GALLERY, content: 'hello' });
    expect(said(await menu(member, 'Use as a source', words.id))).toContain('no picture');
    expect(said(await menu(member, 'Open in Easel', words.id))).toContain('Easel didn’t make this');
    const page = said(await menu(secondMember, 'Open in Easel', (await made()).id));
    expect(page).toContain('> a red fox');
    expect(page).toContain('Image Model A');
    expect(page).toContain('4 credits');
    expect(page).toContain('[More …]');
  });
});
