import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  choose,
  configure,
  decideOn,
  discard,
  fill,
  followed,
  image,
  lastCard,
  messageOf,
  moderate,
  pauseSpending,
  pressAsItWas,
  privateText,
  prompts,
  readBy,
  STAFF,
  start,
} from './moderation-support.ts';

import { cardWith, hidden, made, report } from './reports-support.ts';

const MINUTE_MS = 60_000;
const REVIEW = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

async function asked(options: EaselOptions = {}) {
  const easel = await start(options);
  await configure(easel, { ...REVIEW, modes: { [GALLERY]: 'review' } });
  const request = await image(easel, people.member, { options: { prompt: 'a castle', count: 2 } });
  return { easel, request, card: await lastCard(easel) };
}

const press = (easel: Easel, card: MessageView, label: string) => easel.press(people.moderator, easel.now(card), label);

/** Rejects, and waits until the card, the request and its author know. */
async function reject(easel: Easel, request: MessageView, card: MessageView): Promise<MessageView> {
  const form = await press(easel, card, 'Reject …');
  await followed(easel, card, fill(easel, people.moderator, form, { why: 'too tall' }));
  await easel.until(() => textOf(easel.now(request)).includes('Not made'));
  await easel.until(() => readBy(easel, people.member).some((text) => text.includes('wasn’t approved: too tall')));
  return easel.now(card);
}

const undo = (easel: Easel, card: MessageView) => pressAsItWas(easel, people.moderator, card, 'Undo');

describe('Undo of a rejection', () => {
  it('lets the request wait again with its credits held, and its author reads so', async () => {
    const { easel, request, card } = await asked();
    const rejected = await reject(easel, request, card);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    await easel.restart();
    const again = await followed(easel, card, undo(easel, rejected));
    expect(textOf(again)).toContain('If no one decides');
    await easel.until(() => textOf(easel.now(request)).includes('Waiting for a moderator'));
    await easel.until(() => readBy(easel, people.member).some((text) => text.includes('your request waits again')));
    expect(await easel.budget()).toMatchObject({ held: 10, spent: 0 });
    expect(await moderate(easel, 'log')).toMatch(/undid: rejected a request by/);
    // The first press undid it; a press in another window finds nothing to undo.
    expect(privateText(await undo(easel, rejected))).toContain('can’t be undone');
    await pressAsItWas(easel, people.moderator, again, 'Approve');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle', 'a castle']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    const history = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(history)).not.toContain('not approved');
  });

  it('is offered for ten minutes, also over a restart', async () => {
    const { easel, request, card } = await asked();
    const rejected = await reject(easel, request, card);
    await easel.clock.advance(9 * MINUTE_MS);
    expect(JSON.stringify(easel.now(card))).toContain('Undo');
    await easel.restart();
    await easel.clock.advance(2 * MINUTE_MS);
    await easel.until(() => !JSON.stringify(easel.now(card)).includes('Undo'));
    expect(privateText(await undo(easel, rejected))).toContain('ten minutes have passed');
    expect(textOf(easel.now(card))).toContain('**Rejected**');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('says why it can’t, and changes nothing: a short budget, or a timeout', async () => {
    const { easel, request, card } = await asked({ environment: { BUDGET_DEFAULT_CREDITS: '10' } });
    const rejected = await reject(easel, request, card);
    const other = await image(easel, people.secondMember, { options: { prompt: 'a tower' } });
    expect(privateText(await undo(easel, rejected))).toContain('credits');
    expect(await easel.budget()).toMatchObject({ held: 5 });
    await easel.press(people.secondMember, other, 'Withdraw');
    await easel.until(async () => (await easel.budget()).held === 0);
    await moderate(easel, 'timeout', { member: people.member, for: 60 });
    expect(privateText(await undo(easel, rejected))).toContain('timed you out');
    await easel.idle();
    expect(textOf(easel.now(card))).toContain('**Rejected**');
    expect(textOf(easel.now(request))).toContain('Not made');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('Undo of an approval', () => {
  it('lets an unsent request wait again, with the hold that it has, and takes the trust back', async () => {
    const { easel, request, card } = await asked();
    await pauseSpending(easel, 'Pause spending');
    const approved = await followed(easel, card, press(easel, card, 'Approve and trust'));
    await easel.until(() => JSON.stringify(easel.now(card)).includes('Undo'));
    const again = await followed(easel, card, undo(easel, easel.now(card)));
    expect(textOf(again)).toContain('If no one decides');
    expect(await moderate(easel, 'log')).toMatch(/stopped trusting/);
    await pauseSpending(easel, 'Resume spending');
    await easel.clock.advance(MINUTE_MS);
    await easel.idle();
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 10, spent: 0 });
    expect(privateText(await undo(easel, approved))).toContain('can’t be undone');
    expect(textOf(easel.now(request))).toContain('Waiting for a moderator');
  });

  it('is late once it was sent, and then it is made once', async () => {
    const { easel, request, card } = await asked();
    await pauseSpending(easel, 'Pause spending');
    await press(easel, card, 'Approve');
    const approved = await easel.until(() => JSON.stringify(easel.now(card)).includes('Undo') && easel.now(card));
    await pauseSpending(easel, 'Resume spending');
    await easel.clock.advance(MINUTE_MS);
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await easel.idle();
    expect(JSON.stringify(easel.now(card))).not.toContain('Undo');
    expect(privateText(await undo(easel, approved))).toContain('it has started');
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
  });
});

describe('Undo of a discarded preview', () => {
  it('lets its files wait for moderators again, and its author reads so; after ten minutes they are gone', async () => {
    const easel = await start();
    await configure(easel, { ...REVIEW, modes: { [GALLERY]: 'preview' } });
    const result = await image(easel, people.member, { options: { prompt: 'a castle' } });
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Publish]') && last;
    });
    const throwAway = async (): Promise<MessageView> => {
      await discard(easel, people.moderator, easel.now(card));
      return easel.until(() => textOf(easel.now(card)).includes('[Undo]') && easel.now(card));
    };
    const discarded = await throwAway();
    expect(mediaOf(discarded)).toHaveLength(1);
    await easel.until(() => readBy(easel, people.member).some((text) => text.includes('didn’t publish your request')));
    // The service no longer has them.
    easel.service.faults.switchOn('resultGone');
    await easel.restart();
    await Promise.all([people.moderator, people.manager].map((userId) => easel.press(userId, discarded, 'Undo')));
    await easel.until(() => textOf(easel.now(card)).includes('[Publish]'));
    expect(mediaOf(easel.now(card))).toHaveLength(1);
    expect(textOf(easel.now(result))).toContain('Moderators will review it');
    await easel.until(() => readBy(easel, people.member).some((text) => text.includes('your request waits again')));
    expect((await moderate(easel, 'log')).match(/undid: discarded/g)).toHaveLength(1);
    const again = await throwAway();
    await easel.clock.advance(10 * MINUTE_MS);
    await easel.until(() => mediaOf(easel.now(card)).length === 0);
    expect(privateText(await undo(easel, again))).toContain('ten minutes have passed');
  });
});

describe('Undo of a decision about a reported picture', () => {
  const isOffered = (easel: Easel, card: MessageView): boolean => JSON.stringify(easel.now(card)).includes('Undo');
  const HIDDEN = 'Hidden until the moderators review it';
  const REMOVED = 'The moderators removed this.';
  const says = (easel: Easel, result: MessageView, words: string, files = 0): Promise<boolean> =>
    easel.until(() => textOf(easel.now(result)).includes(words) && mediaOf(easel.now(result)).length === files);
  const bringBack = async (easel: Easel, userId: string): Promise<string> => {
    const panel = await easel.command(userId, { channelId: GALLERY, name: 'moderation', subcommand: 'panel' });
    const list = messageOf(await choose(easel, userId, panel, 'queue:list', ['removed']));
    const jobId = /"value":"(\w+)"/.exec(JSON.stringify(list))?.[1] ?? '';
    const { id, channel_id } = messageOf(await choose(easel, userId, list, 'queue:bring', [jobId]));
    return easel.until(() => {
      const answer = easel.discord.messages(channel_id, { as: userId }).find((one) => one.id === id);
      return answer && textOf(answer);
    });
  };
  const listed = (easel: Easel): Promise<boolean> =>
    easel.until(async () => !(await moderate(easel, 'removed')).includes('None.'));
  const reads = (easel: Easel, userId: string, words: string): Promise<boolean> =>
    easel.until(() => readBy(easel, userId).some((text) => text.includes(words)));

  it('hides a restored one again, as urgent as it was, and everyone who was told reads so', async () => {
    const { easel, result } = await made();
    const form = await easel.press(people.secondMember, result, 'Report …');
    await fill(easel, people.secondMember, form, { reason: 'intimate', why: 'my sister' });
    const card = await cardWith(easel, 'Urgent');
    await says(easel, result, HIDDEN);
    await easel.until(() => textOf(easel.now(result)).includes('[Why?]'));
    const urgent = textOf(easel.now(card));
    await followed(easel, card, press(easel, card, 'Restore'));
    await easel.until(() => mediaOf(easel.now(result)).length === 1);
    await reads(easel, people.secondMember, 'reviewed the picture that you reported');
    await reads(easel, people.member, 'restored it');
    await easel.restart();
    const restored = await easel.until(() => isOffered(easel, card) && easel.now(card));
    const both = [people.moderator, people.manager].map((userId) => easel.press(userId, restored, 'Undo'));
    await Promise.all(both);
    await says(easel, result, HIDDEN);
    await easel.until(() => textOf(easel.now(card)) === urgent);
    expect(mediaOf(easel.now(card))).toMatchObject([{ spoiler: true }]);
    await reads(easel, people.secondMember, 'undid the decision');
    await reads(
      easel,
      people.member,
      'undid the last decision about your picture. It’s hidden until they decide again',
    );
    expect(readBy(easel, people.member).filter((text) => text.includes('was reported'))).toHaveLength(1);
    expect((await moderate(easel, 'log')).match(/undid: restored/g)).toHaveLength(1);
    await press(easel, easel.now(card), 'Restore');
    await easel.until(() => mediaOf(easel.now(result)).length === 1 && isOffered(easel, card));
    expect(textOf(easel.now(result))).toContain('> a castle');
    // A button of the first decision doesn't undo the second.
    expect(privateText(await undo(easel, restored))).toContain('can’t be undone');
  });

  it('brings back a removed one, which only its card has until then', async () => {
    const { easel, result } = await made({ reportsToHide: 2 });
    await report(easel, people.secondMember, result, 'ugly');
    const card = await cardWith(easel, 'Still visible');
    const remove = async (): Promise<MessageView> => {
      const form = await press(easel, easel.now(card), 'Remove …');
      await fill(easel, people.moderator, form, { why: 'too ugly' });
      return easel.until(() => isOffered(easel, card) && easel.now(card));
    };
    const removed = await remove();
    await says(easel, result, REMOVED);
    expect(textOf(removed)).toContain('**Removed** by');
    expect(mediaOf(removed)).toHaveLength(1);
    easel.service.faults.switchOn('resultGone');
    await easel.restart();
    const both = [people.moderator, people.manager].map((userId) => easel.press(userId, removed, 'Undo'));
    await Promise.all(both);
    await easel.until(() => mediaOf(easel.now(result)).length === 1);
    expect(textOf(easel.now(result))).toContain('> a castle');
    await easel.until(() => textOf(easel.now(card)).includes('Still visible'));
    await reads(easel, people.member, 'undid the last decision');
    expect((await moderate(easel, 'log')).match(/undid: removed/g)).toHaveLength(1);
    const again = await remove();
    await easel.restart();
    await easel.clock.advance(10 * MINUTE_MS);
    await says(easel, result, REMOVED);
    await reads(easel, people.member, 'removed your picture: too ugly');
    expect(privateText(await undo(easel, again))).toContain('ten minutes have passed');
  });

  it('hides one again that was hidden before, and its message says so', async () => {
    const { easel, result } = await made({ reportsToHide: 1 });
    await report(easel, people.secondMember, result, 'ugly');
    const card = await cardWith(easel, 'Hidden after 1 report');
    await says(easel, result, HIDDEN, 1);
    await reads(easel, people.member, 'was reported');
    await decideOn(easel, people.moderator, card, 'Remove …', 'too ugly');
    await says(easel, result, REMOVED);
    const removed = await easel.until(() => isOffered(easel, card) && easel.now(card));
    await easel.press(people.moderator, removed, 'Undo');
    await says(easel, result, HIDDEN);
    const undone = 'It’s hidden until they decide again';
    await reads(easel, people.member, undone);
    expect(privateText(await easel.press(people.member, easel.now(result), 'Why?'))).toContain(undone);
    expect(readBy(easel, people.member).filter((text) => text.includes('was reported'))).toHaveLength(1);
    await followed(easel, card, press(easel, card, 'Restore'));
    await says(easel, result, '> a castle', 1);
  });

  it('is offered without a moderators’ channel too; after that, the log brings a removed one back', async () => {
    const { easel, result } = await made({ reportsToHide: 1, moderatorsChannelId: null });
    await report(easel, people.secondMember, result, 'ugly');
    await hidden(easel, result);
    const remove = async (): Promise<MessageView> => {
      const menu = messageOf(await press(easel, result, 'Moderate …'));
      const form = await easel.press(people.moderator, menu, 'Remove …');
      return messageOf(await fill(easel, people.moderator, form, { why: 'too ugly' }));
    };
    const removed = await remove();
    expect(textOf(removed)).toContain('**Removed** by');
    await says(easel, result, REMOVED, 1);
    expect(privateText(await easel.press(people.moderator, removed, 'Undo'))).toContain('Undone');
    await says(easel, result, HIDDEN, 1);
    await easel.until(async () => (await moderate(easel, 'log')).includes('undid: removed'));
    await remove();
    await says(easel, result, REMOVED, 1);
    // Who closed that answer finds it in the menu.
    const menu = messageOf(await press(easel, result, 'Moderate …'));
    expect(privateText(await easel.press(people.moderator, menu, 'Undo'))).toContain('Undone');
    await says(easel, result, HIDDEN, 1);
    await remove();
    expect(await moderate(easel, 'removed')).toContain('None.');
    await easel.clock.advance(10 * MINUTE_MS);
    await listed(easel);
    easel.service.faults.switchOn('resultGone');
    expect(await bringBack(easel, people.moderator)).toContain('Neither the service nor');
    expect(textOf(easel.now(result))).toContain('moderators removed this');
    easel.service.faults.switchOff('resultGone');
    expect(await bringBack(easel, people.moderator)).toContain('visible again');
    await easel.until(() => mediaOf(easel.now(result)).length === 1);
  });

  it('comes back from the log with the card’s copy, once, also over a restart', async () => {
    const { easel, result } = await made({ reportsToHide: 2 });
    await report(easel, people.secondMember, result, 'ugly');
    const card = await cardWith(easel, 'Still visible');
    await decideOn(easel, people.moderator, card, 'Remove …', 'too ugly');
    await easel.clock.advance(10 * MINUTE_MS);
    await listed(easel);
    easel.service.faults.switchOn('resultGone');
    const answers = Promise.all([people.moderator, people.manager].map((userId) => bringBack(easel, userId)));
    expect((await answers).filter((answer) => answer.includes('visible again'))).toHaveLength(1);
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(result)).length === 1);
    expect(textOf(easel.now(result))).toContain('> a castle');
    await easel.until(() => textOf(easel.now(card)).includes('**Restored** by'));
    expect(mediaOf(easel.now(card))).toHaveLength(1);
    await reads(easel, people.member, 'restored it');
    expect((await moderate(easel, 'log')).match(/restored/g)).toHaveLength(1);
    expect(await moderate(easel, 'removed')).toContain('None.');
  });

  it('brings back the choice about a kept one, and is offered for ten minutes, also over a restart', async () => {
    const { easel, result } = await made({ reportsToHide: 2 });
    await report(easel, people.secondMember, result, 'ugly');
    const card = await cardWith(easel, 'Still visible');
    await followed(easel, card, press(easel, card, 'Keep it'));
    const first = await easel.until(() => isOffered(easel, card) && easel.now(card));
    await easel.press(people.manager, first, 'Undo');
    await easel.until(() => textOf(easel.now(card)).includes('Still visible'));
    await press(easel, easel.now(card), 'Keep it');
    const kept = await easel.until(() => isOffered(easel, card) && easel.now(card));
    await easel.clock.advance(9 * MINUTE_MS);
    expect(isOffered(easel, card)).toBe(true);
    await easel.restart();
    await easel.clock.advance(2 * MINUTE_MS);
    await easel.until(() => !isOffered(easel, card));
    expect(privateText(await undo(easel, kept))).toContain('ten minutes have passed');
    expect(mediaOf(easel.now(result))).toHaveLength(1);
    // Decided for good: another report hides nothing.
    expect(await report(easel, people.artist, easel.now(result))).toContain('kept it');
  });
});
