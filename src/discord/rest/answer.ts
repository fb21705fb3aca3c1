import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** Whose word an answer is, and what a 429 says. A proxy's page says nothing about messages, permissions or the token. */

/** An answer that is read to its end. */
export interface ReadAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const refusalSchema = z.object({ code: z.int(), message: z.string(), errors: z.unknown().optional() });
/** For the log. */
const DETAILS_MAX_CHARACTERS = 1_000;

/** Discord's codes have five digits or more, and 0 stands for the status itself. Others belong to other programs. */
export const isDiscordsCode = (code: unknown): code is number =>
  typeof code === 'number' && (code === 0 || code >= 10_000);

/** The refusal in Discord's words, or undefined if someone else refuses. */
export function refusalIn({ status, text }: ReadAnswer): { code: number; message: string } | undefined {
  const { data } = refusalSchema.safeParse(jsonIn(text));
  if (!data || !isDiscordsCode(data.code)) return undefined;
  const { code, errors } = data;
  if (code === 0 && !data.message.startsWith(`${status}:`)) return undefined;
  // As text, because discord.js reads the tree of errors without checking it.
  const details = errors === undefined ? data.message : text;
  return { code, message: details.slice(0, DETAILS_MAX_CHARACTERS) };
}

/** Whether a success is Discord's: JSON, or nothing at all where there is nothing to say. */
export const isSuccess = ({ status, text }: ReadAnswer): boolean =>
  status === 204 ? text === '' : status >= 200 && status < 300 && jsonIn(text) !== undefined;

/** Undefined if it isn't JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a 429 says. */
export interface Refusal {
  /** How long to wait; undefined if it says nothing that can be used. */
  waitMs: number | undefined;
  /** What has to wait: the same request, its route, everything with its kind of token, or everything from this address. */
  scope: 'request' | 'route' | 'token' | 'address';
}

const limitSchema = z.object({ code: z.unknown(), retry_after: z.unknown(), global: z.unknown() }).partial().catch({});

/** What a 429 says, in any form that Discord or Cloudflare has. */
export function limitIn({ headers, text }: ReadAnswer, nowMs: number): Refusal {
  const body = limitSchema.parse(jsonIn(text));
  const header = (name: string): string => String([headers[name]].flat()[0] ?? '').trim();
  const scope = header('x-ratelimit-scope');
  const isOfToken = body.global === true || scope === 'global' || header('x-ratelimit-global') !== '';
  const atMs = Date.parse(header('date')) || nowMs;
  const named = [secondsIn(header('retry-after')), secondsIn(body.retry_after), untilDate(header('retry-after'), atMs)];
  const known = named.some((ms) => ms !== undefined) ? named : [secondsIn(header('x-ratelimit-reset-after'))];
  const waitMs = known.flatMap((ms) => ms ?? []).sort((a, b) => b - a)[0];
  if (isOfToken) return { waitMs, scope: 'token' };
  // Discord says in JSON what it refuses. Anything else is a ban of this address, by Cloudflare or a proxy.
  if (body.global === undefined && scope === '') return { waitMs, scope: 'address' };
  return { waitMs, scope: isDiscordsCode(body.code) && body.code !== 0 ? 'request' : 'route' };
}

/** Undefined for what isn't a time to wait. */
function secondsIn(given: unknown): number | undefined {
  const seconds = given === '' ? Number.NaN : Number(given);
  return seconds > 0 ? seconds * 1_000 : undefined;
}

/** HTTP allows a date too. */
function untilDate(given: string, nowMs: number): number | undefined {
  const leftMs = /[a-z]/i.test(given) ? Date.parse(given) - nowMs : 0;
  return leftMs > 0 ? leftMs : undefined;
}
