import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClipFitter } from '../../../src/media/clips/clip-fitter.ts';
import { findFfmpeg } from '../../../src/media/clips/ffmpeg.ts';
import { inspectClip } from '../../../src/media/clips/inspect-clip.ts';
import type { MediaFile } from '../../../src/media/files/media.ts';
import { dropMetadata } from '../../../src/media/metadata/drop-metadata.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { FREE_TURNS } from '../../support/fit-turns.ts';
import { makeClip, TEST_FFMPEG } from './clips.ts';

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const ROOMY_BYTES = 50_000_000;

async function fit(file: MediaFile, limitBytes: number, { ffmpeg = TEST_FFMPEG, signal = never() } = {}) {
  const clips = createClipFitter(findFfmpeg(ffmpeg));
  return clips.fit(file, limitBytes, { signal, turns: FREE_TURNS });
}

const never = (): AbortSignal => new AbortController().signal;
const clipAt = (name: string): string => join(folder, name);
const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];

describe('a clip within the limit', () => {
  test('that plays before it is complete stays unchanged', async () => {
    const file = await makeClip(clipAt('job-0.mp4'));
    expect(await fit(file, ROOMY_BYTES)).toBe(file);
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });

  test('with its index at the end is remuxed with every frame and its sound', async () => {
    const file = await makeClip(clipAt('job-0.mp4'), { flags: [] });
    expect((await inspectClip(file.path, 'mp4')).isFastStart).toBe(false);
    const fitted = await fit(file, ROOMY_BYTES);
    expect(fitted).toMatchObject({ path: clipAt('job-0.fitted.mp4'), mimeType: 'video/mp4', isLossless: true });
    const before = await inspectClip(file.path, 'mp4');
    expect(await inspectClip(fitted?.path ?? '', 'mp4')).toEqual({ ...before, isFastStart: true });
  });

  test('in Apple’s container becomes an mp4 without ffmpeg', async () => {
    const file = await makeClip(clipAt('job-0.mov'));
    const fitted = await fit(file, ROOMY_BYTES, { ffmpeg: '/nowhere/ffmpeg' });
    expect(fitted).toMatchObject({ mimeType: 'video/mp4', extension: 'mp4', isLossless: true });
  });

  test.each([
    ['HEVC', HEVC],
    ['VP9', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
    ['AV1', ['-c:v', 'libaom-av1', '-strict', 'experimental', '-cpu-used', '8']],
  ])('in %s, which not every device plays, is encoded', async (_codec, video) => {
    const file = await makeClip(clipAt('job-0.mp4'), { video, size: '64x36', seconds: 0.25 });
    const fitted = await fit(file, ROOMY_BYTES);
    expect(await inspectClip(fitted?.path ?? '', 'mp4')).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac' });
  });

  test('in such a codec stays unchanged if there is no ffmpeg', async () => {
    const file = await makeClip(clipAt('job-0.mp4'), { video: HEVC });
    expect(await fit(file, ROOMY_BYTES, { ffmpeg: '/nowhere/ffmpeg' })).toBe(file);
  });

  test.each([
    ['mp4', { mimeType: 'audio/mp4', extension: 'm4a' }],
    ['webm', { mimeType: 'audio/webm', extension: 'weba' }],
  ])('of sound alone, an %s, stays as it is and is taken for a sound', async (extension, type) => {
    const file = await makeClip(clipAt(`job-0.${extension}`), { video: ['-vn'], flags: [] });
    const heard = await fit(file, ROOMY_BYTES);
    expect(heard).toEqual({ ...file, kind: 'audio', ...type });
    expect(heard && (await dropMetadata(heard, never()))).toMatchObject({ kind: 'audio', ...type });
    expect(await fit(file, file.sizeBytes - 1)).toBeUndefined();
  });

  test('that is unreadable stays unchanged', async () => {
    const path = clipAt('job-0.mp4');
    await writeFile(path, Buffer.alloc(5_000, 'text'));
    const file = { path, sizeBytes: 5_000, kind: 'video', mimeType: 'video/mp4', extension: 'mp4' } as const;
    expect(await fit(file, ROOMY_BYTES)).toBe(file);
  });
});

describe('a clip over the limit', () => {
  test('is encoded to fit, plays before it is complete, and keeps its sound and length', async () => {
    const file = await makeClip(clipAt('job-0.mp4'), { size: '320x180', seconds: 3 });
    const limitBytes = Math.floor(file.sizeBytes / 3);
    const fitted = await fit(file, limitBytes);
    expect(fitted).toMatchObject({ path: clipAt('job-0.fitted.mp4'), kind: 'video', mimeType: 'video/mp4' });
    expect(fitted?.sizeBytes).toBeLessThanOrEqual(limitBytes);
    const facts = await inspectClip(fitted?.path ?? '', 'mp4');
    expect(facts).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac', isFastStart: true });
    expect(facts.durationSeconds).toBeCloseTo(3, 0);
    expect((await readFile(file.path)).byteLength).toBe(file.sizeBytes);
    expect((await readdir(folder)).sort()).toEqual(['job-0.fitted.mp4', 'job-0.mp4']);
  });

  test('without sound gets none', async () => {
    const file = await makeClip(clipAt('job-0.webm'), {
      video: ['-c:v', 'libvpx', '-b:v', '4M'],
      sound: false,
      flags: [],
    });
    const fitted = await fit(file, Math.floor(file.sizeBytes / 2));
    const facts = await inspectClip(fitted?.path ?? '', 'mp4');
    expect(facts.videoCodec).toBe('avc');
    expect(facts.audioCodec).toBeUndefined();
  });

  test.each([
    ['there is no ffmpeg', '/nowhere/ffmpeg', 3],
    ['so little room would leave no picture to speak of', TEST_FFMPEG, 1_000],
  ])('cannot be made to fit if %s', async (_, ffmpeg, part) => {
    const file = await makeClip(clipAt('job-0.mp4'));
    expect(await fit(file, Math.floor(file.sizeBytes / part), { ffmpeg })).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });

  test('leaves nothing behind when the bot stops', async () => {
    const file = await makeClip(clipAt('job-0.mp4'), { size: '320x180' });
    const stop = new AbortController();
    const fitting = fit(file, Math.floor(file.sizeBytes / 3), { signal: stop.signal });
    stop.abort(new Error('stopping'));
    await expect(fitting).rejects.toThrow('stopping');
    expect(await readdir(folder)).toEqual(['job-0.mp4']);
  });
});

describe('a playlist posing as a clip', () => {
  test('opens no other file', async () => {
    await makeClip(clipAt('secret.mp4'), { flags: [] });
    const path = clipAt('job-0.mp4');
    const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXTINF:2,', 'secret.mp4', '#EXT-X-ENDLIST'];
    await writeFile(path, lines.join('\n'));
    const file = { path, sizeBytes: 3_100, kind: 'video', mimeType: 'video/mp4', extension: 'mp4' } as const;
    await expect(inspectClip(path, 'mp4')).rejects.toThrow('unsupported or unrecognizable format');
    expect(await fit(file, ROOMY_BYTES)).toBe(file);
    expect(await fit(file, 1_000)).toBeUndefined();
  });
});
