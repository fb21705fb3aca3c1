import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { configure, messageOf, prefer } from './moderation-support.ts';

/** What a member reads about the buttons with their first result. */

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const { member, secondMember, owner } = people;
const make = (userId: string, options: Record<string, string | number | boolean> = {}, name = 'image') =>
  easel.command(userId, { channelId: GALLERY, name, options: { prompt: 'a red fox', ...options } });
async function made(...request: Parameters<typeof make>) {
  const pending = await make(...request);
  await easel.idle();
  return pending;
}
const explained = (userId: string): string[] =>
  easel.discord
    .messages(GALLERY, { as: userId })
    .map(textOf)
    .filter((text) => text.startsWith('Go on from your'));

describe('a member’s first result', () => {
  it('comes with one private line about its buttons, and the second doesn’t', async () => {
    await made(member);
    expect(explained(member)).toEqual([expect.stringContaining('*Vary* makes another like it')]);
    expect(explained(owner)).toEqual([]);
    await made(member);
    await easel.restart();
    await made(member, {}, 'video');
    expect(explained(member)).toHaveLength(1);
    await made(secondMember, { count: 2 });
    expect(explained(secondMember)).toEqual([expect.stringContaining('a number opens that picture')]);
  });

  it('says it once, also after the preferences were reset', async () => {
    await made(member, {}, 'video');
    expect(explained(member)).toEqual([expect.stringContaining('Go on from your clip')]);
    await prefer(easel, member, 'count', 2);
    const panel = await easel.command(member, { channelId: GALLERY, name: 'preferences' });
    await easel.press(member, messageOf(await easel.press(member, panel, 'Reset all …')), 'Reset');
    await made(member);
    expect(explained(member)).toHaveLength(1);
  });

  it('says it with the first one that is there in time to be answered privately', async () => {
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 16 * 60_000 } } });
    const late = await make(member);
    await easel.idle({ stepMs: 20_000 });
    expect(textOf(easel.now(late))).toContain('Done');
    expect(explained(member)).toEqual([]);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 1_000 } } });
    await made(member);
    expect(explained(member)).toHaveLength(1);
  });

  it('says nothing of a request that failed, and says it of a draft', async () => {
    await made(member, { prompt: 'a red fox #fail' });
    expect(explained(member)).toEqual([]);
    await configure(easel, { drafts: 'on' });
    await prefer(easel, member, 'drafts', true);
    await made(member);
    expect(explained(member)).toHaveLength(1);
  });
});
