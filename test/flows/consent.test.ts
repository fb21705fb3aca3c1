import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import {
  choose,
  configure,
  fill,
  forgetAll,
  lastCard,
  letBuild,
  makeOfSaved,
  messageOf,
  moderate,
  pauseSpending,
  pressAsItWas,
  prompts,
  putOn,
  readBy,
  STAFF,
  said,
  search,
} from './moderation-support.ts';

const HOUR_MS = 3_600_000;
const { member: owner, secondMember: asker, artist, moderator, manager } = people;
const MODERATION = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
  await prefer('ask');
});
afterEach(() => easel.close());

type Word = 'yes' | 'ask' | 'no';
async function prefer(word: Word, userId: string = owner): Promise<void> {
  await letBuild(easel, userId, word);
}

async function made(prompt = 'a red fox', userId: string = owner): Promise<MessageView> {
  const pending = await easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt } });
  await easel.idle();
  return easel.now(pending);
}
const change = (result: MessageView, userId: string = asker): Promise<Answer> =>
  easel.press(userId, result, 'Change …');
/** Asks to change a picture. */
const ask = async (result: MessageView, userId: string = asker, prompt = 'in winter'): Promise<Answer> =>
  fill(easel, userId, await change(result, userId), { prompt });
const questions = (): MessageView[] =>
  easel.discord.messages(GALLERY, { as: owner }).filter((one) => textOf(one).includes('>, may <@'));
const last = (): MessageView => {
  const found = questions().at(-1);
  if (!found) throw new Error('nobody was asked');
  return found;
};
const isMade = (question: MessageView): boolean => mediaOf(easel.now(question)).length > 0;
const decisions = (): Promise<string> => moderate(easel, 'log', {}, manager);
const menu = async (userId: string, name: string, { id }: MessageView): Promise<Answer> =>
  (await easel.discord.as(userId).contextMenu({ channelId: GALLERY, name, targetId: id })).answer;
async function changeRoles(userId: string, roleIds: string[]): Promise<void> {
  easel.discord.changeWorld(({ guilds }) => {
    for (const one of guilds) for (const found of one.members) if (found.userId === userId) found.roleIds = roleIds;
  });
  // Roles are looked up again after some seconds.
  await easel.clock.advance(15_000);
}

describe('a member who wants to be asked first', () => {
  it('gets one question with a mention, in the message of the request, and no one else can answer', async () => {
    const result = await made();
    const question = messageOf(await ask(result));
    expect(questions().map(({ id }) => id)).toEqual([question.id]);
    expect(question.sandbox.notifiedIds).toEqual([owner]);
    expect(textOf(question)).toContain(`<@${owner}>, may <@${asker}> build on`);
    expect(said(await easel.press(asker, question, 'Allow'))).toContain('Only the owner');
    expect(said(await easel.press(asker, question, 'Never ask me again'))).toContain('Only the owner');
    expect(await easel.budget()).toMatchObject({ held: 4, spent: 4 });
    expect((await change(result, owner)).kind).toBe('modal');
    expect(prompts(easel)).toHaveLength(1);

    // The request starts in its own message: made once, charged, and in the log.
    await easel.restart();
    await easel.press(owner, question, 'Allow');
    await easel.until(() => isMade(question));
    expect(textOf(easel.now(question))).toContain('in winter');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    expect(await decisions()).toContain(`<@${owner}> let <@${asker}> build on their picture`);
    expect((await easel.press(asker, easel.now(question), 'Edit and make again …')).kind).toBe('modal');
    expect(said(await pressAsItWas(easel, owner, question, 'Allow'))).toContain('expired or was answered');
    await easel.restart();
    await easel.idle();
    expect(prompts(easel)).toHaveLength(2);
  });

  it('allows it for a day, across a restart of Easel', async () => {
    const result = await made();
    await ask(result);
    await easel.restart();
    await easel.press(owner, last(), 'Allow');
    await easel.until(() => easel.service.tasks()[1]);
    await easel.idle();
    await easel.restart();
    await ask(result);
    await easel.idle();
    expect(prompts(easel)).toHaveLength(3);
    await easel.clock.leap(24 * HOUR_MS);
    await ask(await made('a hare'));
    expect(questions()).toHaveLength(1);
  });

  it('is asked once, though the answer to the request is lost; and Easel stopping loses nothing', async () => {
    const form = await change(await made());
    easel.discord.faults.switchOn({ name: 'cut-after', method: 'POST', route: '/interactions/*/*/callback', times: 1 });
    await fill(easel, asker, form, { prompt: 'in winter' }).catch(() => undefined);
    await easel.restart();
    await easel.until(() => questions().length === 1);
    await easel.clock.advance(120_000);
    const question = last();
    await easel.press(owner, question, 'Allow');
    await easel.until(() => isMade(question));
    expect(prompts(easel)).toHaveLength(2);
    expect(questions()).toEqual([]);
  });

  it('allows it, and Discord’s answer to the next edit is lost: the same message becomes the picture', async () => {
    const question = messageOf(await ask(await made()));
    easel.discord.faults.switchOn({ name: 'cut-after', method: 'PATCH', route: '/webhooks/*', times: 3 });
    await easel.press(owner, question, 'Allow');
    await easel.until(() => prompts(easel).length === 2);
    easel.discord.faults.clear();
    await easel.until(() => isMade(question));
    expect(readBy(easel, asker).join()).not.toContain('Sending to the service');
  });

  it('allows what the server’s rules refuse in the meantime, and its author reads why', async () => {
    const question = messageOf(await ask(await made()));
    await configure(easel, { words: { refuse: ['winter'], review: [], explicit: [], allow: [] } });
    await easel.press(owner, question, 'Allow');
    await easel.until(() => textOf(easel.now(question)).includes('Not made'));
    expect(said(await easel.press(asker, easel.now(question), 'Why?'))).toContain('breaks this server’s rules');
    expect((await easel.press(asker, easel.now(question), 'Edit and ask again …')).kind).toBe('modal');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('allows it during a pause, and it starts when that ends, unless the asker withdrew it', async () => {
    const result = await made();
    const [question, withdrawn] = [messageOf(await ask(result)), messageOf(await ask(result, artist))];
    await pauseSpending(easel, 'Pause spending');
    for (const one of [question, withdrawn]) {
      await easel.press(owner, one, 'Allow');
      await easel.until(() => textOf(easel.now(one)).includes('Allowed. It starts when the pause ends.'));
    }
    expect(textOf(easel.now(question))).toContain('[Withdraw]');
    await easel.press(artist, easel.now(withdrawn), 'Withdraw');
    await easel.until(() => textOf(easel.now(withdrawn)).includes('Withdrawn'));
    expect(await easel.budget()).toMatchObject({ held: 4, spent: 4 });
    expect(prompts(easel)).toHaveLength(1);
    await pauseSpending(easel, 'Resume spending');
    await easel.until(() => isMade(question));
    await easel.idle();
    expect(prompts(easel)).toHaveLength(2);
  });

  it('allows these words, so the asker can’t change them while moderators decide', async () => {
    await configure(easel, { ...MODERATION, modes: { [GALLERY]: 'review' } });
    const waits = await easel.command(owner, { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox' } });
    await easel.press(moderator, await lastCard(easel), 'Approve');
    await easel.until(() => isMade(waits));
    await easel.idle();
    const question = messageOf(await ask(easel.now(waits)));
    await easel.press(owner, question, 'Allow');
    await easel.until(() => textOf(easel.now(question)).includes('Waiting for a moderator'));
    await expect(easel.press(asker, easel.now(question), 'Edit prompt …')).rejects.toThrow('no button');
  });

  it('declines, and the same member waits a day before asking that owner again; others may ask', async () => {
    const result = await made();
    const other = await made('a hare');
    const question = messageOf(await ask(result));
    await easel.press(owner, question, 'Decline');
    await easel.until(() => textOf(easel.now(question)).includes('Declined by the owner'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    await easel.until(() => readBy(easel, asker).some((text) => text.includes('so your request wasn’t made')));
    expect(said(await change(result))).toContain('declined and doesn’t let');
    expect(said(await change(other))).toContain('ask again');
    expect(said(await ask(other, artist))).toContain('may');
    await easel.clock.leap(24 * HOUR_MS);
    expect((await change(result)).kind).toBe('modal');
  });

  it('is mentioned once an hour, however many ask, and declines all of them with *Never ask me again*', async () => {
    const result = await made();
    await ask(result);
    expect(messageOf(await ask(result, artist)).sandbox.notifiedIds).toEqual([]);
    expect(questions()).toHaveLength(2);
    await easel.clock.advance(HOUR_MS);
    expect(messageOf(await ask(result, moderator)).sandbox.notifiedIds).toEqual([owner]);
    await easel.press(owner, last(), 'Never ask me again');
    await easel.until(() => questions().length === 0);
    await easel.until(() => readBy(easel, owner).some((text) => text.includes('Easel won’t ask you again')));
    expect(said(await change(result, moderator))).toContain('doesn’t let others build on their pictures');
    expect(await easel.budget()).toMatchObject({ held: 0 });
  });

  it('answers too late after a day, when the question has expired', async () => {
    const result = await made();
    const question = messageOf(await ask(result));
    await easel.clock.leap(25 * HOUR_MS);
    await easel.until(() => textOf(easel.now(question)).includes('Expired'));
    expect(said(await pressAsItWas(easel, owner, question, 'Allow'))).toContain('expired or was answered');
    expect(prompts(easel)).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
    expect((await change(result)).kind).toBe('modal');
  });

  it('is not asked after leaving the server, and the requester reads why', async () => {
    const result = await made();
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds) one.members = one.members.filter(({ userId }) => userId !== owner);
    });
    expect(said(await change(result))).toContain('has left this server');
    expect(questions()).toEqual([]);
  });

  it('is asked before someone makes it again with other words', async () => {
    const form = await easel.press(asker, await made(), 'Edit and make again …');
    const question = messageOf(await fill(easel, asker, form, { prompt: 'a red fox at night' }));
    expect(textOf(question)).toContain('build on');
    await easel.press(owner, question, 'Allow');
    await easel.until(() => isMade(question));
  });

  it('is asked together with the other owners, and all of them have to agree', async () => {
    await prefer('ask', artist);
    const [first, second] = [await made(), await made('a hare', artist)];
    expect(said(await menu(asker, 'Use as a source', first))).toContain('Easel asks them then');
    expect(questions()).toEqual([]);
    const question = await makeOfSaved(easel, asker, second, { prompt: 'both' });
    expect(question.sandbox.notifiedIds.toSorted()).toEqual([owner, artist].toSorted());
    await easel.press(owner, question, 'Allow');
    await easel.until(() => !textOf(easel.now(question)).includes(`<@${owner}>, may`));
    expect(prompts(easel)).toHaveLength(2);
    await easel.press(artist, easel.now(question), 'Allow');
    await easel.until(() => isMade(question));
  });
});

describe('a member who asks an owner', () => {
  it('reads that the first wording starts, and can withdraw it to use others', async () => {
    const result = await made();
    const form = await change(result);
    const question = messageOf(await ask(result));
    expect(said(await change(result))).toContain('You already asked');
    const refused = messageOf(await fill(easel, asker, form, { prompt: 'by night' }));
    expect(textOf(refused)).toContain('You already asked');
    expect(textOf(refused)).toContain(question.id);
    expect(questions()).toHaveLength(1);
    await easel.press(asker, question, 'Withdraw');
    const second = messageOf(await easel.press(asker, refused, 'Try again'));
    await easel.press(owner, second, 'Allow');
    await easel.until(() => isMade(second));
    expect(prompts(easel)).toEqual(['a red fox', 'by night']);
  });

  it('is judged by the roles of the moment when the owner agrees', async () => {
    await configure(easel, { ...MODERATION, defaultMode: 'review', resultsByOthers: 'ask' });
    const question = messageOf(await ask(await made('a fox', manager), moderator));
    await changeRoles(moderator, []);
    await easel.press(manager, question, 'Allow');
    await easel.until(() => textOf(easel.now(question)).includes('Waiting for a moderator'));
    expect(prompts(easel)).toEqual(['a fox']);
  });

  it('never gets the owner’s permissions: a manager’s yes leaves the review to the moderators', async () => {
    await configure(easel, MODERATION);
    await prefer('ask', manager);
    const result = await made('a fox', manager);
    await configure(easel, { ...MODERATION, modes: { [GALLERY]: 'review' } });
    const question = messageOf(await ask(result));
    expect(await moderate(easel, 'panel')).toContain('No requests are waiting');
    await easel.press(manager, question, 'Allow');
    const card = await easel.until(async () => {
      const found = await lastCard(easel);
      return textOf(found).includes('in winter') && found;
    });
    expect(prompts(easel)).toEqual(['a fox']);
    await easel.press(moderator, card, 'Approve');
    await easel.until(() => isMade(question));
  });

  it('asks no one while timed out, and may not make a draft of it', async () => {
    await configure(easel, { ...MODERATION, drafts: 'on' });
    const result = await made();
    expect(textOf(await makeOfSaved(easel, asker, result, { prompt: 'x', more: ['draft'] }))).toContain(
      'wants to be asked first, so this can’t be a draft',
    );
    await moderate(easel, 'timeout', { member: asker, for: 60 });
    expect(textOf(await makeOfSaved(easel, asker, result, { prompt: 'x' }))).toContain('timed you out');
    expect(said(await ask(result))).toContain('timed you out');
    expect(questions()).toEqual([]);
  });
});

describe('a member’s setting for one picture', () => {
  const history = (userId: string): Promise<MessageView> =>
    easel.command(userId, { channelId: GALLERY, name: 'history' });
  /** Everything about a work, where its author answers for it alone. */
  const page = async (number = 1): Promise<MessageView> =>
    messageOf(await easel.press(owner, await easel.open(owner, await history(owner), number), 'More …'));
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
    for (const label of ['Change …', 'Animate …', 'Edit and make again …']) {
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
    expect(said(await fill(easel, asker, form, { prompt: 'in winter' }))).toContain('may');
    expect(questions()).toHaveLength(1);
    await say('all');
    expect(said(await change(result))).toContain('doesn’t let');
    expect(easel.service.tasks()).toHaveLength(2);
  });

  it('overrules an earlier answer', async () => {
    const result = await made();
    await ask(result);
    await easel.press(owner, last(), 'Allow');
    await easel.until(() => easel.service.tasks()[1]);
    await say('no');
    expect(said(await change(result))).toContain('doesn’t let');
    await say('all');
    expect((await change(result)).kind).toBe('modal');
  });

  it('stays when the history is deleted, and then can’t be set any more', async () => {
    await prefer('yes');
    const result = await made();
    const before = await page();
    await say('no', before);
    await forgetAll(easel, owner);
    expect(said(await change(result))).toContain('doesn’t let others build on this');
    expect(said(await choose(easel, owner, before, TERMS, ['yes']))).toContain('no longer keeps');
    expect(said(await change(result))).toContain('doesn’t let others build on this');
  });

  it('can be set by its author only', async () => {
    await prefer('yes');
    const result = await made();
    const { components } = await page();
    await easel.press(asker, result, '★');
    const theirs = await easel.open(asker, await search(easel, asker, { only: ['starred'] }));
    const seen = messageOf(await easel.press(asker, theirs, 'More …'));
    expect(textOf(seen)).toContain('a red fox');
    expect(JSON.stringify(seen.components)).not.toContain(TERMS);
    await putOn(easel, result, components);
    expect(said(await choose(easel, asker, easel.now(result), TERMS, ['no']))).toContain('Only its author can choose');
    expect(chosen(await page())).toEqual(['all']);
  });
});

it('lets the owner who is asked read what for, also where prompts are private', async () => {
  await configure(easel, { prompts: 'member', resultsByOthers: 'ask' });
  const result = await made();
  await ask(result, asker, 'in a very deep winter');
  const read = async (userId: string) => said(await easel.press(userId, last(), 'Prompt'));
  expect(await read(owner)).toContain('in a very deep winter');
  expect(await read(artist)).toBe(`Only <@${asker}> and the moderators can see that.`);
});
