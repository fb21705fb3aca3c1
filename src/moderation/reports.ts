import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import type { AuditAction, AuditLog } from './audit-log.ts';
import { createCases } from './cases.ts';
import type { Members } from './members.ts';
import {
  carriedOut,
  decidedAbout,
  type Report,
  type ReportDecision,
  type ReportOutcome,
  reported,
  withChild,
} from './report-decisions.ts';
import type { ReportRecord, ReportState, Subject } from './report-record.ts';

export { type ReportRecord, type ReportState, reportRecordSchema, type Subject } from './report-record.ts';

/** The messages of a reported result: its own, the moderators' card, and the notice to its requester. */
export interface ReportDesk {
  showResult(record: ReportRecord): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Posts or updates the card; resolves with it, or undefined where there is no channel for it. */
  showCard(record: ReportRecord): Promise<ReportRecord['card'] | 'unavailable'>;
  notify(record: ReportRecord): Promise<void>;
}

/** What members report, and moderators decide about it. */
export interface Reports {
  find(guildId: string, jobId: string): Promise<ReportRecord | undefined>;
  report(subject: Subject, report: Report): Promise<ReportOutcome>;
  /** Restores or removes; removing reaches what was made from it. The first decision to remove stays. */
  decide(guildId: string, jobId: string, to: 'restored' | 'removed', byId: string): Promise<ReportDecision>;
  /** Notes that a result is made from another one. */
  addChild(parent: Subject, child: { jobId: string; memberId: string }): Promise<void>;
  /** Makes messages show what was decided. Never rejects: it is tried again by itself. */
  carryOut(guildId: string, jobId: string): Promise<void>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  sweep(): Promise<void>;
}

export interface ReportsParts {
  collection: Collection<ReportRecord>;
  audit: AuditLog;
  members: Members;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  desk: ReportDesk;
  /** Where a result is shown now, as its member's history has it. */
  placeOf: (guildId: string, memberId: string, jobId: string) => Promise<Subject | undefined>;
  /** Takes what is shown of it elsewhere down; it need not be done when this resolves, but happens surely. */
  takeDown: (guildId: string, jobId: string) => Promise<void>;
  /** Ends a request that waits still; nothing happens where there is none. */
  rejectWaiting: (jobId: string, byId: string) => Promise<void>;
}

const LOOK_INTERVAL_MS = 10_000;
/** Results as old as that have left the history of their members. */
const KEPT_FOR_MS = 180 * 86_400_000;

const ACTION_OF: Readonly<Record<Exclude<ReportState, 'shown'>, AuditAction>> = {
  hidden: 'hidden',
  restored: 'restored',
  removed: 'removed',
};

export function createReports(parts: ReportsParts): Reports {
  const { collection, audit, members, locks, clock, log, desk, placeOf, rejectWaiting, takeDown } = parts;
  const keyOf = (guildId: string, jobId: string): string => `${guildId}-${jobId}`;

  const note = (record: ReportRecord, action: AuditAction, byId: string, why = ''): Promise<void> => {
    const { guildId, memberId, jobId } = record;
    return audit.add(guildId, { byId, action, memberId, jobId, ...(why === '' ? {} : { why }) });
  };

  const decide = async (
    guildId: string,
    jobId: string,
    decision: { to: 'restored' | 'removed'; byId: string; subject?: Subject | undefined },
  ): Promise<ReportDecision> => {
    const key = keyOf(guildId, jobId);
    const outcome = await cases.change(key, (found) => decidedAbout(found, decision, clock.now()));
    if (outcome.outcome === 'decided') await note(outcome.record, ACTION_OF[decision.to], decision.byId);
    return outcome;
  };

  const removeChildren = async (parent: ReportRecord, byId: string, seen: Set<string>): Promise<void> => {
    for (const { jobId, memberId } of parent.children) {
      if (seen.has(jobId)) continue;
      seen.add(jobId);
      await rejectWaiting(jobId, byId);
      const subject = await placeOf(parent.guildId, memberId, jobId);
      const known = await cases.find(keyOf(parent.guildId, jobId));
      await decide(parent.guildId, jobId, { to: 'removed', byId, subject });
      if (known) await removeChildren(known, byId, seen);
    }
  };

  const follow = async (record: ReportRecord): Promise<void> => {
    const { guildId, jobId, byId, state } = record;
    if (state === 'hidden' || state === 'removed') await takeDown(guildId, jobId);
    if (state === 'removed') await removeChildren(record, byId, new Set([jobId]));
    const shown = state === 'shown' ? 'shown' : await desk.showResult(record);
    const card = await desk.showCard(record);
    if (shown === 'unavailable' || card === 'unavailable') return;
    if (shown === 'shown' && state !== 'shown') await desk.notify(record);
    await cases.change(keyOf(guildId, jobId), (now) => carriedOut(now, record, card));
  };

  const cases = createCases<ReportRecord>({
    ...{ name: 'report', collection, locks, clock, log, follow },
    lookIntervalMs: LOOK_INTERVAL_MS,
    isOpen: ({ isCarriedOut }) => !isCarriedOut,
  });

  return {
    find: (guildId, jobId) => cases.find(keyOf(guildId, jobId)),
    report: async (subject, report) => {
      const key = keyOf(subject.guildId, subject.jobId);
      const outcome = await cases.change(key, (found) => reported(found, subject, report, clock.now()));
      const { record } = outcome;
      if (outcome.outcome === 'already') return outcome;
      await note(record, 'reported', report.byId, report.why);
      await members.count(record.guildId, record.memberId, 'reported');
      if (outcome.outcome === 'hidden') {
        await note(record, ACTION_OF.hidden, record.byId);
        await members.count(record.guildId, record.memberId, 'hidden');
      }
      return outcome;
    },
    decide: (guildId, jobId, to, byId) => decide(guildId, jobId, { to, byId }),
    addChild: (parent, child) =>
      cases.change(keyOf(parent.guildId, parent.jobId), (found) => withChild(found, parent, child, clock.now())),
    carryOut: (guildId, jobId) => cases.carryOut(keyOf(guildId, jobId)),
    load: cases.load,
    run: cases.run,
    sweep: () => cases.sweep(({ atMs, isCarriedOut }) => isCarriedOut && atMs < clock.now() - KEPT_FOR_MS),
  };
}
