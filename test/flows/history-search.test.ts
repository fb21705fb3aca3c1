import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { configure, fill, forgetAll, messageOf, STAFF, search } from './moderation-support.ts';

const { member, secondMember, manager, owner } = people;
const DAY_MS = 86_400_000;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

type Options = Record<string, string | number | boolean>;
const make = async (
  options: Options,
  { userId = member, name = 'image' }: { userId?: string; name?: string } = {},
): Promise<MessageView> => {
  const pending = await easel.command(userId, { channelId: GALLERY, name, options: { prompt: 'a hill', ...options } });
  await easel.idle();
  return easel.now(pending);
};
type Values = Record<string, string | string[]>;
const STARRED = { only: ['starred'] };
const find = (values: Values = {}, userId: string = member): Promise<MessageView> => search(easel, userId, values);
/** The prompts of the pictures on a page. */
const promptsOn = (list: MessageView): string[] =>
  [...textOf(list).matchAll(/^\*\*\d\*\* (.*)$/gmu)].map(([, prompt = '']) => prompt);
const found = async (values: Values, userId: string = member): Promise<string[]> =>
  promptsOn(await find(values, userId));

describe('/history finds', () => {
  it('words of the prompt, in any spelling and order', async () => {
    await make({ prompt: 'A Heron at dawn' });
    await make({ prompt: 'ein Schloß im Nébel' });
    expect(await found({ words: 'dawn heron' })).toEqual(['A Heron at dawn']);
    expect(await found({ words: 'NEBEL' })).toEqual(['ein Schloß im Nébel']);
    expect(textOf(await find({ words: 'heron dusk' }))).toContain('Nothing matches');
    expect(await found({ words: 'heron' }, secondMember)).toEqual([]);
  });

  it('by kind and by model', async () => {
    await make({ prompt: 'a picture' });
    await make({ prompt: 'another', model: 'image-model-b' });
    await make({ prompt: 'a clip' }, { name: 'video' });
    expect(await found({ only: ['video'] })).toEqual(['a clip']);
    expect(await found({ only: ['image'] })).toEqual(['another', 'a picture']);
    expect(await found({ model: 'image-model-b' })).toEqual(['another']);
  });

  it('by days', async () => {
    await make({ prompt: 'the first' });
    await easel.clock.leap(8 * DAY_MS);
    await make({ prompt: 'the second' });
    expect(await found({ days: '7' })).toEqual(['the second']);
    expect(await found({ days: '30' })).toEqual(['the second', 'the first']);
  });

  it('again with a form that starts with what the list shows', async () => {
    await make({ prompt: 'a heron' });
    const starred = await make({ prompt: 'a starred heron' });
    await make({ prompt: 'a fox' });
    await easel.press(member, starred, '★');
    const opened = await easel.press(member, await find(), 'Search …');
    const herons = messageOf(await fill(easel, member, opened, { words: 'heron' }));
    expect(promptsOn(herons)).toEqual(['a starred heron', 'a heron']);
    const again = await easel.press(member, herons, 'Search …');
    expect(JSON.stringify(again)).toContain('"value":"heron"');
    const only = messageOf(await fill(easel, member, again, { words: 'heron', only: ['starred', 'image'] }));
    expect(promptsOn(only)).toEqual(['a starred heron']);
    const nothing = messageOf(await fill(easel, member, await easel.press(member, only, 'Search …'), { words: 'owl' }));
    expect(textOf(nothing)).toContain('Nothing matches');
    const all = messageOf(
      await fill(easel, member, await easel.press(member, nothing, 'Search …'), { words: '', only: [] }),
    );
    expect(promptsOn(all)).toEqual(['a fox', 'a starred heron', 'a heron']);
  });

  it('page by page, in both directions, across a restart, with several lists open', async () => {
    for (let number = 1; number <= 11; number++) {
      await make({ prompt: `heron ${number}` });
      await make({ prompt: `fox ${number}` });
    }
    const herons = await find({ words: 'heron' });
    const foxes = await find({ words: 'fox' });
    expect(promptsOn(herons)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `heron ${number}`));
    await easel.restart();
    const older = messageOf(await easel.press(member, herons, 'Older'));
    expect(promptsOn(older)).toEqual(['heron 2', 'heron 1']);
    expect(promptsOn(messageOf(await easel.press(member, foxes, 'Older')))).toEqual(['fox 2', 'fox 1']);
    expect(promptsOn(messageOf(await easel.press(member, older, 'Newer')))).toEqual(promptsOn(herons));
    const opened = await easel.open(member, herons, 3);
    expect(textOf(opened)).toContain('> heron 9');
    const back = messageOf(await easel.press(member, opened, 'Back to the list'));
    expect(promptsOn(back)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `heron ${number}`));
    expect(promptsOn(messageOf(await easel.press(member, back, 'Newer')))).toEqual(promptsOn(herons));
    for (let number = 1; number <= 5; number++) await find({ words: 'x' });
    expect(textOf(messageOf(await easel.press(member, herons, 'Older')))).toContain('list is out of date');
  });
});

describe('a starred picture', () => {
  it('is found with its picture, other members’ too, until the star is removed', async () => {
    await make({ prompt: 'not starred' });
    const own = await make({ prompt: 'my own' });
    const others = await make({ prompt: 'by another' }, { userId: secondMember });
    for (const result of [own, others]) await easel.press(member, result, '★');
    const list = await find(STARRED);
    expect(promptsOn(list)).toEqual([`<@${secondMember}>: by another`, 'my own']);
    expect(shownOn(list)).toHaveLength(2);
    expect(await found({ ...STARRED, words: 'own' })).toEqual(['my own']);
    await easel.press(member, others, '★');
    expect(await found(STARRED)).toEqual(['my own']);
    await easel.press(member, own, '★');
    expect(textOf(await find(STARRED))).toContain('You haven’t starred anything here yet');
  });

  it('is not found once it is hidden, removed or deleted', async () => {
    const hidden = await make({ prompt: 'to be hidden' }, { userId: secondMember });
    const forgotten = await make({ prompt: 'to be forgotten' }, { userId: manager });
    for (const result of [hidden, forgotten]) await easel.press(member, result, '★');
    const opened = await find(STARRED);
    // After that, the open page can't be replaced.
    await easel.clock.leap(15 * MINUTE_MS);
    await fill(easel, manager, await easel.press(manager, hidden, 'Report …'), { why: 'no' });
    await forgetAll(easel, manager);
    expect(await found(STARRED)).toEqual([]);
    expect(textOf(await easel.open(member, opened, 2))).toContain('is hidden after reports');
  });

  it('by another member does not reveal a private prompt, not even to a search', async () => {
    await configure(easel, { prompts: 'member', moderatorsChannelId: STAFF });
    const result = await make({ prompt: 'a secret heron' }, { userId: secondMember });
    for (const userId of [member, manager]) await easel.press(userId, result, '★');
    const list = await find(STARRED);
    expect(JSON.stringify(list)).not.toContain('heron');
    expect(JSON.stringify(await easel.open(member, list))).not.toContain('heron');
    expect(await found({ ...STARRED, words: 'heron' })).toEqual([]);
    expect(await found({ ...STARRED, words: 'heron' }, manager)).toHaveLength(1);
  });
});

const shownOn = (list: MessageView): string[] => mediaOf(list).map(({ url }) => url);

describe('the picture of a work', () => {
  it('is in the list a month later, at an address that still opens it', async () => {
    await make({ prompt: 'a hill' });
    await find();
    await easel.clock.leap(31 * DAY_MS);
    const [address = ''] = shownOn(await find());
    expect((await fetch(address)).status).toBe(200);
  });

  it('is left out when its message is gone or Discord does not answer, and the list still comes', async () => {
    const result = await make({ prompt: 'a hill' });
    const { id } = easel.discord.faults.switchOn({ name: 'hang', method: 'GET' });
    expect(promptsOn(await find())).toEqual(['a hill']);
    easel.discord.faults.switchOff(id);
    expect(shownOn(await find())).toHaveLength(1);
    await easel.discord.as(owner).deleteMessage({ channelId: GALLERY, messageId: result.id });
    await easel.clock.leap(10 * 60_000);
    const list = await find();
    expect(promptsOn(list)).toEqual(['a hill']);
    expect(shownOn(list)).toEqual([]);
    expect(mediaOf(await easel.open(member, list))).toEqual([]);
  });
});
