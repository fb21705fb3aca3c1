import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClipEditor } from '../../../src/media/clips/clip-editor.ts';
import { findFfmpeg } from '../../../src/media/clips/ffmpeg.ts';
import { FitLostError } from '../../../src/media/confined/confined-program.ts';
import type { MediaFile } from '../../../src/media/files/media.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { makeClip, TEST_FFMPEG } from './clips.ts';

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const never = (): AbortSignal => new AbortController().signal;
const clipAt = (name: string): string => join(folder, name);

const take = (clip: MediaFile, { ffmpeg = TEST_FFMPEG, signal = never() } = {}) =>
  createClipEditor(findFfmpeg(ffmpeg)).typicalFrame(clip, { signal });

describe('a still picture of a clip', () => {
  it.each([
    ['a small one', 'job-0.mp4', {}, 160, 90],
    ['one that is wide', 'job-0.mp4', { size: '1600x900', seconds: 0.1 }, 1_280, 720],
    ['one that is high', 'job-0.mov', { size: '900x1600', seconds: 0.1 }, 720, 1_280],
    ['one without sound', 'job-0.webm', { sound: false, video: ['-c:v', 'libvpx'], flags: [] }, 160, 90],
    ['one of a tenth of a second', 'job-0.mp4', { seconds: 0.1 }, 160, 90],
  ] as const)('is a JPEG of at most 1,280 pixels a side: %s', async (_, name, { ...made }, width, height) => {
    const clip = await makeClip(clipAt(name), made as Parameters<typeof makeClip>[1]);
    const still = await take(clip);
    expect(still).toMatchObject({ path: clipAt('job-0.still.jpg'), kind: 'image', mimeType: 'image/jpeg' });
    expect(await sharp(still?.path).metadata()).toMatchObject({ format: 'jpeg', width, height });
    expect((await readdir(folder)).sort()).toEqual([name, 'job-0.still.jpg'].sort());
  });

  it('does not show the dark from which a clip fades in', async () => {
    const filters = ['-vf', 'fade=in:start_frame=6:nb_frames=12'];
    const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...filters];
    const still = await take(await makeClip(clipAt('job-0.mp4'), { video, seconds: 4 }));
    const { channels } = await sharp(still?.path).stats();
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(80);
  });

  it('does not exist without ffmpeg', async () => {
    const clip = await makeClip(clipAt('job-0.mp4'));
    expect(await take(clip, { ffmpeg: '/nowhere/ffmpeg' })).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });

  it('does not exist for an unreadable clip', async () => {
    const path = clipAt('job-0.mp4');
    await writeFile(path, Buffer.alloc(5_000, 'text'));
    const clip = { path, sizeBytes: 5_000, kind: 'video', mimeType: 'video/mp4', extension: 'mp4' } as const;
    expect(await take(clip)).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });

  it('leaves nothing behind when the bot stops', async () => {
    const clip = await makeClip(clipAt('job-0.mp4'));
    const stop = new AbortController();
    const taking = take(clip, { signal: stop.signal });
    stop.abort(new Error('stopping'));
    await expect(taking).rejects.toThrow('stopping');
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });

  it('leaves nothing behind if ffmpeg is lost', async () => {
    const clip = await makeClip(clipAt('job-0.mp4'));
    const lost = async (args: readonly string[]): Promise<boolean> => {
      await writeFile(args.at(-1)?.replace('file:', '') ?? '', 'half a picture');
      throw new FitLostError('SIGKILL');
    };
    const editor = createClipEditor(Promise.resolve({ version: '1', run: lost }));
    await expect(editor.typicalFrame(clip, { signal: never() })).rejects.toThrow(FitLostError);
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });
});

describe('the last frame of a clip', () => {
  const lastOf = (clip: MediaFile, ffmpeg = TEST_FFMPEG) =>
    createClipEditor(findFfmpeg(ffmpeg)).lastFrame(clip, { signal: never() });
  /** White from the given second on, and black before. */
  const whiteFrom = (second: number): string[] => [
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-vf', `drawbox=color=black:t=fill,drawbox=color=white:t=fill:enable='gte(t,${second})'`],
  ];

  it.each([
    ['a short one', { seconds: 0.5, video: whiteFrom(0.45) }],
    ['one of several seconds', { seconds: 4, video: whiteFrom(3.95) }],
    ['one whose sound is longer', { seconds: 2, video: [...whiteFrom(1.95), '-af', 'apad=pad_len=150000'] }],
    ['one without sound', { seconds: 2, video: whiteFrom(1.95), sound: false }],
  ])('is a PNG in its own size: %s', async (_, made) => {
    const frame = await lastOf(await makeClip(clipAt('job-0.mp4'), { ...made, size: '320x180' }));
    expect(frame).toMatchObject({ path: clipAt('job-0.last.png'), kind: 'image', mimeType: 'image/png' });
    expect(await sharp(frame?.path).metadata()).toMatchObject({ format: 'png', width: 320, height: 180 });
    const { channels } = await sharp(frame?.path).stats();
    expect(Math.min(...channels.map(({ mean }) => mean))).toBeGreaterThan(250);
  });

  it('does not exist without ffmpeg, which the editor says', async () => {
    const clip = await makeClip(clipAt('job-0.mp4'));
    expect(await lastOf(clip, '/nowhere/ffmpeg')).toBeUndefined();
    const editors = [TEST_FFMPEG, '/nowhere/ffmpeg'].map((path) => ({ path, found: findFfmpeg(path) }));
    for (const { path, found } of editors) {
      const editor = createClipEditor(found);
      await found;
      expect(editor.takesFrames).toBe(path === TEST_FFMPEG);
    }
  });

  it('does not exist for an unreadable clip', async () => {
    const path = clipAt('job-0.mp4');
    await writeFile(path, Buffer.alloc(5_000, 'text'));
    expect(
      await lastOf({ path, sizeBytes: 5_000, kind: 'video', mimeType: 'video/mp4', extension: 'mp4' }),
    ).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });
});
