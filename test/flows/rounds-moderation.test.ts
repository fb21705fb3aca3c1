import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { ask } from '../commands/asking.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { configure, fill, messageOf, moderate, moderateBy, privateText, STAFF, start } from './moderation-support.ts';
import {
  enterAll,
  enterPrompt,
  entriesOf,
  gallery,
  MINUTE_MS,
  MODERATED,
  manage,
  openAs,
  openedRound,
  prompts,
  says,
  toVoting,
  tryToOpen,
  winnersCard,
} from './rounds-support.ts';

const shownTo = (easel: Easel, userId: string, part: string): boolean =>
  easel.discord.messages(GALLERY, { as: userId }).some((message) => textOf(message).includes(part));
/** A card in the moderators' channel about a prompt, once it says these words. */
const cardSays = (easel: Easel, prompt: string, words: string): Promise<MessageView> =>
  easel.until(() =>
    easel.discord
      .messages(STAFF, { as: people.moderator })
      .find((one) => textOf(one).includes(prompt) && textOf(one).includes(words)),
  );
const staffSays = (easel: Easel, part: string) =>
  easel.until(() => easel.discord.messages(STAFF, { as: people.moderator }).some((one) => textOf(one).includes(part)));

describe('who may open a round', () => {
  it.each([
    ['a manager', people.manager],
    ['a trusted role', people.artist],
  ])('%s', async (_, userId) => {
    const easel = await start();
    await configure(easel, { ...MODERATED, trustedRoleIds: [atelier.roles.artist] });
    expect(textOf(await openAs(easel, userId))).toContain('Enter your prompt');
    await staffSays(easel, 'opened a round');
  });

  it('a member whom a moderator trusts, and no one else', async () => {
    const easel = await start();
    await configure(easel, MODERATED);
    expect(await tryToOpen(easel, people.member)).toContain('Only moderators and trusted members');
    await moderate(easel, 'trust', { member: people.member });
    expect(await tryToOpen(easel, people.secondMember)).toContain('Only moderators and trusted members');
    expect(textOf(await openAs(easel, people.member))).toContain('Enter your prompt');
  });
});

describe('a round cannot be opened', () => {
  it('for a theme that the lists refuse, in a channel that allows nothing, or while generation is paused', async () => {
    const easel = await start();
    await configure(easel, { ...MODERATED, words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } });
    expect(await tryToOpen(easel, people.moderator, { theme: 'the kraken' })).toContain('rules');
    await configure(easel, { ...MODERATED, imageChannelIds: [atelier.channels.general] });
    expect(await tryToOpen(easel, people.moderator)).toContain(`<#${atelier.channels.general}>`);
    await configure(easel, MODERATED);
    await moderate(easel, 'pause');
    expect(await tryToOpen(easel, people.moderator)).toContain('paused');
    expect(await easel.budget()).toMatchObject({ held: 0 });
  });

  it('where the budget has no room for the whole pot', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '9' } });
    await configure(easel, MODERATED);
    expect(await tryToOpen(easel, people.moderator)).toContain('10 credits');
    expect(await easel.budget()).toMatchObject({ held: 0, left: 9 });
  });
});

describe('an entry is judged', () => {
  it('by the word lists when it is sent and when it is changed, and the answer does not repeat the word', async () => {
    const { easel, round } = await openedRound(
      {},
      { words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } },
    );
    expect(await enterPrompt(easel, people.member, round, 'a kraken')).not.toContain('kraken');
    expect(await enterPrompt(easel, people.member, round, 'a boat')).toContain('is in');
    expect(await enterPrompt(easel, people.member, round, 'a kr4ken')).toContain('rules');
    const mine = messageOf(await easel.press(people.member, easel.now(round), 'My entry'));
    expect(textOf(mine)).toContain('a boat');
    const refused = await moderate(easel, 'refusals');
    expect(refused).toContain('kraken');
  });

  it('again when voting ends: a refused entry is not made, and the next best is', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterAll(easel, round);
    await toVoting(easel, round);
    await configure(easel, { ...MODERATED, words: { refuse: ['boat'], review: [], explicit: [], allow: [] } });
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse']);
  });

  it('as a request: a member in a timeout can neither send one nor vote', async () => {
    const { easel, round } = await openedRound();
    const options = { member: people.member, for: 60 };
    await ask(easel, people.moderator, { name: 'moderation', subcommand: 'timeout', options });
    expect(await enterPrompt(easel, people.member, round, 'a boat')).toContain('<t:');
    await says(easel, round, 'No prompts yet');
    await enterPrompt(easel, people.secondMember, round, 'a lighthouse');
    await toVoting(easel, round);
    const list = await entriesOf(easel, people.member, round);
    expect(privateText(await easel.press(people.member, list, 'Vote for no. 1'))).toContain('has timed you out');
    await says(easel, round, '0 members voted');
  });

  it('by a moderator in a channel with preview, before anyone reads it', async () => {
    const { easel, round } = await openedRound({ winners: 3 }, { modes: { [GALLERY]: 'preview' } });
    expect(await enterPrompt(easel, people.member, round, 'a red boat')).toContain('A moderator needs to approve it');
    expect(await enterPrompt(easel, people.secondMember, round, 'a lighthouse')).toContain(
      'A moderator needs to approve it',
    );
    await easel.restart();
    const panel = await manage(easel, round);
    expect(textOf(panel)).toContain('needs your approval');
    expect(textOf(messageOf(await easel.press(people.moderator, panel, 'Approve no. 2')))).toContain('takes part');
    await cardSays(easel, 'a lighthouse', `Approved by <@${people.moderator}>`);
    await toVoting(easel, round);
    const list = textOf(await entriesOf(easel, people.owner, round));
    expect(list).toContain('a lighthouse');
    expect(list).not.toContain('red boat');
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse']);
    expect(shownTo(easel, people.owner, 'red boat')).toBe(false);
    expect(textOf(await cardSays(easel, 'a red boat', 'chosen without it'))).not.toContain('[Approve]');
  });

  it('on a card like a request, which follows the entry and is decided once', async () => {
    const { easel, round } = await openedRound({ winners: 3 }, { modes: { [GALLERY]: 'review' } });
    await enterPrompt(easel, people.member, round, 'a red boat');
    const first = await cardSays(easel, 'a red boat', '[Remove …]');
    await easel.clock.advance(1_000);
    await enterPrompt(easel, people.member, round, 'a blue boat');
    const card = await cardSays(easel, 'a blue boat', '[Remove …]');
    expect(card.id).toBe(first.id);
    const said = messageOf(await easel.press(people.moderator, card, 'Approve'));
    await cardSays(easel, 'a blue boat', `Approved by <@${people.moderator}>`);
    // Undone, it waits again.
    await easel.press(people.moderator, said, 'Undo');
    await cardSays(easel, 'a blue boat', '[Remove …]');
    await staffSays(easel, 'undid: let an entry by');
    await easel.press(people.moderator, easel.now(card), 'Approve');
    await cardSays(easel, 'a blue boat', `Approved by <@${people.moderator}>`);
    // An approved entry that its author changes asks again, on a new card.
    await easel.clock.advance(1_000);
    await enterPrompt(easel, people.member, round, 'a green boat');
    const again = await cardSays(easel, 'a green boat', '[Remove …]');
    expect(again.id).not.toBe(card.id);
    const form = await easel.press(people.moderator, again, 'Remove …');
    await fill(easel, people.moderator, form, { why: 'Off *theme*' });
    await cardSays(easel, 'a green boat', `Removed by <@${people.moderator}>: Off \\*theme\\*`);
    expect(privateText(await easel.press(people.member, easel.now(round), 'My entry'))).toContain('Off \\*theme\\*');
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'There was nothing to make');
  });

  it('by the round’s own votes in a channel with votes, and refused where a moderator has to read it and can’t', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, { modes: { [GALLERY]: 'vote' } });
    expect(await enterPrompt(easel, people.member, round, 'a red boat')).not.toContain('moderator');
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'review' }, moderatorsChannelId: null });
    const refused = await enterPrompt(easel, people.secondMember, round, 'a red boat');
    expect(refused).toContain('can’t reach the moderators’ channel');
  });
});

describe('moderators', () => {
  it('remove an entry; its author reads why and cannot send another', async () => {
    const { easel, round } = await openedRound({ winners: 3 });
    await enterAll(easel, round);
    const panel = await manage(easel, round);
    const form = await easel.press(people.moderator, panel, 'Remove no. 1');
    await easel.restart();
    expect(textOf(messageOf(await fill(easel, people.moderator, form, { why: 'Off *theme*' })))).toContain(
      'Removed no. 1.',
    );
    await says(easel, round, '2 prompts');
    await staffSays(easel, 'removed an entry by');
    const mine = privateText(await easel.press(people.member, easel.now(round), 'My entry'));
    expect(mine).toContain('Off \\*theme\\*');
    expect(privateText(await easel.press(people.member, easel.now(round), 'Enter a prompt'))).toContain(
      'removed your entry',
    );
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a lighthouse', 'an old crane']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
  });

  it('end a phase early, once, however many press', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterAll(easel, round);
    const [first, second] = [await manage(easel, round), await manage(easel, round, people.manager)];
    const replies = await Promise.all([
      easel.press(people.moderator, first, 'Start voting now'),
      easel.press(people.manager, second, 'Start voting now'),
    ]);
    const words = replies.map((answer) => textOf(messageOf(answer)));
    expect(words.filter((text) => text.includes('The round moves on'))).toHaveLength(1);
    expect(words.filter((text) => /<@\d+> already ended it/.test(text))).toHaveLength(1);
    await says(easel, round, 'Vote now');
    expect(prompts(easel)).toEqual([]);
    const panel = await manage(easel, round);
    const form = await easel.press(people.moderator, panel, 'Remove no. 2');
    const old = await manage(easel, round, people.manager);
    await easel.press(people.moderator, panel, 'End voting now');
    await says(easel, round, 'The round is over');
    expect(prompts(easel)).toEqual(['a red boat']);
    // The panels end with the round: a press on an old button takes all of them away.
    expect(textOf(messageOf(await easel.press(people.manager, old, 'Remove no. 1')))).not.toContain('[');
    expect(textOf(messageOf(await fill(easel, people.moderator, form, { why: '' })))).toContain('nothing left');
    expect(textOf(easel.now(round))).not.toContain('[Manage …]');
  });

  it('cancel a round after a confirmation, and its pot is returned', async () => {
    const { easel, round } = await openedRound();
    await enterAll(easel, round);
    const sure = messageOf(await easel.press(people.moderator, await manage(easel, round), 'Cancel round …'));
    const panel = await manage(easel, round, people.manager);
    const other = messageOf(await easel.press(people.manager, panel, 'Cancel round …'));
    expect(textOf(sure)).toContain('10 credits');
    await easel.restart();
    expect(textOf(messageOf(await easel.press(people.moderator, sure, 'Cancel the round')))).toContain('cancelled');
    await says(easel, round, 'was cancelled');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    expect(textOf(messageOf(await easel.press(people.manager, other, 'Cancel the round')))).toContain(
      `<@${people.moderator}> already ended it`,
    );
    await staffSays(easel, 'cancelled a round');
  });

  it('cancel a round whose winners wait for the service, and what has not started is not made', async () => {
    const { easel, round } = await openedRound({ winners: 2 });
    await enterAll(easel, round);
    await toVoting(easel, round);
    await moderate(easel, 'pause');
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'as soon as the service takes requests again');
    const sure = messageOf(await easel.press(people.moderator, await manage(easel, round), 'Cancel round …'));
    await easel.press(people.moderator, sure, 'Cancel the round');
    await says(easel, round, 'not made');
    await moderate(easel, 'resume');
    await passes(easel, MINUTE_MS);
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('alone may press, by the roles that they have at that moment', async () => {
    const { easel, round } = await openedRound();
    await enterAll(easel, round);
    const panel = await manage(easel, round);
    const form = await easel.press(people.moderator, panel, 'Remove no. 2');
    const refusal = 'Only this server’s moderators can do that';
    for (const userId of [people.member, people.secondMember, people.artist]) {
      expect(privateText(await easel.press(userId, easel.now(round), 'Manage …'))).toContain(refusal);
    }
    easel.discord.changeWorld(({ guilds }) => {
      const member = guilds[0]?.members.find(({ userId }) => userId === people.moderator);
      if (member) member.roleIds = [];
    });
    for (const label of ['Manage …', 'Remove no. 1', 'Start voting now', 'Cancel round …']) {
      const on = label === 'Manage …' ? easel.now(round) : panel;
      expect(privateText(await easel.press(people.moderator, on, label)), label).toContain(refusal);
    }
    expect(privateText(await fill(easel, people.moderator, form, { why: '' }))).toContain(refusal);
    await says(easel, round, '3 prompts');
  });
});

describe('the prompts of a closed round', () => {
  const shownOf = async (easel: Easel, round: MessageView): Promise<string> =>
    textOf(await entriesOf(easel, people.artist, round));

  it('are visible where the round was cancelled during voting, and stay with their authors where it was earlier', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterPrompt(easel, people.member, round, 'a red boat');
    await cancel(easel, round);
    expect(textOf(easel.now(round))).not.toContain('See entries and vote');
    const next = await openAs(easel, people.moderator);
    await enterAll(easel, next);
    await toVoting(easel, next);
    await cancel(easel, next);
    expect(await shownOf(easel, next)).toContain('a lighthouse');
  });

  it('leave out entries whose pictures are hidden after a report, until they are restored', async () => {
    const { easel, round } = await openedRound({ winners: 1 });
    await enterAll(easel, round);
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    const card = await winnersCard(easel);
    const result = gallery(easel).find((one) => mediaOf(one).length > 0 && one.id !== card.id);
    if (!result) throw new Error('no result');
    await fill(easel, people.moderator, await easel.press(people.moderator, result, 'Report …'), { why: '' });
    await easel.until(() => textOf(easel.now(result)).includes('Hidden until the moderators review it'));
    const list = await shownOf(easel, round);
    expect(list).not.toContain('a red boat');
    expect(list).toContain('No. 1**\n> Hidden after a report');
    expect(list).toContain('a lighthouse');
    // The card celebrates the place without the picture, and without the button that would open it.
    expect(textOf(await winnersCard(easel, 0))).not.toContain('[1]');
    await moderateBy(easel, people.moderator, easel.now(result), 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
    expect(await shownOf(easel, round)).toContain('a red boat');
    expect(textOf(await winnersCard(easel))).toContain('[1]');
  });

  it('are deleted after a week, and the card of the winners still loses a picture that is hidden or deleted', async () => {
    const { easel, round } = await openedRound({ winners: 2 });
    await enterAll(easel, round);
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    const card = await winnersCard(easel, 2);
    await easel.clock.leap(8 * 24 * 60 * MINUTE_MS);
    await easel.restart();
    await easel.until(async () =>
      /gone|no longer exists/.test(privateText(await easel.press(people.artist, easel.now(round), 'See entries'))),
    );
    const menu = { channelId: GALLERY, targetId: card.id, name: 'Report to moderators' };
    const refused = await (await easel.discord.as(people.moderator).contextMenu(menu)).answer;
    expect(privateText(refused)).toContain('several pictures');
    const [first, second] = gallery(easel).filter((one) => mediaOf(one).length === 1);
    if (!first || !second) throw new Error('no results');
    await fill(easel, people.moderator, await easel.press(people.moderator, first, 'Report …'), { why: '' });
    await winnersCard(easel, 1);
    const sure = messageOf(await easel.press(people.secondMember, second, 'Delete'));
    await easel.press(people.secondMember, sure, 'Delete message');
    expect(textOf(await winnersCard(easel, 0))).toContain(`▫️ <@${people.member}>`);
  });

  async function cancel(easel: Easel, round: MessageView): Promise<void> {
    const sure = messageOf(await easel.press(people.moderator, await manage(easel, round), 'Cancel round …'));
    await easel.press(people.moderator, sure, 'Cancel the round');
    await says(easel, round, 'was cancelled');
  }
});

describe('during voting', () => {
  const refusing = { words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } };

  it('entries that the lists now refuse, or whose author is in a timeout, are not shown and get no votes', async () => {
    const { easel, round } = await openedRound();
    await enterPrompt(easel, people.member, round, 'a red kraken');
    await enterPrompt(easel, people.secondMember, round, 'a lighthouse');
    await enterPrompt(easel, people.artist, round, 'an old crane');
    await toVoting(easel, round);
    const before = await entriesOf(easel, people.manager, round);
    expect(textOf(before)).toContain('a red kraken');
    await configure(easel, { ...MODERATED, ...refusing });
    await ask(easel, people.moderator, {
      ...{ name: 'moderation', subcommand: 'timeout', options: { member: people.secondMember, for: 60 } },
    });
    const list = await entriesOf(easel, people.manager, round);
    expect(textOf(list)).not.toMatch(/kraken|lighthouse/);
    expect(textOf(list).match(/breaks this server’s current rules/g)).toHaveLength(2);
    expect(textOf(list)).toContain('an old crane');
    expect(privateText(await easel.press(people.manager, before, 'Vote for no. 1'))).toContain('no longer takes part');
    const voted = messageOf(await easel.press(people.manager, before, 'Vote for no. 3'));
    expect(textOf(voted)).not.toMatch(/kraken|lighthouse/);
  });
});

describe('a winner in a channel with preview', () => {
  const PREVIEWS = { modes: { [GALLERY]: 'preview' } };
  const preview = (easel: Easel): Promise<MessageView> =>
    easel.until(() =>
      easel.discord.messages(STAFF, { as: people.moderator }).findLast((one) => textOf(one).includes('[Publish]')),
    );

  it('is seen by moderators before everyone sees it, across restarts', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, PREVIEWS);
    await enterPrompt(easel, people.member, round, 'a red boat');
    await easel.press(people.moderator, await manage(easel, round), 'Approve no. 1');
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    const card = await preview(easel);
    await says(easel, round, 'The round is over');
    expect(mediaOf(card)).toHaveLength(1);
    expect(gallery(easel).flatMap(mediaOf)).toEqual([]);
    const won = gallery(easel).find((one) => textOf(one).includes('Moderators will review it'));
    expect(won).toBeDefined();
    expect(textOf(await winnersCard(easel, 0))).toContain(`▫️ <@${people.member}>`);
    await easel.restart();
    await easel.press(people.moderator, card, 'Publish');
    await winnersCard(easel);
    await easel.until(() => gallery(easel).flatMap(mediaOf).length === 2);
    expect(prompts(easel)).toEqual(['a red boat']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 4 });
  });

  it('by a trusted member is shown at once, like their other pictures', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, { ...PREVIEWS, trustedRoleIds: [atelier.roles.artist] });
    await enterPrompt(easel, people.artist, round, 'an old crane');
    await toVoting(easel, round);
    await easel.clock.advance(30 * MINUTE_MS);
    await easel.until(() => gallery(easel).flatMap(mediaOf).length === 2);
  });

  it('waits while the moderators’ channel is closed, and is made when it is open', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, PREVIEWS);
    await enterPrompt(easel, people.member, round, 'a red boat');
    await easel.press(people.moderator, await manage(easel, round), 'Approve no. 1');
    await toVoting(easel, round);
    const staff = easel.discord.world.guilds[0]?.channels.find(({ id }) => id === STAFF)?.overwrites ?? [];
    const open = (overwrites: typeof staff): void =>
      easel.discord.changeWorld(({ guilds }) => {
        for (const one of guilds[0]?.channels ?? []) if (one.id === STAFF) one.overwrites = overwrites;
      });
    open(staff.filter(({ id }) => id !== atelier.roles.bot));
    await easel.clock.advance(30 * MINUTE_MS);
    await says(easel, round, 'Voting is over');
    await passes(easel, 60_000);
    expect(prompts(easel)).toEqual([]);
    open(staff);
    await preview(easel);
    expect(prompts(easel)).toEqual(['a red boat']);
  });
});
