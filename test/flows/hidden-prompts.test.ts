import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ResultMaker } from '../../src/sandbox/task-api/results.ts';
import { noisyPicture } from '../media/pictures/pictures.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  configure,
  fill,
  image,
  lastCard,
  messageOf,
  privateText,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';
import { enterPrompt, entriesOf, gallery, openedRound, says, toVoting, winnersCard } from './rounds-support.ts';

const HIDDEN = { prompts: 'member', moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const PROMPT = 'a castle';

async function begin(settings: Record<string, unknown> = {}, options: EaselOptions = {}): Promise<Easel> {
  const easel = await start(options);
  await configure(easel, { ...HIDDEN, ...settings });
  return easel;
}

const ask = (easel: Easel, userId: string = people.member) => image(easel, userId, { options: { prompt: PROMPT } });

/** Everything that another member's Discord receives for the channel, alt texts and file names included. */
const seenByOthers = (easel: Easel): string =>
  JSON.stringify(easel.discord.messages(GALLERY, { as: people.secondMember }));

/** A PNG as many programs write it, with the prompt in its texts. */
async function describedPng(): Promise<Buffer> {
  return noisyPicture(32, 24)
    .withExif({ IFD0: { ImageDescription: PROMPT } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${PROMPT} --></x:xmpmeta>`)
    .png()
    .toBuffer();
}

const making =
  (body: Buffer): ResultMaker =>
  async () => ({ body, mimeType: 'image/png', extension: 'png' });

async function fileOf(message: Parameters<typeof mediaOf>[0]): Promise<Buffer> {
  const [file] = mediaOf(message);
  return Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer());
}

describe('private prompts, for their author and moderators only,', () => {
  it('are in no message of the channel, from the first to the last, across a restart', async () => {
    const easel = await begin();
    const pending = await ask(easel);
    expect(textOf(pending)).toContain('asked for a picture');
    expect(seenByOthers(easel)).not.toContain(PROMPT);
    await easel.restart();
    await easel.idle();
    expect(prompts(easel)).toEqual([PROMPT]);
    expect(mediaOf(easel.now(pending))).toMatchObject([{ altText: 'A picture whose prompt is hidden' }]);
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are shown by Prompt to their author and moderators', async () => {
    const easel = await begin();
    const pending = await ask(easel);
    await easel.idle();
    for (const userId of [people.member, people.moderator, people.manager]) {
      expect(privateText(await easel.press(userId, easel.now(pending), 'Prompt'))).toBe(PROMPT);
    }
    await expect(easel.press(people.secondMember, easel.now(pending), 'Prompt')).rejects.toThrow('no button');
    expect(JSON.stringify(easel.discord.messages(GALLERY, { as: people.secondMember }))).not.toContain(PROMPT);
  });

  it('can be made again by their author and moderators only, because another member’s copy would show the prompt', async () => {
    const easel = await begin();
    const pending = await ask(easel);
    await easel.idle();
    await expect(easel.press(people.artist, easel.now(pending), 'Edit and make again …')).rejects.toThrow('no button');
    expect(privateText(await easel.press(people.artist, easel.now(pending), 'Vary'))).toContain(
      'no one else can make it again',
    );
    expect(prompts(easel)).toHaveLength(1);
    for (const userId of [people.member, people.moderator]) {
      expect(textOf(messageOf(await easel.press(userId, easel.now(pending), 'Vary')))).toContain(`<@${userId}> asked`);
    }
    await easel.idle();
    expect(prompts(easel)).toHaveLength(3);
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are in no file that others get', async () => {
    const body = await describedPng();
    expect(body.includes(PROMPT)).toBe(true);
    const easel = await begin({}, { service: { makeResult: making(body) } });
    const pending = await ask(easel);
    await easel.idle();
    const [shown] = easel.discord.messages(GALLERY, { as: people.secondMember }).filter(({ id }) => id === pending.id);
    if (!shown) throw new Error('others don’t see the picture');
    const file = await fileOf(shown);
    expect(file.includes(PROMPT)).toBe(false);
    expect(await sharp(file).raw().toBuffer()).toEqual(await sharp(body).raw().toBuffer());
  });

  it('are in the files that a server gets which doesn’t hide them', async () => {
    const easel = await begin({ prompts: 'everyone' }, { service: { makeResult: making(await describedPng()) } });
    const pending = await ask(easel);
    await easel.idle();
    expect((await fileOf(easel.now(pending))).includes(PROMPT)).toBe(true);
  });

  it('are behind no link: what can’t be cleaned is for its author alone', async () => {
    const body = (await describedPng()).subarray(0, -20);
    const easel = await begin({}, { service: { makeResult: making(body) } });
    const pending = await ask(easel);
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(0);
    expect(textOf(easel.now(pending))).toContain('Easel can’t tell whether this file contains the prompt');
    expect(seenByOthers(easel)).not.toContain('/results/');
    expect(seenByOthers(easel)).not.toContain('open it at the service');
  });

  it('stay private when the setting changes, while later requests follow the new setting', async () => {
    const easel = await begin();
    const before = await ask(easel);
    await easel.idle();
    await configure(easel, { ...HIDDEN, prompts: 'everyone' });
    await expect(easel.press(people.secondMember, easel.now(before), 'Prompt')).rejects.toThrow('no button');
    const after = messageOf(await easel.press(people.member, easel.now(before), 'Vary'));
    expect(textOf(after)).toContain(`> ${PROMPT}`);
    await easel.idle();
  });

  it('stay private on what moderators make from them when the setting changes; the author decides', async () => {
    const easel = await begin();
    const before = await ask(easel);
    await easel.idle();
    await configure(easel, { ...HIDDEN, prompts: 'everyone' });
    let last = before;
    for (let count = 0; count < 2; count++) {
      last = messageOf(await easel.press(people.moderator, easel.now(last), 'Vary'));
      await easel.idle();
    }
    const byOther = messageOf(await easel.press(people.manager, easel.now(last), 'Vary'));
    await easel.idle();
    expect(privateText(await easel.press(people.secondMember, easel.now(last), 'Vary'))).toContain(
      'no one else can make it again',
    );
    expect(prompts(easel)).toHaveLength(4);
    expect(mediaOf(easel.now(byOther))).toHaveLength(1);
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are not in the words of a service that refuses, except for those who may read the prompt', async () => {
    const easel = await begin();
    easel.service.faults.switchOn('refuseCreates', { times: 1, msg: `prompt not allowed: ${PROMPT}` });
    const failed = await ask(easel);
    await easel.idle();
    expect(textOf(easel.now(failed))).toContain('The service refused it');
    expect(seenByOthers(easel)).not.toContain(PROMPT);
    for (const userId of [people.member, people.moderator]) {
      const words = privateText(await easel.press(userId, easel.now(failed), 'Prompt'));
      expect(words.split('\n')).toEqual([PROMPT, `-# The service refused it: “prompt not allowed: ${PROMPT}”.`]);
    }
  });

  it('are on the card of a preview, and not on what is published', async () => {
    const easel = await begin({ modes: { [GALLERY]: 'preview' } });
    const shown = await ask(easel);
    await easel.idle();
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Publish]') && last;
    });
    expect(textOf(card)).toContain(`> ${PROMPT}`);
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are hidden again after members voted for them', async () => {
    const easel = await begin({ modes: { [GALLERY]: 'vote' }, votesNeeded: 1 });
    const request = await ask(easel);
    expect(textOf(request)).toContain(`> ${PROMPT}`);
    await easel.press(people.artist, request, 'Vote for it (0/1)');
    await easel.until(() => mediaOf(easel.now(request)).length === 1);
    await easel.idle();
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are on the card of a report, and not on the restored picture', async () => {
    const easel = await begin({ reportsToHide: 1 });
    const result = await ask(easel);
    await easel.idle();
    await fill(easel, people.secondMember, await easel.press(people.secondMember, easel.now(result), 'Report …'), {});
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Restore]') && last;
    });
    expect(textOf(card)).toContain(`> ${PROMPT}`);
    await easel.press(people.moderator, card, 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are not on the winners of a round', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, { prompts: 'member' });
    await enterPrompt(easel, people.member, round, PROMPT);
    await toVoting(easel, round);
    await easel.clock.advance(30 * 60_000);
    const card = await winnersCard(easel);
    expect(gallery(easel).filter((message) => mediaOf(message).length > 0)).toContainEqual(card);
    expect(seenByOthers(easel)).not.toContain(PROMPT);
  });

  it('are visible in a round while members vote, and not afterwards', async () => {
    const { easel, round } = await openedRound({ winners: 1 }, { prompts: 'member' });
    const authors = [people.member, people.secondMember, people.manager, people.owner, people.moderator];
    for (const userId of authors) await enterPrompt(easel, userId, round, PROMPT);
    await toVoting(easel, round);
    const list = await entriesOf(easel, people.artist, round);
    expect(textOf(list)).toContain(PROMPT);
    await easel.clock.advance(30 * 60_000);
    await says(easel, round, 'The round is over');
    expect(textOf(easel.now(round))).not.toContain('See entries');
    const turned = privateText(await easel.press(people.artist, list, 'Next'));
    expect(turned).toContain('visible during voting');
    expect(turned).not.toContain(PROMPT);
  });
});
