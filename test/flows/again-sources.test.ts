import { expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { HOUR_MS } from '../../src/time/clock.ts';
import { type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  agree,
  configure,
  fill,
  image,
  makeOfSaved,
  messageOf,
  postAsAnotherApp,
  prompts,
  start,
  withMore,
} from './moderation-support.ts';

/** *Again* and *Edit …* repeat what was shown, from the pictures as they are now. */

const { member: ann, secondMember: bob } = people;

/** Presses, agrees to the price if asked, and waits for the end. */
async function pressed(easel: Easel, userId: string, message: MessageView, label: string): Promise<MessageView> {
  let shown = messageOf(await easel.press(userId, message, label));
  if (textOf(shown).includes('[Make ')) shown = messageOf(await agree(easel, userId, shown));
  await easel.idle();
  return shown;
}

/** Bob makes two of each, so that the card has *Again*. */
const TWO = { prompt: 'as a print', count: '2' };
const MADE_FROM: [string, (easel: Easel) => Promise<MessageView>][] = [
  [
    'a picture of Easel’s',
    async (easel) => {
      const first = await image(easel, ann);
      await easel.idle();
      const form = await easel.press(bob, easel.now(first), 'Change …');
      return messageOf(await fill(easel, bob, form, TWO));
    },
  ],
  [
    'a picture of another app',
    async (easel) => {
      await configure(easel, { appPictures: 'anyone' });
      return makeOfSaved(easel, bob, await postAsAnotherApp(easel), TWO);
    },
  ],
];

it.each(MADE_FROM)('makes again what was made from %s, long after its address has expired', async (_, make) => {
  const easel = await start();
  const made = await make(easel);
  await easel.idle();
  await easel.clock.leap(25 * HOUR_MS);
  await pressed(easel, bob, easel.now(made), 'Again');
  const [before, , again] = easel.service.tasks().slice(-4);
  const unsigned = (addresses: readonly string[] = []) => addresses.map((one) => one.split('?', 1)[0]);
  expect(unsigned(again?.request.imageUrls)).toEqual(unsigned(before?.request.imageUrls));
  expect(again?.request.imageUrls).not.toEqual(before?.request.imageUrls);
});

it('says how to go on if the picture was only attached, so that no message tells its address', async () => {
  const easel = await start();
  const attachments = [{ option: 'source', name: 'one.png', bytes: tinyPng }];
  const made = await image(easel, ann, { options: { prompt: 'a lighthouse', count: 2 }, attachments });
  await easel.idle();
  await easel.clock.leap(25 * HOUR_MS);
  const refused = textOf(messageOf(await easel.press(ann, easel.now(made), 'Again')));
  expect(refused).toContain('no longer available');
  // Before they type other words.
  const more = messageOf(await easel.press(ann, easel.now(made), 'More …'));
  const edit = await easel.press(ann, more, 'Edit and make again …');
  expect(textOf(messageOf(edit))).toContain('no longer available');
  expect(prompts(easel)).toHaveLength(2);
});

it('makes the shown part of a draft again, and no other', async () => {
  const easel = await start();
  await configure(easel, { drafts: 'on' });
  const asked = await withMore(easel, ann, ['draft'], { options: { prompt: 'a {cat|dog}' } });
  const pending = messageOf(await agree(easel, ann, asked));
  const own = (): MessageView =>
    easel.discord.messages(GALLERY, { as: ann }).find(({ id }) => id === pending.id) ?? pending;
  await easel.idle();
  expect(mediaOf(own())).toHaveLength(2);
  const page = messageOf(await easel.press(ann, own(), '2'));
  const shown = messageOf(await easel.press(ann, page, 'Show'));
  await easel.idle();
  expect(textOf(easel.now(shown))).toContain('a dog');
  expect(textOf(easel.now(shown))).not.toContain('cat');
  const form = await easel.press(ann, easel.now(shown), 'Edit and make again …');
  await fill(easel, ann, form, {});
  await easel.idle();
  expect(prompts(easel)).toEqual(['a cat', 'a dog', 'a dog']);
});
