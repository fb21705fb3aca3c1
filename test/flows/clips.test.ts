import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { HOUR_MS } from '../../src/time/clock.ts';
import { makeClip, TEST_FFMPEG } from '../media/clips/clips.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { QUICK_CLIP_EDITOR } from '../support/clip-editors.ts';
import {
  atelier,
  type Easel,
  type EaselOptions,
  GALLERY,
  mediaOf,
  people,
  startEasel,
  textOf,
} from '../support/easel.ts';
import { configure, deleteResult, fill, letBuild, messageOf, STAFF, said, withMore } from './moderation-support.ts';

/** Clips go on: the next part from the last frame, a still of that frame, and both parts as one clip. */

const { member: ann, secondMember: bob, moderator } = people;

/** One of the service's, with sound. */
let clip: Uint8Array;
let easel: Easel;
beforeEach(async () => {
  clip ??= await readFile((await makeClip(join(await tempFolder(), 'clip.mp4'))).path);
});
afterEach(() => easel.close());

/** `files.test.ts` does the same with ffmpeg, which is slow. */
async function start({ service, ...options }: EaselOptions = { clips: QUICK_CLIP_EDITOR }): Promise<void> {
  const makeResult = async () => ({ body: Buffer.from(clip), mimeType: 'video/mp4', extension: 'mp4' });
  easel = await startEasel({ ...options, service: { makeResult, ...service } });
}

async function made(options: Record<string, unknown> = {}, userId: string = ann): Promise<MessageView> {
  const command = { channelId: GALLERY, name: 'video', options: { prompt: 'waves at dusk', ...options } };
  const pending = await easel.command(userId, command as Parameters<Easel['command']>[1]);
  await easel.idle();
  return easel.now(pending);
}

/** Presses a control that starts something, and resolves with its message once it has ended. */
async function pressed(userId: string, message: MessageView, label: string): Promise<MessageView> {
  const answer = await easel.press(userId, message, label);
  await easel.idle();
  return easel.now(messageOf(answer));
}

const has = (message: MessageView, label: string): boolean => textOf(message).includes(`[${label}]`);
/** Discord signs an address anew each time it is read. */
const unsigned = (address = ''): string => address.split('?', 1)[0] ?? '';
const requests = () => easel.service.tasks().map(({ request }) => request);

describe('a clip', () => {
  beforeEach(() => start());

  it('goes on from its last frame, in one press at the price on the button', async () => {
    const first = await made();
    const pending = messageOf(await easel.press(bob, first, 'Continue'));
    expect(textOf(pending)).toContain('Taking the last frame of the clip …');
    await easel.until(() => requests().length === 2);
    const [frame] = mediaOf(easel.now(pending));
    expect(frame).toMatchObject({ contentType: 'image/png' });
    expect(requests()[1]?.prompt).toBe('waves at dusk');
    expect(requests()[1]?.imageUrls.map(unsigned)).toEqual([unsigned(frame?.url)]);
    await easel.idle();
    const second = easel.now(pending);
    expect(mediaOf(second)).toMatchObject([{ contentType: 'video/mp4' }]);
    expect(textOf(second)).toContain(`from <@${ann}>’s [clip](`);
    expect(easel.log.filter(({ level }) => level > 30)).toEqual([]);
  });

  it('is joined with the one that it continues, and the whole goes on', async () => {
    const second = await pressed(ann, await made(), 'Continue');
    expect(has(second, 'Again · 20')).toBe(false);
    const both = await pressed(bob, second, 'Join');
    expect(textOf(both)).toContain(`<@${bob}> joined two clips`);
    expect(textOf(both)).toContain('Done · free');
    expect(mediaOf(both)).toMatchObject([{ contentType: 'video/mp4' }]);
    const [file] = mediaOf(both);
    const bytes = await (await fetch(file?.url ?? '')).arrayBuffer();
    expect(bytes.byteLength).toBeGreaterThan(clip.byteLength * 1.5);
    expect(requests()).toHaveLength(2);
    expect(has(both, 'Join') || has(both, 'Again')).toBe(false);
    const third = await pressed(ann, both, 'Continue');
    const all = await pressed(ann, third, 'Join');
    const whole = await (await fetch(mediaOf(all)[0]?.url ?? '')).arrayBuffer();
    expect(whole.byteLength).toBeGreaterThan(clip.byteLength * 2.5);
    expect(await easel.budget()).toMatchObject({ spent: 60, held: 0 });
  });

  it('gives a still, which can be varied like any picture', async () => {
    const first = await made();
    const still = await pressed(bob, first, 'Still');
    expect(textOf(still)).toContain(`<@${bob}> took the last frame of a clip`);
    expect(mediaOf(still)).toMatchObject([{ contentType: 'image/png' }]);
    expect(has(still, 'Again')).toBe(false);
    await pressed(ann, still, 'Vary');
    expect(requests()[1]).toMatchObject({ modelId: 'image-model-a', prompt: 'waves at dusk' });
    expect(requests()[1]?.imageUrls.map(unsigned)).toEqual([unsigned(mediaOf(still)[0]?.url)]);
    // It costs nothing, so it is given even if more is spent than the server has.
    await easel.restart({ BUDGET_DEFAULT_CREDITS: '9' });
    expect(mediaOf(await pressed(bob, first, 'Still'))).toMatchObject([{ contentType: 'image/png' }]);
    expect(said(await easel.press(bob, first, 'Continue'))).toContain('credits');
  });

  it('is made from only if its author allows it, also for a still and where both are joined', async () => {
    const first = await made();
    await letBuild(easel, ann, 'no');
    for (const label of ['Continue', 'Still']) {
      expect(said(await easel.press(bob, first, label))).toContain('build on');
    }
    const second = await pressed(ann, first, 'Continue');
    expect(said(await easel.press(bob, second, 'Join'))).toContain('build on');
    await easel.idle();
    expect(requests()).toHaveLength(2);
    expect(easel.discord.messages(GALLERY, { as: moderator })).toHaveLength(2);
  });

  it('takes what was made from it along when moderators hide it', async () => {
    await configure(easel, { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] });
    const first = await made();
    const second = await pressed(bob, first, 'Continue');
    const both = await pressed(bob, second, 'Join');
    const still = await pressed(bob, both, 'Still');
    await fill(easel, moderator, await easel.press(moderator, first, 'Report …'), { why: '' });
    await easel.until(() => textOf(easel.now(first)).includes('Hidden until'));
    expect(said(await easel.press(bob, still, 'Vary'))).not.toContain('asked for');
    expect(said(await easel.press(bob, both, 'Continue'))).not.toContain('asked for');
    await easel.idle();
    expect(requests()).toHaveLength(2);
  });

  it('gives a member only a few stills a minute, because they are free', async () => {
    const first = await made();
    for (let count = 0; count < 12; count += 1) {
      await easel.press(bob, first, 'Still');
      // Presses within three seconds are one.
      await easel.clock.advance(4_000);
    }
    expect(said(await easel.press(bob, first, 'Still'))).toMatch(/too quickly|still fetching/);
    await easel.idle();
    // The clip and as many stills as a member may fetch in a minute.
    expect(easel.discord.messages(GALLERY, { as: moderator }).length).toBeLessThanOrEqual(6);
  });

  it('in review waits for a moderator like any request', async () => {
    const first = await made();
    await configure(easel, {
      ...{ moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] },
      modes: { [GALLERY]: 'review' },
    });
    const waiting = messageOf(await easel.press(bob, first, 'Still'));
    const later = messageOf(await easel.press(bob, first, 'Continue'));
    expect(textOf(waiting)).toContain('Waiting for a moderator');
    for (const card of await cards(2)) await easel.press(moderator, card, 'Approve');
    await easel.until(() => [waiting, later].every((one) => mediaOf(easel.now(one)).length === 1));
    await easel.idle();
    expect(mediaOf(easel.now(waiting))).toMatchObject([{ contentType: 'image/png' }]);
    expect(mediaOf(easel.now(later))).toMatchObject([{ contentType: 'video/mp4' }]);
    expect(requests()[1]?.imageUrls).toHaveLength(1);
  });

  it('that is a draft goes on as a draft, whose parts can be shown', async () => {
    await configure(easel, { drafts: 'on' });
    const own = (message: MessageView): MessageView =>
      easel.discord.messages(GALLERY, { as: ann }).find(({ id }) => id === message.id) ?? message;
    const command = { name: 'video', options: { prompt: 'waves at dusk' } };
    let draft = await withMore(easel, ann, ['draft'], command);
    for (const label of ['Continue', 'Join']) {
      await easel.until(() => has(own(draft), label === 'Join' ? 'Join' : 'Still'));
      await easel.idle();
      draft = messageOf(await easel.press(ann, own(draft), label));
    }
    await easel.until(() => mediaOf(own(draft)).length === 1);
    expect(easel.discord.messages(GALLERY, { as: bob })).toEqual([]);
    const shown = messageOf(await easel.press(ann, own(draft), 'Show'));
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    expect(mediaOf(easel.now(shown))).toMatchObject([{ contentType: 'video/mp4' }]);
  });
});

it('a clip that is gone from the service and from Discord costs nothing', async () => {
  await start({ clips: QUICK_CLIP_EDITOR, service: { resultRetentionMs: HOUR_MS } });
  const first = await made();
  const second = await pressed(ann, first, 'Continue');
  const before = await easel.budget();
  await easel.clock.leap(2 * HOUR_MS);
  await deleteResult(easel, ann, first);
  expect(textOf(await pressed(ann, second, 'Join'))).toContain('a clip that it needs is gone');
  expect(await easel.budget()).toEqual(before);
});

/** The cards with a decision to make. */
const cards = (count: number): Promise<MessageView[]> =>
  easel.until(() => {
    const found = easel.discord.messages(STAFF, { as: moderator }).filter((one) => has(one, 'Approve'));
    return found.length === count && found;
  });

describe('without ffmpeg', () => {
  it('a clip has none of these controls, and pressing an older one says why', async () => {
    await start({ environment: { FFMPEG_PATH: TEST_FFMPEG } });
    const before = await made();
    await easel.restart({ FFMPEG_PATH: '/nowhere/ffmpeg' });
    expect(said(await easel.press(ann, before, 'Still'))).toContain('no ffmpeg');
    const after = await made();
    expect(['Continue · 20', 'Still', 'Join'].filter((label) => has(after, label))).toEqual([]);
    expect(has(after, 'Again · 20')).toBe(true);
  });
});
