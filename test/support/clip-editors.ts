import { stat, writeFile } from 'node:fs/promises';
import { type ClipEditor, createNextTo, type Fitter, type MediaFile } from '../../src/media/files/media.ts';

/** Editors and fitters that start no process. */

/** Makes nothing smaller. To fit a picture or to inspect a clip starts a process, which few tests need. */
export const AS_THEY_ARE: Fitter = {
  fit: async (file, limitBytes) => (file.sizeBytes <= limitBytes ? file : undefined),
};

/** A machine without ffmpeg. */
export const NO_CLIP_EDITOR: ClipEditor = {
  takesFrames: false,
  typicalFrame: async () => undefined,
  lastFrame: async () => undefined,
  join: async () => 'no ffmpeg',
};

/** Files of more bytes count as clips that are too long together. */
export const TOO_LONG_BYTES = 1_000_000;

const PNG = { kind: 'image', mimeType: 'image/png', extension: 'png' } as const;
const MP4 = { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' } as const;
const made = (from: string, suffix: string, sizeBytes: number, type: Omit<MediaFile, 'path' | 'sizeBytes'>) =>
  createNextTo(from, suffix, new AbortController().signal, async (path) => {
    await writeFile(path, new Uint8Array(sizeBytes));
    return type;
  });

/** Makes small files. A joined clip has the size of both. */
export const QUICK_CLIP_EDITOR: ClipEditor = {
  takesFrames: true,
  typicalFrame: async () => undefined,
  lastFrame: ({ path }) => made(path, 'last.png', 60, PNG),
  join: async ([first, second]) => {
    const [one, other] = [await stat(first.path), await stat(second.path)];
    if (one.size + other.size > TOO_LONG_BYTES) return 'too long';
    return (await made(first.path, 'joined.mp4', one.size + other.size, MP4)) ?? 'unreadable';
  },
};
