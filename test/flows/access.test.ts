import { describe, expect, it } from 'vitest';
import { confirmDeleteIds, deleteIds } from '../../src/discord/custom-ids/controls.ts';
import { auditCollection } from '../../src/moderation/records/audit-log.ts';
import { requestCollection } from '../../src/moderation/requests/request.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { openStore } from '../../src/store/open-store.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { allOf } from '../support/all-records.ts';
import { atelier, type Easel, GALLERY, ids, mediaOf, people, textOf } from '../support/easel.ts';
import { HALL, lastPrivateWords } from './gallery-support.ts';
import {
  configure,
  deleteResult,
  discard,
  fill,
  forgetAll,
  image,
  lastCard,
  messageOf,
  moderateBy,
  putOn,
  STAFF,
  said,
  search,
  start,
  withMore,
} from './moderation-support.ts';

const { artist, manager, member, moderator, owner, secondMember } = people;
const { clips, lateNight } = atelier.channels;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STAFFED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const PREVIEW = { ...STAFFED, modes: { [GALLERY]: 'preview' } };
const SECRET = 'a secret orchid';
/** What follows the comma is also what *Save this style* offers. */
const PROMPT = `an iris, ${SECRET}`;

async function menu(easel: Easel, userId: string, name: string, target: MessageView): Promise<Answer> {
  const { channel_id: channelId, id: targetId } = target;
  return (await easel.discord.as(userId).contextMenu({ channelId, name, targetId })).answer;
}

async function made(easel: Easel, options: Record<string, string | boolean> = {}): Promise<MessageView> {
  const pending = await image(easel, member, { options: { prompt: PROMPT, ...options } });
  await easel.idle();
  return easel.now(pending);
}

/** A picture that waits for moderators: its placeholder, and the moderators' message. */
async function previewed(easel: Easel): Promise<{ shown: MessageView; card: MessageView }> {
  await configure(easel, PREVIEW);
  const shown = await made(easel);
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Publish]') && last;
  });
  await easel.until(() => textOf(easel.now(shown)).includes('Done. Moderators will review it'));
  return { shown: easel.now(shown), card };
}

/** Hides a picture with a moderator's report. */
async function hide(easel: Easel, result: MessageView): Promise<MessageView> {
  await fill(easel, moderator, await easel.press(moderator, result, 'Report …'), { why: '' });
  return easel.until(() => textOf(easel.now(result)).includes('[Moderate …]') && easel.now(result));
}

const history = (easel: Easel, userId: string, channelId: string = GALLERY): Promise<MessageView> =>
  easel.command(userId, { channelId, name: 'history' });
const STARRED = { only: ['starred'] };
const page = async (easel: Easel, userId: string = member, channelId: string = GALLERY): Promise<MessageView> =>
  easel.open(userId, await history(easel, userId, channelId));
/** The final text of a press that is answered later. */
async function toldAfter(easel: Easel, userId: string, pressed: MessageView, label: string): Promise<string> {
  const before = lastPrivateWords(easel, userId, pressed.channel_id);
  const answer = await easel.press(userId, pressed, label);
  if ('message' in answer && textOf(answer.message) !== '') return textOf(answer.message);
  return easel.until(() => {
    const now = lastPrivateWords(easel, userId, pressed.channel_id);
    return now !== before && now;
  });
}

async function pass(easel: Easel, durationMs: number, stepMs: number): Promise<void> {
  const untilMs = easel.clock.now() + durationMs;
  await easel.until(() => easel.clock.now() >= untilMs, { stepMs, limitMs: 2 * durationMs });
}

/** Every button with this id on a message of Easel's, put there as only Easel could. */
async function pressForged(easel: Easel, userId: string, on: MessageView, customId: string): Promise<string> {
  await putOn(easel, on, [{ type: 1, components: [{ type: 2, style: 2, label: 'forged', custom_id: customId }] }]);
  const { channel_id: channelId, id: messageId } = on;
  return said(await (await easel.discord.as(userId).press({ channelId, messageId, customId })).answer);
}

describe('a moderator’s decision', () => {
  it('lasts as long as the author’s history has the work, longer than the request or report', async () => {
    const easel = await start();
    const { card } = await previewed(easel);
    await discard(easel, moderator, card);
    await easel.until(() => textOf(easel.now(card)).includes('**Discarded**'));
    await configure(easel, STAFFED);
    await hide(easel, await made(easel));
    await moderateBy(easel, moderator, await hide(easel, await made(easel)), 'Remove …');
    await easel.app.stop();
    await easel.clock.leap(186 * DAY_MS);
    await easel.restart();
    // A sweep has to see an old record twice, a day apart, before it drops the record.
    await pass(easel, 3 * DAY_MS, 6 * HOUR_MS);
    const standings = ['removed by the moderators', 'hidden after reports', 'not published by the moderators'];
    for (const [index, standing] of standings.entries()) {
      const opened = await easel.open(member, await history(easel, member), index + 1);
      expect(textOf(opened)).toContain(standing);
      for (const label of ['Move it here', '★', 'Change …']) expect(textOf(opened)).not.toContain(`[${label}]`);
    }
  });
});

describe('a work from another channel', () => {
  it('stays out of an ordinary channel when it is a draft from an age-restricted one', async () => {
    const easel = await start();
    await configure(easel, { drafts: 'on' });
    await withMore(easel, member, ['draft'], { channelId: lateNight, options: { prompt: PROMPT } });
    await easel.idle();
    const elsewhere = await page(easel);
    expect(said(await easel.press(member, elsewhere, 'Show'))).toContain('comes from an age-restricted channel');
    const there = await page(easel, member, lateNight);
    await easel.press(member, there, 'Show');
    await easel.until(() =>
      easel.discord
        .messages(lateNight, { as: member })
        .some((one) => !one.sandbox.ephemeral && mediaOf(one).length > 0),
    );
    const inGallery = easel.discord.messages(GALLERY, { as: secondMember });
    expect(inGallery.some((one) => mediaOf(one).length > 0)).toBe(false);
  });

  it('reaches a thread only through the gate of that thread', async () => {
    const easel = await start();
    const { thread } = atelier.channels;
    await configure(easel, { ...STAFFED, modes: { [thread]: 'review' } });
    await image(easel, member, { channelId: GALLERY, options: { prompt: PROMPT } });
    await easel.idle();
    const opened = await page(easel, member, thread);
    expect(said(await easel.press(member, opened, 'Move it here'))).toContain('this one hasn’t been approved for it');
    await configure(easel, STAFFED);
    expect(await toldAfter(easel, member, opened, 'Move it here')).toContain('It’s here now');
  });
});

describe('a message that a moderator deleted', () => {
  it.each(['with Easel', 'by hand'])('%s can be posted again by a moderator only', async (how) => {
    const easel = await start();
    await configure(easel, { ...STAFFED, galleryChannelId: HALL });
    const result = await made(easel);
    await easel.press(moderator, result, '★');
    const before = messageOf(await easel.press(member, await page(easel), 'More …'));
    // After that, the open page can't be replaced.
    await easel.clock.leap(15 * MINUTE_MS);
    if (how === 'with Easel') await deleteResult(easel, moderator, result);
    else await easel.discord.as(moderator).deleteMessage({ channelId: GALLERY, messageId: result.id });
    await easel.until(() => !easel.isThere(result));
    for (const label of ['Move it here', 'Show in the gallery']) {
      expect(await toldAfter(easel, member, before, label)).toContain('A moderator deleted this');
    }
    if (how === 'by hand') return;
    expect(textOf(await page(easel))).toContain('deleted by a moderator');
    const list = await search(easel, moderator, STARRED);
    const theirs = await easel.open(moderator, list);
    expect(await toldAfter(easel, moderator, theirs, 'Move it here')).toContain('It’s here now');
  });

  it('can be brought back by its author when the author deleted it', async () => {
    const easel = await start();
    const result = await made(easel);
    await deleteResult(easel, member, result);
    await easel.until(() => !easel.isThere(result));
    expect(await toldAfter(easel, member, await page(easel), 'Move it here')).toContain('It’s here now');
  });
});

describe('a style’s sample and a starred work', () => {
  const thumbnails = (message: MessageView): number => JSON.stringify(message.components).split('"type":11').length - 1;
  const styles = (easel: Easel): Promise<MessageView> =>
    easel.command(secondMember, { channelId: GALLERY, name: 'style' });

  async function sampled(easel: Easel): Promise<MessageView> {
    const result = await made(easel);
    const page = messageOf(await menu(easel, manager, 'Open in Easel', result));
    const more = messageOf(await easel.press(manager, page, 'More …'));
    const form = await easel.press(manager, more, 'Save this style');
    if (form.kind !== 'modal') throw new Error(form.kind);
    const values = { name: 'orchids', words: 'in ink', for: ['server'] };
    await (await easel.discord.as(manager).submitModal({ modal: form.modal, values })).answer;
    expect(thumbnails(await styles(easel))).toBe(1);
    return result;
  }
  const close = (easel: Easel, channelId: string): void =>
    easel.discord.changeWorld(({ guilds }) => {
      for (const channel of guilds.flatMap(({ channels }) => channels)) {
        if (channel.id !== channelId) continue;
        channel.overwrites = [...channel.overwrites, { id: secondMember, type: 'member', allow: '0', deny: '1024' }];
      }
    });

  it('show nothing from a channel that the viewer can no longer see', async () => {
    const easel = await start();
    const result = await sampled(easel);
    await easel.press(secondMember, result, '★');
    const starred = (): Promise<MessageView> => search(easel, secondMember, STARRED, clips);
    expect(textOf(await starred())).toContain(SECRET);
    close(easel, GALLERY);
    await easel.clock.advance(2 * 60_000);
    const list = await starred();
    expect(textOf(list)).not.toContain(SECRET);
    expect(thumbnails(list)).toBe(0);
    const away = await easel.command(secondMember, { channelId: clips, name: 'style' });
    expect(textOf(away)).toContain('orchids');
    expect(thumbnails(away)).toBe(0);
  });
});

describe('the id in a button', () => {
  it('cancels no one else’s job, in this server or another', async () => {
    const easel = await start();
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
    const mine = await image(easel, secondMember);
    const theirs = await image(easel, member);
    const cancelId = (userId: string): Promise<string> =>
      easel.until(() => {
        const found = JSON.stringify(easel.now(theirs).components).match(/"(cancel:[^"]+)"/)?.[1];
        return found?.replace(member, userId);
      });
    expect(await pressForged(easel, secondMember, mine, await cancelId(secondMember))).toContain('Only the member who');
    const { general: annexChannel } = ids.annex.channels;
    const abroad = await easel.command(owner, {
      channelId: annexChannel,
      name: 'image',
      options: { prompt: 'a hill' },
    });
    expect(await pressForged(easel, owner, abroad, await cancelId(owner))).toContain('no longer keeps');
    expect(await pressForged(easel, owner, abroad, await cancelId(member))).toContain('no longer keeps');
    expect(textOf(easel.now(theirs))).toContain('[Cancel]');
  });

  it('deletes no message but the job’s own', async () => {
    const easel = await start();
    const mine = await made(easel);
    const pending = await image(easel, artist, { options: { prompt: 'a hill' } });
    await easel.idle();
    const theirs = easel.now(pending);
    const jobId = /"work:more-([^-:"]+)-/.exec(JSON.stringify(mine.components))?.[1] ?? '';
    expect(jobId).not.toBe('');
    const other = await image(easel, member, { options: { prompt: 'a lake' } });
    await easel.idle();
    const forged = confirmDeleteIds.of(member, { jobId, messageId: theirs.id });
    expect(await pressForged(easel, member, other, forged)).toContain('no longer keeps');
    const unknown = confirmDeleteIds.of(member, { jobId: 'abc123', messageId: theirs.id });
    expect(await pressForged(easel, member, other, unknown)).toContain('no longer keeps');
    const onTheirs = deleteIds.of(member, { jobId: 'abc123' });
    expect(await pressForged(easel, member, theirs, onTheirs)).toContain('no longer keeps');
    expect(easel.isThere(theirs)).toBe(true);
  });
});

describe('*Forget all*', () => {
  /** All prompts that requests and the audit log still hold. */
  async function keptPrompts(easel: Easel): Promise<string[]> {
    await easel.app.stop();
    const store = await openStore(easel.config.STORE_URL);
    const requests = await allOf(store.collection(requestCollection));
    const audit = await allOf(store.collection(auditCollection));
    await store.close();
    return [
      ...requests.records.map(([, { request }]) => request.prompt),
      ...audit.records.flatMap(([, { drafts, refused }]) => [...drafts, ...refused].map(({ prompt }) => prompt)),
    ];
  }

  it('removes the member’s prompts from requests and the audit log, and keeps those of others', async () => {
    const easel = await start();
    const words = { refuse: ['kraken'], review: [], explicit: [], allow: [] };
    const { card } = await previewed(easel);
    await easel.press(moderator, card, 'Publish');
    await easel.until(() => textOf(easel.now(card)).includes('**Published**'));
    await configure(easel, { ...STAFFED, drafts: 'on', words });
    await image(easel, member, { options: { prompt: 'a secret kraken' } });
    await withMore(easel, member, ['draft'], { options: { prompt: PROMPT } });
    await easel.idle();
    await image(easel, secondMember, { options: { prompt: 'another kraken' } });
    await configure(easel, { ...STAFFED, modes: { [GALLERY]: 'review' } });
    await image(easel, member, { options: { prompt: 'a secret hill' } });
    const asked = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Reject …]') && last;
    });
    await fill(easel, moderator, await easel.press(moderator, asked, 'Reject …'), { why: '' });
    await easel.until(() => textOf(easel.now(asked)).includes('**Rejected**'));
    expect(textOf(easel.now(asked))).toContain('a secret hill');
    expect(await forgetAll(easel, member)).not.toContain('until it ends');
    await easel.until(() => !textOf(easel.now(asked)).includes('a secret hill'));
    expect((await keptPrompts(easel)).filter((prompt) => prompt !== '')).toEqual(['another kraken']);
  });

  it('says that a request that still waits keeps its prompt', async () => {
    const easel = await start();
    await made(easel);
    await configure(easel, { ...STAFFED, modes: { [GALLERY]: 'review' } });
    await image(easel, member, { options: { prompt: 'a secret hill' } });
    expect(await forgetAll(easel, member)).toContain('keeps its prompt until it ends');
    expect(await keptPrompts(easel)).toEqual(['a secret hill']);
  });
});
