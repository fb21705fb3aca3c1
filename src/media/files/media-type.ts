import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { MediaFile } from './media.ts';

export type MediaType = Pick<MediaFile, 'kind' | 'mimeType' | 'extension'>;

const image = (mimeType: string, extension: string): MediaType => ({ kind: 'image', mimeType, extension });
const video = (mimeType: string, extension: string): MediaType => ({ kind: 'video', mimeType, extension });
const audio = (mimeType: string, extension: string): MediaType => ({ kind: 'audio', mimeType, extension });

/** By file-type's names: what Discord shows or plays. Everything else (HTML, SVG, text, archives) is not a result. */
const ALLOWED: ReadonlyMap<string, MediaType> = new Map([
  ['png', image('image/png', 'png')],
  ['apng', image('image/apng', 'png')],
  ['jpg', image('image/jpeg', 'jpg')],
  ['webp', image('image/webp', 'webp')],
  ['gif', image('image/gif', 'gif')],
  ['avif', image('image/avif', 'avif')],
  ['mp4', video('video/mp4', 'mp4')],
  ['m4v', video('video/mp4', 'mp4')],
  ['webm', video('video/webm', 'webm')],
  ['mov', video('video/quicktime', 'mov')],
  ['mp3', audio('audio/mpeg', 'mp3')],
  ['wav', audio('audio/wav', 'wav')],
  ['ogg', audio('audio/ogg', 'ogg')],
  ['oga', audio('audio/ogg', 'ogg')],
  ['opus', audio('audio/ogg', 'ogg')],
  ['m4a', audio('audio/mp4', 'm4a')],
  ['flac', audio('audio/flac', 'flac')],
]);

/** ISO base media files start with the length of their first box. */
const BOXED: ReadonlySet<string> = new Set(['avif', 'mp4', 'm4v', 'mov', 'm4a']);
/** This length means that the real length, 64 bits, follows later. */
const LONG_BOX = 1;

/** A file's type from its bytes; undefined if it may not be delivered. */
export async function readMediaType(path: string): Promise<MediaType | undefined> {
  const found = await fileTypeFromFile(path);
  const allowed = found && ALLOWED.get(found.ext);
  if (!allowed || (BOXED.has(found.ext) && !(await firstBoxFits(path)))) return undefined;
  return allowed;
}

/** Four letters in the right place make file-type detect a mov, so a text like "the free one" would pass for a clip. */
async function firstBoxFits(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const length = bytesRead === 4 ? buffer.readUInt32BE() : 0;
    return length === LONG_BOX || (length >= 8 && length <= (await file.stat()).size);
  } finally {
    await file.close();
  }
}
