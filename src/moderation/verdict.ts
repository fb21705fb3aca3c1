import type { JobRequest } from '../jobs/job.ts';
import { originsByOthers } from '../jobs/origins.ts';
import { modelsIn } from '../jobs/variants.ts';
import { isOffered, keptNames, kindOf } from '../task-api/models.ts';
import type { Refusal } from './refusal.ts';
import { type Gates, gatesOf } from './settings/modes.ts';
import type { ServerRules } from './settings/server-settings.ts';
import { type ModerationSettings, modeOf } from './settings/settings.ts';
import type { SentRequest } from './words/words.ts';

/** What moderation judges: what is asked for, by whom, and where. */
export interface RequestFacts {
  guildId: string;
  memberId: string;
  request: SentRequest & Pick<JobRequest, 'modelId' | 'andModelId' | 'aspectRatio' | 'madeOf' | 'madeFrom'>;
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
  ageRestricted: boolean;
  roleIds: readonly string[];
  /** A manager, or one of the roles that managers named. */
  isModerator: boolean;
}

/** What is known of the member. */
export interface MemberFacts {
  timeout: { untilMs: number; why: string } | null;
  /** Named by a moderator; roles count as well. */
  isTrusted: boolean;
  /** When the member's requests of the last day began, oldest first. */
  begunAtMs: readonly number[];
  /** Requests that wait, and jobs that have not ended. */
  underWay: number;
}

type Rule =
  /** Nothing starts while moderators have paused the server. */
  | 'pause'
  | 'timeout'
  /** Channel, role, model and ratio. */
  | 'place'
  /** How much at once, in a day, and how soon after each other. */
  | 'limits'
  /** People decide, where the channel, a list or a setting wants that. */
  | 'gates'
  /** As `gates`, but for members' votes. */
  | 'moderators'
  /** The member has not left the server, and their roles of now count. */
  | 'membership'
  /** Moderation keeps none of the results back that it was made from. */
  | 'open sources'
  /** Owners still allow what is made from their pictures, and Discord still gives these out. */
  | 'usable sources';

/** What a request is judged for, and the rules that count then. The word lists always count. */
const OCCASIONS = {
  /** A member asks for something new. */
  ask: ['pause', 'timeout', 'place', 'limits', 'gates', 'open sources'],
  /** A theme or an entry of a round, which is the members' vote itself. */
  round: ['pause', 'timeout', 'place', 'moderators'],
  /** A draft comes before others. */
  reveal: ['pause', 'timeout', 'place', 'gates', 'open sources'],
  /** A result moves to another channel. */
  move: ['pause', 'timeout', 'place', 'gates'],
  /** A copy of a result goes to the gallery. */
  gallery: ['pause', 'timeout'],
  /** A moderator lets it through before it is made. */
  approve: ['pause', 'timeout', 'place', 'membership', 'open sources', 'usable sources'],
  /** It was let through and is about to be sent; a pause is waited for. */
  start: ['timeout', 'place', 'membership', 'open sources', 'usable sources'],
  /** A moderator writes another prompt. */
  edit: [],
  /** A moderator publishes the result. */
  publish: ['open sources'],
} as const satisfies Record<string, readonly Rule[]>;
export type Occasion = keyof typeof OCCASIONS;

export function counts(rule: Rule, occasion: Occasion): boolean {
  const rules: readonly Rule[] = OCCASIONS[occasion];
  return rules.includes(rule);
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
 * What moderation says of a request: a pure function. Moderators and trusted members wait for nobody; what is refused is refused to
 * them as well, but for the limits of role, cooldown and number, which do not bind moderators.
 */
export function judge(
  facts: RequestFacts,
  member: MemberFacts,
  { settings, words, pause }: Pick<ServerRules, 'settings' | 'words' | 'pause'>,
  occasion: Occasion,
  nowMs: number,
): Verdict {
  const { ageRestricted, isModerator, request, roleIds } = facts;
  const refusal =
    (counts('pause', occasion) && pause ? { reason: 'paused' as const } : undefined) ??
    (counts('timeout', occasion) ? timeoutRefusal(member, nowMs) : undefined) ??
    (counts('place', occasion) ? placeRefusal(facts, settings) : undefined) ??
    (counts('limits', occasion) && !isModerator ? limitRefusal(member, settings, nowMs) : undefined);
  if (refusal) return { verdict: 'refuse', refusal };

  const found = words.look(request, { ageRestricted });
  if (found && 'refusal' in found) return { verdict: 'refuse', refusal: found.refusal };
  const waitsForNobody = isModerator || member.isTrusted || shares(roleIds, settings.trustedRoleIds);
  return waitsForNobody ? { verdict: 'allow' } : gateVerdict(facts, settings, found?.reviewLine, occasion);
}

function gateVerdict(
  { channelIds, memberId, request }: RequestFacts,
  settings: ModerationSettings,
  entry: string | undefined,
  occasion: Occasion,
): Verdict {
  const hasVotes = counts('gates', occasion);
  if (!hasVotes && !counts('moderators', occasion)) return { verdict: 'allow' };
  const ofChannel = gatesOf(modeOf(settings, channelIds));
  const usesOthersPictures = settings.reviewOthersPictures === 'on' && originsByOthers(memberId, request).length > 0;
  // A doubtful word or picture is a matter for moderators, before anything is made; what the channel does afterwards it does
  // all the same.
  const isDoubtful = entry !== undefined || usesOthersPictures;
  const asked = isDoubtful ? 'moderators' : ofChannel.before;
  const needsChannel = asked !== 'nobody' || ofChannel.after !== 'nobody';
  if (needsChannel && settings.moderatorsChannelId === null) {
    return { verdict: 'refuse', refusal: { reason: 'no moderators channel' } };
  }
  const gates: Gates = { ...ofChannel, before: asked === 'members' && !hasVotes ? 'nobody' : asked };
  if (gates.before === 'nobody' && gates.after === 'nobody') return { verdict: 'allow' };
  return { verdict: 'ask', gates, entry, usesOthersPictures };
}

/** A member who is timed out takes part in nothing. */
export function timeoutRefusal({ timeout }: Pick<MemberFacts, 'timeout'>, nowMs: number): Refusal | undefined {
  return timeout && timeout.untilMs > nowMs ? { reason: 'timed out', ...timeout } : undefined;
}

function placeRefusal(facts: RequestFacts, settings: ModerationSettings): Refusal | undefined {
  const { modelId, aspectRatio } = facts.request;
  const wantedIds = modelsIn(facts.request);
  if (!wantedIds.every(isOffered)) return { reason: 'retired model' };
  const { roleIds, modelIds, ratios } = settings;
  const kind = kindOf(modelId);
  const channelIds = kind === 'image' ? settings.imageChannelIds : settings.videoChannelIds;
  if (channelIds.length > 0 && !shares(facts.channelIds, channelIds)) return { reason: 'channel', channelIds };
  // The role @everyone has the server's id, and is not told among a member's.
  const isForSome = roleIds.length > 0 && !roleIds.includes(facts.guildId);
  if (isForSome && !facts.isModerator && !shares(facts.roleIds, roleIds)) return { reason: 'role', roleIds };
  const isUsedHere = modelIds.length === 0 || wantedIds.every((id) => modelIds.includes(id));
  if (!isUsedHere) return { reason: 'model', kind, modelIds, ...keptNames(modelIds, settings.modelNames) };
  // What is left to the service could be any ratio.
  if (ratios.length > 0 && (aspectRatio === undefined || !ratios.includes(aspectRatio))) {
    return { reason: 'ratio', kind, ratios };
  }
  return undefined;
}

function limitRefusal(member: MemberFacts, settings: ModerationSettings, nowMs: number): Refusal | undefined {
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
