import { describe, expect, it } from 'vitest';
import { ask } from '../commands/asking.ts';
import { type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, fill, messageOf, privateText, start } from './moderation-support.ts';
import {
  enterAll,
  enterPrompt,
  entriesOf,
  gallery,
  MINUTE_MS,
  MODERATED,
  openAs,
  openedRound,
  prompts,
  says,
  toVoting,
  voteFor,
  winnersCard,
} from './rounds-support.ts';

describe('a round', () => {
  it('runs from prompts through votes to the winners with their authors, with a restart between any two steps', async () => {
    const { easel, round } = await openedRound();
    expect(textOf(round)).toContain('Round: harbours at night');
    expect(await easel.budget()).toMatchObject({ held: 10, spent: 0 });
    await easel.restart();
    await enterAll(easel, round);
    await says(easel, round, '3 prompts');
    expect(textOf(easel.now(round))).not.toContain('red boat');
    await easel.restart();
    expect(textOf(easel.now(round))).not.toContain('See entries');
    await toVoting(easel, round);
    expect(gallery(easel).filter((message) => textOf(message).includes('it’s time to vote'))).toHaveLength(1);
    await easel.restart();
    expect(textOf(await entriesOf(easel, people.member, round))).toContain('a lighthouse');
    await voteFor(easel, people.member, round, 3);
    await easel.restart();
    await voteFor(easel, people.secondMember, round, 3);
    await voteFor(easel, people.artist, round, 2);
    await says(easel, round, '3 members voted');
    expect(prompts(easel)).toEqual([]);
    await easel.clock.advance(30 * MINUTE_MS);
    await easel.restart();
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse', 'an old crane']);
    const card = await winnersCard(easel, 2);
    await says(easel, round, `[See the winners](`);
    expect(textOf(easel.now(round))).toContain(`/${card.id})`);
    expect(textOf(card)).toContain(`🥇 <@${people.artist}> · 2 votes\n🥈 <@${people.secondMember}> · 1 vote`);
    expect(textOf(card)).toContain(`With <@${people.member}>.`);
    const posted = gallery(easel).filter((message) => mediaOf(message).length === 1);
    expect(posted.map(textOf).map((words) => /<@\d+>/.exec(words)?.[0])).toEqual([
      `<@${people.artist}>`,
      `<@${people.secondMember}>`,
    ]);
    expect(gallery(easel).filter((message) => textOf(message).includes('🏆'))).toHaveLength(1);
    const page = messageOf(await easel.press(people.member, card, '2'));
    expect(textOf(page)).toContain('a lighthouse');
    expect(mediaOf(page)).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
  });

  it('moves on at its times when the bot was away, and still gives members their time to vote', async () => {
    const { easel, round } = await openedRound();
    await enterAll(easel, round);
    await easel.app.stop();
    await easel.clock.advance(3 * 60 * MINUTE_MS);
    await easel.restart();
    await says(easel, round, 'Vote now');
    expect(prompts(easel)).toEqual([]);
    await voteFor(easel, people.member, round, 2);
    await easel.app.stop();
    await easel.clock.advance(60 * MINUTE_MS);
    await easel.restart();
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse', 'a red boat']);
  });

  it('makes all entries when they are fewer than winners, and returns the rest of the pot', async () => {
    const { easel, round } = await openedRound({ winners: 3 });
    expect(await easel.budget()).toMatchObject({ held: 15 });
    await enterPrompt(easel, people.member, round, 'a red boat');
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a red boat']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('names the winner that could not be made, and returns its credits', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterPrompt(easel, people.member, round, 'a red boat');
    await toVoting(easel, round);
    easel.service.failNext(1);
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, /▫️ .*failed, credits returned/);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('says that a winner was cancelled by its author while it was queued at the service', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterPrompt(easel, people.member, round, 'a red boat');
    await toVoting(easel, round);
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
    await easel.clock.advance(30 * MINUTE_MS);
    const queued = await easel.until(() => gallery(easel).find((message) => textOf(message).includes('[Cancel]')));
    await easel.press(people.member, queued, 'Cancel');
    easel.service.fail(easel.service.tasks()[0]?.taskId ?? '');
    await says(easel, round, /▫️ .*cancelled by its author/);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('is found by /round, when its message was deleted too', async () => {
    const { easel, round } = await openedRound();
    await easel.discord.as(people.moderator).deleteMessage({ channelId: GALLERY, messageId: round.id });
    await easel.discord.as(people.member).command({ channelId: GALLERY, name: 'round' });
    const anew = await easel.until(() => gallery(easel).find((message) => textOf(message).includes('### Round')));
    await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).some((one) => textOf(one).includes(`/${anew.id})`)),
    );
  });

  it('waits with its winners while the service is down, and makes them afterwards', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterPrompt(easel, people.member, round, 'a red boat');
    await toVoting(easel, round);
    easel.service.faults.switchOn('badKey');
    await easel.command(people.owner, { channelId: GALLERY, name: 'image', options: { prompt: 'x' } }).catch(() => 0);
    await easel.idle();
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'as soon as the service takes requests again');
    easel.service.faults.switchOff('badKey');
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a red boat']);
  });
});

describe('/round', () => {
  const round = (easel: Easel, userId: string, options: { theme?: string } = {}) =>
    ask(easel, userId, { name: 'round', options });

  it('with a theme opens a round for organisers, with one hour for each phase and the server’s number of winners', async () => {
    const easel = await start();
    await configure(easel, { ...MODERATED, roundWinners: 4 });
    expect(textOf(await round(easel, people.moderator, { theme: 'harbours' }))).toContain('Round: harbours');
    expect(await easel.budget()).toMatchObject({ held: 20 });
    await easel.clock.advance(60 * MINUTE_MS);
    await easel.until(() => gallery(easel).some((one) => textOf(one).includes('There was nothing to make')));
  });

  it('shows everyone the running round and its way in, and tells members where there is none', async () => {
    const easel = await start();
    await configure(easel, MODERATED);
    expect(textOf(await round(easel, people.member))).toContain('This channel has no round.');
    await round(easel, people.moderator, { theme: 'harbours' });
    for (const [userId, options] of [
      [people.member, {}],
      [people.member, { theme: 'boats' }],
      [people.moderator, {}],
    ] as const) {
      const shown = textOf(await round(easel, userId, options));
      expect(shown).toContain('This channel’s round: [harbours]');
      expect(shown).toContain('[Enter a prompt]');
    }
  });
});

describe('one round at a time', () => {
  it('runs in a channel', async () => {
    const { easel, round } = await openedRound();
    const again = await ask(easel, people.manager, { name: 'round', options: { theme: 'boats' } });
    expect(textOf(again)).toContain(`/${round.id}`);
    expect(await easel.budget()).toMatchObject({ held: 10 });
  });

  it('opens when two are opened at once', async () => {
    const { easel } = await openedRound({ theme: 'first', submit: 10 });
    await easel.clock.advance(11 * MINUTE_MS);
    await easel.until(async () => (await easel.budget()).held === 0);
    const opened = await Promise.all([openAs(easel, people.moderator), openAs(easel, people.manager)]);
    expect(opened.filter((one) => !one.sandbox.ephemeral)).toHaveLength(1);
    expect(await easel.budget()).toMatchObject({ held: 10 });
  });
});

describe('an entry', () => {
  it('is one for each member, who can change or withdraw it until voting starts', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    expect(await enterPrompt(easel, people.member, round, 'a red boat')).toContain('is in');
    expect(await enterPrompt(easel, people.member, round, 'a blue boat')).toContain('changed');
    await enterPrompt(easel, people.artist, round, 'a crane');
    const theirs = messageOf(await easel.press(people.artist, easel.now(round), 'My entry'));
    await says(easel, round, '2 prompts');
    expect(textOf(messageOf(await easel.press(people.artist, theirs, 'Withdraw')))).toContain('withdrawn');
    await says(easel, round, '1 prompt ');
    await enterPrompt(easel, people.manager, round, '# @everyone <@1> https://example.com');
    const mine = messageOf(await easel.press(people.member, easel.now(round), 'My entry'));
    expect(textOf(mine)).toContain('a blue boat');
    const late = await easel.press(people.member, mine, 'Change …');
    await toVoting(easel, round);
    expect(privateText(await fill(easel, people.member, late, { prompt: 'x' }))).toContain(
      'phase of the round is over',
    );
    const list = textOf(await entriesOf(easel, people.secondMember, round));
    expect(list).toContain('a blue boat');
    expect(list).not.toContain('a crane');
    // It is shown as plain text.
    expect(list).toContain('\\# \\@everyone');
    expect(list).not.toContain('https://example.com');
  });
});

describe('votes', () => {
  it('are cast on several pages, removed by a second press, and shown to no one else', async () => {
    const { easel, round } = await openedRound();
    const authors = [people.member, people.secondMember, people.artist, people.manager, people.owner];
    for (const userId of authors) await enterPrompt(easel, userId, round, `by ${userId}`);
    await toVoting(easel, round);
    const voted = await voteFor(easel, people.moderator, round, 2);
    expect(textOf(voted)).toContain('✓ No. 2');
    expect(textOf(voted)).toContain('page 1 of 2');
    expect(textOf(await entriesOf(easel, people.manager, round))).not.toContain('✓');
    const back = messageOf(await easel.press(people.moderator, voted, '✓ No. 2'));
    expect(textOf(back)).not.toContain('✓');
    await says(easel, round, '0 members voted');
    const next = messageOf(await easel.press(people.moderator, back, 'Next'));
    expect(textOf(next)).toContain('No. 5');
    expect(textOf(messageOf(await easel.press(people.moderator, next, 'Vote for no. 5')))).toContain('✓ No. 5');
  });
});
