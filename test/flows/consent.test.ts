import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { buttonOf, type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { choose, fill, forgetAll, messageOf, pressAsItWas, putOn } from './moderation-support.ts';

const HOUR_MS = 3_600_000;
const ASKED = 'whether you can build on their picture';
const { member: owner, secondMember: asker } = people;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
  await prefer('ask');
});
afterEach(() => easel.close());

type Word = 'yes' | 'ask' | 'no';
async function prefer(word: Word): Promise<void> {
  const options = { others_may_build_on: word };
  await easel.command(owner, { channelId: GALLERY, name: 'preferences', subcommand: 'set', options });
}

async function made(prompt = 'a red fox'): Promise<MessageView> {
  const pending = await easel.command(owner, { channelId: GALLERY, name: 'image', options: { prompt } });
  await easel.idle();
  return easel.now(pending);
}
const change = (result: MessageView, userId: string = asker): Promise<Answer> =>
  easel.press(userId, result, 'Change …');
/** Changes a picture with other words, and asks its owner where that is needed. */
const wish = async (result: MessageView): Promise<Answer> =>
  fill(easel, asker, await change(result), { prompt: 'in winter' });
const notices = (): MessageView[] =>
  easel.discord
    .messages(GALLERY, { as: asker })
    .filter(({ sandbox }) => sandbox.notifiedIds.includes(asker) && !sandbox.notifiedIds.includes(owner));
const said = (answer: Answer): string => ('message' in answer ? textOf(answer.message) : answer.kind);
const questions = (): MessageView[] =>
  easel.discord.messages(GALLERY, { as: owner }).filter((one) => textOf(one).includes('would like to build on'));
const last = (): MessageView => {
  const found = questions().at(-1);
  if (!found) throw new Error('nobody was asked');
  return found;
};

describe('a member who wants to be asked first', () => {
  it('gets one question with a mention; nothing is held before, and no one else can answer', async () => {
    const result = await made();
    expect(said(await wish(result))).toContain(ASKED);
    expect(said(await change(result))).toContain('You already asked');
    expect(questions()).toHaveLength(1);
    expect(last().sandbox.notifiedIds).toEqual([owner]);
    expect(said(await easel.press(asker, last(), 'Allow'))).toContain('Only');
    expect(said(await change(result))).toContain('You already asked');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
    expect((await change(result, owner)).kind).toBe('modal');
  });

  it('allows it for a day, across a restart of Easel', async () => {
    const result = await made();
    await wish(result);
    await easel.restart();
    const answered = messageOf(await easel.press(owner, last(), 'Allow'));
    expect(textOf(answered)).toContain('allowed this');
    expect(() => buttonOf(answered, 'Allow')).toThrow('no button');
    await easel.until(() => easel.service.tasks()[1]);
    await easel.idle();
    await easel.restart();
    await wish(result);
    await easel.idle();
    expect(easel.service.tasks()).toHaveLength(3);
    await easel.clock.advance(24 * HOUR_MS);
    expect((await change(result)).kind).toBe('modal');
    expect(said(await wish(await made('a hare')))).toContain(ASKED);
  });

  it('lets the waiting request start: made once, charged, and its author is mentioned', async () => {
    const result = await made();
    expect(said(await wish(result))).toContain('Easel makes this');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
    await easel.restart();
    const question = last();
    await easel.press(owner, question, 'Allow');
    await easel.until(() => easel.service.tasks()[1]);
    await easel.idle();
    expect(notices().map(textOf)).toEqual([expect.stringContaining('Easel is starting your request')]);
    const [newest] = easel.discord.messages(GALLERY, { as: asker }).slice(-1);
    expect(newest && textOf(newest)).toContain('in winter');
    expect(easel.service.tasks()).toHaveLength(2);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    expect((await easel.press(asker, newest ?? question, 'Edit …')).kind).toBe('modal');
    await pressAsItWas(easel, owner, question, 'Allow');
    await easel.restart();
    await easel.idle();
    expect(easel.service.tasks()).toHaveLength(2);
  });

  it('allows what the server’s rules refuse in the meantime, and its author reads why', async () => {
    const result = await made();
    await wish(result);
    await easel.command(people.manager, { channelId: GALLERY, name: 'budget', subcommand: 'pause' });
    await easel.press(owner, last(), 'Allow');
    await easel.until(() => notices()[1]);
    expect(notices().map(textOf)).toEqual([
      expect.stringContaining('lets you build on that picture for a day'),
      expect.stringContaining('Easel couldn’t start your request'),
    ]);
    expect(easel.service.tasks()).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('refuses it and is not asked again about the same picture, but may be about another', async () => {
    const result = await made();
    await wish(result);
    await easel.press(owner, last(), 'Decline');
    await easel.until(() => notices()[0]);
    expect(notices().map(textOf)).toEqual([expect.stringContaining('declined. Choose another picture')]);
    expect(easel.service.tasks()).toHaveLength(1);
    expect(said(await change(result))).toContain('doesn’t let');
    expect(said(await wish(await made('a hare')))).toContain(ASKED);
  });

  it('answers too late after a day, when the question has expired', async () => {
    const result = await made();
    await wish(result);
    const question = last();
    await easel.clock.advance(25 * HOUR_MS);
    expect(said(await easel.press(owner, question, 'Allow'))).toContain('has expired');
    await easel.idle();
    expect(easel.service.tasks()).toHaveLength(1);
    expect((await change(result)).kind).toBe('modal');
  });

  it('is not asked after leaving the server, and the requester reads why', async () => {
    const result = await made();
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds) one.members = one.members.filter(({ userId }) => userId !== owner);
    });
    expect(said(await wish(result))).toContain('has left this server');
    const seen = easel.discord.messages(GALLERY, { as: asker }).map(textOf);
    expect(seen.join()).not.toContain('would like to build on');
  });

  it('is asked before their picture is saved as a source, too', async () => {
    const result = await made();
    const view = easel.discord.as(asker);
    const menu = { channelId: GALLERY, name: 'Use as a source', targetId: result.id };
    expect(said(await (await view.contextMenu(menu)).answer)).toContain(ASKED);
    await easel.press(owner, last(), 'Allow');
    expect(said(await (await view.contextMenu(menu)).answer)).toContain('Set aside: 1 picture');
  });
});

describe('a member’s setting for one picture', () => {
  const history = (userId: string, options = {}): Promise<MessageView> =>
    easel.command(userId, { channelId: GALLERY, name: 'history', options });
  const page = async (number = 1): Promise<MessageView> => easel.open(owner, await history(owner), number);
  const TERMS = 'page:terms';
  const say = async (word: Word | 'all', opened?: MessageView): Promise<MessageView> =>
    messageOf(await choose(easel, owner, opened ?? (await page()), TERMS, [word]));
  /** What the menu on the page shows as chosen. */
  const chosen = (opened: MessageView): string[] =>
    [...JSON.stringify(opened.components).matchAll(/\{[^{}]*"default":true[^{}]*\}/g)].map(
      ([option]) => /"value":"(\w+)"/.exec(option)?.[1] ?? '',
    );

  it('overrules their yes for all pictures, across a restart', async () => {
    await prefer('yes');
    const other = await made('a hare');
    const result = await made();
    expect(chosen(await page())).toEqual(['all']);
    expect(chosen(await say('no'))).toEqual(['no']);
    await easel.restart();
    expect(chosen(await page())).toEqual(['no']);
    for (const label of ['Change …', 'Animate …', 'Edit …']) {
      expect(said(await easel.press(asker, result, label))).toContain('doesn’t let others build on this picture');
    }
    const view = easel.discord.as(asker);
    const menu = { channelId: GALLERY, name: 'Use as a source', targetId: result.id };
    expect(said(await (await view.contextMenu(menu)).answer)).toContain('doesn’t let');
    expect((await change(other)).kind).toBe('modal');
    expect((await change(result, owner)).kind).toBe('modal');
    expect(questions()).toEqual([]);
    await say('all');
    await easel.restart();
    expect((await change(result)).kind).toBe('modal');
    expect(chosen(await page())).toEqual(['all']);
  });

  it('overrules their no for all pictures, with a yes or a question', async () => {
    await prefer('no');
    const other = await made('a hare');
    const result = await made();
    await say('yes');
    const form = await change(result);
    expect(said(await change(other))).toContain('doesn’t let');
    await say('ask');
    expect(said(await fill(easel, asker, form, { prompt: 'in winter' }))).toContain(ASKED);
    expect(questions()).toHaveLength(1);
    await say('all');
    expect(said(await change(result))).toContain('doesn’t let');
    expect(easel.service.tasks()).toHaveLength(2);
  });

  it('overrules an earlier answer', async () => {
    const result = await made();
    await wish(result);
    await easel.press(owner, last(), 'Allow');
    await easel.until(() => easel.service.tasks()[1]);
    await say('no');
    expect(said(await change(result))).toContain('doesn’t let');
    await say('all');
    expect((await change(result)).kind).toBe('modal');
  });

  it('is deleted with the history, and cannot be set for a picture that is gone', async () => {
    await prefer('yes');
    const result = await made();
    const before = await page();
    await say('no', before);
    await forgetAll(easel, owner);
    expect((await change(result)).kind).toBe('modal');
    expect(said(await choose(easel, owner, before, TERMS, ['no']))).toContain('no longer keeps');
    expect((await change(result)).kind).toBe('modal');
  });

  it('can be set by its author only', async () => {
    await prefer('yes');
    const result = await made();
    const { components } = await page();
    await easel.press(asker, result, '★ Star');
    const seen = await easel.open(asker, await history(asker, { starred: true }));
    expect(textOf(seen)).toContain('a red fox');
    expect(JSON.stringify(seen.components)).not.toContain(TERMS);
    await putOn(easel, result, components);
    expect(said(await choose(easel, asker, easel.now(result), TERMS, ['no']))).toContain('Only its author can choose');
    expect(chosen(await page())).toEqual(['all']);
  });
});
