import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { buttonOf, type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { fill, messageOf } from './moderation-support.ts';

const HOUR_MS = 3_600_000;
const { member: owner, secondMember: asker } = people;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
  await easel.command(owner, {
    ...{ channelId: GALLERY, name: 'preferences', subcommand: 'set', options: { others_may_work_on: 'ask' } },
  });
});
afterEach(() => easel.close());

async function made(prompt = 'a red fox'): Promise<MessageView> {
  const pending = await easel.command(owner, { channelId: GALLERY, name: 'image', options: { prompt } });
  await easel.idle();
  return easel.now(pending);
}
const change = (result: MessageView, userId: string = asker): Promise<Answer> =>
  easel.press(userId, result, 'Change …');
const said = (answer: Answer): string => ('message' in answer ? textOf(answer.message) : answer.kind);
const questions = (): MessageView[] =>
  easel.discord.messages(GALLERY, { as: owner }).filter((one) => textOf(one).includes('would like to work on'));
const last = (): MessageView => {
  const found = questions().at(-1);
  if (!found) throw new Error('nobody was asked');
  return found;
};

describe('a member who wants to be asked first', () => {
  it('is asked once, with a mention; nothing is held before, and nobody else can answer', async () => {
    const result = await made();
    expect(said(await change(result))).toContain('has been asked');
    expect(said(await change(result))).toContain('You have asked');
    expect(questions()).toHaveLength(1);
    expect(last().sandbox.notifiedIds).toEqual([owner]);
    expect(said(await easel.press(asker, last(), 'Allow'))).toContain('Only');
    expect(said(await change(result))).toContain('You have asked');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
    expect((await change(result, owner)).kind).toBe('modal');
  });

  it('allows it for a day, also when Easel was restarted in between', async () => {
    const result = await made();
    await change(result);
    await easel.restart();
    const answered = messageOf(await easel.press(owner, last(), 'Allow'));
    expect(textOf(answered)).toContain('allows it');
    expect(() => buttonOf(answered, 'Allow')).toThrow('no button');
    await easel.restart();
    const form = await change(result);
    await fill(easel, asker, form, { prompt: 'in winter' });
    await easel.idle();
    expect(easel.service.tasks()).toHaveLength(2);
    await easel.clock.advance(24 * HOUR_MS);
    expect(said(await change(result))).toContain('has been asked');
  });

  it('refuses it without being asked again about the same, but may be about another', async () => {
    const result = await made();
    await change(result);
    await easel.press(owner, last(), 'Not this one');
    expect(said(await change(result))).toContain('does not want');
    expect(said(await change(await made('a hare')))).toContain('has been asked');
  });

  it('answers too late after a day: the question has ended', async () => {
    const result = await made();
    await change(result);
    const question = last();
    await easel.clock.advance(25 * HOUR_MS);
    expect(said(await easel.press(owner, question, 'Allow'))).toContain('has ended');
    expect(said(await change(result))).toContain('has been asked');
  });

  it('is not asked where they have left: the other is told so', async () => {
    const result = await made();
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds) one.members = one.members.filter(({ userId }) => userId !== owner);
    });
    expect(said(await change(result))).toContain('not in this server any more');
    const seen = easel.discord.messages(GALLERY, { as: asker }).map(textOf);
    expect(seen.join()).not.toContain('would like to work on');
  });

  it('is asked before their picture lies in a tray, too', async () => {
    const result = await made();
    const view = easel.discord.as(asker);
    const menu = { channelId: GALLERY, name: 'Use as a source', targetId: result.id };
    expect(said(await (await view.contextMenu(menu)).answer)).toContain('has been asked');
    await easel.press(owner, last(), 'Allow');
    expect(said(await (await view.contextMenu(menu)).answer)).toContain('1 picture in your tray');
  });
});
