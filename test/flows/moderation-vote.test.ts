import { describe, expect, it } from 'vitest';
import { atelier, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import {
  configure,
  fill,
  followed,
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

describe('a request in a channel with votes', () => {
  it('shows its prompt, and is made after enough votes, with restarts between any two steps', async () => {
    const { easel, request } = await asked();
    expect(textOf(request)).toContain('> a castle');
    expect(textOf(request)).toMatch(/needs 2 votes to be made \(0 so far\)\. Voting ends <t:\d+:R>\./);
    await easel.restart();
    const voted = await followed(easel, request, easel.press(people.secondMember, request, 'Vote for it (0/2)'));
    expect(textOf(voted)).toContain('1 so far');
    await easel.restart();
    expect(prompts(easel)).toEqual([]);
    await easel.press(people.artist, easel.now(request), 'Vote for it (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('counts every vote once, however often Discord delivers the press', async () => {
    const { easel, request } = await asked();
    easel.discord.faults.switchOn({ name: 'gateway-duplicate' });
    await followed(easel, request, easel.press(people.secondMember, request, 'Vote for it (0/2)'));
    await easel.press(people.artist, easel.now(request), 'Vote for it (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it('shows with an ellipsis that its lines or characters are cut, and the whole to every voter until it was vetoed', async () => {
    const { easel, request: lines } = await asked('a castle\n1\n2\n3\n4\n5\nwith the last word');
    const prompt = `a castle ${'and its garden '.repeat(40)}with the last word`;
    const request = await image(easel, people.member, { options: { prompt } });
    for (const one of [lines, request]) {
      expect(textOf(one)).toContain('…');
      expect(textOf(one)).not.toContain('with the last word');
      const whole = privateText(await easel.press(people.secondMember, one, 'Whole prompt'));
      expect(whole).toContain('a castle');
      expect(whole).toContain('with the last word');
    }
    await moderateBy(easel, people.moderator, request, 'Veto');
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    // No message of Easel's may come between the old buttons and the press.
    await easel.idle();
    expect(textOf(easel.now(request))).not.toContain('castle');
    const press = async (userId: string) => privateText(await pressAsItWas(easel, userId, request, 'Whole prompt'));
    expect(await press(people.secondMember)).toBe(`Only <@${people.member}> and the moderators can see that.`);
    expect(await press(people.moderator)).toContain('a castle');
  });

  it('counts each member once, but not its author or who is timed out, and removes a vote at the second press', async () => {
    const { easel, request } = await asked();
    const voted = await followed(easel, request, easel.press(people.secondMember, request, 'Vote for it (0/2)'));
    const back = await followed(easel, request, easel.press(people.secondMember, voted, 'Vote for it (1/2)'));
    expect(textOf(back)).toContain('0 so far');
    const own = await easel.press(people.member, easel.now(request), 'Vote for it (0/2)');
    expect(privateText(own)).toContain('your own request');
    await moderate(easel, 'timeout', { member: people.artist, for: 60 });
    const timedOut = await easel.press(people.artist, easel.now(request), 'Vote for it (0/2)');
    expect(privateText(timedOut)).toContain('A moderator has timed you out');
    expect(textOf(easel.now(request))).toContain('0 so far');
    expect(prompts(easel)).toEqual([]);
  });

  it('counts all of several simultaneous presses, and is made once', async () => {
    const { easel, request } = await asked();
    const voters = [people.secondMember, people.artist, people.manager, people.owner, people.moderator];
    await Promise.all(voters.map((userId) => easel.press(userId, request, 'Vote for it (0/2)')));
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it('starts after a pause in which it got its last vote', async () => {
    const { easel, request } = await asked();
    await moderate(easel, 'pause');
    await followed(easel, request, easel.press(people.secondMember, request, 'Vote for it (0/2)'));
    const decided = await followed(easel, request, easel.press(people.artist, easel.now(request), 'Vote for it (1/2)'));
    expect(textOf(decided)).toContain('Approved');
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual([]);
    await easel.restart();
    await moderate(easel, 'resume');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
  });

  it('shows the prompt that a moderator wrote, and votes start from zero', async () => {
    const { easel, request } = await asked();
    await easel.press(people.secondMember, request, 'Vote for it (0/2)');
    const form = await easel.press(people.moderator, await lastCard(easel), 'Edit prompt …');
    await fill(easel, people.moderator, form, { prompt: 'a ruin' });
    await easel.until(() => textOf(easel.now(request)).includes('> a ruin'));
    expect(textOf(easel.now(request))).toContain('[Vote for it (0/2)]');
    expect(textOf(easel.now(request))).toContain('voting started over');
  });

  it('starts its votes from zero when its author edits it, and gets no words past the moderators', async () => {
    const { easel, request } = await asked();
    await configure(easel, { ...VOTE, words: { refuse: [], review: ['wolf'], explicit: [], allow: [] } });
    await followed(easel, request, easel.press(people.secondMember, request, 'Vote for it (0/2)'));
    const edit = async (prompt: string) =>
      fill(easel, people.member, await easel.press(people.member, easel.now(request), 'Edit prompt …'), { prompt });
    expect(privateText(await edit('a wolf'))).toContain('A moderator would have to review this prompt.');
    expect(textOf(easel.now(request))).toContain('[Vote for it (1/2)]');
    const edited = textOf(await followed(easel, request, edit('a ruin')));
    expect(edited).toContain('> a ruin');
    expect(edited).toContain('[Vote for it (0/2)]');
    expect(edited).toContain('voting started over');
  });

  it('counts no vote by a member who has not seen the moderator’s prompt', async () => {
    const { easel, request } = await asked();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '*/messages/*', method: 'PATCH' });
    const form = await easel.press(people.moderator, await lastCard(easel), 'Edit prompt …');
    await fill(easel, people.moderator, form, { prompt: 'a ruin' });
    expect(textOf(easel.now(request))).toContain('> a castle');
    const refused = await easel.press(people.artist, easel.now(request), 'Vote for it (0/2)');
    expect(privateText(refused)).toContain('Read it again');
    easel.discord.faults.clear();
    await passes(easel, 60_000);
    expect(textOf(easel.now(request))).toContain('> a ruin');
    await followed(easel, request, easel.press(people.artist, easel.now(request), 'Vote for it (0/2)'));
    await easel.press(people.secondMember, easel.now(request), 'Vote for it (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    expect(prompts(easel)).toEqual(['a ruin']);
    await easel.idle();
  });

  it('shows each vote with one edit', async () => {
    const { easel, request } = await asked();
    await lastCard(easel);
    const edits = () => easel.discord.requests.list({ method: 'PATCH' }).length;
    const before = edits();
    const pressing = easel.press(people.secondMember, request, 'Vote for it (0/2)');
    expect(textOf(await followed(easel, request, pressing))).toContain('1 so far');
    expect((await pressing).kind).toBe('deferred-update');
    await passes(easel, 60_000);
    expect(edits() - before).toBe(1);
  });

  it('is vetoed by moderators only', async () => {
    const { easel, request } = await asked();
    // Vetoed before its card was posted, a request gets no card.
    await lastCard(easel);
    expect(privateText(await easel.press(people.secondMember, request, 'Moderate …'))).toContain(
      'Only this server’s moderators',
    );
    const menu = messageOf(await moderateBy(easel, people.moderator, request, 'Veto', 'no'));
    expect(textOf(menu)).toMatch(/^\*\*Rejected\*\* by <@\d+> <t:\d+:R>: no$/);
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    const vetoed = easel.now(request);
    expect(textOf(vetoed)).not.toContain('castle');
    await easel.until(async () => textOf(await lastCard(easel)).includes('**Rejected**'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('expires after its minutes', async () => {
    const { easel, request } = await asked();
    await easel.press(people.secondMember, request, 'Vote for it (0/2)');
    await easel.clock.advance(31 * 60_000);
    await easel.until(() => textOf(easel.now(request)).includes('Expired'));
    await easel.until(() => inGallery(easel).some((text) => text.includes('one of your requests has changed')));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});
