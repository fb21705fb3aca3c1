import { describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  configure,
  decideOn,
  fill,
  image,
  lastCard,
  messageOf,
  moderate,
  privateText,
  prompts,
  readBy,
  STAFF,
  start,
} from './moderation-support.ts';
import { cardWith, hidden, report } from './reports-support.ts';

/** Members ask moderators for another look at a decision. */

const HOUR_MS = 3_600_000;
const ASK = 'Ask for another look …';
const { manager, member, moderator } = people;
const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], reportsToHide: 2 };

async function opened(settings: Record<string, unknown> = {}): Promise<Easel> {
  const easel = await start();
  await configure(easel, { ...SETTINGS, ...settings });
  return easel;
}

const fillIn = async (easel: Easel, userId: string, on: MessageView, label: string, words: string): Promise<Answer> =>
  fill(easel, userId, await easel.press(userId, on, label), { words });

/** Asks below a refusal or an answer to *Why?*. Resolves with the card. */
async function ask(easel: Easel, on: MessageView, words = 'I was kind'): Promise<MessageView> {
  expect(privateText(await fillIn(easel, member, on, ASK, words))).toContain('The moderators have your question');
  return cardWith(easel, `<@${member}> asks for another look`);
}
const why = async (easel: Easel, on: MessageView): Promise<MessageView> =>
  messageOf(await easel.press(member, easel.now(on), 'Why?'));
const shown = (easel: Easel, card: MessageView, words: string): Promise<MessageView> =>
  easel.until(() => textOf(easel.now(card)).includes(words) && easel.now(card));
const reads = (easel: Easel, words: string) =>
  easel.until(() => readBy(easel, member).some((one) => one.includes(words)));

async function timedOut(): Promise<{ easel: Easel; refused: MessageView }> {
  const easel = await opened();
  await moderate(easel, 'timeout', { member, for: 10_080, why: 'shouting' });
  return { easel, refused: await image(easel, member) };
}

async function rejected(settings: Record<string, unknown> = {}) {
  const easel = await opened({ modes: { [GALLERY]: 'review' }, ...settings });
  const request = await image(easel, member, { options: { prompt: 'a castle', count: 2 } });
  await decideOn(easel, moderator, await lastCard(easel), 'Reject …', 'too grey');
  await easel.until(() => textOf(easel.now(request)).includes('[Why?]'));
  return { easel, request };
}

async function hiddenPicture() {
  const easel = await opened();
  const pending = await image(easel, member, { options: { prompt: 'a castle' } });
  await easel.idle();
  await report(easel, moderator, easel.now(pending), 'too grey');
  return { easel, result: await hidden(easel, pending) };
}

describe('a timeout', () => {
  it('is asked about where it refuses, once, and ends when another moderator changes it', async () => {
    const { easel, refused } = await timedOut();
    const card = await ask(easel, refused, 'I *was* kind, see <@&12345678901234567>');
    expect(textOf(card)).toContain('I \\*was\\* kind');
    expect(textOf(card)).not.toContain('<@&');
    expect(textOf(card)).toMatch(new RegExp(`#\\d+ <@${moderator}> timed <@${member}> out`));
    expect(textOf(card)).toContain('shouting');
    const again = await image(easel, member);
    expect(textOf(again)).toContain('You asked for another look');
    expect(textOf(again)).not.toContain(ASK);
    expect(privateText(await fillIn(easel, member, refused, ASK, 'please'))).toContain('You asked for another look');

    const own = await easel.press(moderator, card, 'Change the decision');
    expect(privateText(own)).toContain('You decided this, so another moderator should answer');
    await easel.press(manager, card, 'Change the decision');
    await shown(easel, card, `**Changed** by <@${manager}>`);
    await reads(easel, 'ended your timeout');
    expect(textOf(await image(easel, member))).not.toContain('timed you out');
    expect(await moderate(easel, 'log')).toContain(`<@${manager}> ended the timeout of <@${member}>`);
  });

  it('stays with an answer, which is required, and which the moderator who decided may give after 72 hours', async () => {
    const { easel, refused } = await timedOut();
    const card = await ask(easel, refused);
    await easel.restart();
    await easel.clock.leap(72 * HOUR_MS);
    const form = await easel.press(moderator, card, 'Keep it …');
    await expect(fill(easel, moderator, form, { words: '  ' })).rejects.toThrow('required');
    await fillIn(easel, moderator, card, 'Keep it …', 'You know why');
    const kept = await shown(easel, card, `**Kept** by <@${moderator}>`);
    expect(textOf(kept)).toContain('You know why');
    expect(textOf(kept)).not.toContain('[Keep it …]');
    const log = await moderate(easel, 'log');
    expect(log).toMatch(/#\d+ <@\d+> looked again at a decision about <@\d+> and kept it: You know why/);
    // The answer's token has expired, and the member gets no direct messages.
    await shown(easel, card, 'couldn’t send the member');
    expect(textOf(await image(easel, member))).toContain('their decision stays: You know why');
  });

  it('closes the card when it ends in another way, or by itself', async () => {
    const { easel, refused } = await timedOut();
    const card = await ask(easel, refused);
    await moderate(easel, 'lift', { member }, manager);
    expect(textOf(await shown(easel, card, '**Closed**'))).toContain('no longer holds');
    await easel.clock.advance(1_000);
    await moderate(easel, 'timeout', { member, for: 10 });
    const other = await ask(easel, await image(easel, member));
    await easel.clock.leap(HOUR_MS);
    await shown(easel, other, '**Closed**');
  });

  it('is asked about by its member alone, while moderators have a channel', async () => {
    const { easel, refused } = await timedOut();
    await configure(easel, { ...SETTINGS, moderatorsChannelId: null });
    expect(privateText(await fillIn(easel, member, refused, ASK, 'please'))).toContain('can’t reach the moderators');
  });
});

describe('a rejected request', () => {
  it('starts again with its prompt when moderators change their decision', async () => {
    const { easel, request } = await rejected();
    const card = await ask(easel, await why(easel, request));
    expect(await moderate(easel, 'panel')).toContain(`<@${member}> asks for another look (rejected)`);
    expect(textOf(card)).toContain('> a castle');
    expect(textOf(card)).toContain('too grey');
    await easel.restart();
    await easel.press(manager, card, 'Change the decision');
    await shown(easel, card, '**Changed**');
    await easel.until(() => mediaOf(easel.now(request)).length === 2);
    await reads(easel, 'your request is on its way');
    await easel.idle();
    expect(prompts(easel)).toEqual(['a castle', 'a castle']);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 8 });
    expect(await moderate(easel, 'log')).toContain(`<@${manager}> approved a request by <@${member}>`);
  });

  it('closes its card when the rejection is undone', async () => {
    const { easel, request } = await rejected();
    const card = await ask(easel, await why(easel, request));
    const ofRequest = easel.discord.messages(STAFF, { as: moderator }).find((one) => textOf(one).includes('[Undo]'));
    if (!ofRequest) throw new Error('nothing can be undone');
    await easel.press(moderator, ofRequest, 'Undo');
    expect(textOf(await shown(easel, card, '**Closed**'))).toContain('no longer holds');
    expect(textOf(easel.now(request))).toContain('Waiting for a moderator');
  });

  it('stays rejected when the rules or the budget refuse it, and the moderator reads why', async () => {
    const { easel, request } = await rejected();
    const card = await ask(easel, await why(easel, request));
    await configure(easel, { ...SETTINGS, words: { refuse: ['castle'], review: [], explicit: [], allow: [] } });
    expect(privateText(await easel.press(manager, card, 'Change the decision'))).toContain('can no longer be approved');
    await configure(easel, { ...SETTINGS, words: { refuse: [], review: [], explicit: [], allow: [] } });
    await easel.restart({ BUDGET_DEFAULT_CREDITS: '1' });
    expect(privateText(await easel.press(manager, card, 'Change the decision'))).toContain('credits');
    expect(textOf(easel.now(card))).toContain('[Change the decision]');
    expect(prompts(easel)).toEqual([]);
    await fillIn(easel, manager, card, 'Keep it …', 'No castles');
    await shown(easel, card, '**Kept**');
    expect(textOf(await why(easel, request))).toContain('their decision stays: No castles');
  });
});

describe('a picture', () => {
  it('that was hidden is shown again, and only the first answer counts', async () => {
    const { easel, result } = await hiddenPicture();
    const card = await ask(easel, await why(easel, result));
    const form = await easel.press(people.owner, card, 'Keep it …');
    await easel.press(manager, card, 'Change the decision');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
    expect(privateText(await fill(easel, people.owner, form, { words: 'no' }))).toContain('Too late');
    await shown(easel, card, `**Changed** by <@${manager}>`);
    await reads(easel, 'is shown again');
    await easel.idle();
    expect(readBy(easel, member).filter((one) => one.includes('restored it'))).toEqual([]);
  });

  it('that was removed is gone, but may be made again; its author alone can ask', async () => {
    const { easel, result } = await hiddenPicture();
    await decideOn(easel, moderator, await cardWith(easel, 'Hidden by'), 'Remove …', 'too grey');
    await easel.until(() => mediaOf(easel.now(result)).length === 0);
    expect(privateText(await easel.press(manager, easel.now(result), 'Why?'))).not.toContain(ASK);
    const card = await ask(easel, await why(easel, result));
    await easel.press(manager, card, 'Change the decision');
    await shown(easel, card, '**Changed**');
    expect(textOf(await why(easel, result))).toContain('you can make it again');
  });
});
