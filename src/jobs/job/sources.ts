import { z } from 'zod';

/** What a request is made from: one list, its own sources first, then what those were made from. */

/** The most that a request keeps of both together, besides the work that it repeats. */
export const SOURCES_MAX = 40;

/** The longest address of a picture; Discord's signed ones are far shorter. */
export const SOURCE_ADDRESS_MAX_CHARACTERS = 2_000;

/** Whether others may build on a member's pictures, or have to ask each time. */
export const buildPolicySchema = z.union([z.boolean(), z.literal('ask')]);
export type BuildPolicy = z.output<typeof buildPolicySchema>;

/** Without a choice, the server's setting applies. */
export function isStricter(policy: BuildPolicy, other: BuildPolicy | undefined): boolean {
  const strictFirst = [false, 'ask', undefined, true];
  return strictFirst.indexOf(policy) < strictFirst.indexOf(other);
}

/** A picture or clip, and whose it is. */
export const originSchema = z.object({
  /** A work of Easel's, a member's upload, or a picture of another bot or a webhook. */
  kind: z.enum(['work', 'upload', 'app']),
  /** The id of the work's job; otherwise of the message, or of a command's attachment. */
  id: z.string(),
  /** The id of the app that posted it, if no member did. */
  ownerId: z.string(),
  /** The message that shows it, if others can see one. */
  at: z.object({ channelId: z.string(), messageId: z.string() }).optional(),
});
export type Origin = z.output<typeof originSchema>;

const useSchema = z.union([
  z.object({
    /** The task that made the picture, because a draft's pictures can part; otherwise the id of the file. */
    picture: z.string(),
    /** Which of the work's pictures, from 1, if it has several. */
    number: z.int().min(1).optional(),
  }),
  z.object({
    /** The task that made the clip. */
    clip: z.string(),
  }),
  z.enum([
    /** A source was made from it. */
    'inherited',
    /** The request repeats this work's own, without its picture. */
    'again',
    /** The same with other words. */
    'edit',
  ]),
]);

export const sourceSchema = originSchema.extend({
  use: useSchema,
  /** A picture's address, which Discord signs for about a day. After that it's looked up anew. */
  address: z.string().max(SOURCE_ADDRESS_MAX_CHARACTERS).optional(),
});
export type Source = z.output<typeof sourceSchema>;
type Using<Use> = Omit<Source, 'use'> & { use: Extract<Source['use'], Use> };
export type PictureSource = Using<{ picture: string }>;
export type ClipSource = Using<{ clip: string }>;

export interface FromSources {
  sources: readonly Source[];
}

export const isPicture = (source: Source): source is PictureSource =>
  typeof source.use === 'object' && 'picture' in source.use;
const isClip = (source: Source): source is ClipSource => typeof source.use === 'object' && 'clip' in source.use;

/** Whether the request is for this work's own, so that only its words are used. */
const isRepeated = ({ use }: Pick<Source, 'use'>): boolean => use === 'again' || use === 'edit';

/** The pictures that it starts from, in order. */
export const picturesOf = ({ sources }: FromSources): PictureSource[] => sources.filter(isPicture);

/** The clips that it starts from, in order. */
export const clipsOf = ({ sources }: FromSources): ClipSource[] => sources.filter(isClip);

/** The pictures and clips that it starts from. */
export const usedSourcesOf = ({ sources }: FromSources): Source[] =>
  sources.filter((source) => isPicture(source) || isClip(source));

/** Whether it starts from pictures or clips, and not from words alone. */
export const usesPictures = (request: FromSources): boolean => usedSourcesOf(request).length > 0;

/** All pictures and clips that are in it. */
export const madeOf = ({ sources }: FromSources): Source[] => sources.filter((source) => !isRepeated(source));

/** Those whose owners have a say, each once. A member who repeats a work with other words builds on it, too. */
export const originsToAgree = ({ sources }: FromSources): Origin[] =>
  distinctOrigins(sources.filter(({ use }) => use !== 'again').map(originOf));

/** The pictures and clips in a request that belong to others. */
export const madeOfOthers = (memberId: string, request: FromSources): Source[] =>
  madeOf(request).filter(({ ownerId }) => ownerId !== memberId);

/** The works in its list, each once. Hiding or removing one of them affects the request too. */
export function sourceWorksOf({ sources }: { sources: readonly Origin[] }): { jobId: string; memberId: string }[] {
  const works = sources.flatMap(({ kind, id, ownerId }) => (kind === 'work' ? [{ jobId: id, memberId: ownerId }] : []));
  return [...new Map(works.map((one) => [one.jobId, one])).values()];
}

/** Whether it's a work that the request itself uses or repeats. */
export const isParent = ({ kind, use }: Source): boolean => kind === 'work' && use !== 'inherited';

const keyOf = ({ kind, id }: Origin): string => `${kind} ${id}`;

export const originOf = ({ kind, id, ownerId, at }: Origin): Origin => ({ kind, id, ownerId, ...(at && { at }) });

const withoutAddress = ({ address: _, ...source }: Source): Source => source;
export const withoutAddresses = (sources: readonly Source[]): Source[] => sources.map(withoutAddress);

export function distinctOrigins(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((one) => [keyOf(one), one])).values()];
}

/**
 * The list of a request. Beyond the bound, its member's own earlier works are left out, so that a picture can be changed
 * any number of times.
 * @param used its own sources, which always stay
 * @param behind what those were made from
 * @returns undefined if there are too many by others
 */
export function listSources(
  used: readonly Source[],
  behind: readonly Origin[],
  memberId: string,
): Source[] | undefined {
  const keys = new Set(used.map(keyOf));
  const inherited = distinctOrigins(behind).filter((one) => !keys.has(keyOf(one)));
  const needed = inherited.filter(({ ownerId }) => ownerId !== memberId);
  let room = SOURCES_MAX - used.length - needed.length;
  if (room < 0) return undefined;
  const kept = inherited.filter((one) => needed.includes(one) || room-- > 0);
  return [...used, ...kept.map((one) => ({ ...originOf(one), use: 'inherited' as const }))];
}

/** The id of a file of Discord's in its address; empty for another address. */
export function fileIdIn(address: string): string {
  const [, fileId = ''] = /\/attachments\/\d+\/(\d+)\//.exec(address) ?? [];
  return fileId;
}

/**
 * When an address expires. Discord signs addresses of attachments for about a day; `ex` is the end in seconds, in base 16.
 * Other addresses count as lasting.
 */
function expiresAtMs(address: string): number {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return end !== null && /^[0-9a-f]{1,12}$/i.test(end) ? Number.parseInt(end, 16) * 1000 : Number.POSITIVE_INFINITY;
}

/** Whether its address is unknown or no longer usable. */
export const isExpired = ({ address }: Pick<Source, 'address'>, nowMs: number): boolean =>
  address === undefined || expiresAtMs(address) <= nowMs;

/** When a picture can no longer be had: never where the work's own message tells its address anew. */
export const lostAtMs = ({ kind, at, address = '' }: PictureSource): number =>
  kind === 'work' && at ? Number.POSITIVE_INFINITY : expiresAtMs(address);
