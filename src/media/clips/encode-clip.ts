import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ProgramLimits } from '../confined/confined-program.ts';
import { type ClipFacts, clipInput } from './clip-facts.ts';
import type { ClipEncoding } from './clip-plan.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/**
 * Encodes a clip as H.264 and AAC in an mp4 that plays before it is complete, in two passes, so that its size matches
 * the plan.
 * @returns whether `to` was written. @throws as `Ffmpeg.run`.
 */
export async function encodeClip(
  ffmpeg: Ffmpeg,
  { from, to, container }: { from: string; to: string; container: ClipFacts['container'] },
  { videoBitsPerSecond, audioBitsPerSecond, widthPx, heightPx }: ClipEncoding,
  limits: ProgramLimits,
): Promise<boolean> {
  const passes = `${to}.pass`;
  const input = clipInput(from, container);
  const video = [
    ...['-map', '0:v:0', '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '2'],
    ...['-vf', `scale=${widthPx}:${heightPx},setsar=1`, '-b:v', String(videoBitsPerSecond), '-passlogfile', passes],
  ];
  const audio =
    audioBitsPerSecond === undefined
      ? ['-an']
      : ['-map', '0:a:0', '-c:a', 'aac', '-ac', '2', '-b:a', String(audioBitsPerSecond)];
  const written = ['-movflags', '+faststart', '-map_metadata', '0', '-map_chapters', '-1', '-f', 'mp4', `file:${to}`];
  try {
    const isMeasured = await ffmpeg.run([...input, ...video, '-pass', '1', '-an', '-f', 'null', '-'], limits);
    return isMeasured && (await ffmpeg.run([...input, ...video, '-pass', '2', ...audio, ...written], limits));
  } finally {
    await removePasses(passes);
  }
}

async function removePasses(prefix: string): Promise<void> {
  const folder = dirname(prefix);
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(prefix)));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}
