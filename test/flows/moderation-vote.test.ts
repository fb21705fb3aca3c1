import { describe, expect, it } from 'vitest';
import { atelier, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import {
  configure,
  fill,
  image,
  inGallery,
  lastCard,
  messageOf,
  moderate,
  moderateBy,
  pressAsItWas,
  privateText,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';

const VOTE = {
  modes: { [GALLERY]: 'vote' },
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [atelier.roles.moderator],
  votesNeeded: 2,
  voteMinutes: 30,
};

async function asked(prompt = 'a castle') {
  const easel = await start();
  await configure(easel, VOTE);
  const request = await image(easel, people.member, { options: { prompt } });
  return { easel, request };
}

describe('a request in a channel of votes', () => {
  it('shows its prompt, and is made when enough have seconded it, with restarts between any two steps', async () => {
    const { easel, request } = await asked();
    expect(textOf(request)).toContain('> a castle');
    expect(textOf(request)).toMatch(/once 2 members second it \(0 so far\)\. The vote ends <t:\d+:R>\./);
    await easel.restart();
    expect(textOf(messageOf(await easel.press(people.secondMember, request, 'Second (0/2)')))).toContain('1 so far');
    await easel.restart();
    expect(prompts(easel)).toEqual([]);
    await easel.press(people.artist, easel.now(request), 'Second (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('counts every vote once, however often Discord delivers the press', async () => {
    const { easel, request } = await asked();
    easel.discord.faults.switchOn({ name: 'gateway-duplicate' });
    await easel.press(people.secondMember, request, 'Second (0/2)');
    await easel.press(people.artist, easel.now(request), 'Second (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it.each([
    ['characters', `a castle ${'and its garden '.repeat(40)}with the last word`],
    ['lines', 'a castle\n1\n2\n3\n4\n5\nwith the last word'],
  ])('shows with an ellipsis that its %s are cut, and all of them to every voter who asks', async (_, prompt) => {
    const { easel, request } = await asked(prompt);
    expect(textOf(request)).toContain('…');
    expect(textOf(request)).not.toContain('with the last word');
    const whole = privateText(await easel.press(people.secondMember, request, 'Whole prompt'));
    expect(whole).toContain('a castle');
    expect(whole).toContain('with the last word');
  });

  it('shows its whole prompt to nobody but its member and moderators once it was vetoed', async () => {
    const { easel, request } = await asked('a castle '.repeat(60));
    await moderateBy(easel, people.moderator, request, 'Veto');
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    // Nothing of Easel's may come between the old buttons and the press on them.
    await easel.idle();
    expect(textOf(easel.now(request))).not.toContain('castle');
    const press = async (userId: string) => privateText(await pressAsItWas(easel, userId, request, 'Whole prompt'));
    expect(await press(people.secondMember)).toContain('Only the author and the moderators');
    expect(await press(people.moderator)).toContain('a castle');
  });

  it('counts each member once, and takes a vote back when pressed again', async () => {
    const { easel, request } = await asked();
    await easel.press(people.secondMember, request, 'Second (0/2)');
    const back = messageOf(await easel.press(people.secondMember, easel.now(request), 'Second (1/2)'));
    expect(textOf(back)).toContain('0 so far');
    expect(prompts(easel)).toEqual([]);
  });

  it('counts every one of simultaneous presses, and is made once', async () => {
    const { easel, request } = await asked();
    const voters = [people.secondMember, people.artist, people.manager, people.owner, people.moderator];
    await Promise.all(voters.map((userId) => easel.press(userId, request, 'Second (0/2)')));
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it('is not seconded by a member who is timed out', async () => {
    const { easel, request } = await asked();
    await moderate(easel, 'timeout', { member: people.secondMember, for: 60 });
    expect(privateText(await easel.press(people.secondMember, request, 'Second (0/2)'))).toContain(
      'A moderator has timed you out',
    );
    expect(textOf(easel.now(request))).toContain('0 so far');
  });

  it('begins after a pause in which the votes were complete', async () => {
    const { easel, request } = await asked();
    await moderate(easel, 'pause');
    await easel.press(people.secondMember, request, 'Second (0/2)');
    await easel.press(people.artist, easel.now(request), 'Second (1/2)');
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual([]);
    await easel.restart();
    await moderate(easel, 'resume');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
  });

  it('shows the prompt that a moderator wrote, and votes begin anew', async () => {
    const { easel, request } = await asked();
    await easel.press(people.secondMember, request, 'Second (0/2)');
    const form = await easel.press(people.moderator, await lastCard(easel), 'Edit prompt …');
    await fill(easel, people.moderator, form, { prompt: 'a ruin' });
    await easel.until(() => textOf(easel.now(request)).includes('> a ruin'));
    expect(textOf(easel.now(request))).toContain('[Second (0/2)]');
    expect(textOf(easel.now(request))).toContain('voting started over');
  });

  it('counts nothing of who has not been shown the prompt that a moderator wrote', async () => {
    const { easel, request } = await asked();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '*/messages/*', method: 'PATCH' });
    const form = await easel.press(people.moderator, await lastCard(easel), 'Edit prompt …');
    await fill(easel, people.moderator, form, { prompt: 'a ruin' });
    expect(textOf(easel.now(request))).toContain('> a castle');
    const pressed = messageOf(await easel.press(people.artist, easel.now(request), 'Second (0/2)'));
    expect(textOf(pressed)).toContain('> a ruin');
    expect(textOf(pressed)).toContain('[Second (0/2)]');
    easel.discord.faults.clear();
    await passes(easel, 60_000);
    await easel.press(people.artist, easel.now(request), 'Second (0/2)');
    await easel.press(people.secondMember, easel.now(request), 'Second (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    expect(prompts(easel)).toEqual(['a ruin']);
    await easel.idle();
  });

  it('is not seconded by its own member', async () => {
    const { easel, request } = await asked();
    expect(privateText(await easel.press(people.member, request, 'Second (0/2)'))).toContain('your own request');
  });

  it('is vetoed by moderators only', async () => {
    const { easel, request } = await asked();
    // Vetoed before its card was posted, a request gets none.
    await lastCard(easel);
    expect(privateText(await easel.press(people.secondMember, request, 'Moderate …'))).toContain(
      'Only this server’s moderators',
    );
    const vetoed = messageOf(await moderateBy(easel, people.moderator, request, 'Veto', 'no'));
    expect(textOf(vetoed)).toContain('Not made');
    expect(textOf(vetoed)).not.toContain('castle');
    await easel.until(async () => textOf(await lastCard(easel)).includes('**Rejected**'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('expires after its minutes', async () => {
    const { easel, request } = await asked();
    await easel.press(people.secondMember, request, 'Second (0/2)');
    await easel.clock.advance(31 * 60_000);
    await easel.until(() => textOf(easel.now(request)).includes('Expired'));
    await easel.until(() => inGallery(easel).some((text) => text.includes('there’s news about one of your requests')));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});
