import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { MediaFile } from './media.ts';

/** Why a file can't be delivered, as `FetchError` says it. */
export type Unusable = 'not there yet' | 'not shown' | 'not media';

export type MediaType = Pick<MediaFile, 'kind' | 'mimeType' | 'extension'>;

const image = (mimeType: string, extension: string): MediaType => ({ kind: 'image', mimeType, extension });
const video = (mimeType: string, extension: string): MediaType => ({ kind: 'video', mimeType, extension });
const audio = (mimeType: string, extension: string): MediaType => ({ kind: 'audio', mimeType, extension });

/** By file-type's names: what Discord shows or plays. */
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

/** Media whose types file-type names differently. */
const OTHER_MEDIA: ReadonlySet<string> = new Set(['asf', 'mxf', 'ogx']);
/** An SVG may start with comments and declarations. */
const SVG_WITHIN_BYTES = 4_096;

/** A file's type from its bytes. A file that no one knows, such as text, is taken for a page of the storage. */
export async function readMediaType(path: string): Promise<MediaType | Unusable> {
  const found = await fileTypeFromFile(path);
  if (!found || found.ext === 'xml' || (BOXED.has(found.ext) && !(await firstBoxFits(path))))
    return (await isSvg(path)) ? 'not shown' : 'not there yet';
  const isMedia = /^(image|video|audio)\//.test(found.mime) || OTHER_MEDIA.has(found.ext);
  return ALLOWED.get(found.ext) ?? (isMedia ? 'not shown' : 'not media');
}

async function isSvg(path: string): Promise<boolean> {
  const start = await startOf(path);
  return /^\s*<(svg|\?xml|!--|!doctype svg)/i.test(start) && /<svg[\s>]/i.test(start);
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SVG_WITHIN_BYTES), 0, SVG_WITHIN_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await file.close();
  }
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
