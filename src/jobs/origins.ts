import { z } from 'zod';

/** Whose pictures a request is made from. */

/** As many as one request keeps: its own sources, and what those were made from. */
export const ORIGINS_MAX = 20;

export const originSchema = z.object({
  /** A result of Easel's, what a member posted, or what another bot or a webhook posted. */
  kind: z.enum(['result', 'upload', 'app']),
  /** The result's job; otherwise the message, or the attachment of a command. */
  id: z.string(),
  /** Whose it is; the author's id, where that is no member. */
  memberId: z.string(),
  /** The message that shows it, where others can see one. */
  channelId: z.string().optional(),
  messageId: z.string().optional(),
});
export type Origin = z.output<typeof originSchema>;

/** The part of a request that says what it was made from. */
export interface MadeOf {
  madeOf?: readonly Origin[] | undefined;
  madeFrom?: { jobId: string; memberId: string } | undefined;
}

/** The results that a request was made from, each once: what hides or removes one of them reaches the request. */
export function sourceResultsOf({ madeOf = [], madeFrom }: MadeOf): { jobId: string; memberId: string }[] {
  const results = madeOf.flatMap(({ kind, id, memberId }) => (kind === 'result' ? [{ jobId: id, memberId }] : []));
  const from = madeFrom ? [{ jobId: madeFrom.jobId, memberId: madeFrom.memberId }] : [];
  return [...new Map([...from, ...results].map((one) => [one.jobId, one])).values()];
}

/** What a request is made from that isn't its member's own. */
export function originsByOthers(memberId: string, { madeOf = [] }: MadeOf): Origin[] {
  return madeOf.filter((origin) => origin.memberId !== memberId);
}

/**
 * What a picture brings along: the pictures that it was made from. Its owner speaks for their own ones, and of anyone else's one
 * of each kind is enough to ask about.
 */
export function inheritedOrigins({ memberId }: Origin, made: MadeOf): Origin[] {
  return [...new Map(originsByOthers(memberId, made).map((one) => [`${one.kind} ${one.memberId}`, one])).values()];
}

export function distinctOrigins(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}

/** As long as a picture's address may be; Discord's signed ones are far shorter. */
export const SOURCE_ADDRESS_MAX_CHARACTERS = 2_000;

/**
 * Until when an address can be used. Discord signs the addresses of attachments for about a day: `ex` is the end, in
 * seconds, in base 16. Others last for ever, as far as is known.
 */
export function expiresAtMs(address: string): number {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return end !== null && /^[0-9a-f]{1,12}$/i.test(end) ? Number.parseInt(end, 16) * 1000 : Number.POSITIVE_INFINITY;
}

export const isExpired = (address: string, nowMs: number): boolean => expiresAtMs(address) <= nowMs;
