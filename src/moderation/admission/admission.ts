import { RetryLater } from '../../engine/lane.ts';
import { lostAtMs, type Origin, originsToAgree, picturesOf, sourceWorksOf } from '../../jobs/job/sources.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import { isBlocked } from '../access/access.ts';
import type { AccessReader, ViewerInChannel } from '../access/reader.ts';
import type { AuditLog } from '../records/audit-log.ts';
import { counted, type MemberRecord, type Members, withRequested } from '../records/members.ts';
import type { ServerRules } from '../settings/server-settings.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import type { Refusal, SourceRefusal } from './refusal.ts';
import { checkSources, type OpenQuestion, type SourceParts } from './sources.ts';
import {
  type AskVerdict,
  applies,
  draftVerdict,
  judge,
  type MemberFacts,
  type Occasion,
  type RequestFacts,
  type Verdict,
} from './verdict.ts';

/** The one way in: judges a request when it is made and at each later step. */
export interface Admission {
  /**
   * Judges a new request, and says whether it is made at once, or has to wait and why.
   * @throws StoreError if records can't be read; then nothing was admitted.
   */
  admit(facts: RequestFacts, rules: ServerRules, jobId: string, viewer: ViewerInChannel): Promise<Refused | Admitted>;
  /** Why these pictures can't be sources, or those whose owners would be asked. */
  checkSources(viewer: ViewerInChannel, guildId: string, origins: readonly Origin[]): Promise<SourceRefusal | Origin[]>;
  /** The verdict, without side effects. */
  judge(facts: RequestFacts, occasion: Occasion, rules: ServerRules): Promise<Verdict>;
  /** The verdict on a waiting request whose author edits the prompt. Counts what word lists refuse. */
  reword(facts: RequestFacts, rules: ServerRules): Promise<Verdict>;
  /**
   * The verdict on a request that was admitted earlier, as its member is now.
   * @throws RetryLater if gates apply and Discord doesn't tell the member's current roles
   */
  rejudge(request: AdmittedRequest, occasion: Occasion, rules: ServerRules): Promise<Verdict>;
  /** Why it is refused now; undefined if it isn't. */
  recheck(request: AdmittedRequest, occasion: Occasion, rules: ServerRules): Promise<Refusal | undefined>;
}

/** Its roles are those of that time, for when Discord doesn't tell the current ones; undefined if no role is required. */
export type AdmittedRequest = Omit<RequestFacts, 'roleIds' | 'isModerator'> & {
  roleIds: readonly string[] | undefined;
};

type Refused = { verdict: 'refuse'; refusal: Refusal | SourceRefusal };

/** People decide. If owners of pictures do, they come first, and once they agree `rejudge` says what comes next. */
export interface WaitVerdict extends Omit<AskVerdict, 'gates'> {
  gates: { before: AskVerdict['gates']['before'] | 'owner'; after: AskVerdict['gates']['after'] };
  /** The pictures whose owners are asked. */
  origins?: readonly Origin[];
}

/** Admitted: counts towards the member's limits until `end`, and afterwards if something was started. */
export type Admitted = ({ verdict: 'allow' } | WaitVerdict) & { end(isStarted: boolean): Promise<void> };

/** A request that was admitted a moment ago, with the pictures whose owners it asks. */
interface Entering {
  jobId: string;
  atMs: number;
  origins: readonly Origin[];
}

/** The requests that were admitted but aren't counted in their member's record yet. */
function createEntering({ audit, clock, log, members }: Pick<AdmissionParts, 'audit' | 'clock' | 'log' | 'members'>) {
  const byMember = new Map<string, Set<Entering>>();
  const keyOf = ({ guildId, memberId }: Pick<RequestFacts, 'guildId' | 'memberId'>) => `${guildId}-${memberId}`;

  /** After a crash here, a request is missing from its member's limits, so one more may start, or from the list of drafts. */
  const count = async (facts: RequestFacts, jobId: string, atMs: number): Promise<void> => {
    const { guildId, memberId, channelIds, request } = facts;
    try {
      await members.change(guildId, memberId, (record) => withRequested(record, jobId, atMs));
      const draft = { memberId, channelId: channelIds[0] ?? '', prompt: sentPromptsOf(request).join('\n') };
      if (request.isDraft) await audit.addDraft(guildId, draft);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn({ job: jobId, server: guildId, err: error }, 'a request that started could not be counted');
    }
  };

  return {
    of: (member: Pick<RequestFacts, 'guildId' | 'memberId'>): Entering[] => [...(byMember.get(keyOf(member)) ?? [])],
    /** Lets a request count towards its member's limits until it ends. */
    enter: (facts: RequestFacts, jobId: string, origins: readonly Origin[]): Admitted['end'] => {
      const key = keyOf(facts);
      const entered = { jobId, origins, atMs: clock.now() };
      const ofMember = byMember.get(key) ?? new Set();
      byMember.set(key, ofMember.add(entered));
      return async (isStarted) => {
        try {
          if (isStarted) await count(facts, jobId, entered.atMs);
        } finally {
          if (ofMember.delete(entered) && ofMember.size === 0) byMember.delete(key);
        }
      };
    },
  };
}

export interface AdmissionParts extends SourceParts {
  members: Members;
  access: Pick<AccessReader, 'statusOf' | 'lateSourceDenial'> & SourceParts['access'];
  /** The member's requests that wait for owners of pictures. */
  openQuestions: (guildId: string, memberId: string) => readonly OpenQuestion[];
  audit: AuditLog;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** The member's unfinished jobs and requests. */
  underWayIds: (guildId: string, memberId: string) => Promise<string[]>;
  /** A thread counts as its channel; undefined if Discord doesn't say. */
  isChannelAgeRestricted: (channelId: string) => Promise<boolean | undefined>;
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { members, audit, clock } = parts;
  const entering = createEntering(parts);

  const verdictOf = async (
    facts: RequestFacts,
    record: MemberRecord,
    occasion: Occasion,
    rules: ServerRules,
  ): Promise<Verdict> => {
    const underWay = applies('limits', occasion) ? await parts.underWayIds(facts.guildId, facts.memberId) : [];
    const limits = countedFor(facts, [...record.requested, ...entering.of(facts)], underWay, entering.of(facts));
    const member = { timeout: record.timeout, isTrusted: record.trusted !== null, ...limits };
    const verdict = judge(facts, member, rules, occasion, clock.now());
    if (verdict.verdict === 'refuse') return verdict;
    const refusal = await sourceRefusal(facts, occasion, rules.settings, parts);
    return refusal ? { verdict: 'refuse', refusal } : verdict;
  };

  /** Looks at source pictures, with all questions that their member has open. */
  const sourcesOf: Admission['checkSources'] = (viewer, guildId, origins) => {
    const member = { guildId, memberId: viewer.userId };
    const asking = entering.of(member).filter((one) => one.origins.length > 0);
    const open = [
      ...parts.openQuestions(guildId, viewer.userId),
      ...asking.map((one) => ({ origins: one.origins, at: undefined, expiresAtMs: one.atMs + DAY_MS })),
    ];
    return checkSources(parts, viewer, guildId, origins, open);
  };
  /** Also asks the owners of its pictures. They come first, so that no one else decides about what they don't allow. */
  const verdictOfNew = async (
    facts: RequestFacts,
    record: MemberRecord,
    rules: ServerRules,
    viewer: ViewerInChannel,
  ): Promise<Refused | WaitVerdict | { verdict: 'allow' }> => {
    const verdict = await verdictOf(facts, record, 'ask', rules);
    if (verdict.verdict === 'refuse') return verdict;
    const sources = await sourcesOf(viewer, facts.guildId, originsToAgree(facts.request));
    if ('reason' in sources) return { verdict: 'refuse', refusal: sources };
    if (sources.length === 0) return verdict;
    const why = { reason: 'owner' as const };
    if (facts.request.isDraft) return draftVerdict(why);
    return { verdict: 'ask', gates: { before: 'owner', after: 'nobody' }, why, origins: sources };
  };

  const judgeNow: Admission['judge'] = async (facts, occasion, rules) =>
    verdictOf(facts, await members.of(facts.guildId, facts.memberId), occasion, rules);

  /** Moderators want to know what word lists refuse; a pause or limit says nothing about the member. */
  const countRefused = async (facts: RequestFacts, judged: Verdict | Refused | Admitted): Promise<void> => {
    if (judged.verdict !== 'refuse' || !('entry' in judged.refusal)) return;
    const { guildId, memberId, channelIds, request } = facts;
    const { entry } = judged.refusal;
    await members.change(guildId, memberId, (record) => counted(record, 'refused'));
    const prompt = sentPromptsOf(request).join('\n');
    await audit.addRefused(guildId, { memberId, channelId: channelIds[0] ?? '', entry, prompt });
  };

  const rejudge = createRejudge(parts, judgeNow);
  return {
    judge: judgeNow,
    checkSources: sourcesOf,
    rejudge,
    admit: async (facts, rules, jobId, viewer) => {
      // Runs under the member's lock so that concurrent requests see each other's counts.
      const judged = await members.runExclusive(
        facts.guildId,
        facts.memberId,
        async (before): Promise<Refused | Admitted> => {
          const verdict = await verdictOfNew(facts, before, rules, viewer);
          if (verdict.verdict === 'refuse') return verdict;
          const { origins = [] } = 'origins' in verdict ? verdict : {};
          return { ...verdict, end: entering.enter(facts, jobId, origins) };
        },
      );
      await countRefused(facts, judged);
      return judged;
    },
    reword: async (facts, rules) => {
      const verdict = await judgeNow(facts, 'reword', rules);
      await countRefused(facts, verdict);
      return verdict;
    },
    recheck: async (request, occasion, rules) => {
      const verdict = await rejudge(request, occasion, rules);
      return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
    },
  };
}

/** What counts towards its member's limits, apart from the request itself. */
function countedFor(
  { id }: Pick<RequestFacts, 'id'>,
  started: readonly { jobId: string; atMs: number }[],
  underWay: readonly string[],
  entering: readonly { jobId: string }[],
): Pick<MemberFacts, 'startedAtMs' | 'underWay'> {
  const startedAtMs = new Map(started.filter(({ jobId }) => jobId !== id).map(({ jobId, atMs }) => [jobId, atMs]));
  const open = new Set([...underWay, ...entering.map(({ jobId }) => jobId)].filter((jobId) => jobId !== id));
  return { startedAtMs: [...startedAtMs.values()].sort((a, b) => a - b), underWay: open.size };
}

/** Judges an admitted request again, as its member is now. */
function createRejudge(
  parts: Pick<AdmissionParts, 'memberNow' | 'isChannelAgeRestricted'>,
  judgeNow: Admission['judge'],
): Admission['rejudge'] {
  return async ({ roleIds, ...request }, occasion, rules) => {
    const { guildId, memberId } = request;
    const isAsked = roleIds !== undefined && applies('membership', occasion);
    const now = isAsked ? await parts.memberNow(guildId, memberId) : undefined;
    if (now === 'left') return { verdict: 'refuse', refusal: { reason: 'left' } };
    // Roles decide who skips approval, so those of an earlier time don't do.
    if (isAsked && !now && applies('gates', occasion)) throw new RetryLater();
    const nowRoleIds = now?.roleIds ?? roleIds ?? [];
    const ageRestricted = await isStillAgeRestricted(request, parts);
    const isModerator = nowRoleIds.some((id) => rules.settings.moderatorRoleIds.includes(id));
    const who = { roleIds: nowRoleIds, isModerator: roleIds === undefined || isModerator };
    return judgeNow({ ...request, ...who, ageRestricted }, occasion, rules);
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
  for (const work of sourceWorksOf(request)) {
    if (isBlocked(await access.statusOf({ guildId, ...work }))) return { reason: 'hidden source' };
  }
  if (!applies('usable sources', occasion)) return undefined;
  for (const origin of originsToAgree(request)) {
    const denial = await access.lateSourceDenial(memberId, guildId, origin, settings);
    if (denial) return { reason: denial === 'no consent' ? 'no consent' : 'hidden source' };
  }
  const isLost = picturesOf(request).some((picture) => lostAtMs(picture) <= clock.now());
  return isLost ? { reason: 'expired sources' } : undefined;
}
