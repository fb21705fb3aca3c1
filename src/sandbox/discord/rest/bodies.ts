import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { parseJson } from '../../parse-json.ts';
import { refusals } from '../errors.ts';
import { attachmentLimits, messageLimits } from '../limits.ts';
import { sizeOfPicture } from '../messages/attachments.ts';
import { inUploadFolder, type UploadedFile } from '../messages/files.ts';

const FILE_FIELD = /^(?:files\[(\d{1,2})\]|file)$/;

/**
 * Reads a request's JSON and its files. In the end, removes the files that no message took.
 * @throws DiscordRefusal 413 code 40005, 400 code 30015 or 50109
 */
export const withBody = async <Result>(
  { uploadFolder }: { uploadFolder: string },
  request: FastifyRequest,
  limitBytes: number,
  use: (json: unknown, files: UploadedFile[]) => Result,
): Promise<Result> => {
  if (!request.isMultipart()) return use(request.body ?? {}, []);
  return inUploadFolder(uploadFolder, async (folder) => {
    const { json, files } = await readParts(request, folder, limitBytes);
    request.body = json;
    return use(json, files);
  });
};

/**
 * Reads a body as it arrives, files to disk. A file that is too large is read to its end before the refusal: a client
 * that still sends would see a broken connection instead.
 */
const readParts = async (
  request: FastifyRequest,
  folder: string,
  limitBytes: number,
): Promise<{ json: unknown; files: UploadedFile[] }> => {
  let payload: unknown = {};
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  let count = 0;
  let tooLarge = false;
  const limits = { fileSize: limitBytes, fieldSize: attachmentLimits.jsonBytes };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === 'payload_json') payload = parseJson(String(part.value));
      else fields[part.fieldname] = part.value;
      continue;
    }
    const match = FILE_FIELD.exec(part.fieldname);
    count++;
    if (!match || count > messageLimits.files) {
      part.file.resume();
      continue;
    }
    const file = path.join(folder, String(count));
    const target = createWriteStream(file);
    await pipeline(part.file, target);
    tooLarge ||= part.file.truncated;
    const index = Number(match[1] ?? count - 1);
    const sizeBytes = target.bytesWritten;
    files.push({ index, filename: part.filename, sizeBytes, ...(await sizeOfPicture(file)), path: file });
  }
  if (payload === undefined) throw refusals.invalidJson();
  if (tooLarge) throw refusals.tooLarge();
  if (count > messageLimits.files) throw refusals.tooManyAttachments();
  return { json: Object.keys(fields).length > 0 && isEmptyObject(payload) ? fields : payload, files };
};

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
