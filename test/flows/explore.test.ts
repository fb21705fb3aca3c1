import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { choose, configure, fill, forgetAll, keepStyle, messageOf, STAFF, withMore } from './moderation-support.ts';

const { manager, member, moderator, owner, secondMember } = people;
const DAY_MS = 86_400_000;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

type Options = Record<string, string | number | boolean>;
const make = async (options: Options, userId: string = member, channelId: string = GALLERY): Promise<MessageView> => {
  const pending = await easel.command(userId, { channelId, name: 'image', options: { prompt: 'a hill', ...options } });
  await easel.idle();
  return easel.discord.messages(channelId, { as: owner }).find(({ id }) => id === pending.id) ?? pending;
};
const star = async (result: MessageView, ...userIds: string[]): Promise<void> => {
  for (const userId of userIds) await easel.press(userId, result, '★');
};
const explore = (userId: string = member): Promise<MessageView> =>
  easel.command(userId, { channelId: GALLERY, name: 'explore' });
const turn = async (list: MessageView, label: string, userId: string = member): Promise<MessageView> =>
  messageOf(await easel.press(userId, list, label));
const newest = async (userId: string = member): Promise<string[]> =>
  promptsOn(await turn(await explore(userId), 'Newest', userId));
/** The prompts on the panel, in order. */
const promptsOn = (list: MessageView): string[] =>
  [...textOf(list).matchAll(/^\*\*\d\*\* (?:<@\d+>: )?(.*)$/gmu)].map(([, prompt = '']) => prompt);

describe('/explore', () => {
  it('shows the most starred pictures of the week and of the month, and opens each privately', async () => {
    const old = await make({ prompt: 'an old hill' });
    await star(old, secondMember, manager, moderator);
    await easel.clock.leap(8 * DAY_MS);
    await make({ prompt: 'without a star' });
    const one = await make({ prompt: 'one star' }, secondMember);
    const two = await make({ prompt: 'two stars' });
    await star(one, member);
    await star(two, secondMember, manager);
    const week = await explore();
    expect(week.sandbox.ephemeral).toBe(true);
    expect(promptsOn(week)).toEqual(['two stars', 'one star']);
    expect(mediaOf(week)).toHaveLength(2);
    expect(textOf(week)).toMatch(/two stars\n-# ★ 2 · <t:/);
    expect(promptsOn(await turn(week, '★ Month'))).toEqual(['an old hill', 'two stars', 'one star']);
    const opened = messageOf(await easel.press(member, await explore(), '2'));
    expect(opened.sandbox.ephemeral).toBe(true);
    expect(textOf(opened)).toContain('one star');
    expect(mediaOf(opened)).toHaveLength(1);
    await star(two, secondMember, manager);
    expect(promptsOn(await explore())).toEqual(['one star']);
  });

  it('shows the newest pictures and clips of everyone, page by page, across a restart', async () => {
    for (let number = 1; number <= 11; number++) {
      await make({ prompt: `picture ${number}` }, number % 2 === 0 ? member : secondMember);
    }
    const first = await turn(await explore(), 'Newest');
    expect(promptsOn(first)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `picture ${number}`));
    await easel.restart();
    const second = await turn(first, 'Next');
    expect(promptsOn(second)).toEqual(['picture 2', 'picture 1']);
    const opened = await easel.open(member, second, 2);
    expect(textOf(opened)).toMatch(/^> picture 1\n/);
    let seen = opened;
    const walked: string[] = [];
    for (const label of ['Previous', 'Previous', 'Next', 'Next']) {
      seen = await turn(seen, label);
      walked.push(/^> (.*)\n/.exec(textOf(seen))?.[1] ?? '');
    }
    expect(walked).toEqual(['picture 2', 'picture 3', 'picture 2', 'picture 1']);
    expect(seen.id).toBe(second.id);
    const end = await turn(seen, 'Next');
    expect(promptsOn(end)).toEqual(promptsOn(second));
    const back = await turn(await easel.open(member, end, 2), 'Back to the list');
    expect(promptsOn(back)).toEqual(promptsOn(second));
    expect(promptsOn(await turn(back, 'Previous'))).toEqual(promptsOn(first));
  });

  it('shows the newest in a style of the server, and says so where there is nothing to see', async () => {
    const empty = await explore();
    expect(textOf(empty)).toContain('No one has starred anything from the last 7 days');
    expect(textOf(await turn(empty, 'Newest'))).toContain('nothing to see here yet');
    expect(textOf(await turn(empty, 'By style'))).toContain('no styles yet');
    for (const name of ['Linocut', 'Film']) {
      await keepStyle(easel, { userId: owner, name, words: `in ${name}`, isServers: true });
    }
    await make({ prompt: 'a fox', style: 'Linocut' });
    await make({ prompt: 'a lake', style: 'Film' });
    await make({ prompt: 'plain' });
    const panel = await turn(await explore(), 'By style');
    expect(promptsOn(panel)).toEqual([]);
    const { key } = await optionOf(panel, 'Linocut');
    const linocuts = messageOf(await choose(easel, member, panel, 'explore', [key]));
    expect(promptsOn(linocuts)).toEqual([expect.stringContaining('a fox')]);
  });

  it('shows nothing that its viewer may not see', async () => {
    await configure(easel, { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], drafts: 'on' });
    await make({ prompt: 'for everyone' }, secondMember);
    const secret = await make({ prompt: 'among moderators' }, moderator, STAFF);
    await star(secret, owner);
    await withMore(easel, member, ['draft'], { options: { prompt: 'a draft' } });
    await easel.idle();
    const hidden = await make({ prompt: 'to be hidden' }, secondMember);
    await star(hidden, member);
    await fill(easel, manager, await easel.press(manager, hidden, 'Report …'), { why: 'no' });
    const forgotten = await make({ prompt: 'to be forgotten' }, manager);
    await star(forgotten, member);
    await forgetAll(easel, manager);
    const deleted = await make({ prompt: 'to be deleted' }, secondMember);
    await easel.discord.as(owner).deleteMessage({ channelId: GALLERY, messageId: deleted.id });

    expect(await newest()).toEqual(['for everyone']);
    expect(JSON.stringify(await explore())).not.toMatch(/moderators|hidden|forgotten/);
    expect(await newest(moderator)).toEqual(['among moderators', 'for everyone']);
    expect(promptsOn(await explore(moderator))).toEqual(['among moderators']);
  });

  it('keeps private prompts to their authors and moderators, in words and in alt texts', async () => {
    await configure(easel, { prompts: 'member', moderatorsChannelId: STAFF });
    await make({ prompt: 'a secret heron' });
    const others = await turn(await explore(secondMember), 'Newest', secondMember);
    expect(JSON.stringify(others)).not.toContain('heron');
    expect(mediaOf(others)).toHaveLength(1);
    expect(await newest()).toEqual(['a secret heron']);
  });
});

/** An option of the panel's menu, by its label. */
async function optionOf(panel: MessageView, label: string): Promise<{ key: string }> {
  const found = JSON.stringify(panel.components).match(new RegExp(`"label":"${label}","value":"([\\w-]{22})"`, 'u'));
  if (!found?.[1]) throw new Error(`no option "${label}"`);
  return { key: found[1] };
}
