import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { configure, deleteResult, fill, messageOf, moderate, STAFF, said, search } from './moderation-support.ts';

const { member, secondMember, manager } = people;
const { general } = atelier.channels;
const DAY_MS = 86_400_000;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

type Options = Record<string, string | number | boolean>;
const make = async (options: Options = {}, userId: string = member): Promise<MessageView> => {
  const input = { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox', ...options } };
  const pending = await easel.command(userId, input);
  await easel.idle();
  return easel.now(pending);
};
const history = (channelId: string = GALLERY): Promise<MessageView> =>
  easel.command(member, { channelId, name: 'history' });
const page = async (number = 1, channelId: string = GALLERY): Promise<MessageView> =>
  easel.open(member, await history(channelId), number);
/** The final text of a press that is answered later. */
const replyAfter = async (pressed: MessageView, label: string, channelId: string): Promise<MessageView> => {
  const seen = new Set(easel.discord.messages(channelId, { as: member }).map(({ id }) => id));
  await easel.press(member, pressed, label);
  return easel.until(
    () =>
      easel.discord
        .messages(channelId, { as: member })
        .find((one) => !seen.has(one.id) && one.sandbox.ephemeral && textOf(one) !== ''),
    { limitMs: 60_000 },
  );
};
const spent = async (): Promise<number> => (await easel.budget()).spent;

/** The page behind *More …*. */
const more = async (opened: MessageView): Promise<MessageView> =>
  messageOf(await easel.press(member, opened, 'More …'));

describe('the page of a picture', () => {
  it('has its files, its whole prompt, what made it and what was built on it', async () => {
    const long = `a red fox ${'in tall grass '.repeat(40)}`.trim();
    const result = await make({ prompt: long, aspect_ratio: '16:9', count: 2 });
    const form = await easel.press(secondMember, result, 'Change …');
    const child = messageOf(await fill(easel, secondMember, form, { prompt: 'in winter' }));
    await easel.idle();
    const opened = await page();
    expect(textOf(opened)).toContain(`> ${long}`);
    expect(textOf(opened)).toMatch(/Picture 1 of 2 · AI · Image Model A · 16:9 · <t:\d+:R>/);
    expect(textOf(opened)).toMatch(new RegExp(`made from it: \\[by\\]\\(\\S+/${child.id}\\) <@${secondMember}>`));
    expect((await fetch(mediaOf(opened)[0]?.url ?? '')).status).toBe(200);
    expect(mediaOf(opened).map(({ altText }) => altText)).toEqual([`1 of 2: ${long}`]);
    const second = messageOf(await easel.press(member, result, '2'));
    expect(textOf(second)).toMatch(/Picture 2 of 2 · AI · Image Model A · 16:9 · <t:\d+:R>/);
    expect(mediaOf(second).map(({ altText }) => altText)).toEqual([`2 of 2: ${long}`]);
  });

  it('has the buttons of the picture, which work a month later, across a restart', async () => {
    const result = await make();
    await easel.clock.leap(31 * DAY_MS);
    await easel.restart();
    const opened = await page();
    const form = await easel.press(member, opened, 'Change …');
    const changed = messageOf(await fill(easel, member, form, { prompt: 'in winter' }));
    expect(textOf(changed)).toContain(
      `picture](https://discord.com/channels/${atelier.guild}/${GALLERY}/${result.id})`,
    );
    await easel.idle();
    expect(easel.service.tasks().at(-1)?.request.imageUrls).toHaveLength(1);
    await easel.press(member, opened, 'Vary');
    await easel.idle();
    expect(easel.service.tasks().at(-1)?.request.prompt).toBe('a red fox');
    const starred = messageOf(await easel.press(member, opened, '★'));
    expect(textOf(starred)).toContain('[★ Starred]');
    await easel.press(secondMember, result, '★');
    expect(textOf(await page(3))).toContain('[★ Starred · 1]');
    expect(said(await easel.press(member, starred, '★ Starred'))).toContain('[★ Star · 1]');
  });

  it('has no file of a hidden or removed picture, and fetches none', async () => {
    const result = await make();
    const pages = [await more(await page()), await more(await page())] as const;
    // After that, the open pages can't be replaced.
    await easel.clock.leap(15 * MINUTE_MS);
    await fill(easel, manager, await easel.press(manager, result, 'Report …'), { why: 'no' });
    await easel.until(() => textOf(easel.now(result)).includes('Hidden'));
    const opened = await page();
    expect(textOf(opened)).toContain('hidden after reports');
    expect(textOf(opened)).not.toMatch(/\[(Vary|★)/);
    expect(mediaOf(opened)).toEqual([]);
    // A refused press takes the picture and its buttons off the page.
    for (const [before, label] of [
      [pages[0], 'Send me the files'],
      [pages[1], 'Move it here'],
    ] as const) {
      expect(said(await easel.press(member, before, label))).toMatch(/hidden after reports|The moderators removed/);
    }
  });

  it('deletes its message after a confirmation, and keeps the picture', async () => {
    const result = await make();
    const asked = messageOf(await easel.press(member, await page(), 'Delete'));
    await easel.press(member, asked, 'Delete message');
    await easel.until(() => !easel.isThere(result));
    await easel.until(async () => textOf(await page()).includes('no message'));
    expect(textOf(await more(await page()))).toContain('[Send me the files]');
  });

  it('deletes its message also if it cost nothing, not just the page', async () => {
    easel.service.failNext();
    const failed = await make();
    await easel.press(member, await page(), 'Delete');
    await easel.until(() => !easel.isThere(failed));
  });
});

describe('*Bring it here*', () => {
  it('moves a picture to another channel, at no cost, with its buttons', async () => {
    const result = await make();
    const before = await spent();
    const opened = await page(1, general);
    await easel.restart();
    const reply = await replyAfter(opened, 'Move it here', general);
    expect(textOf(reply)).toContain('It’s here now: https://discord.com/channels/');
    expect(easel.isThere(result)).toBe(false);
    const [here] = easel.discord.messages(general, { as: secondMember }).slice(-1);
    if (!here) throw new Error('nothing is there');
    expect(mediaOf(here)).toHaveLength(1);
    expect(textOf(here)).toContain('> a red fox');
    expect(await spent()).toBe(before);
    expect(said(await easel.press(secondMember, here, '★'))).toContain('Starred.');
    // A moderator's decision reaches it there.
    await fill(easel, manager, await easel.press(manager, here, 'Report …'), { why: 'no' });
    await easel.until(() => textOf(easel.now(here)).includes('Hidden'));
  });

  it('brings back a picture without a message only if a file is left somewhere', async () => {
    const result = await make();
    await deleteResult(easel, member, result);
    await easel.until(() => !easel.isThere(result));
    const opened = await page(1, general);
    easel.service.faults.switchOn('resultGone');
    expect(textOf(await replyAfter(opened, 'Move it here', general))).toContain('no longer has this');
    easel.service.faults.switchOff('resultGone');
    expect(textOf(await replyAfter(opened, 'Move it here', general))).toContain('It’s here now');
  });

  it('follows the rules of the channel: word lists, modes and timeouts', async () => {
    await make();
    const opened = await page(1, general);
    await configure(easel, { words: { refuse: ['fox'] } });
    expect(said(await easel.press(member, opened, 'Move it here'))).toContain('breaks this server’s current rules');
    await configure(easel, {
      ...{ moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], modes: { [general]: 'review' } },
      words: { refuse: [], review: [], explicit: [], allow: [] },
    });
    expect(said(await easel.press(member, opened, 'Move it here'))).toContain('this one hasn’t been approved for it');
    expect(textOf(await replyAfter(await page(), 'Move it here', GALLERY))).toContain('It’s here now');
    await moderate(easel, 'timeout', { member, for: 60, why: 'enough' });
    expect(said(await easel.press(member, opened, 'Move it here'))).toContain('enough');
  });

  it('is for the author alone', async () => {
    const result = await make({}, secondMember);
    await easel.press(member, result, '★');
    const opened = await easel.open(member, await search(easel, member, { only: ['starred'] }));
    const all = textOf(await more(opened));
    expect(all).not.toMatch(/\[(Move it here|Delete|Send me the files)\]/);
    expect(all).toContain('[Add to collection …]');
  });
});

describe('a collection', () => {
  const collect = async (opened: MessageView, values: Record<string, string | string[]>): Promise<string> =>
    said(
      await fill(
        easel,
        member,
        await easel.press(member, opened, 'Add to collection …'),
        values as Record<string, string>,
      ),
    );

  it('is made on a picture’s page, found again, and left', async () => {
    await make({ prompt: 'a red fox' });
    await make({ prompt: 'an owl' });
    expect(await collect(await page(), { name: 'Wood' })).toContain('-# in **Wood**');
    await easel.restart();
    const form = await easel.press(member, await page(2), 'Add to collection …');
    const [id = ''] = /"value":"([0-9a-z]+)"/.exec(JSON.stringify(form))?.slice(1) ?? [];
    const inWood = () => search(easel, member, { collection: [id] });
    const owl = await easel.open(member, await inWood());
    expect(textOf(owl)).toContain('> an owl');
    expect(said(await fill(easel, member, form, { collections: [id] as unknown as string }))).toContain(
      '-# in **Wood**',
    );
    expect(textOf(await inWood())).toMatch(/an owl[\s\S]*a red fox/);
    expect(await collect(owl, { collections: [] })).not.toContain('**Wood**');
    expect(textOf(await inWood())).not.toContain('an owl');
  });
});

describe('*Export*', () => {
  it('saves search results to a file, for the member alone', async () => {
    await make({ prompt: 'a red fox' });
    await make({ prompt: 'an owl' });
    const reply = await replyAfter(await search(easel, member, { words: 'owl' }), 'Export', GALLERY);
    expect(textOf(reply)).toContain('1 request, with everything Easel keeps about it');
    const works: unknown = await (await fetch(mediaOf(reply)[0]?.url ?? '')).json();
    expect(works).toMatchObject([
      { prompt: 'an owl', kind: 'image', model: 'image-model-a', credits: 4, outcome: 'done' },
    ]);
  });
});
