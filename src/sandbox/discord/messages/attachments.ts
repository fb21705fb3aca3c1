import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Clock } from '../../../time/clock.ts';
import { attachmentLimits, timesMs } from '../limits.ts';
import type { SandboxState, StoredAttachment } from '../state/state.ts';

const DIGITS = 16;
const hex = (timeMs: number): string => Math.floor(timeMs / timesMs.second).toString(DIGITS);

/** Files on disk, and their signed addresses. */
export class Attachments {
  readonly #clock: Clock;
  readonly #state: SandboxState;
  readonly #folder: string;
  /** Set when the server listens. */
  origin = '';

  constructor({ clock, state, folder }: { clock: Clock; state: SandboxState; folder: string }) {
    this.#clock = clock;
    this.#state = state;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  pathOf(id: string): string {
    return path.join(this.#folder, id);
  }

  find(id: string): StoredAttachment | undefined {
    return this.#state.attachments[id];
  }

  add(attachment: StoredAttachment): void {
    this.#state.attachments[attachment.id] = attachment;
  }

  remove(id: string): void {
    delete this.#state.attachments[id];
    rmSync(this.pathOf(id), { force: true });
  }

  /** A fresh address, valid for about a day. */
  addressOf(attachment: StoredAttachment): string {
    const issuedAt = this.#clock.now();
    const pathname = pathnameOf(attachment);
    const issued = hex(issuedAt);
    const expires = hex(issuedAt + attachmentLimits.addressLifeMs);
    return `${this.origin}${pathname}?ex=${expires}&is=${issued}&hm=${this.#sign(pathname, expires, issued)}&`;
  }

  /** Whether this server issued the address and it hasn't expired. */
  isValid(
    pathname: string,
    query: { ex?: string | undefined; is?: string | undefined; hm?: string | undefined },
  ): boolean {
    const { ex = '', is = '', hm = '' } = query;
    const expected = Buffer.from(this.#sign(pathname, ex, is));
    const given = Buffer.from(hm);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return this.#clock.now() < Number.parseInt(ex, DIGITS) * timesMs.second;
  }

  #sign(pathname: string, expires: string, issued: string): string {
    return createHmac('sha256', this.#state.signingKey).update(`${pathname} ${expires} ${issued}`).digest('hex');
  }
}

const pathnameOf = (attachment: StoredAttachment): string => {
  const folder = attachment.ephemeral ? 'ephemeral-attachments' : 'attachments';
  return `/${folder}/${attachment.channelId}/${attachment.id}/${encodeURIComponent(attachment.filename)}`;
};

/** Discord keeps only letters, digits, dots, dashes and underscores of a name. */
export const cleanFilename = (name: string): string => {
  const cleaned = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^[._]+/, '');
  return cleaned === '' ? 'unknown' : cleaned;
};

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** The type by the name's ending, as Discord does it; undefined if unknown. */
export const contentTypeOf = (filename: string): string | undefined =>
  contentTypes[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()];

/** Width and height of a picture; nulls for other files and unreadable ones. */
export const sizeOfPicture = async (file: string): Promise<{ width: number | null; height: number | null }> => {
  try {
    const { width, height } = await sharp(file).metadata();
    return { width, height };
  } catch {
    return { width: null, height: null };
  }
};
