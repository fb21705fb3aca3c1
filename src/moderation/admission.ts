import type { Clock } from '../clock.ts';
import type { AuditLog } from './audit-log.ts';
import { counted, type Members, withBegun, withoutBegun } from './members.ts';
import type { ServerSettings } from './server-settings.ts';
import { judge, type Verdict, type Wish } from './verdict.ts';

export interface AdmissionRequest {
  guildId: string;
  memberId: string;
  jobId: string;
  wish: Wish;
}

/** The door through which every request goes: judged, counted, and one at a time for each member. */
export interface Admission {
  /**
   * Judges, counts what is allowed or asked for, and runs `work`; what `work` did not begin (it gives back false, or
   * throws) is not counted. @throws StoreError when the records cannot be read or written: nothing was let through then.
   */
  admit(
    request: AdmissionRequest,
    work: (verdict: Exclude<Verdict, { verdict: 'refuse' }>) => Promise<boolean>,
  ): Promise<Extract<Verdict, { verdict: 'refuse' }> | { verdict: 'admitted' }>;
  /** The verdict without any effect. */
  tryOut(request: Omit<AdmissionRequest, 'jobId'>): Promise<Verdict>;
}

export interface AdmissionParts {
  settings: ServerSettings;
  members: Members;
  audit: AuditLog;
  clock: Pick<Clock, 'now'>;
  /** The member's jobs and requests that have not ended. */
  underWayIds: (guildId: string, memberId: string) => Promise<string[]>;
}

export function createAdmission({ settings, members, audit, clock, underWayIds }: AdmissionParts): Admission {
  /** Admitted, and not yet among what is under way. */
  const entering = new Map<string, Set<string>>();

  const verdictOf = async (
    { guildId, memberId, wish }: Omit<AdmissionRequest, 'jobId'>,
    record: Awaited<ReturnType<Members['of']>>,
  ): Promise<Verdict> => {
    const rules = await settings.of(guildId);
    const underWay = await underWayIds(guildId, memberId);
    const ids = new Set([...underWay, ...(entering.get(`${guildId}-${memberId}`) ?? [])]);
    const member = {
      timeout: record.timeout ?? undefined,
      isTrusted: record.trusted !== null,
      begunAtMs: record.begun.map(({ atMs }) => atMs),
      underWay: ids.size,
    };
    const now = { nowMs: clock.now(), isPaused: rules.pause !== null };
    return judge(wish, member, rules.settings, rules.words, now);
  };

  const enter = (key: string, jobId: string): void => {
    entering.set(key, (entering.get(key) ?? new Set()).add(jobId));
  };
  const leave = (key: string, jobId: string): void => {
    const ids = entering.get(key);
    ids?.delete(jobId);
    if (ids?.size === 0) entering.delete(key);
  };

  return {
    tryOut: async (request) => verdictOf(request, await members.of(request.guildId, request.memberId)),
    admit: async (request, work) => {
      const { guildId, memberId, jobId, wish } = request;
      const key = `${guildId}-${memberId}`;
      let verdict: Verdict | undefined;
      const judged = members.change(guildId, memberId, async (before) => {
        verdict = await verdictOf(request, before);
        if (verdict.verdict === 'refuse') return counted(before, 'refused');
        enter(key, jobId);
        return withBegun(before, jobId, clock);
      });
      await judged.catch((error: unknown) => {
        leave(key, jobId);
        throw error;
      });
      if (!verdict || verdict.verdict === 'refuse') {
        if (verdict && 'entry' in verdict.refusal) {
          const { entry } = verdict.refusal;
          await audit.addRefused(guildId, {
            memberId,
            channelId: wish.channelIds[0] ?? '',
            entry,
            prompt: wish.prompt,
          });
        }
        return verdict ?? { verdict: 'refuse', refusal: { reason: 'paused' } };
      }
      let isBegun = false;
      try {
        isBegun = await work(verdict);
      } finally {
        leave(key, jobId);
        if (!isBegun) await members.change(guildId, memberId, (record) => withoutBegun(record, jobId));
      }
      return { verdict: 'admitted' };
    },
  };
}
