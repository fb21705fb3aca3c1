import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refusals } from '../errors.ts';
import { attachmentLimits, messageLimits } from '../limits.ts';
import { sizeOfPicture } from './attachments.ts';

/** A file of a multipart body, on disk, that no message has taken yet. */
export interface UploadedFile {
  /** The n of `files[n]`. */
  index: number;
  filename: string;
  contentType: string | undefined;
  sizeBytes: number;
  /** In pixels; null if the file isn't a picture. */
  width: number | null;
  height: number | null;
  path: string;
}

/** A request's JSON and its files. `discard` removes files that no message took. */
export interface Body {
  json: unknown;
  files: UploadedFile[];
  discard(): Promise<void>;
}

const FILE_FIELD = /^(?:files\[(\d{1,2})\]|file)$/;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refusals.invalidJson();
  }
};

let uploads = 0;

/**
 * Reads a body as it arrives, files to disk. A file that is too large is read to its end before the refusal: a client
 * that still sends would see a broken connection instead.
 * @throws DiscordRefusal 413 code 40005, 400 code 30015 or 50109
 */
export const readBody = async (request: FastifyRequest, folder: string, limitBytes: number): Promise<Body> => {
  if (!request.isMultipart()) return { json: request.body ?? {}, files: [], discard: async () => undefined };
  await mkdir(folder, { recursive: true });
  const files: UploadedFile[] = [];
  /** Added before the first byte, so that partial files are removed too. */
  const paths: string[] = [];
  const discard = async (): Promise<void> => {
    await Promise.all(paths.map((one) => rm(one, { force: true })));
  };
  try {
    const json = await readParts(request, { folder, limitBytes, files, paths });
    return { json, files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
};

const readParts = async (
  request: FastifyRequest,
  { folder, limitBytes, files, paths }: { folder: string; limitBytes: number; files: UploadedFile[]; paths: string[] },
): Promise<unknown> => {
  let json: unknown = {};
  const fields: Record<string, unknown> = {};
  let count = 0;
  let tooLarge = false;
  for await (const part of request.parts({
    limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: attachmentLimits.jsonBytes },
  })) {
    if (part.type === 'field') {
      if (part.fieldname === 'payload_json') json = parseJson(String(part.value));
      else fields[part.fieldname] = part.value;
      continue;
    }
    const match = FILE_FIELD.exec(part.fieldname);
    count++;
    if (!match || count > messageLimits.files) {
      await pipeline(part.file, nowhere());
      continue;
    }
    const file = path.join(folder, `upload-${process.pid}-${++uploads}`);
    paths.push(file);
    const counted = { index: Number(match[1] ?? count - 1), filename: part.filename, contentType: part.mimetype };
    const sizeBytes = await store(part.file, file, limitBytes);
    files.push({ ...counted, sizeBytes, ...(await sizeOfPicture(file)), path: file });
    tooLarge ||= sizeBytes > limitBytes;
  }
  if (tooLarge) throw refusals.tooLarge();
  if (count > messageLimits.files) throw refusals.tooManyAttachments();
  return Object.keys(fields).length > 0 && isEmptyObject(json) ? fields : json;
};

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Writes up to the limit, and counts all bytes. */
const store = async (source: NodeJS.ReadableStream, file: string, limitBytes: number): Promise<number> => {
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) done(null, chunk);
      else done();
    },
  });
  await pipeline(source, limited, createWriteStream(file));
  return sizeBytes;
};
