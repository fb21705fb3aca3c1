import { openAsBlob } from 'node:fs';
import type { REST } from 'discord.js';
import { z } from 'zod';
import { withinLimit } from '../../time/time-limit.ts';
import type { CallPace } from './call-pace.ts';
import { FileGoneError, FilesRefusedError, ForeignAnswerError, isInvalidForm } from './outcome.ts';
import { formOf } from './rest-transport.ts';

/** A range of a file, or bytes that aren't in it. */
type Piece = Uint8Array | { from: number; to: number };

/** A file to upload, or pieces of it, read from disk while it is sent; or a small one in memory. */
export type Upload = { name: string; mimeType: string } & (
  | { path: string; pieces?: readonly Piece[] }
  | { bytes: Uint8Array<ArrayBuffer> }
);

export interface CallOptions {
  signal: AbortSignal;
  /** The server that the call is for, if its route doesn't say. */
  guildId?: string | undefined;
}

/** Applies to calls without files. */
const CALL_TIMEOUT_MS = 10_000;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;
export const HTTP_OK = 200;

export interface Request {
  /** Aborts the call, in addition to its time limit. */
  signal?: AbortSignal;
  /** A shorter time limit than the usual one. */
  limitMs?: number;
  body?: object;
  files?: readonly Upload[];
  query?: URLSearchParams;
  /** The server that the call is for, if its route doesn't say. */
  guildId?: string | undefined;
}

/** Makes a call and parses Discord's answer. */
export type Call = <Answer>(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  route: `/${string}`,
  schema: z.ZodType<Answer>,
  request?: Request,
) => Promise<Answer>;

/** For calls whose answer is empty or unneeded. */
export const nothingSchema = z.unknown().transform((): void => undefined);

const GUILD_IN_ROUTE = /^\/guilds\/(\d+)/;

/** @param pace limits calls with the bot's token. Calls with an interaction's token in their route have none. */
export function createCall(rest: REST, pace?: CallPace): Call {
  return async (method, route, schema, { signal, limitMs, guildId, body, files = [], query } = {}) => {
    // The time limit starts when the call may be sent, because waiting for a turn says nothing about Discord.
    await pace?.turn(guildId ?? GUILD_IN_ROUTE.exec(route)?.[1], signal);
    const whole = body && (await withFiles(body, files));
    const options = { auth: pace !== undefined, ...(query && { query }), ...whole };
    const withinMs = limitMs ?? (files.length > 0 ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS);
    const answer = await withinLimit(withinMs, signal, (within) =>
      rest[method](route, { ...options, signal: within }).catch((error: unknown) => {
        if (files.length > 0 && isInvalidForm(error)) throw new FilesRefusedError({ cause: error });
        throw within.aborted && isPlainError(error)
          ? new DOMException('aborted before the call was sent', 'AbortError')
          : error;
      }),
    );
    // It may have been carried out, and who answered so is unknown.
    const { data, success, error } = schema.safeParse(answer);
    if (!success) throw new ForeignAnswerError(HTTP_OK, { cause: error });
    return data;
  };
}

/** discord.js' queues reject an aborted call with an error without a name or code of its own. */
function isPlainError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

/** Streams files from disk. discord.js would read each file into memory. */
async function withFiles(body: object, files: readonly Upload[]): Promise<{ body: unknown; passThroughBody?: true }> {
  if (files.length === 0) return { body };
  const opened = files.map(async (file) => {
    const type = { type: file.mimeType };
    const blob = 'path' in file ? await openFile(file, type) : new Blob([file.bytes], type);
    return { name: file.name, blob };
  });
  const form = formOf(body, await Promise.all(opened));
  return { body: form, passThroughBody: true };
}

/** Node reports a missing file as an invalid argument. */
async function openFile(
  { path, pieces }: { path: string; pieces?: readonly Piece[] },
  type: { type: string },
): Promise<Blob> {
  try {
    const whole = await openAsBlob(path, type);
    if (!pieces) return whole;
    const parts = pieces.map((piece) => (piece instanceof Uint8Array ? piece : whole.slice(piece.from, piece.to)));
    return new Blob(parts, type);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE') {
      throw new FileGoneError({ cause: error });
    }
    throw error;
  }
}
