import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import type { MediaFile } from '../../../src/media/files/media.ts';

/**
 * The ffmpeg that the tests try: `EASEL_TEST_FFMPEG`, such as the image's own, or an old one that runs on any machine. The
 * tests' clips are always made by the old one, which has every encoder.
 */
export const TEST_FFMPEG = process.env['EASEL_TEST_FFMPEG'] ?? ffmpegPath;

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.mp4': 'video/mp4', '.mov': 'video/quicktime', '.webm': 'video/webm' },
};

interface Made {
  size?: string;
  seconds?: number;
  video?: string[];
  sound?: boolean;
  flags?: string[];
}

/** Clips that were made before, by what they are: to make one takes half a second. */
const made = new Map<string, Promise<Buffer>>();

/** Creates a clip of noise and a tone: small, because encoding noise takes long. */
export async function makeClip(path: string, how: Made = {}): Promise<MediaFile> {
  const extension = extname(path);
  const key = JSON.stringify([extension, how]);
  const bytes = made.get(key) ?? encode(path, how);
  made.set(key, bytes);
  await writeFile(path, await bytes);
  const mimeType = TYPES[extension] ?? 'video/mp4';
  return { path, sizeBytes: (await stat(path)).size, kind: 'video', mimeType, extension: extension.slice(1) };
}

async function encode(
  path: string,
  {
    size = '160x90',
    seconds = 1,
    video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    sound = true,
    flags = ['-movflags', '+faststart'],
  }: Made,
): Promise<Buffer> {
  const picture = `testsrc=size=${size}:rate=24:duration=${seconds},noise=alls=40:allf=t`;
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const codec = extname(path) === '.webm' ? ['-c:a', 'libopus'] : ['-c:a', 'aac'];
  const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, ...(sound ? tone : []), ...video];
  const child = spawn(ffmpegPath, [...args, ...(sound ? codec : []), ...flags, path], { stdio: 'inherit' });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error('the clip for the test could not be made');
  return readFile(path);
}
