import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { makePlaceholder, type ResultMaker } from '../../src/sandbox/task-api/results.ts';
import { makeClip as makeFile } from '../media/clips/clips.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { QUICK_CLIP_EDITOR } from '../support/clip-editors.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import { configure, fill, letBuild, messageOf, pauseSpending, STAFF, said } from './moderation-support.ts';

/** What is made from clips passes the same rules as what is made from pictures. */

const { member: ann, secondMember: bob, moderator } = people;
const HOW = ['Continue', 'Still', 'Join'] as const;

let clip: Uint8Array;
let easel: Easel;
beforeEach(async () => {
  clip ??= await readFile((await makeFile(join(await tempFolder(), 'clip.mp4'))).path);
  const makeClip = async () => ({ body: Buffer.from(clip), mimeType: 'video/mp4', extension: 'mp4' });
  const makeResult: ResultMaker = (task) => (task.kind === 'video' ? makeClip() : makePlaceholder(task));
  easel = await startEasel({ clips: QUICK_CLIP_EDITOR, service: { makeResult } });
});
afterEach(() => easel.close());

const sent = () => easel.service.tasks().map(({ request }) => request);

async function ended(answer: Answer | MessageView): Promise<MessageView> {
  const pending = 'kind' in answer ? messageOf(answer) : answer;
  await easel.idle();
  return easel.now(pending);
}

/** A clip, of a photo if one is named. */
async function made(userId: string, channelId: string = GALLERY, photo?: string): Promise<MessageView> {
  const attachments = photo === undefined ? [] : [{ option: 'source', name: photo, bytes: tinyPng }];
  const command: CommandInput = { channelId, name: 'video', options: { prompt: 'she waves' }, attachments };
  return ended(await easel.command(userId, command));
}

const review = () =>
  configure(easel, {
    ...{ moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] },
    modes: { [GALLERY]: 'review' },
  });

const card = (): Promise<MessageView> =>
  easel.until(() =>
    easel.discord.messages(STAFF, { as: moderator }).findLast((one) => textOf(one).includes('[Approve]')),
  );

/** Continues Ann's clip first, so that *Join* has two. */
async function clipFor(how: (typeof HOW)[number], photo?: string): Promise<MessageView> {
  const first = await made(ann, GALLERY, photo);
  return how === 'Join' ? ended(await easel.press(ann, first, 'Continue')) : first;
}

describe('words that undress the person in a photo', () => {
  const UNDRESSING = 'take off all of her clothes';
  // No word list of the server counts there, only what Easel never makes.
  const channelId = atelier.channels.lateNight;

  it('are refused for the next part of its clip, too', async () => {
    const first = await made(bob, channelId, 'someone.png');
    const second = await ended(await easel.press(bob, first, 'Continue'));
    const more = messageOf(await easel.press(bob, second, 'More …'));
    const form = await easel.press(bob, more, 'Edit and make again …');
    expect(said(await fill(easel, bob, form, { prompt: UNDRESSING }))).toContain('Easel doesn’t make this');
    expect(sent()).toHaveLength(2);
  });

  it('are refused for the next part while it waits, for its author and for moderators', async () => {
    const first = await made(bob, GALLERY, 'someone.png');
    await review();
    const waiting = messageOf(await easel.press(bob, first, 'Continue'));
    for (const [userId, message] of [[bob, waiting] as const, [moderator, await card()] as const]) {
      const form = await easel.press(userId, message, 'Edit prompt …');
      expect(said(await fill(easel, userId, form, { prompt: UNDRESSING }))).toContain('Easel doesn’t make this');
    }
    expect(textOf(await card())).not.toContain(UNDRESSING);
  });
});

// `source-ways` tests that it counts when a moderator approves.
describe.each(HOW)('an owner’s no, while *%s* waits', (how) => {
  it('counts after a pause of the server', async () => {
    const clip = await clipFor(how);
    await review();
    const waiting = messageOf(await easel.press(bob, clip, how));
    const asked = await card();
    await pauseSpending(easel, 'Pause spending');
    await easel.press(moderator, asked, 'Approve');
    await letBuild(easel, ann, 'no');
    await pauseSpending(easel, 'Resume spending');
    await easel.until(() => textOf(easel.now(waiting)).includes('Not made'));
    await easel.idle();
    expect(sent()).toHaveLength(how === 'Join' ? 2 : 1);
  });

  it('counts for what the clip was made from', async () => {
    const photo = await ended(await easel.command(ann, image()));
    const page = messageOf(await easel.press(bob, photo, 'Animate'));
    const first = await ended(page);
    const clip = how === 'Join' ? await ended(await easel.press(bob, first, 'Continue')) : first;
    await review();
    const waiting = messageOf(await easel.press(bob, clip, how));
    await letBuild(easel, ann, 'no');
    expect(said(await easel.press(moderator, await card(), 'Approve'))).toContain('no longer be approved');
    await easel.idle();
    expect(mediaOf(easel.now(waiting))).toEqual([]);
  });
});

const image = (): CommandInput => ({ channelId: GALLERY, name: 'image', options: { prompt: 'a woman' } });

it('a moderator’s card says what becomes of which clip, also of one’s own', async () => {
  const first = await made(bob);
  const second = await ended(await easel.press(bob, first, 'Continue'));
  await review();
  const link = (message: MessageView): string =>
    `https://discord.com/channels/${atelier.guild}/${GALLERY}/${message.id}`;
  for (const [how, words, clips] of [
    ['Continue', 'wants to continue a clip', [second]],
    ['Still', 'wants the last frame of a clip', [second]],
    ['Join', 'wants to join two clips', [first, second]],
  ] as const) {
    await easel.press(bob, second, how);
    const asked = await easel.until(async () => {
      const shown = await card();
      return textOf(shown).includes(words) && shown;
    });
    for (const clip of clips) expect(JSON.stringify(asked.components)).toContain(link(clip));
    await easel.press(moderator, asked, 'Approve');
    await easel.idle();
  }
});
