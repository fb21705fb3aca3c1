import type { Clock } from '../clock.ts';
import type { JobRequest } from '../jobs/job.ts';
import { resultsMadeInto } from '../jobs/origins.ts';
import { isExpired } from '../jobs/source-addresses.ts';
import { isKeptBack } from './access/access.ts';
import type { AccessReader } from './access/reader.ts';
import type { Members } from './members.ts';
import type { LateRefusal } from './refusal.ts';
import type { ServerSettings } from './settings/server-settings.ts';
import { judge, type Wish } from './verdict.ts';

/** What was let in some time ago, and is about to be sent. */
export interface LetIn {
  guildId: string;
  memberId: string;
  request: Wish['request'] & Pick<JobRequest, 'madeFrom'>;
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
  /** As it was then; what has lost its restriction since is looked at as any other channel. */
  ageRestricted: boolean;
  /** The member's roles when it was asked for, should Discord not tell those of now; undefined where no role is asked for. */
  roleIds: readonly string[] | undefined;
}

/** Why it cannot be made by now: the settings, its member's standing, or what it is made from, have changed since it was let in. */
export type Recheck = (letIn: LetIn) => Promise<LateRefusal | undefined>;

/** A member by now: gone from the server, or with these roles. */
export type MemberNow = 'left' | { roleIds: readonly string[] };

export type ChannelAge = (channelId: string) => Promise<boolean | undefined>;

/** Whether the channel was and is age-restricted; where Discord does not say, the stricter rules bind. */
export async function isStillAgeRestricted(
  { ageRestricted, channelIds }: Pick<LetIn, 'ageRestricted' | 'channelIds'>,
  isChannelAgeRestricted: ChannelAge,
): Promise<boolean> {
  const channelId = channelIds.at(-1);
  return ageRestricted && channelId !== undefined && ((await isChannelAgeRestricted(channelId)) ?? false);
}

export interface RecheckParts {
  settings: Pick<ServerSettings, 'of'>;
  members: Pick<Members, 'of'>;
  access: Pick<AccessReader, 'standingOf' | 'ofLateSource'>;
  isChannelAgeRestricted: ChannelAge;
  /** Undefined where Discord does not say. */
  memberNow: (guildId: string, memberId: string) => Promise<MemberNow | undefined>;
  clock: Pick<Clock, 'now'>;
}

export function createRecheck(parts: RecheckParts): Recheck {
  const { settings, members, access, isChannelAgeRestricted, memberNow, clock } = parts;
  return async (letIn) => {
    const { guildId, memberId, request, channelIds, roleIds } = letIn;
    const rules = await settings.of(guildId);
    const { timeout } = await members.of(guildId, memberId);
    const { sourceUrls } = request;
    const ageRestricted = await isStillAgeRestricted(letIn, isChannelAgeRestricted);
    const now = roleIds && (await memberNow(guildId, memberId));
    if (now === 'left') return { reason: 'left' };
    const roleIdsNow = now?.roleIds ?? roleIds ?? [];
    const wish = { request, channelIds, ageRestricted, roleIds: roleIdsNow, isModerator: roleIds === undefined };
    // It was counted when it was asked for, people have decided about it, and a pause is waited for.
    const member = { memberId, timeout: timeout ?? undefined, isTrusted: true, begunAtMs: [], underWay: 0 };
    const verdict = judge(wish, member, rules.settings, rules.words, { guildId, nowMs: clock.now(), isPaused: false });
    if (verdict.verdict === 'refuse') return verdict.refusal;
    const ofSources = await sourceRefusal(letIn, access);
    if (ofSources) return ofSources;
    return sourceUrls.some((address) => isExpired(address, clock.now())) ? { reason: 'expired sources' } : undefined;
  };
}

/** What was made already needs its owners' consent no more. */
async function sourceRefusal(
  { guildId, memberId, request }: LetIn,
  access: RecheckParts['access'],
): Promise<LateRefusal | undefined> {
  for (const result of resultsMadeInto(request)) {
    if (isKeptBack(await access.standingOf({ guildId, ...result }))) return { reason: 'hidden source' };
  }
  if (request.sourceUrls.length === 0) return undefined;
  for (const origin of request.madeOf ?? []) {
    const denial = await access.ofLateSource(memberId, guildId, origin);
    if (denial === 'no consent') return { reason: 'no consent' };
    if (denial) return { reason: 'hidden source' };
  }
  return undefined;
}
