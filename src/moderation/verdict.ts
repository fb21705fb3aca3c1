import type { JobRequest } from '../jobs/job.ts';
import { originsByOthers } from '../jobs/origins.ts';
import { modelsIn } from '../jobs/variants.ts';
import { isOffered, keptNames, kindOf } from '../task-api/models.ts';
import type { Refusal } from './refusal.ts';
import { type Gates, gatesOf } from './settings/modes.ts';
import { type ModerationSettings, modeOf } from './settings/settings.ts';
import type { SentRequest, Words } from './words/words.ts';

/** What is asked for, where, and by whom, as far as moderation looks at it. */
export interface Wish {
  request: SentRequest & Pick<JobRequest, 'modelId' | 'andModelId' | 'aspectRatio' | 'madeOf'>;
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
  ageRestricted: boolean;
  roleIds: readonly string[];
  /** A manager, or one of the roles that managers named. */
  isModerator: boolean;
}

/** What is known of the member. */
export interface MemberState {
  memberId: string;
  timeout: { untilMs: number; why: string } | undefined;
  /** Named by a moderator; roles are looked at beside it. */
  isTrusted: boolean;
  /** When the member's requests of the last day began, oldest first. */
  begunAtMs: readonly number[];
  /** Requests that wait, and jobs that have not ended. */
  underWay: number;
}

export type Verdict = { verdict: 'allow' } | { verdict: 'refuse'; refusal: Refusal } | Ask;

/** At one of the gates at least, people decide about it. */
export interface Ask {
  verdict: 'ask';
  gates: Gates;
  /** The line of a list for which moderators decide, where it is not the channel. */
  entry: string | undefined;
  /** Moderators decide in every channel, because it uses a picture that isn't its member's own. */
  usesOthersPictures: boolean;
}

export const DAY_MS = 86_400_000;

/**
 * What becomes of a request: a pure function. Moderators and trusted members wait for nobody; what is refused is refused to
 * them as well, but for the limits of role, cooldown and number, which do not bind moderators.
 */
export function judge(
  wish: Wish,
  member: MemberState,
  settings: ModerationSettings,
  words: Words,
  { guildId, nowMs, isPaused }: { guildId: string; nowMs: number; isPaused: boolean },
): Verdict {
  const refusal =
    standingRefusal(member, nowMs, isPaused) ??
    placeRefusal(wish, settings, guildId) ??
    (wish.isModerator ? undefined : limitRefusal(member, settings, nowMs));
  if (refusal) return { verdict: 'refuse', refusal };

  const found = words.look(wish.request, { ageRestricted: wish.ageRestricted });
  if (found && 'refusal' in found) return { verdict: 'refuse', refusal: found.refusal };
  if (wish.isModerator || member.isTrusted || shares(wish.roleIds, settings.trustedRoleIds)) {
    return { verdict: 'allow' };
  }
  const ofChannel = gatesOf(modeOf(settings, wish.channelIds));
  const usesOthersPictures =
    settings.reviewOthersPictures === 'on' && originsByOthers(member.memberId, wish.request).length > 0;
  // A doubtful word or picture is a matter for moderators, before anything is made; what the channel does afterwards it does
  // all the same.
  const gates: Gates = found || usesOthersPictures ? { ...ofChannel, before: 'moderators' } : ofChannel;
  if (gates.before === 'nobody' && gates.after === 'nobody') return { verdict: 'allow' };
  if (settings.moderatorsChannelId === null) {
    return { verdict: 'refuse', refusal: { reason: 'no moderators channel' } };
  }
  return { verdict: 'ask', gates, entry: found?.reviewLine, usesOthersPictures };
}

function standingRefusal({ timeout }: MemberState, nowMs: number, isPaused: boolean): Refusal | undefined {
  if (isPaused) return { reason: 'paused' };
  return timeout && timeout.untilMs > nowMs ? { reason: 'timed out', ...timeout } : undefined;
}

function placeRefusal(wish: Wish, settings: ModerationSettings, guildId: string): Refusal | undefined {
  const { modelId, aspectRatio } = wish.request;
  const wantedIds = modelsIn(wish.request);
  if (!wantedIds.every(isOffered)) return { reason: 'retired model' };
  const { roleIds, modelIds, ratios } = settings;
  const kind = kindOf(modelId);
  const channelIds = kind === 'image' ? settings.imageChannelIds : settings.videoChannelIds;
  if (channelIds.length > 0 && !shares(wish.channelIds, channelIds)) return { reason: 'channel', channelIds };
  // The role @everyone has the server's id, and is not told among a member's.
  const isForSome = roleIds.length > 0 && !roleIds.includes(guildId);
  if (isForSome && !wish.isModerator && !shares(wish.roleIds, roleIds)) return { reason: 'role', roleIds };
  const isUsedHere = modelIds.length === 0 || wantedIds.every((id) => modelIds.includes(id));
  if (!isUsedHere) return { reason: 'model', kind, modelIds, ...keptNames(modelIds, settings.modelNames) };
  // What is left to the service could be any ratio.
  if (ratios.length > 0 && (aspectRatio === undefined || !ratios.includes(aspectRatio))) {
    return { reason: 'ratio', kind, ratios };
  }
  return undefined;
}

function limitRefusal(member: MemberState, settings: ModerationSettings, nowMs: number): Refusal | undefined {
  const { jobsAtOnce, jobsPerDay, cooldownSeconds } = settings;
  if (jobsAtOnce > 0 && member.underWay >= jobsAtOnce) return { reason: 'at once', limit: jobsAtOnce };
  const today = member.begunAtMs.filter((atMs) => atMs > nowMs - DAY_MS);
  const freeing = today[today.length - jobsPerDay];
  if (jobsPerDay > 0 && freeing !== undefined) {
    return { reason: 'per day', limit: jobsPerDay, againAtMs: freeing + DAY_MS };
  }
  const againAtMs = (today.at(-1) ?? 0) + cooldownSeconds * 1000;
  return today.length > 0 && againAtMs > nowMs ? { reason: 'cooldown', againAtMs } : undefined;
}

function shares(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => others.includes(id));
}
