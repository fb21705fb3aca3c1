import { isExpired, sourceResultsOf } from '../../jobs/job/origins.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { isBlocked } from '../access/access.ts';
import type { AccessReader } from '../access/reader.ts';
import type { AuditLog } from '../records/audit-log.ts';
import { counted, type MemberRecord, type Members, withRequested } from '../records/members.ts';
import type { ServerRules } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { Refusal } from './refusal.ts';
import { applies, judge, type Occasion, type RequestFacts, type Verdict } from './verdict.ts';

/** The one way in: judges a request when it is made and at each later step. */
export interface Admission {
  /** Judges a new request. @throws StoreError if records can't be read; then nothing was admitted. */
  admit(facts: RequestFacts, rules: ServerRules, jobId: string): Promise<Refused | Admitted>;
  /** The verdict, without side effects. */
  judge(facts: RequestFacts, occasion: Occasion, rules: ServerRules): Promise<Verdict>;
  /** Why an admitted request is refused now; undefined if it isn't. */
  recheck(request: PendingRequest, occasion: Occasion, rules: ServerRules): Promise<Refusal | undefined>;
}

type Refused = Extract<Verdict, { verdict: 'refuse' }>;

/** Admitted: counts towards the member's limits until `end`, and afterwards if something was started. */
export type Admitted = Exclude<Verdict, Refused> & { end(isStarted: boolean): Promise<void> };

/** A request that was admitted earlier. */
export interface PendingRequest extends Omit<RequestFacts, 'roleIds' | 'isModerator'> {
  /** The roles at the time, if Discord doesn't tell the current ones; undefined if no role is required. */
  roleIds: readonly string[] | undefined;
}

/** The member's current state: left the server, or has these roles. */
export type MemberNow = 'left' | { roleIds: readonly string[] };

export interface AdmissionParts {
  members: Members;
  access: Pick<AccessReader, 'statusOf' | 'lateSourceDenial'>;
  audit: AuditLog;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** The member's unfinished jobs and requests. */
  underWayIds: (guildId: string, memberId: string) => Promise<string[]>;
  /** A thread counts as its channel; undefined if Discord doesn't say. */
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
  /** Undefined if Discord doesn't say. */
  memberNow: (guildId: string, memberId: string) => Promise<MemberNow | undefined>;
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { members, audit, clock, log } = parts;
  /** Admitted but not yet counted in the member's record: times by job and member. */
  const entering = new Map<string, Map<string, number>>();
  const keyOf = ({ guildId, memberId }: RequestFacts): string => `${guildId}-${memberId}`;

  const verdictOf = async (
    facts: RequestFacts,
    record: MemberRecord,
    occasion: Occasion,
    rules: ServerRules,
  ): Promise<Verdict> => {
    const underWay = applies('limits', occasion) ? await parts.underWayIds(facts.guildId, facts.memberId) : [];
    const entered = entering.get(keyOf(facts)) ?? new Map<string, number>();
    const started = new Map([...record.requested.map(({ jobId, atMs }) => [jobId, atMs] as const), ...entered]);
    const member = {
      timeout: record.timeout,
      isTrusted: record.trusted !== null,
      startedAtMs: [...started.values()].sort((a, b) => a - b),
      underWay: new Set([...underWay, ...entered.keys()]).size,
    };
    const verdict = judge(facts, member, rules, occasion, clock.now());
    if (verdict.verdict === 'refuse') return verdict;
    const refusal = await sourceRefusal(facts, occasion, rules.settings, parts);
    return refusal ? { verdict: 'refuse', refusal } : verdict;
  };

  /** After a crash here, a request is missing from its member's limits, so one more may start. */
  const count = async ({ guildId, memberId }: RequestFacts, jobId: string, atMs: number): Promise<void> => {
    try {
      await members.change(guildId, memberId, (record) => withRequested(record, jobId, atMs));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn({ job: jobId, server: guildId, err: error }, 'a request could not be counted in its member’s record');
    }
  };

  const enter = (facts: RequestFacts, jobId: string): Admitted['end'] => {
    const jobs = entering.get(keyOf(facts)) ?? new Map<string, number>();
    const atMs = clock.now();
    entering.set(keyOf(facts), jobs.set(jobId, atMs));
    return async (isStarted) => {
      try {
        if (isStarted) await count(facts, jobId, atMs);
      } finally {
        jobs.delete(jobId);
        if (jobs.size === 0) entering.delete(keyOf(facts));
      }
    };
  };

  const judgeNow: Admission['judge'] = async (facts, occasion, rules) =>
    verdictOf(facts, await members.of(facts.guildId, facts.memberId), occasion, rules);

  return {
    judge: judgeNow,
    admit: async (facts, rules, jobId) => {
      const { guildId, memberId, channelIds, request } = facts;
      let admitted: Refused | Admitted | undefined;
      // Runs under the member's lock so that concurrent requests see each other's counts.
      await members.change(guildId, memberId, async (before) => {
        const verdict = await verdictOf(facts, before, 'ask', rules);
        if (verdict.verdict !== 'refuse') {
          admitted = { ...verdict, end: enter(facts, jobId) };
          return before;
        }
        admitted = verdict;
        // Moderators want to know what word lists refuse; a pause or limit says nothing about the member.
        return 'entry' in verdict.refusal ? counted(before, 'refused') : before;
      });
      if (!admitted) throw new TypeError('a request was not judged');
      if (admitted.verdict === 'refuse' && 'entry' in admitted.refusal) {
        const { entry } = admitted.refusal;
        const prompt = sentPromptsOf(request).join('\n');
        await audit.addRefused(guildId, { memberId, channelId: channelIds[0] ?? '', entry, prompt });
      }
      return admitted;
    },
    recheck: async ({ roleIds, ...request }, occasion, rules) => {
      const { guildId, memberId } = request;
      const isAsked = roleIds !== undefined && applies('membership', occasion);
      const now = isAsked ? await parts.memberNow(guildId, memberId) : undefined;
      if (now === 'left') return { reason: 'left' };
      const ageRestricted = await isStillAgeRestricted(request, parts);
      const who = { roleIds: now?.roleIds ?? roleIds ?? [], isModerator: roleIds === undefined };
      const verdict = await judgeNow({ ...request, ...who, ageRestricted }, occasion, rules);
      return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
    },
  };
}

/** Whether the channel was and is age-restricted; if Discord doesn't say, the stricter rules apply. */
async function isStillAgeRestricted(
  { ageRestricted, channelIds }: Pick<RequestFacts, 'ageRestricted' | 'channelIds'>,
  { isChannelAgeRestricted }: Pick<AdmissionParts, 'isChannelAgeRestricted'>,
): Promise<boolean> {
  const channelId = channelIds.at(-1);
  return ageRestricted && channelId !== undefined && ((await isChannelAgeRestricted(channelId)) ?? false);
}

/** A finished work no longer needs its source owners' consent. */
async function sourceRefusal(
  { guildId, memberId, request }: RequestFacts,
  occasion: Occasion,
  settings: ModerationSettings,
  { access, clock }: Pick<AdmissionParts, 'access' | 'clock'>,
): Promise<Refusal | undefined> {
  if (!applies('open sources', occasion)) return undefined;
  for (const result of sourceResultsOf(request)) {
    if (isBlocked(await access.statusOf({ guildId, ...result }))) return { reason: 'hidden source' };
  }
  const { madeOf = [], sourceUrls } = request;
  if (!applies('usable sources', occasion) || sourceUrls.length === 0) return undefined;
  for (const origin of madeOf) {
    const denial = await access.lateSourceDenial(memberId, guildId, origin, settings);
    if (denial) return { reason: denial === 'no consent' ? 'no consent' : 'hidden source' };
  }
  return sourceUrls.some((address) => isExpired(address, clock.now())) ? { reason: 'expired sources' } : undefined;
}
