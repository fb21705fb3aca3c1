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
import {
  choose,
  configure,
  fill,
  keepStyle,
  letBuild,
  messageOf,
  postAsAnotherApp,
  prefer,
  privateText,
  STAFF,
  said,
} from './moderation-support.ts';
import { enterPrompt, openAs, toVoting, voteFor } from './rounds-support.ts';

/** Every way by which pictures reach the service is judged, asked about and shown alike. */

const { member: ann, secondMember: bob, moderator } = people;
const UNDRESSING = 'take off all of her clothes';

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

async function run(userId: string, command: Partial<CommandInput>): Promise<MessageView> {
  const pending = await easel.command(userId, { channelId: GALLERY, name: 'image', options: {}, ...command });
  await easel.idle();
  return easel.now(pending);
}
const picture = () => run(ann, { options: { prompt: 'a woman by the sea' } });
const clipOf = () => run(ann, { name: 'video', options: { prompt: 'a woman by the sea' } });

async function ended(answer: Answer): Promise<MessageView> {
  const message = messageOf(answer);
  await easel.idle();
  return easel.now(message);
}

const review = (appPictures = 'anyone') =>
  configure(easel, {
    ...{ moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], appPictures },
    modes: { [GALLERY]: 'review' },
  });
const card = (): Promise<MessageView> =>
  easel.until(() =>
    easel.discord.messages(STAFF, { as: moderator }).findLast((one) => textOf(one).includes('[Approve]')),
  );

interface Way {
  /** What is there before the channel is reviewed. */
  prepare: () => Promise<MessageView>;
  use: (made: MessageView) => Promise<Answer | MessageView>;
  /** Whose the picture is, as the card says; Ann's unless it says so. */
  owner?: string;
  /** How building on it is forbidden: by default, Ann says no. */
  forbid?: () => Promise<unknown>;
}

const WORDS = { prompt: 'a woman in a garden' };
const twoByAnn = async () =>
  ended(await fill(easel, ann, await easel.press(ann, await picture(), 'Change …'), { ...WORDS, count: '2' }));
const variedByAnn = async () => ended(await easel.press(ann, await picture(), 'Vary'));
const pressing = (label: string) => (made: MessageView) => easel.press(bob, made, label);
const filling = (label: string) => async (made: MessageView) =>
  fill(easel, bob, await easel.press(bob, made, label), WORDS);
const savedBy = async (made: MessageView, label: string): Promise<Answer> =>
  easel.press(bob, messageOf(await menu(made, 'Use as a source')), label);
const menu = async ({ id: targetId }: MessageView, name: string): Promise<Answer> =>
  (await easel.discord.as(bob).contextMenu({ channelId: GALLERY, name, targetId })).answer;

const pictureOfAnotherApp = () => postAsAnotherApp(easel);

/** The picture that Ann's entry became. */
async function winner(): Promise<MessageView> {
  await configure(easel, { moderatorRoleIds: [atelier.roles.moderator] });
  const round = await openAs(easel, moderator, { winners: 1 });
  await enterPrompt(easel, ann, round, 'a woman by the sea');
  await toVoting(easel, round);
  await voteFor(easel, bob, round, 1);
  const shown = () => easel.discord.messages(GALLERY, { as: bob }).find((one) => textOf(one).includes('[Vary'));
  return easel.until(shown, { limitMs: 2 * 3_600_000, stepMs: 5_000 });
}

/** Each is used by Bob on something of Ann's. */
const WAYS: Record<string, Way> = {
  Vary: { prepare: picture, use: pressing('Vary') },
  Finish: { prepare: picture, use: pressing('Finish') },
  Animate: { prepare: picture, use: pressing('Animate') },
  'Change …': { prepare: picture, use: filling('Change …') },
  'Animate …': {
    prepare: picture,
    use: async (made) => filling('Animate …')(messageOf(await easel.press(bob, made, 'More …'))),
  },
  Reframe: {
    prepare: picture,
    use: async (made) =>
      choose(easel, bob, messageOf(await easel.press(bob, made, 'More …')), 'make:reframe', ['16:9']),
  },
  Blend: {
    prepare: async () => {
      const made = await picture();
      await menu(made, 'Use as a source');
      return picture();
    },
    use: async (made) => easel.press(bob, messageOf(await menu(made, 'Use as a source')), 'Blend 2'),
  },
  'Vary after a restart': {
    prepare: async () => {
      const made = await picture();
      await easel.restart();
      return made;
    },
    use: pressing('Vary'),
  },
  'Again of what is made from a picture': { prepare: twoByAnn, use: pressing('Again') },
  'Edit … of what is made from a picture': {
    prepare: variedByAnn,
    use: async (made) => filling('Edit and make again …')(messageOf(await easel.press(bob, made, 'More …'))),
  },
  'a source set aside': {
    prepare: picture,
    use: async (made) => fill(easel, bob, await savedBy(made, 'Change …'), WORDS),
  },
  Continue: { prepare: clipOf, use: pressing('Continue') },
  Still: { prepare: clipOf, use: pressing('Still') },
  Join: { prepare: async () => ended(await easel.press(ann, await clipOf(), 'Continue')), use: pressing('Join') },
  'Vary of what won a round': { prepare: winner, use: pressing('Vary') },
  'a picture of another app': {
    ...{ prepare: pictureOfAnotherApp, owner: 'an app', forbid: () => review('nobody') },
    use: async (made) => fill(easel, bob, await savedBy(made, 'Change …'), WORDS),
  },
};

const forbidByAnn = () => letBuild(easel, ann, 'no');

describe.each(Object.entries(WAYS))('%s', (_, { prepare, use, owner = `<@${ann}>`, forbid = forbidByAnn }) => {
  it('is judged with a picture, shown to moderators, and stopped by its owner’s no until it is sent', async () => {
    const made = await prepare();
    await review();
    const answered = await use(made);
    const waiting = 'kind' in answered ? messageOf(answered) : answered;
    const asked = await card();
    expect(mediaOf(asked).length > 0 || JSON.stringify(asked.components).includes(made.id)).toBe(true);
    expect(textOf(asked)).toContain(owner);

    const form = await easel.press(bob, waiting, 'Edit prompt …');
    expect(said(await fill(easel, bob, form, { prompt: UNDRESSING }))).toContain('Easel doesn’t make this');

    await forbid();
    const before = sent().length;
    expect(said(await easel.press(moderator, asked, 'Approve'))).toContain('no longer be approved');
    await easel.idle();
    expect(sent()).toHaveLength(before);
    expect(mediaOf(easel.now(waiting))).toEqual([]);
  });
});

describe('a draft of somebody’s picture', () => {
  /** Bob's, of Ann's picture. */
  async function draft(): Promise<MessageView> {
    const made = await picture();
    await configure(easel, { drafts: 'on' });
    await prefer(easel, bob, 'drafts', true);
    const { id } = messageOf(await easel.press(bob, made, 'Vary'));
    await easel.idle();
    const shown = easel.discord.messages(GALLERY, { as: bob }).find((one) => one.id === id);
    if (!shown?.sandbox.ephemeral) throw new Error('no draft');
    return shown;
  }

  it('is judged with a picture, and stopped by its owner’s no, in every way to go on', async () => {
    const made = await draft();
    const more = messageOf(await easel.press(bob, made, 'More …'));
    const opened = () =>
      Promise.all([easel.press(bob, more, 'Edit and make again …'), easel.press(bob, more, 'Change …')]);
    for (const form of await opened())
      expect(said(await fill(easel, bob, form, { prompt: UNDRESSING }))).toContain('Easel doesn’t make this');

    const forms = await opened();
    await letBuild(easel, ann, 'no');
    const before = sent().length;
    for (const label of ['Vary', 'Finish', 'Animate'])
      expect(said(await easel.press(bob, made, label))).toContain(`<@${ann}> doesn’t let`);
    for (const form of forms) expect(said(await fill(easel, bob, form, WORDS))).toContain(`<@${ann}> doesn’t let`);
    await easel.idle();
    expect(sent()).toHaveLength(before);
  });
});

describe('words that come from elsewhere', () => {
  const attachments = [{ option: 'source', name: 'her.png', bytes: tinyPng }];

  it('are judged with the picture that they are put to: a style’s', async () => {
    await keepStyle(easel, { userId: bob, name: 'bare', words: UNDRESSING });
    const asked = { channelId: GALLERY, name: 'image', options: { prompt: 'a woman', style: 'bare' }, attachments };
    expect(privateText({ kind: 'message', message: await easel.command(bob, asked) } as Answer)).toContain(
      'Easel doesn’t make this',
    );
    expect(sent()).toEqual([]);
  });

  it('bring no picture along: those of a style saved from one', async () => {
    const made = await variedByAnn();
    const page = messageOf(await easel.press(bob, made, 'More …'));
    await fill(easel, bob, await easel.press(bob, page, 'Save this style'), { name: 'hers' });
    await run(bob, { options: { prompt: 'a tree', style: 'hers' } });
    expect(sent().at(-1)).toMatchObject({ imageUrls: [] });
  });
});
