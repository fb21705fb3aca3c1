import { expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { cloudyPicture } from '../media/pictures/pictures.ts';
import { type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  choose,
  configure,
  decideOn,
  fill,
  image,
  messageOf,
  moderate,
  privateText,
  STAFF,
  start,
} from './moderation-support.ts';
import { cardWith, report, SETTINGS } from './reports-support.ts';

/** A picture that moderators removed, or that was reported as intimate, stays away. */

const SEEDS: Readonly<Record<string, number>> = { 'a castle': 1, 'a boat': 2 };

async function opened(): Promise<Easel> {
  const easel = await start({
    service: {
      makeResult: async ({ prompt }) => {
        const body = await cloudyPicture(SEEDS[prompt] ?? 3)
          .png()
          .toBuffer();
        return { body, mimeType: 'image/png', extension: 'png' };
      },
    },
  });
  await configure(easel, SETTINGS);
  return easel;
}

async function made(easel: Easel, prompt: string, bytes?: Buffer, byId: string = people.artist): Promise<MessageView> {
  const attachments = bytes ? [{ option: 'source', name: 'her.jpg', bytes }] : [];
  const pending = await image(easel, byId, { options: { prompt }, attachments });
  await easel.idle({ stepMs: 1_000 });
  return easel.now(pending);
}

const copyOf = (): Promise<Buffer> => cloudyPicture(1).resize(150, 150).flop().jpeg({ quality: 60 }).toBuffer();

it('is refused when it is made again, or used in another form, once moderators removed it', async () => {
  const easel = await opened();
  const castle = await made(easel, 'a castle');
  await report(easel, people.member, castle, 'that is me');
  await decideOn(easel, people.moderator, await cardWith(easel, 'that is me'), 'Remove …', 'a real person');
  await easel.until(() => mediaOf(easel.now(castle)).length === 0);
  const again = await made(easel, 'a castle');
  expect(textOf(again)).toContain('looks like a picture that this server’s moderators removed');
  expect(mediaOf(again)).toEqual([]);
  const history = await easel.command(people.artist, { channelId: GALLERY, name: 'history' });
  expect(mediaOf(history)).toEqual([]);
  const sent = easel.service.tasks().length;
  const from = await made(easel, 'a boat', await copyOf());
  expect(textOf(from)).toContain('looks like one that this server’s moderators removed');
  expect(textOf(from)).toContain('returned');
  expect(easel.service.tasks()).toHaveLength(sent);
  expect(mediaOf(await made(easel, 'a boat', await cloudyPicture(9).png().toBuffer()))).toHaveLength(1);

  // Its author asks for another look, and other moderators see it in another way.
  const why = messageOf(await easel.press(people.artist, easel.now(castle), 'Why?'));
  const form = await easel.press(people.artist, why, 'Ask for another look …');
  await fill(easel, people.artist, form, { words: 'not a real person' });
  expect(await moderate(easel, 'known')).not.toContain('None.');
  await easel.press(people.manager, await cardWith(easel, 'not a real person'), 'Change the decision');
  await cardWith(easel, '**Changed**');
  expect(await moderate(easel, 'known')).toContain('None.');
});

it('is refused while a report of an intimate picture waits, and allowed once moderators restored or deleted it', async () => {
  const easel = await opened();
  const castle = await made(easel, 'a castle');
  const child = messageOf(await easel.press(people.artist, castle, 'Vary · 4'));
  await easel.idle();
  const form = await easel.press(people.member, castle, 'Report …');
  await fill(easel, people.member, form, { reason: 'intimate', why: '' });
  const cards = () => easel.discord.messages(STAFF, { as: people.moderator });
  const card = await easel.until(() => cards().find((one) => textOf(one).includes('Urgent')));
  const ofChild = await easel.until(() => cards().find((one) => textOf(one).includes('Made from a reported picture')));
  expect(mediaOf(ofChild)).toHaveLength(1);
  expect(mediaOf(await made(easel, 'a castle'))).toEqual([]);
  expect(await moderate(easel, 'known')).toContain('Pictures that stay away');
  await easel.press(people.moderator, card, 'Restore');
  for (const one of [castle, child]) await easel.until(() => mediaOf(easel.now(one)).length === 1);
  expect(await moderate(easel, 'known')).toContain('None.');
  const boat = await made(easel, 'a boat', undefined, people.moderator);
  await report(easel, people.member, boat, 'my boat');
  await decideOn(easel, people.manager, await cardWith(easel, 'my boat'), 'Remove …', 'hers');
  await easel.until(() => mediaOf(easel.now(boat)).length === 0);
  const panel = { channelId: GALLERY, name: 'moderation', subcommand: 'panel' };
  const allow = async (userId: string) => {
    const shown = await easel.command(userId, panel);
    const list = messageOf(await choose(easel, userId, shown, 'queue:list', ['known']));
    const jobId = /`([\w-]+)`/.exec(textOf(list))?.[1] ?? '';
    return privateText(await choose(easel, userId, list, 'queue:forget', [jobId]));
  };
  expect(await allow(people.moderator)).toContain('can’t decide about what you made');
  await allow(people.manager);
  const line = `let a removed picture by <@${people.moderator}> be made again`;
  await easel.until(() => cards().some((one) => textOf(one).includes(line)));
  expect(mediaOf(await made(easel, 'a boat'))).toHaveLength(1);
});
