import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { HALL, hall, made, only, SETTINGS, show } from './gallery-support.ts';
import { configure, image, moderate, moderateBy, prefer } from './moderation-support.ts';
import { report } from './reports-support.ts';

const { member, secondMember, artist, moderator, owner } = people;
const STARS = { starsForGallery: 2 };
/** Longer than the gallery leaves a work that no one waits for. */
const SOON_MS = 30_000;

const star = (easel: Easel, userId: string, result: MessageView) => easel.press(userId, easel.now(result), '★');

async function starredBy(easel: Easel, result: MessageView, ...userIds: string[]): Promise<void> {
  for (const userId of userIds) await star(easel, userId, result);
  await passes(easel, SOON_MS);
}

describe('members’ stars', () => {
  it('bring a picture into the gallery at the set number, across restarts, and only once', async () => {
    const { easel, result } = await made(STARS);
    await starredBy(easel, result, member, secondMember);
    expect(hall(easel)).toEqual([]);
    await easel.restart();
    await star(easel, artist, result);
    await easel.restart();
    await easel.until(() => hall(easel).some((one) => mediaOf(one).length === 1));
    expect(textOf(only(easel))).toContain(`Members’ stars brought a picture by <@${member}> here`);
    await starredBy(easel, result, owner, moderator);
    expect(hall(easel)).toHaveLength(1);
    expect(await moderate(easel, 'log')).not.toContain('in the gallery');
  });

  it('count on the copy too, and one that is taken away removes nothing', async () => {
    const { easel, result } = await made(STARS);
    await starredBy(easel, result, secondMember, artist);
    const copy = only(easel);
    expect(textOf(((await star(easel, owner, copy)) as { message: MessageView }).message)).toContain('3 members');
    await easel.until(() => textOf(only(easel)).includes('[★ 3]'), { stepMs: 5_000, limitMs: 65_000 });
    expect(mediaOf(only(easel))).toHaveLength(1);
    await starredBy(easel, result, secondMember, artist, owner);
    expect(only(easel).id).toBe(copy.id);
  });

  it('bring nothing in where managers did not turn that on, or by a member who opted out', async () => {
    const { easel, result } = await made();
    await starredBy(easel, result, secondMember, artist, owner);
    expect(hall(easel)).toEqual([]);
    await prefer(easel, member, 'starsMayShow', false);
    await configure(easel, { ...SETTINGS, ...STARS });
    await easel.restart();
    await starredBy(easel, result, moderator);
    expect(hall(easel)).toEqual([]);
    await show(easel, member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it.each([
    ['its member', member],
    ['a moderator', moderator],
  ])('do not bring back what %s took out', async (_, userId) => {
    const { easel, result } = await made(STARS);
    await starredBy(easel, result, secondMember, artist);
    await easel.press(userId, only(easel), 'Remove from gallery');
    await easel.until(() => hall(easel).length === 0);
    await easel.restart();
    await starredBy(easel, result, owner, moderator);
    expect(hall(easel)).toEqual([]);
    await show(easel, member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it('make no second copy of a picture that a moderator restored', async () => {
    const { easel, result } = await made(STARS);
    await show(easel, member, result);
    await report(easel, moderator, result);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await moderateBy(easel, moderator, hidden, 'Restore');
    await easel.until(() => hall(easel).length === 1);
    await starredBy(easel, result, secondMember, artist);
    expect(hall(easel)).toHaveLength(1);
  });
});

describe('stars bring nothing in against the rules of the gallery:', () => {
  it('refused words, a pause, and a timeout of the author', async () => {
    const { easel, result } = await made(STARS);
    await configure(easel, { ...SETTINGS, ...STARS, words: { refuse: ['castle'] } });
    await starredBy(easel, result, secondMember, artist);
    await configure(easel, { ...SETTINGS, ...STARS });
    await moderate(easel, 'pause', {});
    await starredBy(easel, result, owner);
    expect(hall(easel)).toEqual([]);
    await moderate(easel, 'resume', {});
    await moderate(easel, 'timeout', { member, for: 60, why: 'x' });
    await starredBy(easel, result, people.manager);
    expect(hall(easel)).toEqual([]);
    await moderate(easel, 'lift', { member });
    await starredBy(easel, result, moderator);
    expect(hall(easel)).toHaveLength(1);
  });

  it('an age-restricted channel', async () => {
    const { easel } = await made(STARS);
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds[0]?.channels ?? []) if (one.id === GALLERY) one.ageRestricted = true;
    });
    await easel.clock.advance(120_000);
    const pending = await image(easel, member);
    await easel.idle();
    await starredBy(easel, pending, secondMember, artist);
    expect(hall(easel)).toEqual([]);
  });

  it('a closed gallery, until it is open', async () => {
    const { easel, result } = await made(STARS);
    const fault = easel.discord.faults.switchOn({
      name: 'missing-access',
      method: 'POST',
      parameters: { channelId: HALL },
    });
    await starredBy(easel, result, secondMember, artist);
    easel.discord.faults.switchOff(fault.id);
    await starredBy(easel, result, owner);
    expect(hall(easel)).toHaveLength(1);
  });
});
