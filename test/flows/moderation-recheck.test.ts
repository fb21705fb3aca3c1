import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  configure,
  fill,
  image,
  lastCard,
  messageOf,
  moderate,
  moderateBy,
  pauseSpending,
  privateText,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';
import { enterAll, enterPrompt, MINUTE_MS, MODERATED, openAs, openedRound, says, toVoting } from './rounds-support.ts';

const refusing = (...refuse: string[]) => ({ words: { refuse, review: [], explicit: [], allow: [] } });

/** The card of the request, among lines about settings. */
async function cardOf(easel: Easel): Promise<MessageView> {
  return easel.until(() =>
    easel.discord
      .messages(STAFF, { as: people.moderator })
      .find((one) => /This member’s (history|first request)/.test(textOf(one))),
  );
}

/** Settings change while something waits. What they now forbid is not made. */

describe('a request that waits for a moderator', () => {
  const REVIEW = { ...MODERATED, modes: { [GALLERY]: 'review' } };

  async function asked(): Promise<Easel> {
    const easel = await start();
    await configure(easel, REVIEW);
    await image(easel, people.member, { options: { prompt: 'a castle' } });
    return easel;
  }
  const approve = async (easel: Easel) => easel.press(people.moderator, await cardOf(easel), 'Approve');

  it('is not approved while its words, model, channel or author are forbidden, and keeps waiting', async () => {
    const setRole = (has: boolean): void =>
      easel.discord.changeWorld(({ guilds }) => {
        const member = guilds[0]?.members.find(({ userId }) => userId === people.member);
        if (member) member.roleIds = has ? [atelier.roles.artist] : [];
      });
    const easel = await start();
    setRole(true);
    await configure(easel, { ...REVIEW, roleIds: [atelier.roles.artist] });
    await image(easel, people.member, { options: { prompt: 'a castle' } });
    setRole(false);
    expect(privateText(await approve(easel))).toContain('You need one of these roles');
    setRole(true);
    await easel.clock.advance(10_000);
    await moderate(easel, 'timeout', { member: people.member, for: 60 });
    expect(privateText(await approve(easel))).toContain('has timed you out here until');
    await moderate(easel, 'lift', { member: people.member });
    const changes: [Record<string, unknown>, string][] = [
      [{ modelIds: ['image-model-b'] }, 'This server doesn’t use that model'],
      [{ imageChannelIds: [atelier.channels.general] }, 'can’t do that in this channel'],
      [refusing('castle'), 'breaks this server’s rules'],
    ];
    for (const [settings, words] of changes) {
      await configure(easel, { ...REVIEW, ...settings });
      expect(privateText(await approve(easel))).toContain(words);
    }
    expect(prompts(easel)).toEqual([]);
    // A moderator may write another prompt.
    const form = await easel.press(people.moderator, await cardOf(easel), 'Edit prompt …');
    await fill(easel, people.moderator, form, { prompt: 'a cottage' });
    await approve(easel);
    await easel.until(() => prompts(easel).length > 0);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a cottage']);
  });

  it('is not approved when its author has left the server', async () => {
    const easel = await asked();
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds) one.members = one.members.filter(({ userId }) => userId !== people.member);
    });
    expect(privateText(await approve(easel))).toContain('has left the server');
    expect(prompts(easel)).toEqual([]);
  });

  it('is approved by the author’s earlier roles while Discord does not tell the present ones', async () => {
    const easel = await asked();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/guilds/*/members/*' });
    await approve(easel);
    await easel.until(() => prompts(easel).length > 0);
    await easel.idle();
  });
});

describe('a request that waits for votes', () => {
  const VOTE = { ...MODERATED, modes: { [GALLERY]: 'vote' }, votesNeeded: 1 };

  it('is not made when its words became forbidden; its author reads why, and its credits are returned', async () => {
    const easel = await start();
    await configure(easel, VOTE);
    const request = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await configure(easel, { ...VOTE, ...refusing('castle') });
    await easel.press(people.secondMember, request, 'Vote for it (0/1)');
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    expect(textOf(easel.now(request))).not.toContain('castle');
    expect(privateText(await easel.press(people.member, easel.now(request), 'Why?'))).toContain(
      'breaks this server’s rules',
    );
    await easel.until(async () => /Rejected.* by Easel/.test(textOf(await cardOf(easel))));
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    expect(await moderate(easel, 'log')).toContain(`Easel rejected a request by <@${people.member}>`);
  });

  it('is not made after a pause in which its words became forbidden, across a restart', async () => {
    const easel = await start();
    await configure(easel, VOTE);
    const request = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await moderate(easel, 'pause');
    await easel.press(people.secondMember, request, 'Vote for it (0/1)');
    await configure(easel, { ...VOTE, ...refusing('castle') });
    await easel.restart();
    await moderate(easel, 'resume');
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    expect(prompts(easel)).toEqual([]);
    expect(mediaOf(easel.now(request))).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('the winners of a round', () => {
  it('are not made with a model that became forbidden', async () => {
    const { easel, round } = await openedRound();
    await enterAll(easel, round);
    await toVoting(easel, round);
    await configure(easel, { ...MODERATED, modelIds: ['image-model-b'] });
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('are not made from words that became forbidden while they waited for the end of a pause', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterAll(easel, round);
    await toVoting(easel, round);
    await moderate(easel, 'pause');
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'as soon as the service takes requests again');
    await configure(easel, { ...MODERATED, ...refusing('boat', 'lighthouse', 'crane') });
    await moderate(easel, 'resume');
    await says(easel, round, 'The round is over');
    await passes(easel, MINUTE_MS);
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('a picture from a source', () => {
  async function made(): Promise<{ easel: Easel; result: MessageView }> {
    const easel = await start();
    await configure(easel, MODERATED);
    const pending = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await easel.idle();
    return { easel, result: easel.now(pending) };
  }
  const report = async (easel: Easel, result: MessageView) =>
    fill(easel, people.moderator, await easel.press(people.moderator, result, 'Report …'), { why: '' });

  it('is not made by votes when the source was hidden', async () => {
    const { easel, result } = await made();
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'vote' }, votesNeeded: 1 });
    const waiting = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    await report(easel, result);
    await easel.press(people.artist, waiting, 'Vote for it (0/1)');
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual(['a castle']);
  });

  it('is not made when the source was removed after an approval while spending was paused', async () => {
    const { easel, result } = await made();
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'review' } });
    await easel.press(people.secondMember, result, 'Vary');
    const card = await lastCard(easel);
    await pauseSpending(easel, 'Pause spending');
    await easel.press(people.moderator, card, 'Approve');
    await report(easel, result);
    const hidden = await easel.until(
      () => textOf(easel.now(result)).includes('Hidden until the moderators review it') && easel.now(result),
    );
    await moderateBy(easel, people.moderator, hidden, 'Remove …');
    await passes(easel, 60_000);
    await pauseSpending(easel, 'Resume spending');
    await passes(easel, 120_000);
    expect(prompts(easel)).toEqual(['a castle']);
  });
});

describe('in a channel that stopped being age-restricted', () => {
  const { lateNight } = atelier.channels;
  const open = (easel: Easel): void =>
    easel.discord.changeWorld(({ guilds }) => {
      for (const one of guilds[0]?.channels ?? []) if (one.id === lateNight) one.ageRestricted = false;
    });

  it('an explicit request is not made by votes', async () => {
    const easel = await start();
    await configure(easel, { ...MODERATED, modes: { [lateNight]: 'vote' }, votesNeeded: 1 });
    const request = await image(easel, people.member, { channelId: lateNight, options: { prompt: 'a nude' } });
    open(easel);
    await passes(easel, 90_000);
    await easel.press(people.artist, request, 'Vote for it (0/1)');
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual([]);
  });

  it('an explicit entry of a round is skipped', async () => {
    const easel = await start();
    await configure(easel, MODERATED);
    const round = await openAs(easel, people.moderator, { theme: 'harbours', winners: 1 }, lateNight);
    await enterPrompt(easel, people.member, round, 'a nude');
    open(easel);
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual([]);
  });
});

describe('a request with pictures', () => {
  const attachments = [{ option: 'source', name: 'kite.png', bytes: tinyPng }];

  it.each([
    ['moderators', { modes: { [GALLERY]: 'review' }, waitHours: 72 }],
    ['votes', { modes: { [GALLERY]: 'vote' }, voteMinutes: 10_080 }],
  ])('waits for %s only as long as Discord serves them, and says so from the start', async (_, settings) => {
    const easel = await start();
    await configure(easel, { ...MODERATED, ...settings });
    const request = await image(easel, people.member, { attachments });
    const untilMs = Number(/<t:(\d+)/.exec(textOf(request))?.[1]) * 1000;
    expect(untilMs - easel.clock.now()).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
    await easel.clock.leap(untilMs - easel.clock.now());
    await easel.until(() => textOf(easel.now(request)).includes('Expired without an answer'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('is not made when they expired while generation was paused', async () => {
    const easel = await start();
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'vote' }, votesNeeded: 1 });
    const request = await image(easel, people.member, { attachments });
    await moderate(easel, 'pause');
    await easel.press(people.artist, request, 'Vote for it (0/1)');
    await easel.clock.leap(30 * 60 * MINUTE_MS);
    await moderate(easel, 'resume');
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    expect(privateText(await easel.press(people.member, easel.now(request), 'Why?'))).toContain('attach it');
    expect(prompts(easel)).toEqual([]);
  });
});

describe('a private prompt', () => {
  it('is not shown by a request with all its votes while generation is paused', async () => {
    const easel = await start();
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'vote' }, votesNeeded: 1, prompts: 'member' });
    const request = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await moderate(easel, 'pause');
    await easel.press(people.artist, request, 'Vote for it (0/1)');
    await passes(easel, 30_000);
    expect(textOf(easel.now(request))).not.toContain('a castle');
    await moderate(easel, 'resume');
    await easel.idle();
  });
});
