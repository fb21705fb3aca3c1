import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';

/** Small clips and sounds as ffmpeg writes and reads them. */

export const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=12:duration=1'];
export const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'];
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** @returns what it prints */
export async function ffmpeg(...args: string[]): Promise<string> {
  const child = spawn(ffmpegPath, ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error('ffmpeg failed');
  return Buffer.concat(chunks).toString('utf8');
}

export async function made(folder: string, extension: string, ...args: string[]): Promise<Buffer> {
  const path = join(folder, `made.${extension}`);
  await ffmpeg(...args, path);
  return readFile(path);
}

/** Every frame and sample, decoded. */
export async function decoded(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'read.file');
  await writeFile(path, bytes);
  return ffmpeg('-i', path, '-map', '0:v?', '-map', '0:a?', '-f', 'framemd5', '-');
}
