import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { makePlaceholder, type ResultMaker } from '../../src/sandbox/task-api/results.ts';
import { makeClip as makeFile, TEST_FFMPEG } from '../media/clips/clips.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { choose, configure, fill, letBuild, messageOf, STAFF } from './moderation-support.ts';

/** Every way by which pictures reach the service is judged, asked about and shown alike. */

const { member: ann, secondMember: bob, moderator } = people;
const UNDRESSING = 'take off all of her clothes';

let clip: Uint8Array;
let easel: Easel;
beforeEach(async () => {
  clip ??= await readFile((await makeFile(join(await tempFolder(), 'clip.mp4'))).path);
  const makeClip = async () => ({ body: Buffer.from(clip), mimeType: 'video/mp4', extension: 'mp4' });
  const makeResult: ResultMaker = (task) => (task.kind === 'video' ? makeClip() : makePlaceholder(task));
  easel = await startEasel({ environment: { FFMPEG_PATH: TEST_FFMPEG }, service: { makeResult } });
});
afterEach(() => easel.close());

const said = (answer: Answer): string => ('message' in answer ? textOf(answer.message) : answer.kind);
const sent = () => easel.service.tasks().map(({ request }) => request);

async function press(userId: string, message: MessageView, label: string): Promise<Answer> {
  const shown = new RegExp(`\\[(${label}( · \\d+)?)\\]`).exec(textOf(message))?.[1];
  return easel.press(userId, message, shown ?? label);
}

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

const review = () =>
  configure(easel, {
    ...{ moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] },
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
}

const WORDS = { prompt: 'a woman in a garden' };
const variedByAnn = async () => ended(await press(ann, await picture(), 'Vary'));
const pressing = (label: string) => (made: MessageView) => press(bob, made, label);
const filling = (label: string) => async (made: MessageView) => fill(easel, bob, await press(bob, made, label), WORDS);
const savedBy = async (made: MessageView, label: string): Promise<Answer> =>
  press(bob, messageOf(await menu(made, 'Use as a source')), label);
const menu = async ({ id: targetId }: MessageView, name: string): Promise<Answer> =>
  (await easel.discord.as(bob).contextMenu({ channelId: GALLERY, name, targetId })).answer;

/** Each is used by Bob on something of Ann's. */
const WAYS: Record<string, Way> = {
  Vary: { prepare: picture, use: pressing('Vary') },
  Finish: { prepare: picture, use: pressing('Finish') },
  Animate: { prepare: picture, use: pressing('Animate') },
  'Change …': { prepare: picture, use: filling('Change …') },
  'Animate …': {
    prepare: picture,
    use: async (made) => filling('Animate …')(messageOf(await press(bob, made, 'More …'))),
  },
  Reframe: {
    prepare: picture,
    use: async (made) => choose(easel, bob, messageOf(await press(bob, made, 'More …')), 'make:reframe', ['16:9']),
  },
  Blend: {
    prepare: async () => {
      const made = await picture();
      await menu(made, 'Use as a source');
      return picture();
    },
    use: async (made) => press(bob, messageOf(await menu(made, 'Use as a source')), 'Blend 2'),
  },
  'Vary after a restart': {
    prepare: async () => {
      const made = await picture();
      await easel.restart();
      return made;
    },
    use: pressing('Vary'),
  },
  'Again of what is made from a picture': { prepare: variedByAnn, use: pressing('Again') },
  'Edit … of what is made from a picture': {
    prepare: variedByAnn,
    use: async (made) => filling('Edit and make again …')(messageOf(await press(bob, made, 'More …'))),
  },
  'a source set aside': {
    prepare: picture,
    use: async (made) => fill(easel, bob, await savedBy(made, 'Change …'), WORDS),
  },
  Continue: { prepare: clipOf, use: pressing('Continue') },
  Still: { prepare: clipOf, use: pressing('Still') },
  Join: { prepare: async () => ended(await press(ann, await clipOf(), 'Continue')), use: pressing('Join') },
};

describe.each(Object.entries(WAYS))('%s', (_, { prepare, use }) => {
  it('is judged with a picture, shown to moderators, and stopped by its owner’s no until it is sent', async () => {
    const made = await prepare();
    await review();
    const answered = await use(made);
    const waiting = 'kind' in answered ? messageOf(answered) : answered;
    const asked = await card();
    expect(mediaOf(asked).length > 0 || JSON.stringify(asked.components).includes(made.id)).toBe(true);
    expect(textOf(asked)).toContain(`<@${ann}>`);

    const form = await easel.press(bob, waiting, 'Edit prompt …');
    expect(said(await fill(easel, bob, form, { prompt: UNDRESSING }))).toContain('Easel doesn’t make this');

    await letBuild(easel, ann, 'no');
    const before = sent().length;
    expect(said(await easel.press(moderator, asked, 'Approve'))).toContain('no longer be approved');
    await easel.idle();
    expect(sent()).toHaveLength(before);
    expect(mediaOf(easel.now(waiting))).toEqual([]);
  });
});
