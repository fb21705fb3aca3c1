import { isMadeHere, type JobRequest } from '../../jobs/job/job.ts';
import { madeOfOthers } from '../../jobs/job/sources.ts';
import { kindOfRequest, modelsIn } from '../../jobs/job/variants.ts';
import { isOffered, keptNames } from '../../task-api/models.ts';
import { DAY_MS, isWithinLast } from '../../time/clock.ts';
import { asksPeople, type Gates, gatesOf } from '../settings/modes.ts';
import type { ServerRules } from '../settings/server-settings.ts';
import { type ModerationSettings, modeOf } from '../settings/settings.ts';
import type { Refusal, WaitReason } from './refusal.ts';

/** The facts that moderation judges: what is requested, by whom, and where. */
export interface RequestFacts {
  /** The job that it becomes, if it was admitted before: it doesn't count towards its own limits. */
  id?: string;
  guildId: string;
  memberId: string;
  request: JobRequest;
  /** The channel, and a thread's parent channel. */
  channelIds: readonly string[];
  ageRestricted: boolean;
  roleIds: readonly string[];
  /** A manager, or a member with a moderator role. */
  isModerator: boolean;
}

/** What is known of the member. */
export interface MemberFacts {
  timeout: { untilMs: number; why: string } | null;
  /** Trusted by a moderator; trusted roles count too. */
  isTrusted: boolean;
  /** Start times of the member's requests in the last day, oldest first. */
  startedAtMs: readonly number[];
  /** Waiting requests and unfinished jobs. */
  underWay: number;
}

type Rule =
  /** Whether moderators have paused the server. */
  | 'pause'
  | 'timeout'
  /** Channel, role, model and ratio, and whether the server has drafts. */
  | 'channel'
  /** Requests at once, in a day, and the wait between them. */
  | 'limits'
  /** Approval, if the channel, a word list or a setting requires it. */
  | 'gates'
  /** Like `gates`, but without members' votes. */
  | 'moderators'
  /** The member is still in the server, and their current roles count. */
  | 'membership'
  /** Moderation withholds none of its source works. */
  | 'open sources'
  /** The owners of source pictures still consent, and Discord still serves them. */
  | 'usable sources';

/** The occasions on which a request is judged, and the rules that apply. Word lists always apply. */
const OCCASIONS = {
  /** A new request. */
  ask: ['pause', 'timeout', 'channel', 'limits', 'gates', 'open sources'],
  /** A theme or entry of a round, which is itself a vote. */
  round: ['pause', 'timeout', 'channel', 'moderators'],
  /** A draft is shown. */
  reveal: ['pause', 'timeout', 'channel', 'gates', 'open sources'],
  /** A work moves to another channel. */
  move: ['pause', 'timeout', 'channel', 'gates'],
  /** A work is copied to the gallery. */
  gallery: ['pause', 'timeout'],
  /** A moderator approves a request. */
  approve: ['pause', 'timeout', 'channel', 'membership', 'open sources', 'usable sources'],
  /** A moderator undoes a rejection. */
  undo: ['pause', 'timeout', 'channel', 'limits', 'membership', 'open sources', 'usable sources'],
  /** An approved request is about to be sent; a pause only delays it. */
  start: ['timeout', 'channel', 'membership', 'open sources', 'usable sources'],
  /** An approved draft is about to be shown; a pause only delays it. Its sources were used when it was made. */
  'show draft': ['timeout', 'channel', 'membership', 'open sources'],
  /** The owners of its source pictures agreed. A pause only delays it. */
  consented: ['timeout', 'channel', 'gates', 'membership', 'open sources', 'usable sources'],
  /** A moderator edits the prompt. */
  edit: [],
  /** The author edits the prompt while people decide. */
  reword: ['timeout', 'channel', 'gates'],
  /** A moderator publishes a preview. */
  publish: ['open sources'],
} as const satisfies Record<string, readonly Rule[]>;
export type Occasion = keyof typeof OCCASIONS;

export function applies(rule: Rule, occasion: Occasion): boolean {
  const rules: readonly Rule[] = OCCASIONS[occasion];
  return rules.includes(rule);
}

export type Verdict = { verdict: 'allow' } | { verdict: 'refuse'; refusal: Refusal } | AskVerdict;

/** People decide about the request at one gate or both. */
export interface AskVerdict {
  verdict: 'ask';
  gates: Gates;
  why: WaitReason;
}

/**
 * Moderation's verdict on a request, as a pure function. Moderators and trusted members skip approval. Refusals apply to
 * them too, except that role, cooldown and number limits don't apply to moderators.
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
    (applies('pause', occasion) && pause ? { reason: 'paused' as const } : undefined) ??
    (applies('timeout', occasion) ? timeoutRefusal(member, nowMs) : undefined) ??
    (applies('channel', occasion) ? channelRefusal(facts, settings) : undefined) ??
    (applies('limits', occasion) && !isModerator ? limitRefusal(member, settings, nowMs) : undefined);
  if (refusal) return { verdict: 'refuse', refusal };

  const found = words.check(request, { ageRestricted });
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
  const hasVotes = applies('gates', occasion);
  if (!hasVotes && !applies('moderators', occasion)) return { verdict: 'allow' };
  const ofChannel = gatesOf(modeOf(settings, channelIds));
  const usesOthersPictures = settings.reviewOthersPictures === 'on' && madeOfOthers(memberId, request).length > 0;
  const why: WaitReason =
    entry === undefined ? { reason: usesOthersPictures ? 'pictures' : 'channel' } : { reason: 'words', entry };
  // A doubtful word or picture needs a moderator before anything is made. The channel's own gates apply afterwards too.
  const asked = why.reason === 'channel' ? ofChannel.before : 'moderators';
  const needsChannel = asked !== 'nobody' || ofChannel.after !== 'nobody';
  if (needsChannel && settings.moderatorsChannelId === null) {
    return { verdict: 'refuse', refusal: { reason: 'no moderators channel' } };
  }
  const gates: Gates = { ...ofChannel, before: asked === 'members' && !hasVotes ? 'nobody' : asked };
  if (!asksPeople(gates)) return { verdict: 'allow' };
  return request.isDraft ? draftVerdict(why) : { verdict: 'ask', gates, why };
}

/**
 * The mode of a channel applies when a draft is shown there. Words and pictures concern what is made, so they also matter for a
 * draft that is never shown; and because only the answer to a command can stay private, a draft can't wait.
 */
export function draftVerdict({ reason }: WaitReason): Verdict {
  return reason === 'channel'
    ? { verdict: 'allow' }
    : { verdict: 'refuse', refusal: { reason: 'no draft', because: reason } };
}

/** A member in a timeout can't take part in anything. */
export function timeoutRefusal({ timeout }: Pick<MemberFacts, 'timeout'>, nowMs: number): Refusal | undefined {
  return timeout && timeout.untilMs > nowMs ? { reason: 'timed out', ...timeout } : undefined;
}

function channelRefusal(facts: RequestFacts, settings: ModerationSettings): Refusal | undefined {
  const { aspectRatio, isDraft } = facts.request;
  if (isDraft && settings.drafts === 'off') return { reason: 'drafts off' };
  const wantedIds = modelsIn(facts.request);
  const isMade = isMadeHere(facts.request);
  if (!isMade && !wantedIds.every(isOffered)) return { reason: 'retired model' };
  const { roleIds, modelIds, ratios } = settings;
  const kind = kindOfRequest(facts.request);
  const channelIds = kind === 'image' ? settings.imageChannelIds : settings.videoChannelIds;
  if (channelIds.length > 0 && !shares(facts.channelIds, channelIds)) return { reason: 'channel', channelIds };
  // The role @everyone has the server's id and is missing from a member's roles.
  const isForSome = roleIds.length > 0 && !roleIds.includes(facts.guildId);
  if (isForSome && !facts.isModerator && !shares(facts.roleIds, roleIds)) return { reason: 'role', roleIds };
  // No model makes it, and its shape is that of its clips.
  if (isMade) return undefined;
  const isUsedHere = modelIds.length === 0 || wantedIds.every((id) => modelIds.includes(id));
  if (!isUsedHere) return { reason: 'model', kind, modelIds, ...keptNames(modelIds, settings.modelNames) };
  // The service's choice could be any ratio.
  if (ratios.length > 0 && (aspectRatio === undefined || !ratios.includes(aspectRatio))) {
    return { reason: 'ratio', kind, ratios };
  }
  return undefined;
}

function limitRefusal(member: MemberFacts, settings: ModerationSettings, nowMs: number): Refusal | undefined {
  const { jobsAtOnce, jobsPerDay, cooldownSeconds } = settings;
  if (jobsAtOnce > 0 && member.underWay >= jobsAtOnce) return { reason: 'at once', limit: jobsAtOnce };
  const today = member.startedAtMs.filter((atMs) => isWithinLast(DAY_MS, atMs, nowMs));
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
