import type { Clock } from '../clock.ts';
import { sentPromptsOf } from '../jobs/variants.ts';
import type { Log } from '../log.ts';
import { StoreError } from '../store/store.ts';
import type { AuditLog } from './audit-log.ts';
import { counted, type MemberRecord, type Members, withBegun } from './members.ts';
import type { ServerSettings } from './settings/server-settings.ts';
import { judge, type Verdict, type Wish } from './verdict.ts';

export interface AdmissionRequest {
  guildId: string;
  memberId: string;
  jobId: string;
  wish: Wish;
}

type Refused = Extract<Verdict, { verdict: 'refuse' }>;

/** Let through: it binds its member's limits until `end`, and from then on where something was started. */
export type Admitted = Exclude<Verdict, Refused> & { end(isStarted: boolean): Promise<void> };

/** The door through which every request goes: judged, counted, and one at a time for each member. */
export interface Admission {
  /** Judges a new request. @throws StoreError when the records cannot be read: nothing was let through then. */
  admit(request: AdmissionRequest): Promise<Refused | Admitted>;
  /** The verdict without any effect; without the limits of number for what was counted when it was made. */
  tryOut(request: Omit<AdmissionRequest, 'jobId'>, options?: { isCounted: boolean }): Promise<Verdict>;
}

export interface AdmissionParts {
  settings: ServerSettings;
  members: Members;
  audit: AuditLog;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** The member's jobs and requests that have not ended. */
  underWayIds: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createAdmission({ settings, members, audit, clock, log, underWayIds }: AdmissionParts): Admission {
  /** Admitted and not counted in their record yet: when, by job and by member. */
  const entering = new Map<string, Map<string, number>>();
  const enteringOf = (guildId: string, memberId: string): Map<string, number> =>
    entering.get(`${guildId}-${memberId}`) ?? new Map<string, number>();

  const verdictOf = async (
    { guildId, memberId, wish }: Omit<AdmissionRequest, 'jobId'>,
    record: MemberRecord,
    isCounted = false,
  ): Promise<Verdict> => {
    const rules = await settings.of(guildId);
    const underWay = await underWayIds(guildId, memberId);
    const entered = enteringOf(guildId, memberId);
    const begun = new Map([...record.begun.map(({ jobId, atMs }) => [jobId, atMs] as const), ...entered]);
    const member = {
      memberId,
      timeout: record.timeout ?? undefined,
      isTrusted: record.trusted !== null,
      begunAtMs: isCounted ? [] : [...begun.values()].sort((a, b) => a - b),
      underWay: isCounted ? 0 : new Set([...underWay, ...entered.keys()]).size,
    };
    const now = { guildId, nowMs: clock.now(), isPaused: rules.pause !== null };
    return judge(wish, member, rules.settings, rules.words, now);
  };

  const enter = ({ guildId, memberId, jobId }: AdmissionRequest): void => {
    entering.set(`${guildId}-${memberId}`, enteringOf(guildId, memberId).set(jobId, clock.now()));
  };
  const leave = ({ guildId, memberId, jobId }: AdmissionRequest): void => {
    const jobs = enteringOf(guildId, memberId);
    jobs.delete(jobId);
    if (jobs.size === 0) entering.delete(`${guildId}-${memberId}`);
  };

  /** A request that crashed or failed here was answered, and is missing from its member's limits: one more may begin. */
  const count = async (request: AdmissionRequest): Promise<void> => {
    const { guildId, memberId, jobId } = request;
    const atMs = enteringOf(guildId, memberId).get(jobId) ?? clock.now();
    try {
      await members.change(guildId, memberId, (record) => withBegun(record, jobId, atMs));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn({ job: jobId, server: guildId, err: error }, 'a request could not be counted in its member’s record');
    }
  };

  return {
    tryOut: async (request, { isCounted } = { isCounted: false }) =>
      verdictOf(request, await members.of(request.guildId, request.memberId), isCounted),
    admit: async (request) => {
      const { guildId, memberId, wish } = request;
      let verdict: Verdict | undefined;
      // Under the member's lock: of simultaneous requests each is judged with those before it.
      await members.change(guildId, memberId, async (before) => {
        verdict = await verdictOf(request, before);
        // A pause or a limit says nothing of the member; what the lists refuse moderators want to know.
        if (verdict.verdict === 'refuse') return 'entry' in verdict.refusal ? counted(before, 'refused') : before;
        enter(request);
        return before;
      });
      if (!verdict || verdict.verdict === 'refuse') {
        if (verdict && 'entry' in verdict.refusal) {
          const { entry } = verdict.refusal;
          await audit.addRefused(guildId, {
            memberId,
            channelId: wish.channelIds[0] ?? '',
            entry,
            prompt: sentPromptsOf(wish.request).join('\n'),
          });
        }
        return verdict ?? { verdict: 'refuse', refusal: { reason: 'paused' } };
      }
      return {
        ...verdict,
        end: async (isStarted) => {
          try {
            if (isStarted) await count(request);
          } finally {
            leave(request);
          }
        },
      };
    },
  };
}
