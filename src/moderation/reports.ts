import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import type { AuditAction, AuditLog } from './audit-log.ts';
import { type Members, REASON_MAX_CHARACTERS } from './members.ts';
import { BY_EASEL } from './waiting.ts';

/** What members reported, and what became of it. */

const timeSchema = z.int().min(0);
const REPORTS_MAX = 50;
const CHILDREN_MAX = 200;
/** Results as old as that have left the history of their members. */
const KEPT_FOR_MS = 180 * 86_400_000;

/** Shown as before, shown as a spoiler, shown again by a moderator's word, and gone from its message. */
export const REPORT_STATES = ['shown', 'hidden', 'restored', 'removed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const reportRecordSchema = z.strictObject({
  version: z.literal(1),
  guildId: z.string(),
  jobId: z.string(),
  memberId: z.string(),
  channelId: z.string(),
  messageId: z.string().optional(),
  atMs: timeSchema,
  reports: z
    .array(z.strictObject({ byId: z.string(), atMs: timeSchema, why: z.string().max(REASON_MAX_CHARACTERS) }))
    .max(REPORTS_MAX),
  state: z.enum(REPORT_STATES),
  /** Who brought it into this state. */
  byId: z.string(),
  /** Whether its message and card show it as it is; until then it is tried again. */
  isCarriedOut: z.boolean(),
  card: z
    .strictObject({
      channelId: z.string(),
      messageId: z.string(),
      files: z.array(z.strictObject({ attachmentId: z.string(), name: z.string() })),
    })
    .optional(),
  /** Made from it with Again. */
  children: z
    .array(z.strictObject({ jobId: z.string(), memberId: z.string() }))
    .max(CHILDREN_MAX)
    .default([]),
});
export type ReportRecord = z.output<typeof reportRecordSchema>;

/** The result that it is about, and where it is shown. */
export type Subject = Pick<ReportRecord, 'guildId' | 'jobId' | 'memberId' | 'channelId'> & {
  messageId?: string | undefined;
};

/** The messages of a reported result: its own, the moderators' card, and the notice to its requester. */
export interface ReportDesk {
  showResult(record: ReportRecord): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Posts or updates the card; resolves with it, or undefined where there is no channel for it. */
  showCard(record: ReportRecord): Promise<ReportRecord['card'] | 'unavailable'>;
  notify(record: ReportRecord): Promise<void>;
}

export type ReportOutcome = { outcome: 'counted' | 'hidden' | 'already'; record: ReportRecord };
export type ReportDecision =
  | { outcome: 'decided'; record: ReportRecord }
  | { outcome: 'late'; record: ReportRecord }
  | { outcome: 'gone' };

export interface Reports {
  find(guildId: string, jobId: string): Promise<ReportRecord | undefined>;
  /** Counts each member once; hides at `reportsToHide`, or at one of a moderator. */
  report(
    subject: Subject,
    report: { byId: string; why: string; isModerator: boolean; reportsToHide: number },
  ): Promise<ReportOutcome>;
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
  /** Ends a request that waits still; nothing happens where there is none. */
  rejectWaiting: (jobId: string, byId: string) => Promise<void>;
}

const LOOK_INTERVAL_MS = 10_000;
const ACTION_OF: Readonly<Record<Exclude<ReportState, 'shown'>, AuditAction>> = {
  hidden: 'hidden',
  restored: 'restored',
  removed: 'removed',
};

/** Where it is shown now, as far as that is known. */
function placed({ channelId, messageId }: Subject): Partial<ReportRecord> {
  return messageId === undefined ? {} : { channelId, messageId };
}

export function createReports(parts: ReportsParts): Reports {
  const { collection, audit, members, locks, clock, log, desk, placeOf, rejectWaiting } = parts;
  const keyOf = (guildId: string, jobId: string): string => `${guildId}-${jobId}`;
  const open = new Map<string, { guildId: string; jobId: string }>();

  const fresh = ({ messageId, ...subject }: Subject): ReportRecord => ({
    version: 1,
    ...subject,
    ...(messageId === undefined ? {} : { messageId }),
    ...{ atMs: clock.now(), reports: [], state: 'shown', byId: BY_EASEL, isCarriedOut: true, children: [] },
  });

  const change = <Outcome>(
    guildId: string,
    jobId: string,
    decide: (before: ReportRecord | undefined) => { after?: ReportRecord; outcome: Outcome },
  ): Promise<Outcome> =>
    locks.run(`report:${keyOf(guildId, jobId)}`, async () => {
      const { after, outcome } = decide(await collection.get(keyOf(guildId, jobId)));
      if (!after) return outcome;
      if (!after.isCarriedOut) open.set(keyOf(guildId, jobId), { guildId, jobId });
      await collection.set(keyOf(guildId, jobId), after);
      return outcome;
    });

  const note = (record: ReportRecord, action: AuditAction, byId: string, why = ''): Promise<void> => {
    const { guildId, memberId, jobId } = record;
    return audit.add(guildId, { byId, action, memberId, jobId, ...(why === '' ? {} : { why }) });
  };

  const decideOne = (guildId: string, jobId: string, to: 'restored' | 'removed', byId: string, subject?: Subject) =>
    change<ReportDecision>(guildId, jobId, (found) => {
      const before = subject ? { ...(found ?? fresh(subject)), ...placed(subject) } : found;
      if (!before) return { outcome: { outcome: 'gone' } };
      if (before.state === 'removed' || before.state === to) return { outcome: { outcome: 'late', record: before } };
      const after: ReportRecord = { ...before, state: to, byId, isCarriedOut: false };
      return { after, outcome: { outcome: 'decided', record: after } };
    });

  const removeChildren = async (parent: ReportRecord, byId: string, seen: Set<string>): Promise<void> => {
    for (const { jobId, memberId } of parent.children) {
      if (seen.has(jobId)) continue;
      seen.add(jobId);
      await rejectWaiting(jobId, byId);
      const subject = await placeOf(parent.guildId, memberId, jobId);
      const known = await collection.get(keyOf(parent.guildId, jobId));
      const outcome = await decideOne(parent.guildId, jobId, 'removed', byId, subject);
      if (outcome.outcome === 'decided') await note(outcome.record, 'removed', byId);
      if (known) await removeChildren(known, byId, seen);
    }
  };

  const carryOut = async (guildId: string, jobId: string): Promise<void> => {
    const key = keyOf(guildId, jobId);
    await locks
      .run(`showing report:${key}`, async () => {
        const record = await collection.get(key);
        if (!record || record.isCarriedOut) {
          open.delete(key);
          return;
        }
        if (record.state === 'removed') await removeChildren(record, record.byId, new Set([jobId]));
        const shown = record.state === 'shown' ? 'shown' : await desk.showResult(record);
        const card = await desk.showCard(record);
        if (shown === 'unavailable' || card === 'unavailable') return;
        if (shown === 'shown' && record.state !== 'shown') await desk.notify(record);
        await change(guildId, jobId, (now) => {
          if (!now) return { outcome: undefined };
          const isSame = now.state === record.state && now.reports.length === record.reports.length;
          const carded = card ? { ...now, card } : now;
          return { after: { ...carded, isCarriedOut: isSame }, outcome: undefined };
        });
        if ((await collection.get(key))?.isCarriedOut) open.delete(key);
      })
      .catch((error: unknown) => {
        log.error({ report: jobId, err: error }, 'a report could not be carried out; it is tried again');
      });
  };

  return {
    find: (guildId, jobId) => collection.get(keyOf(guildId, jobId)),
    report: async (subject, { byId, why, isModerator, reportsToHide }) => {
      const outcome = await change<ReportOutcome>(subject.guildId, subject.jobId, (found) => {
        const before = found ?? fresh(subject);
        const isKnown = before.reports.some((report) => report.byId === byId);
        const isDecided = before.state === 'restored' && !isModerator;
        if (before.state === 'removed' || before.state === 'hidden' || (isKnown && !isModerator) || isDecided) {
          return { outcome: { outcome: 'already', record: before } };
        }
        const others = before.reports.filter((report) => report.byId !== byId).slice(-(REPORTS_MAX - 1));
        const reports = [...others, { byId, atMs: clock.now(), why: why.slice(0, REASON_MAX_CHARACTERS) }];
        const isHidden = isModerator || reports.length >= reportsToHide;
        const after: ReportRecord = {
          ...before,
          ...placed(subject),
          reports,
          isCarriedOut: false,
          ...(isHidden ? { state: 'hidden', byId: isModerator ? byId : BY_EASEL } : {}),
        };
        return { after, outcome: { outcome: isHidden ? 'hidden' : 'counted', record: after } };
      });
      const { record } = outcome;
      if (outcome.outcome === 'already') return outcome;
      await note(record, 'reported', byId, why);
      await members.count(record.guildId, record.memberId, 'reported');
      if (outcome.outcome === 'hidden') {
        await note(record, ACTION_OF.hidden, record.byId);
        await members.count(record.guildId, record.memberId, 'hidden');
      }
      return outcome;
    },
    decide: async (guildId, jobId, to, byId) => {
      const outcome = await decideOne(guildId, jobId, to, byId);
      if (outcome.outcome === 'decided') await note(outcome.record, ACTION_OF[to], byId);
      return outcome;
    },
    addChild: (parent, child) =>
      change(parent.guildId, parent.jobId, (found) => {
        const before = found ?? fresh(parent);
        if (before.children.some(({ jobId }) => jobId === child.jobId)) return { outcome: undefined };
        return { after: { ...before, children: [...before.children, child].slice(-CHILDREN_MAX) }, outcome: undefined };
      }),
    carryOut,
    load: async () => {
      const { records, unreadable } = await collection.all();
      for (const key of unreadable) log.error({ report: key }, 'a report cannot be read; it is left as it is');
      for (const [key, { guildId, jobId, isCarriedOut }] of records) {
        if (!isCarriedOut) open.set(key, { guildId, jobId });
      }
    },
    run: async (signal) => {
      for (;;) {
        for (const { guildId, jobId } of [...open.values()]) {
          signal.throwIfAborted();
          await carryOut(guildId, jobId);
        }
        await clock.sleep(LOOK_INTERVAL_MS, signal);
      }
    },
    sweep: async () => {
      const { records } = await collection.all();
      for (const [key, { atMs, isCarriedOut }] of records) {
        if (isCarriedOut && atMs < clock.now() - KEPT_FOR_MS) {
          await locks.run(`report:${key}`, () => collection.delete(key));
        }
      }
    },
  };
}
