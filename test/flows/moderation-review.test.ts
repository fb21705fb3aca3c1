import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  configure,
  fill,
  followed,
  image,
  inGallery,
  lastCard,
  messageOf,
  moderate,
  pauseSpending,
  pressAsItWas,
  privateText,
  prompts,
  readBy,
  STAFF,
  search,
  start,
} from './moderation-support.ts';
import { section } from './settings-support.ts';

const HOUR_MS = 3_600_000;
const AGAIN = 'Edit and ask again …';
const { roles } = atelier;
const REVIEW = {
  modes: { [GALLERY]: 'review' },
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [roles.moderator],
  trustedRoleIds: [roles.artist],
};

async function asked(options: EaselOptions = {}, settings: Record<string, unknown> = {}) {
  const easel = await start(options);
  await configure(easel, { ...REVIEW, ...settings });
  const request = await image(easel, people.member, { options: { prompt: 'a castle', count: 2 } });
  return { easel, request, card: await lastCard(easel) };
}

const pressAll = (easel: Easel, card: MessageView, label: string) => easel.press(people.moderator, card, label);

describe('a request in a channel with review', () => {
  it('waits: only its author and moderators read it, the service hears nothing, and its credits are held', async () => {
    const { easel, request, card } = await asked();
    expect(textOf(request)).toMatch(/wants 2 pictures[\s\S]*Waiting for a moderator.*<t:\d+:R>/);
    expect(textOf(request)).toContain('10 credits held until it’s decided');
    expect(inGallery(easel).join()).not.toContain('castle');
    expect(textOf(card)).toContain('> a castle');
    expect(textOf(card)).toContain('Image Model A · about 10 credits');
    expect(textOf(card)).toContain('This member’s first request here');
    for (const userId of [people.member, people.moderator]) {
      expect(privateText(await easel.press(userId, request, 'Prompt'))).toContain('a castle');
    }
    expect(privateText(await easel.press(people.secondMember, request, 'Prompt'))).not.toContain('castle');
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 10, spent: 0 });
  });

  it('is refused without room in the budget, and then nothing waits or is held', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '9' } });
    await configure(easel, REVIEW);
    const prompt = 'a castle';
    const refused = await image(easel, people.member, { options: { prompt, count: 2 } });
    expect(refused.sandbox.ephemeral).toBe(true);
    expect(textOf(refused)).toContain('[Make it · ~5]');
    await easel.idle();
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    await easel.restart();
    await easel.idle();
    expect(easel.discord.messages(STAFF, { as: people.moderator }).map(textOf).join()).not.toContain('castle');
    const waits = await image(easel, people.member, { options: { prompt } });
    expect(textOf(waits)).toContain('Waiting for a moderator');
  });

  it('is made when a moderator approves, long after its token expired, with restarts between any two steps', async () => {
    const { easel, request, card } = await asked();
    await easel.restart();
    await easel.clock.leap(3 * HOUR_MS);
    const approved = await followed(easel, card, pressAll(easel, card, 'Approve'));
    expect(textOf(approved)).toContain(`**Approved** by <@${people.moderator}>`);
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle', 'a castle']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    expect(textOf(easel.now(request))).toContain('[Again · 8]');
  });

  const queue = (easel: Easel): Promise<MessageView> =>
    easel.command(people.moderator, { channelId: STAFF, name: 'moderation', subcommand: 'panel' });
  const postCards = async (easel: Easel): Promise<string> => {
    const before = easel.discord.messages(STAFF, { as: people.moderator }).map(({ id }) => id);
    const list = await queue(easel);
    await easel.press(people.moderator, list, 'Repost missing cards');
    const answer = await easel.until(() =>
      easel.discord
        .messages(STAFF, { as: people.moderator })
        .find((one) => one.sandbox.ephemeral && !one.sandbox.loading && one.id !== list.id && !before.includes(one.id)),
    );
    return textOf(answer);
  };
  const cards = (easel: Easel): MessageView[] =>
    easel.discord.messages(STAFF, { as: people.moderator }).filter((one) => textOf(one).includes('[Approve]'));

  it('can be decided on a new card when the first was deleted, across restarts', async () => {
    const { easel, request, card } = await asked();
    expect(await postCards(easel)).toContain('No cards are missing');
    await easel.discord.as(people.owner).deleteMessage({ channelId: STAFF, messageId: card.id });
    expect(await postCards(easel)).toContain('1 card reposted');
    expect(await postCards(easel)).toContain('No cards are missing');
    await easel.restart();
    const [again, ...others] = cards(easel);
    expect(others).toEqual([]);
    if (!again) throw new Error('no card');
    expect(textOf(again)).toContain('> a castle');
    expect(textOf(await queue(easel))).toContain(`/${again.id})`);
    await easel.discord.as(people.owner).deleteMessage({ channelId: STAFF, messageId: again.id });
    expect(await postCards(easel)).toContain('1 card reposted');
    const last = cards(easel)[0] ?? again;
    const approved = await followed(easel, last, pressAll(easel, last, 'Approve'));
    expect(textOf(approved)).toContain('**Approved** by');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
  });

  it('says so when its lost card cannot be posted again', async () => {
    const { easel, card } = await asked();
    await easel.discord.as(people.owner).deleteMessage({ channelId: STAFF, messageId: card.id });
    await configure(easel, { ...REVIEW, moderatorsChannelId: null });
    expect(await postCards(easel)).toContain('Easel can’t reach the moderators’ channel');
  });

  it('is not made when its message was deleted, and its card says so', async () => {
    const { easel, request, card } = await asked();
    const { channel_id: channelId, id: messageId } = request;
    await easel.discord.as(people.moderator).deleteMessage({ channelId, messageId });
    await easel.clock.leap(3 * HOUR_MS);
    await pressAll(easel, card, 'Approve');
    await easel.until(async () => textOf(await lastCard(easel)).includes('was deleted, so it wasn’t made'));
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('is rejected with one of the server’s own reasons, which `/moderation timeout` suggests as well', async () => {
    const { easel, request, card } = await asked();
    const lines = await easel.press(people.manager, await section(easel, 'moderators'), 'Edit reasons to choose from');
    const four = await fill(easel, people.manager, lines, { decisionReasons: 'a\nb\nc\nd' });
    expect(privateText(four)).toContain('the limit is 3 lines, and you entered 4');
    const saved = await fill(easel, people.manager, lines, { decisionReasons: 'No **real** people\nToo dark' });
    expect(textOf(messageOf(saved))).toContain('Reasons to choose from: 2 lines');
    const form = await pressAll(easel, card, 'Reject …');
    const given = { reason: ['own:No **real** people'], why: 'Try a drawing' };
    const reason = 'No \\*\\*real\\*\\* people – Try a drawing';
    const rejected = await followed(easel, card, fill(easel, people.moderator, form, given));
    expect(textOf(rejected)).toContain(reason);
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    expect(privateText(await easel.press(people.member, easel.now(request), 'Why?'))).toContain(reason);
    const typing = { name: 'moderation', subcommand: 'timeout', options: { why: 'dark' }, focused: 'why' };
    const suggested = await easel.discord.as(people.moderator).autocomplete({ channelId: GALLERY, ...typing });
    expect(suggested).toEqual([{ name: 'Too dark', value: 'Too dark' }]);
  });

  it('returns its credits when a moderator rejects it, and only its author reads the reason', async () => {
    const { easel, request, card } = await asked();
    const form = await pressAll(easel, card, 'Reject …');
    await easel.restart();
    const rejecting = fill(easel, people.moderator, form, { why: 'Too like a real one' });
    const rejected = await followed(easel, card, rejecting);
    expect(textOf(rejected)).toMatch(/\*\*Rejected\*\* by <@\d+> <t:\d+:R>: Too like a real one/);
    await easel.until(() => textOf(easel.now(request)).includes('Not made'));
    await easel.until(() =>
      readBy(easel, people.member).some((text) => text.includes('wasn’t approved: Too like a real one')),
    );
    expect(inGallery(easel).join()).not.toMatch(/Too like|approved/);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    await easel.restart();
    const why = (userId: string) => easel.press(userId, easel.now(request), 'Why?');
    expect(privateText(await why(people.member))).toContain('Too like a real one');
    const [number = 'no number'] = textOf(rejected).match(/Decision #\d+/) ?? [];
    expect(privateText(await why(people.member))).toContain(number);
    expect(await moderate(easel, 'log')).toMatch(new RegExp(`${number.replace('Decision ', '')} <@\\d+> rejected`));
    expect(privateText(await why(people.secondMember))).toBe(
      `Only <@${people.member}> and the moderators can see that.`,
    );
    expect(prompts(easel)).toEqual([]);
    const shown = easel.now(request);
    expect(privateText(await easel.press(people.member, shown, 'Prompt'))).toContain('a castle');
    expect(privateText(await easel.press(people.secondMember, shown, 'Prompt'))).not.toContain('a castle');
    expect(privateText(await easel.press(people.secondMember, shown, AGAIN))).not.toContain('a castle');
    const again = await easel.press(people.member, shown, AGAIN);
    expect(JSON.stringify(again)).toContain('a castle');
    await fill(easel, people.member, again, { prompt: 'a windmill' });
    await easel.until(async () => textOf(await lastCard(easel)).includes('a windmill'));
    const history = await search(easel, people.member, { words: 'castle' });
    expect(textOf(history)).toContain('not approved');
    expect(textOf(await easel.open(people.member, history))).toContain('Not approved: Too like a real one');
  });

  it('is withdrawn by its author, and by no one else', async () => {
    const { easel, request, card } = await asked();
    expect(privateText(await easel.press(people.secondMember, request, 'Withdraw'))).toContain('Only the member');
    await easel.restart();
    const withdrawn = await followed(easel, request, easel.press(people.member, request, 'Withdraw'));
    expect(textOf(withdrawn)).toContain('Withdrawn');
    await easel.until(() => textOf(easel.now(card)).includes('**Withdrawn**'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('expires with a notice, if the bot was away at the time too', async () => {
    const { easel, request, card } = await asked();
    await easel.app.stop();
    await easel.clock.leap(25 * HOUR_MS);
    await easel.restart();
    await easel.until(() => textOf(easel.now(request)).includes('Expired without an answer'));
    await easel.until(() => inGallery(easel).some((text) => text.includes('one of your requests has changed')));
    await easel.until(() => textOf(easel.now(card)).includes('**Expired** by Easel'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    expect(inGallery(easel).filter((text) => text.includes('one of your requests has changed'))).toHaveLength(1);
  });

  it('has one winner when several moderators press at once, and the others read who it was', async () => {
    const { easel, request, card } = await asked();
    const pressed = await Promise.all([
      pressAll(easel, card, 'Approve'),
      easel.press(people.manager, card, 'Approve'),
      easel.press(people.owner, card, 'Approve and trust'),
    ]);
    expect(pressed).toHaveLength(3);
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(prompts(easel)).toHaveLength(2);
    const late = [people.moderator, people.manager, people.owner].filter((userId) =>
      easel.discord.messages(STAFF, { as: userId }).some((one) => /Too late: <@\d+> approved it/.test(textOf(one))),
    );
    expect(late).toHaveLength(2);
  });

  it('cannot be approved after it was withdrawn', async () => {
    const { easel, request, card } = await asked();
    await Promise.all([easel.press(people.member, request, 'Withdraw'), pressAll(easel, card, 'Approve')]);
    await easel.until(() => easel.log.some(({ msg }) => msg === 'request decided'));
    await easel.idle();
    const budget = await easel.budget();
    // Whichever came first: all of it, or nothing.
    expect([0, 8]).toContain(budget.spent);
    expect(budget.held).toBe(0);
    expect(prompts(easel)).toHaveLength(budget.spent === 8 ? 2 : 0);
  });

  it('is sent with the prompt that a moderator wrote, which the word lists judge too', async () => {
    const { easel, request, card } = await asked(
      {},
      { words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } },
    );
    const bad = await fill(easel, people.moderator, await pressAll(easel, card, 'Edit prompt …'), {
      prompt: 'a kr4ken',
    });
    expect(privateText(bad)).toContain('the word-list line `kraken`');
    await easel.restart();
    const form = await pressAll(easel, card, 'Edit prompt …');
    const edited = await followed(easel, card, fill(easel, people.moderator, form, { prompt: 'a sand castle' }));
    expect(textOf(edited)).toContain(`Prompt edited by <@${people.moderator}>`);
    await pressAll(easel, edited, 'Approve');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a sand castle', 'a sand castle']);
  });

  it('is sent with the prompt that its author wrote while it waited, which moderators read first', async () => {
    const { easel, request, card } = await asked(
      {},
      { words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } },
    );
    expect(privateText(await easel.press(people.secondMember, request, 'Edit prompt …'))).toContain('moderators');
    const form = await easel.press(people.member, request, 'Edit prompt …');
    const refused = privateText(await fill(easel, people.member, form, { prompt: 'a kr4ken' }));
    expect(refused).toContain('Nothing was changed.');
    expect(refused).not.toContain('kraken');
    const again = await easel.press(people.member, easel.now(request), 'Edit prompt …');
    await fill(easel, people.member, again, { prompt: 'a castle of sand' });
    await easel.until(async () => textOf(await lastCard(easel)).includes('> a castle of sand'));
    expect(inGallery(easel).join()).not.toContain('castle');
    const edited = await lastCard(easel);
    expect(textOf(edited)).toContain(`Prompt edited by <@${people.member}>`);
    expect(privateText(await pressAsItWas(easel, people.manager, card, 'Approve'))).toContain('Read it again');
    expect(prompts(easel)).toEqual([]);
    await pressAsItWas(easel, people.moderator, edited, 'Approve');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle of sand', 'a castle of sand']);
  });

  it('keeps the first of two edits, and shows the second moderator the newer prompt next to their own', async () => {
    const { easel, card } = await asked();
    const first = await easel.press(people.moderator, card, 'Edit prompt …');
    const second = await easel.press(people.manager, card, 'Edit prompt …');
    const editing = fill(easel, people.moderator, first, { prompt: 'a castle of sand' });
    const edited = await followed(easel, card, editing);
    const refused = privateText(await fill(easel, people.manager, second, { prompt: 'a castle at night' }));
    expect(refused).toContain(`<@${people.moderator}> changed the prompt`);
    expect(refused).toContain('> a castle of sand');
    expect(refused).toContain('a castle at night');
    expect(textOf(easel.now(edited))).toContain('> a castle of sand');
  });

  it('is not approved by a press on a card that shows another prompt', async () => {
    const { easel, card } = await asked();
    const form = await easel.press(people.moderator, card, 'Edit prompt …');
    const edited = await followed(easel, card, fill(easel, people.moderator, form, { prompt: 'a castle of sand' }));
    expect(textOf(edited)).toContain('> a castle of sand');
    for (const label of ['Approve', 'Approve and trust']) {
      expect(privateText(await pressAsItWas(easel, people.manager, card, label))).toContain('Read it again');
    }
    expect(prompts(easel)).toEqual([]);
    await pressAsItWas(easel, people.manager, edited, 'Approve');
    await easel.until(() => prompts(easel).length === 2);
    expect(prompts(easel)).toEqual(['a castle of sand', 'a castle of sand']);
    await easel.idle();
  });

  it('is approved with what else waits of a member who is trusted, and the card takes the trust back', async () => {
    const { easel, request, card } = await asked();
    const others = [await image(easel, people.member), await image(easel, people.secondMember)] as const;
    await pressAll(easel, card, 'Approve and trust');
    await easel.until(() => mediaOf(easel.now(request)).length === 2 && mediaOf(easel.now(others[0])).length === 1);
    expect(textOf(easel.now(others[1]))).toContain('Waiting for a moderator');
    const trusting = await easel.until(
      () => textOf(easel.now(card)).includes('What else of theirs waited is approved, too') && easel.now(card),
    );
    expect(await moderate(easel, 'log')).toContain(`trusted <@${people.member}>`);
    await easel.restart();
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.press(people.manager, trusting, 'Stop trusting');
    await easel.until(() => !textOf(easel.now(card)).includes('no longer need approval'));
    expect(textOf(easel.now(card))).not.toContain('Stop trusting');
    expect(textOf(easel.now(card))).toContain('Approved');
    expect(await moderate(easel, 'log')).toContain(`stopped trusting <@${people.member}>`);
    expect(textOf(await image(easel, people.member))).toContain('Waiting for a moderator');
    await easel.idle();
  });

  it('does not let its author trust themselves after becoming a moderator', async () => {
    const { easel, card } = await asked();
    easel.discord.changeWorld(({ guilds }) => {
      const member = guilds[0]?.members.find(({ userId }) => userId === people.member);
      member?.roleIds.push(atelier.roles.moderator);
    });
    const refused = await easel.press(people.member, card, 'Approve and trust');
    expect(privateText(refused)).toContain('another moderator');
    expect(prompts(easel)).toEqual([]);
  });

  it('is not approved while the server is paused, and leaves its author untrusted', async () => {
    const { easel, request, card } = await asked();
    await moderate(easel, 'pause');
    for (const label of ['Approve and trust', 'Approve']) {
      expect(privateText(await pressAll(easel, card, label))).toContain('moderators have paused');
    }
    expect(await moderate(easel, 'member', { member: people.member })).toContain('No timeout, no special trust');
    expect(await moderate(easel, 'trust', { member: people.moderator })).toContain('another moderator');
    await moderate(easel, 'resume');
    await pressAll(easel, card, 'Approve');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
  });

  it('counts towards the limit of simultaneous requests, across a restart', async () => {
    const { easel } = await asked({}, { jobsAtOnce: 1 });
    expect(textOf(await image(easel, people.member))).toContain('the most allowed at once');
    await easel.restart();
    expect(textOf(await image(easel, people.member))).toContain('the most allowed at once');
  });

  it('shows its sources to moderators', async () => {
    const easel = await start();
    await configure(easel, REVIEW);
    await image(easel, people.member, { attachments: [{ option: 'source', name: 'kite.png', bytes: tinyPng }] });
    expect(mediaOf(await lastCard(easel))).toHaveLength(1);
  });

  it('that is approved while spending is paused says so, and can be withdrawn until the pause ends', async () => {
    const { easel, request, card } = await asked();
    await pauseSpending(easel, 'Pause spending');
    await pressAll(easel, card, 'Approve');
    await easel.until(() => textOf(easel.now(request)).includes('Approved. It starts when the pause ends.'));
    await easel.restart();
    const page = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(page)).toMatch(/starts when the pause ends[\s\S]*\[Withdraw\]/);
    expect(privateText(await easel.press(people.secondMember, easel.now(request), 'Withdraw'))).toContain(
      'Only the member',
    );
    await easel.press(people.member, easel.now(request), 'Withdraw');
    await easel.until(() => textOf(easel.now(request)).includes('Withdrawn'));
    await easel.until(() => textOf(easel.now(card)).includes('**Withdrawn** by'));
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    await pauseSpending(easel, 'Resume spending');
    await easel.idle();
    expect(prompts(easel)).toEqual([]);
  });

  it('that is approved while spending is paused starts when the pause ends, unless that was withdrawn', async () => {
    const { easel, request, card } = await asked();
    await pauseSpending(easel, 'Pause spending');
    await pressAll(easel, card, 'Approve');
    const waiting = await easel.until(() => {
      const now = easel.now(request);
      return textOf(now).includes('when the pause ends') && now;
    });
    await pauseSpending(easel, 'Resume spending');
    await Promise.all([easel.press(people.member, waiting, 'Withdraw'), easel.clock.advance(5_000)]);
    await easel.idle();
    const made = prompts(easel).length;
    expect([0, 2]).toContain(made);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: made * 4 });
  });

  it('is not approved while the service is down, and keeps waiting', async () => {
    const { easel, card } = await asked();
    await easel.restart({ TASK_API_URL: 'http://127.0.0.1:9' });
    await easel.until(() => easel.log.some(({ msg }) => msg.includes('can’t reach the generation service')));
    expect(privateText(await pressAll(easel, card, 'Approve'))).toContain('isn’t answering');
    expect(await easel.budget()).toMatchObject({ held: 10 });
  });
});

describe('the buttons of a card', () => {
  it('are for moderators only, and so is a form that was opened before the role was removed', async () => {
    const { easel, card } = await asked();
    const form = await pressAll(easel, card, 'Reject …');
    // The role is removed after the card was posted.
    easel.discord.changeWorld(({ guilds }) => {
      const member = guilds[0]?.members.find(({ userId }) => userId === people.moderator);
      const staff = guilds[0]?.channels.find(({ id }) => id === STAFF);
      if (member) member.roleIds = [];
      if (staff) staff.overwrites = [];
    });
    const refusal = 'Only this server’s moderators';
    for (const label of ['Approve', 'Reject …', 'Edit prompt …', 'Approve and trust']) {
      // The author may edit their own request.
      const author = label === 'Edit prompt …' ? [] : [people.member];
      for (const userId of [people.moderator, ...author, people.secondMember, people.artist]) {
        expect(privateText(await easel.press(userId, card, label)), label).toContain(refusal);
      }
    }
    expect(privateText(await fill(easel, people.moderator, form, { why: 'x' }))).toContain(refusal);
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 10 });
  });
});

it('is made without approval by a trusted role, a moderator and a manager', async () => {
  const easel = await start();
  await configure(easel, REVIEW);
  for (const userId of [people.artist, people.moderator, people.manager]) {
    expect(textOf(await image(easel, userId))).toContain('asked for a picture');
  }
  await easel.idle();
});

describe('without a moderators’ channel', () => {
  it('requests that need approval are refused, and nothing is held or sent', async () => {
    const easel = await start();
    await configure(easel, { ...REVIEW, moderatorsChannelId: null });
    const refused = await image(easel, people.member);
    expect(refused.sandbox.ephemeral).toBe(true);
    expect(textOf(refused)).toContain('Tell a manager of this server');
    expect(prompts(easel)).toEqual([]);
  });

  it.each(['closed', 'gone'])('a waiting request is refused when it is %s in the meantime', async (how) => {
    const easel = await start();
    await configure(easel, REVIEW);
    easel.discord.changeWorld(({ guilds }) => {
      const [guild] = guilds;
      if (!guild) return;
      if (how === 'gone') guild.channels = guild.channels.filter(({ id }) => id !== STAFF);
      else for (const one of guild.channels) if (one.id === STAFF) one.overwrites = one.overwrites.slice(0, 1);
    });
    const request = await image(easel, people.member);
    await easel.until(() => textOf(easel.now(request)).includes('can’t reach the moderators’ channel'));
    expect(textOf(easel.now(request))).not.toContain('[Withdraw]');
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('a doubtful word', () => {
  it('asks moderators in an open channel, and shows them the line of the list', async () => {
    const easel = await start();
    const words = { refuse: [], review: ['storm'], explicit: [], allow: [] };
    await configure(easel, { ...REVIEW, modes: {}, words });
    expect(textOf(await image(easel, people.member, { options: { prompt: 'a st0rm' } }))).toContain(
      'Waiting for a moderator',
    );
    expect(textOf(await lastCard(easel))).toContain('It matches the word-list line `storm`');
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
  });
});
