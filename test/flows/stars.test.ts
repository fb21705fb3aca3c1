import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, passes, people, startEasel, textOf } from '../support/easel.ts';
import { fill, forgetAll, messageOf, pressAsItWas, said } from './moderation-support.ts';

const { member, secondMember, manager } = people;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

async function made(): Promise<MessageView> {
  const pending = await easel.command(member, { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox' } });
  await easel.idle();
  return easel.now(pending);
}
const star = async (userId: string, result: MessageView): Promise<string> =>
  said(await easel.press(userId, result, '★'));

it('a picture takes a private star from everyone and loses it at the next press, across a restart', async () => {
  const result = await made();
  const starred = messageOf(await easel.press(secondMember, result, '★'));
  expect(textOf(starred)).toContain('1 member starred it.');
  expect(textOf(messageOf(await easel.press(secondMember, starred, 'My stars')))).toContain(`<@${member}>: `);
  await easel.restart();
  expect(await star(manager, result)).toContain('2 members starred it.');
  expect(await star(secondMember, result)).toBe('Star removed. 1 member starred it.');
  expect(textOf(easel.now(result))).not.toContain('starred');
});

it('a card shows the stars of others, with one edit a minute for all of them, also across a restart', async () => {
  const result = await made();
  const edits: string[] = [];
  const seen = (): string => {
    const shown = textOf(easel.now(result)).match(/\[★ [^\]]*\]/)?.[0] ?? '';
    if (edits.at(-1) !== shown) edits.push(shown);
    return shown;
  };
  await star(member, result);
  await passes(easel, 60_000);
  expect(seen()).toBe('[★ Star]');
  await star(secondMember, result);
  await easel.until(() => seen() === '[★ 1]', { limitMs: 5_000 });
  for (const userId of [manager, people.artist, people.moderator]) await star(userId, result);
  await easel.until(() => seen() === '[★ 4]', { stepMs: 1_000, limitMs: 61_000 });
  expect(edits).toEqual(['[★ Star]', '[★ 1]', '[★ 4]']);
  await star(manager, result);
  await easel.restart();
  await easel.until(() => seen() === '[★ 3]');
});

it('a hidden picture takes no star, nor does one that its author deleted from the history', async () => {
  const result = await made();
  await fill(easel, manager, await easel.press(manager, result, 'Report …'), { why: 'too red' });
  await easel.idle();
  expect(said(await pressAsItWas(easel, secondMember, result, '★'))).toContain('hidden after reports');

  const other = await made();
  await star(secondMember, other);
  await forgetAll(easel, member);
  expect(await star(secondMember, other)).toContain('no longer keeps');
});
