import type { Clock } from '../../clock.ts';
import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import type { AuditLog } from '../audit-log.ts';
import type { Members } from '../members.ts';
import { createSettleNotes } from '../notes.ts';
import {
  addReport,
  closeReport,
  decideAbout,
  isNews,
  type Report,
  type ReportDecision,
  type ReportOutcome,
  removeWithSource,
  withCard,
  withChild,
  withOperatorTold,
  withoutChild,
  withPlace,
} from './report-decisions.ts';
import { deadlineOf, type ReportRecord, type Subject } from './report-record.ts';

export {
  deadlineOf,
  type ReportRecord,
  type ReportState,
  reportRecordSchema,
  type Subject,
} from './report-record.ts';

/** The messages of a reported result: its own, the moderators' card, and the notice to its requester. */
export interface ReportDesk {
  showResult(record: ReportRecord): Promise<'shown' | 'gone' | 'unavailable'>;
  /** Posts or updates the card; resolves with it, or undefined where there is no channel for it. Managers are told of a closed one. */
  showCard(record: ReportRecord): Promise<ReportRecord['card'] | 'closed' | 'unavailable'>;
  notify(record: ReportRecord): Promise<void>;
}

/** What members report, and moderators decide about it. */
export interface Reports {
  find(guildId: string, jobId: string): Promise<ReportRecord | undefined>;
  /** `too many` where a member reported more intimate pictures within a day than moderators have decided about. */
  report(subject: Subject, report: Report): Promise<ReportOutcome | { outcome: 'too many' }>;
  /** What was reported as an intimate picture and waits for moderators, the oldest first. */
  urgentOf(guildId: string): ReportRecord[];
  /** Restores or removes; removing reaches what was made from it. The first decision stays until it is reported again. */
  decide(
    guildId: string,
    jobId: string,
    to: 'restored' | 'removed',
    byId: string,
    why?: string,
  ): Promise<ReportDecision>;
  /** Notes that a result is made from another one; `hidden` or `full` where nothing may be made from that any more. */
  addChild(parent: Subject, child: { jobId: string; memberId: string }): Promise<'noted' | 'hidden' | 'full'>;
  /** Gives the place back of one of which nothing was begun. */
  dropChild(parent: Subject, childJobId: string): Promise<void>;
  /** Makes messages show what was decided. Never rejects: it is tried again by itself. */
  carryOut(guildId: string, jobId: string): Promise<void>;
  /** Does something to the result's message while nothing that was decided about it is carried out. */
  alone<Result>(
    guildId: string,
    jobId: string,
    work: (record: ReportRecord | undefined) => Promise<Result>,
  ): Promise<Result>;
  load(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  sweep(nowMs: number): Promise<void>;
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
  /** Whether its member's history still has a work. */
  isKept: (guildId: string, memberId: string, jobId: string) => Promise<boolean>;
  /** Takes what is shown of it elsewhere down; it need not be done when this resolves, but happens surely. */
  takeDown: (guildId: string, jobId: string) => Promise<void>;
  /** Shows again elsewhere what `takeDown` took down. */
  putBack: (guildId: string, jobId: string) => Promise<void>;
  /** Tells the operator of an intimate picture that was reported, or that moderators did not decide about in time. */
  tellOperator: (record: ReportRecord, of: 'report' | 'overdue') => Promise<'told' | Next>;
  /**
   * Ends what nobody but moderators has seen yet: a request that waits, a preview. `ended` where it will never be shown,
   * `later` where it is just on its way, `nothing` where there is none.
   */
  endUnshown: (jobId: string, byId: string) => Promise<'ended' | 'later' | 'nothing'>;
}

/** A moderators' channel that is closed to Easel may be opened again; Discord bans who asks in vain too often. */
const CLOSED_WAIT_MS = 3_600_000;
/** Of works that are kept no more: their messages may still be there. */
const KEPT_FOR_MS = 180 * 86_400_000;
/** A request that was let in is in the store some seconds later, or never will be. */
const COMES_WITHIN_MS = 60_000;

/** Of reports that hide at once, and which moderators have not decided about. */
const INTIMATE_REPORTS_A_DAY = 5;
const DAY_MS = 86_400_000;

/** A report's key in its collection. */
export const reportKey = (guildId: string, jobId: string): string => `${guildId}-${jobId}`;

export function createReports(parts: ReportsParts): Reports {
  const { collection, locks, clock, log } = parts;
  const cases: Cases = createDrivenRecords<ReportRecord>({
    ...{ name: 'report', collection, locks, clock, log, dueInMs },
    follow: (found) => follow(found),
    guildOf: ({ guildId }) => guildId,
  });
  const follow = createFollow(parts, cases);
  const urgentOf = (guildId: string): ReportRecord[] =>
    [...cases.open.values()]
      .filter((one) => one.guildId === guildId && deadlineOf(one) !== undefined)
      .sort((one, other) => (one.urgent?.sinceMs ?? 0) - (other.urgent?.sinceMs ?? 0));
  const isTooMany = (guildId: string, { byId, reason, isModerator }: Report): boolean => {
    if (isModerator || reason !== 'intimate') return false;
    const isRecent = (one: ReportRecord['reports'][number]): boolean =>
      one.byId === byId && one.reason === 'intimate' && one.atMs > clock.now() - DAY_MS;
    return urgentOf(guildId).filter(({ reports }) => reports.some(isRecent)).length >= INTIMATE_REPORTS_A_DAY;
  };

  return {
    find: (guildId, jobId) => cases.find(reportKey(guildId, jobId)),
    urgentOf,
    report: async (subject, report) => {
      if (isTooMany(subject.guildId, report)) return { outcome: 'too many' };
      return cases.change(reportKey(subject.guildId, subject.jobId), (found) =>
        addReport(found, subject, report, clock.now()),
      );
    },
    decide: (guildId, jobId, to, byId, why = '') =>
      cases.change(reportKey(guildId, jobId), (found) => decideAbout(found, { to, byId, why }, clock.now())),
    addChild: (parent, child) =>
      cases.change(reportKey(parent.guildId, parent.jobId), (found) => withChild(found, parent, child, clock.now())),
    dropChild: (parent, childJobId) =>
      cases.change(reportKey(parent.guildId, parent.jobId), (found) => withoutChild(found, childJobId)),
    carryOut: (guildId, jobId) => cases.carryOut(reportKey(guildId, jobId)),
    alone: (guildId, jobId, work) => cases.alone(reportKey(guildId, jobId), work),
    load: cases.load,
    run: cases.run,
    sweep: (nowMs) =>
      cases.sweep(
        ({ atMs, isCarriedOut }) => isCarriedOut && atMs < nowMs - KEPT_FOR_MS,
        // What was decided about a work counts for as long as there is something to find.
        async ({ guildId, memberId, jobId }) => parts.isKept(guildId, memberId, jobId),
      ),
  };
}

type Cases = DrivenRecords<ReportRecord>;

/** Makes messages show what was decided, and tells those whom it concerns. */
function createFollow(parts: ReportsParts, cases: Cases): (found: ReportRecord) => Promise<Next> {
  const { clock, desk, placeOf, endUnshown, takeDown, putBack } = parts;
  const settleNotes = createSettleNotes(parts);
  const tellOperator = createTellOperator(parts, cases);

  const removeChild = async (
    { guildId, byId }: ReportRecord,
    { jobId, memberId, atMs }: ReportRecord['children'][number],
  ): Promise<'done' | 'later'> => {
    const unshown = await endUnshown(jobId, byId);
    if (unshown !== 'nothing') return unshown === 'ended' ? 'done' : 'later';
    const subject = await placeOf(guildId, memberId, jobId);
    const { outcome } = await cases.change(reportKey(guildId, jobId), (found) =>
      removeWithSource(found, { byId, subject }, clock.now()),
    );
    // Only what this has just decided: whatever the records say, nothing can wait for itself then.
    if (outcome === 'decided') await cases.carryOut(reportKey(guildId, jobId));
    return outcome === 'gone' && clock.now() - atMs < COMES_WITHIN_MS ? 'later' : 'done';
  };

  const removeChildren = async (parent: ReportRecord): Promise<'done' | 'later'> => {
    const outcomes: ('done' | 'later')[] = [];
    for (const child of parent.children) outcomes.push(await removeChild(parent, child));
    return outcomes.includes('later') ? 'later' : 'done';
  };

  const bringCard = async (record: ReportRecord): Promise<'done' | 'unavailable'> => {
    const card = await desk.showCard(record);
    if (card === 'unavailable') return card;
    // At once: a card of which nobody knows would be posted again.
    await cases.change(reportKey(record.guildId, record.jobId), (now) => withCard(now, card));
    return 'done';
  };

  /** Before the message loses its files, the card takes them over; meanwhile they are spoilers. */
  const secureEvidence = async (record: ReportRecord): Promise<ReportRecord> => {
    const { urgent: _, ...covered } = record;
    if ((await desk.showResult(covered)) !== 'shown') return record;
    await bringCard(record);
    const { card } = (await cases.find(reportKey(record.guildId, record.jobId))) ?? {};
    return card ? { ...record, card } : record;
  };

  /** A card that is owed waits for its channel to be opened. */
  const waitForChannel = (key: string): Next =>
    cases.open.get(key)?.isCardOwed ? { dueInMs: CLOSED_WAIT_MS } : undefined;

  const show = async (found: ReportRecord): Promise<Next> => {
    const { guildId, jobId, memberId } = found;
    const key = reportKey(guildId, jobId);
    const noted = await settleNotes(found, found, cases.change, key);
    if (noted.isCarriedOut) {
      if (noted.isCardOwed && (await bringCard(noted)) === 'unavailable') return undefined;
      return waitForChannel(key);
    }
    const { state } = noted;
    if (state === 'hidden' || state === 'removed') await takeDown(guildId, jobId);
    const children = state === 'removed' ? await removeChildren(noted) : 'done';
    const placed = withPlace(noted, await placeOf(guildId, memberId, jobId));
    const record = state === 'hidden' && placed.urgent && !placed.card ? await secureEvidence(placed) : placed;
    const shown = state === 'shown' ? 'shown' : await desk.showResult(record);
    const card = await bringCard(record);
    if (children === 'later' || shown === 'unavailable' || card === 'unavailable') return undefined;
    if (state === 'restored') await putBack(guildId, jobId);
    if (isNews(record)) await desk.notify(record);
    await cases.change(key, (now) => closeReport(now, record));
    return cases.open.get(key)?.isCarriedOut ? waitForChannel(key) : undefined;
  };

  return async (found) => {
    const next = await show(found);
    return next ?? (await tellOperator(reportKey(found.guildId, found.jobId)));
  };
}

function createTellOperator({ clock, tellOperator }: ReportsParts, cases: Cases): (key: string) => Promise<Next> {
  return async (key) => {
    const now = await cases.find(key);
    const of = now && dueToOperator(now, clock.now());
    if (!now?.urgent || !of) return undefined;
    const outcome = await tellOperator(now, of);
    if (outcome !== 'told') return outcome;
    const { sinceMs } = now.urgent;
    await cases.change(key, (latest) => withOperatorTold(latest, sinceMs, of));
    return undefined;
  };
}

/** An intimate picture stays open until moderators decide: the operator hears of it, and again after the deadline. */
function dueInMs(record: ReportRecord, nowMs: number): number | undefined {
  const { isCarriedOut, isCardOwed = false, notes, urgent } = record;
  if (!isCarriedOut || isCardOwed || notes.length > 0) return 0;
  const deadlineMs = deadlineOf(record);
  if (deadlineMs === undefined) return undefined;
  if (urgent?.toldOperatorOf === undefined) return 0;
  return urgent.toldOperatorOf === 'overdue' ? DAY_MS : Math.max(0, deadlineMs - nowMs);
}

function dueToOperator(record: ReportRecord, nowMs: number): 'report' | 'overdue' | undefined {
  const deadlineMs = deadlineOf(record);
  const told = record.urgent?.toldOperatorOf;
  if (deadlineMs === undefined || told === 'overdue') return undefined;
  if (nowMs >= deadlineMs) return 'overdue';
  return told === undefined ? 'report' : undefined;
}
