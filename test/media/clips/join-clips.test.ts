import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClipEditor } from '../../../src/media/clips/clip-editor.ts';
import { findFfmpeg } from '../../../src/media/clips/ffmpeg.ts';
import { inspectClip } from '../../../src/media/clips/inspect-clip.ts';
import { JOINED_MAX_SECONDS, planJoin } from '../../../src/media/clips/join-plan.ts';
import type { MediaFile } from '../../../src/media/files/media.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { FREE_TURNS } from '../../support/fit-turns.ts';
import { makeClip, TEST_FFMPEG } from './clips.ts';

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const NO_FFMPEG = '/nowhere/ffmpeg';
const never = (): AbortSignal => new AbortController().signal;
const clipAt = (name: string): string => join(folder, name);

const editorWith = (ffmpeg: string) => createClipEditor(findFfmpeg(ffmpeg));
const joined = (clips: readonly [MediaFile, MediaFile], { ffmpeg = TEST_FFMPEG, signal = never() } = {}) =>
  editorWith(ffmpeg).join(clips, { signal, turns: FREE_TURNS });

/** The colour of the picture's middle, as red, green and blue. */
async function colourOf(clip: MediaFile | string | undefined): Promise<string> {
  if (typeof clip !== 'object') return `no clip: ${clip}`;
  const frame = await editorWith(TEST_FFMPEG).lastFrame(clip, { signal: never() });
  const { channels } = await sharp(frame?.path).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
}

type Made = Parameters<typeof makeClip>[1];
/** A clip of one colour. */
const plain = (name: string, colour: string, { video = ['-c:v', 'libx264'], ...made }: Made = {}) =>
  makeClip(clipAt(name), {
    ...made,
    video: [...video, '-pix_fmt', 'yuv420p', '-vf', `drawbox=color=${colour}:t=fill`],
  });

describe('two like clips', () => {
  it.each([
    ['with sound', true],
    ['without sound', false],
  ])('are joined without ffmpeg: %s', async (_, sound) => {
    const clips = [
      await plain('a-clip0.mp4', 'red', { sound }),
      await plain('a-clip1.mp4', 'green', { sound }),
    ] as const;
    const both = await joined(clips, { ffmpeg: NO_FFMPEG });
    expect(both).toMatchObject({ path: clipAt('a-clip0.joined.mp4'), kind: 'video', mimeType: 'video/mp4' });
    const facts = await inspectClip(clipAt('a-clip0.joined.mp4'), 'mp4');
    expect(facts).toMatchObject({ videoCodec: 'avc', widthPx: 160, heightPx: 90, isFastStart: true });
    expect(facts.audioCodec).toBe(sound ? 'aac' : undefined);
    expect(facts.durationSeconds).toBeCloseTo(2, 0);
    expect(facts.framesPerSecond).toBeCloseTo(24, 0);
    expect(await colourOf(both)).toBe('green');
  });

  it('can be joined on', async () => {
    const [a, b, c] = [await plain('a.mp4', 'red'), await plain('b.mp4', 'green'), await plain('c.mp4', 'blue')];
    const both = await joined([a, b], { ffmpeg: NO_FFMPEG });
    if (typeof both === 'string') throw new Error(both);
    const all = await joined([{ ...both, path: both.path }, c], { ffmpeg: NO_FFMPEG });
    expect((await inspectClip(clipAt('a.joined.mp4'), 'mp4')).durationSeconds).toBeCloseTo(3, 0);
    expect(await colourOf(all)).toBe('blue');
  });
});

describe('two clips that differ', () => {
  it.each<[string, Made, Made, { audioCodec: string | undefined }]>([
    ['in size', {}, { size: '320x180' }, { audioCodec: 'aac' }],
    ['in codec', {}, { video: ['-c:v', 'mpeg4'] }, { audioCodec: 'aac' }],
    ['because only the first has sound', {}, { sound: false }, { audioCodec: 'aac' }],
    ['because only the second has sound', { sound: false }, {}, { audioCodec: 'aac' }],
    ['in size, without sound', { sound: false }, { sound: false, size: '320x180' }, { audioCodec: undefined }],
  ])('%s are encoded as one', async (_, first, second, { audioCodec }) => {
    const clips = [await plain('a.mp4', 'red', first), await plain('b.mp4', 'green', second)] as const;
    expect(await joined(clips, { ffmpeg: NO_FFMPEG })).toBe('no ffmpeg');
    const both = await joined(clips);
    expect(both).toMatchObject({ mimeType: 'video/mp4' });
    const facts = await inspectClip(clipAt('a.joined.mp4'), 'mp4');
    expect(facts).toMatchObject({ videoCodec: 'avc', widthPx: 160, heightPx: 90, isFastStart: true });
    expect(facts.audioCodec).toBe(audioCodec);
    expect(facts.durationSeconds).toBeCloseTo(2, 0);
    expect(await colourOf(both)).toBe('green');
    expect((await readdir(folder)).sort()).toEqual(['a.joined.mp4', 'a.last.png', 'b.mp4', 'a.mp4'].sort());
  });

  it('are not joined if they have other shapes', async () => {
    const clips = [await makeClip(clipAt('a.mp4')), await makeClip(clipAt('b.mp4'), { size: '90x160' })] as const;
    expect(await joined(clips)).toBe('other shape');
    expect((await readdir(folder)).sort()).toEqual(['a.mp4', 'b.mp4']);
  });
});

it('an unreadable clip is not joined, and nothing is left', async () => {
  const clip = await makeClip(clipAt('a.mp4'));
  await writeFile(clipAt('b.mp4'), Buffer.alloc(5_000, 'text'));
  expect(await joined([clip, { ...clip, path: clipAt('b.mp4') }])).toBe('unreadable');
  expect((await readdir(folder)).sort()).toEqual(['a.mp4', 'b.mp4']);
});

it('nothing is left when the bot stops', async () => {
  const clips = [await makeClip(clipAt('a.mp4')), await makeClip(clipAt('b.mp4'), { size: '320x180' })] as const;
  const stop = new AbortController();
  const joining = joined(clips, { signal: stop.signal });
  stop.abort(new Error('stopping'));
  await expect(joining).rejects.toThrow('stopping');
  expect((await readdir(folder)).sort()).toEqual(['a.mp4', 'b.mp4']);
});

it('a chain of clips ends at a minute', () => {
  const facts = { container: 'mp4', videoCodec: 'avc', isFastStart: true, framesPerSecond: 24 } as const;
  const lasting = (durationSeconds: number) => ({ ...facts, widthPx: 1_920, heightPx: 1_080, durationSeconds });
  expect(planJoin([lasting(JOINED_MAX_SECONDS - 5), lasting(5)])).toMatchObject({ widthPx: 1_920, heightPx: 1_080 });
  expect(planJoin([lasting(JOINED_MAX_SECONDS - 5), lasting(5.1)])).toBe('too long');
});
