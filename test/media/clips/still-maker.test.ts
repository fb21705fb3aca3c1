import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../../src/media/clips/ffmpeg.ts';
import { createStillMaker } from '../../../src/media/clips/still-maker.ts';
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
  createStillMaker(findFfmpeg(ffmpeg)).take(clip, { signal });

describe('a still picture of a clip', () => {
  it.each([
    ['a small one', 'job-0.mp4', { size: '320x180' }, 320, 180],
    ['one that is wide', 'job-0.mp4', { size: '1920x1080', seconds: 0.25 }, 1_280, 720],
    ['one that is high', 'job-0.mov', { size: '1080x1920', seconds: 0.25 }, 720, 1_280],
    ['one without sound', 'job-0.webm', { sound: false, video: ['-c:v', 'libvpx'], flags: [] }, 320, 180],
    ['one of a tenth of a second', 'job-0.mp4', { seconds: 0.1 }, 320, 180],
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
    const maker = createStillMaker(Promise.resolve({ version: '1', run: lost }));
    await expect(maker.take(clip, { signal: never() })).rejects.toThrow(FitLostError);
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });
});
