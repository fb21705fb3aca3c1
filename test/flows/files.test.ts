import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { makeClip, TEST_FFMPEG } from '../media/clips/clips.ts';
import { GENERATED, sourceTypesIn } from '../media/metadata/read-xmp.ts';
import { noisyPicture } from '../media/pictures/pictures.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { only, SETTINGS, show } from './gallery-support.ts';
import { configure, deleteResult, image, messageOf } from './moderation-support.ts';

/** On each way to Discord, every file says that it was generated, and none says a hidden prompt. */

const PROMPT = 'a castle in the fog';
const { general } = atelier.channels;
const { member } = people;

let folder: string;
let easel: Easel;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-files-'));
});

afterEach(async () => {
  await easel.close();
  await rm(folder, { recursive: true });
});

type Prompts = 'member' | 'everyone';

async function start(prompts: Prompts, body: Buffer, extension: string): Promise<void> {
  expect(body.includes(PROMPT)).toBe(true);
  const mimeType = extension === 'mp4' ? 'video/mp4' : 'image/png';
  const makeResult = async () => ({ body, mimeType, extension });
  easel = await startEasel({ environment: { FFMPEG_PATH: TEST_FFMPEG }, service: { makeResult } });
  await configure(easel, { ...SETTINGS, prompts });
}

/** As many services write pictures, with the prompt in its texts. */
async function picture(sidePx = 32): Promise<Buffer> {
  return noisyPicture(sidePx, sidePx)
    .withExif({ IFD0: { ImageDescription: PROMPT } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${PROMPT} --></x:xmpmeta>`)
    .png()
    .toBuffer();
}

async function clip(...flags: string[]): Promise<Buffer> {
  const title = ['-metadata', `title=${PROMPT}`, '-metadata:s:v:0', `handler_name=${PROMPT}`];
  return readFile((await makeClip(join(folder, 'clip.mp4'), { flags: [...title, ...flags] })).path);
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

function limitUploads(limitBytes: number): void {
  easel.discord.changeWorld(({ guilds }) => {
    for (const guild of guilds) guild.uploadLimitBytes = limitBytes;
  });
}

async function made(name: 'image' | 'video'): Promise<MessageView> {
  const options = { prompt: PROMPT };
  const pending =
    name === 'image'
      ? await image(easel, member, { options })
      : await easel.command(member, { channelId: GALLERY, name, options });
  await easel.idle();
  return easel.now(pending);
}

async function pressed(message: MessageView, label: string): Promise<MessageView> {
  const answer = messageOf(await easel.press(member, message, label));
  await easel.idle();
  return easel.now(answer);
}

/** @returns the types of the files */
async function expectFinished(message: MessageView, prompts: Prompts): Promise<string[]> {
  const files = mediaOf(message);
  for (const { url } of files) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(sourceTypesIn(bytes)).toEqual([GENERATED]);
    if (prompts === 'member') expect(bytes.includes(PROMPT)).toBe(false);
  }
  return files.map(({ contentType }) => contentType ?? '');
}

describe.each<Prompts>(['member', 'everyone'])('where prompts are for %s, every file is finished', (prompts) => {
  it('of a picture: attached, sent again, in the gallery, and moved', async () => {
    // Most of it isn't kept in memory while it's uploaded.
    const body = await picture(200);
    await start(prompts, body, 'png');
    const result = await made('image');
    expect(await expectFinished(result, prompts)).toEqual(['image/png']);
    const shown = await fetch(mediaOf(result)[0]?.url ?? '');
    expect(await pixelsOf(Buffer.from(await shown.arrayBuffer()))).toEqual(await pixelsOf(body));
    await show(easel, member, result);
    expect(await expectFinished(only(easel), prompts)).toEqual(['image/png']);
    await deleteResult(easel, member, result);
    const history = await easel.command(member, { channelId: general, name: 'history', options: {} });
    const page = await easel.open(member, history, 1);
    const posts = () => easel.discord.messages(general, { as: member });
    const seen = posts().length;
    for (const [index, label] of ['Send me the files', 'Move it here'].entries()) {
      // A press right after a file came may find Easel still putting its copy away.
      const isAccepted = async () => !JSON.stringify(await easel.press(member, page, label)).includes('still fetching');
      await easel.until(isAccepted);
      await easel.until(() => posts().slice(seen).flatMap(mediaOf).length > index, { limitMs: 60_000 });
      await easel.idle();
    }
    const files = [];
    for (const one of posts().slice(seen)) files.push(...(await expectFinished(one, prompts)));
    expect(files).toEqual(['image/png', 'image/png']);
  });

  it('of a picture that was too large', async () => {
    await start(prompts, await picture(700), 'png');
    limitUploads(1024 * 1024);
    expect(await expectFinished(await made('image'), prompts)).toEqual(['image/webp']);
  });
});

it('makes a picture smaller that Discord would take only without its mark', async () => {
  const body = await picture(55);
  await start('everyone', body, 'png');
  limitUploads(body.byteLength + 200);
  expect(await expectFinished(await made('image'), 'everyone')).toEqual(['image/webp']);
});

it('finishes a clip: its frames in a new file, its continuation, both as one, a still, and in the gallery', async () => {
  await start('member', await clip(), 'mp4');
  const first = await made('video');
  expect(await expectFinished(first, 'member')).toEqual(['video/mp4']);
  await show(easel, member, first);
  expect(await expectFinished(only(easel), 'member')).toContain('video/mp4');
  expect(await expectFinished(await pressed(first, 'Still'), 'member')).toEqual(['image/png']);
  const pending = messageOf(await easel.press(member, first, /\[(Continue · \d+)\]/.exec(textOf(first))?.[1] ?? ''));
  await easel.until(() => mediaOf(easel.now(pending)).length > 0);
  expect(await expectFinished(easel.now(pending), 'member')).toEqual(['image/png']);
  await easel.idle();
  const second = easel.now(pending);
  expect(await expectFinished(second, 'member')).toEqual(['video/mp4']);
  expect(await expectFinished(await pressed(second, 'Join'), 'member')).toEqual(['video/mp4']);
  expect(easel.log.filter(({ level }) => level > 30)).toEqual([]);
});

it('finishes a clip that was encoded anew', async () => {
  await start('member', await clip('-c:v', 'mpeg4'), 'mp4');
  expect(await expectFinished(await made('video'), 'member')).toEqual(['video/mp4']);
});
