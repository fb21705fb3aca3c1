import { z } from 'zod';

/** The pictures that a request builds on, and their owners. */

/** The most that a request keeps: its own sources, and everything that those were made from. */
export const ORIGINS_MAX = 40;

export const originSchema = z.object({
  /** A result of Easel's, a member's upload, or a picture of another bot or a webhook. */
  kind: z.enum(['result', 'upload', 'app']),
  /** The id of the result's job; otherwise of the message, or of a command's attachment. */
  id: z.string(),
  /** Its owner; the id of the app that posted it, if no member did. */
  memberId: z.string(),
  /** The message that shows it, if others can see one. */
  channelId: z.string().optional(),
  messageId: z.string().optional(),
});
export type Origin = z.output<typeof originSchema>;

/** The fields of a request that say what it was made from. */
export interface MadeOf {
  madeOf?: readonly Origin[] | undefined;
  madeFrom?:
    | {
        jobId: string;
        memberId: string;
        how?: 'again' | 'edit' | 'picture' | undefined;
        picture?: number | undefined;
        channelId?: string | undefined;
        messageId?: string | undefined;
      }
    | undefined;
}

/** The results that a request was made from, each once. Hiding or removing one of them affects the request too. */
export function sourceResultsOf({ madeOf = [], madeFrom }: MadeOf): { jobId: string; memberId: string }[] {
  const results = madeOf.flatMap(({ kind, id, memberId }) => (kind === 'result' ? [{ jobId: id, memberId }] : []));
  const from = madeFrom ? [{ jobId: madeFrom.jobId, memberId: madeFrom.memberId }] : [];
  return [...new Map([...from, ...results].map((one) => [one.jobId, one])).values()];
}

/** The pictures in a request that belong to others. */
export function originsByOthers(memberId: string, { madeOf = [] }: MadeOf): Origin[] {
  return madeOf.filter((origin) => origin.memberId !== memberId);
}

export function distinctOrigins(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}

/**
 * The origins that a request keeps. Beyond the bound, its member's own earlier works are left out, so that a picture can be
 * changed any number of times.
 * @param direct how many of the first ones are the request's own sources, which always stay
 * @returns undefined if there are too many by others
 */
export function keptOrigins(origins: readonly Origin[], direct: number, memberId: string): Origin[] | undefined {
  const distinct = distinctOrigins(origins);
  const needed = distinct.filter((one, index) => index < direct || one.memberId !== memberId);
  let room = ORIGINS_MAX - needed.length;
  if (room < 0) return undefined;
  return distinct.filter((one) => needed.includes(one) || room-- > 0);
}

/** The longest address of a picture; Discord's signed ones are far shorter. */
export const SOURCE_ADDRESS_MAX_CHARACTERS = 2_000;

/**
 * When an address expires. Discord signs addresses of attachments for about a day; `ex` is the end in seconds, in base 16.
 * Other addresses count as lasting.
 */
export function expiresAtMs(address: string): number {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return end !== null && /^[0-9a-f]{1,12}$/i.test(end) ? Number.parseInt(end, 16) * 1000 : Number.POSITIVE_INFINITY;
}

export const isExpired = (address: string, nowMs: number): boolean => expiresAtMs(address) <= nowMs;
