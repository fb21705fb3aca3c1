import type { Decided } from '../../engine/driven-records.ts';
import { uniqueTimeMs } from '../../time/clock.ts';
import { isHiddenOrRemoved } from '../access/access.ts';
import { type AuditAction, mayUndoUntil, UNDO_WITHIN_MS, undoLeftMs } from '../records/audit-log.ts';
import type { NewDecision } from '../records/decisions.ts';
import { REASON_MAX_CHARACTERS } from '../records/members.ts';
import { type Brought, CLOSED_WAIT_MS, isOutOfReach, unreachedAfter } from '../records/messages.ts';
import { BY_EASEL } from '../requests/request.ts';
import {
  decidedStateOf,
  isBeingRemoved,
  isDecidable,
  keepsEvidence,
  LISTED_MAX,
  mayBringBack,
  REPORTS_MAX,
  type ReportPart,
  type ReportReason,
  type ReportRecord,
  type ReportState,
  type ReportSubject,
  stateWith,
  type WithholdingSource,
} from './report-record.ts';

/** Decisions about reported results, as pure functions. */

export type ReportOutcome =
  | { outcome: 'counted' | 'hidden' | 'already yours' | 'already hidden' | 'already removed' }
  /** Counted, but moderators decided to show it. */
  | { outcome: 'kept'; atMs: number };
export type ReportDecision =
  | { outcome: 'decided'; record: ReportRecord }
  /** Someone else decided first. */
  | { outcome: 'late'; record: ReportRecord }
  | { outcome: 'gone' };

export interface Report {
  byId: string;
  reason: ReportReason;
  why: string;
  isModerator: boolean;
  /** A member in a timeout hides nothing. */
  isTimedOut: boolean;
  reportsToHide: number;
  /** How many results the member has reported within a day, this one included. */
  ofDay: number;
  /** The result whose card can list this one. */
  cardWith?: string | undefined;
}

function newReportRecord({ messageId, ...subject }: ReportSubject, nowMs: number): ReportRecord {
  return {
    ...subject,
    ...(messageId === undefined ? {} : { messageId }),
    atMs: nowMs,
    reports: [],
    state: 'shown',
    byId: BY_EASEL,
    shown: {},
  };
}

/** Where the result is shown now, if known. */
function locationPart({ channelId, messageId }: ReportSubject): Partial<ReportRecord> {
  return messageId === undefined ? {} : { channelId, messageId };
}

function withState(
  record: ReportRecord,
  state: Exclude<ReportState, 'shown'>,
  byId: string,
  nowMs: number,
  why = '',
): ReportRecord {
  const { why: _, withSource: __, undoneById: ___, ...known } = withoutUndo(record);
  const reason = why.slice(0, REASON_MAX_CHARACTERS);
  const wasHidden = isHiddenOrRemoved(record.state);
  const kept = state === 'restored' && { kept: { atMs: nowMs, isIntimate: isDecidedAsIntimate(record), wasHidden } };
  const shown = withDerivedBehind(record);
  const decidedAtMs = uniqueTimeMs(nowMs, record.decidedAtMs);
  return { ...known, shown, state, byId, decidedAtMs, ...(reason === '' ? {} : { why: reason }), ...kept };
}

/** More was made from it since that was last brought to this state. */
function withDerivedBehind({ shown: { derived: _, ...shown } }: ReportRecord): ReportRecord['shown'] {
  return shown;
}

/** What a change of a report adds to the log. */
export function decisionsIn(before: ReportRecord | undefined, after: ReportRecord): NewDecision[] {
  const { memberId, jobId, channelId, messageId, byId, why } = after;
  const about = { memberId, jobId, channelId, messageId };
  const report = after.reports.at(-1);
  const isReported = report !== undefined && report !== before?.reports.at(-1);
  const undoneById = before?.undoneById === undefined ? after.undoneById : undefined;
  const state = decidedStateOf(after);
  const isDecided = undoneById === undefined && state !== (before ? decidedStateOf(before) : 'shown');
  const undid = before && decidedStateOf(before) === 'removed' ? ('removed' as const) : shownBy(before);
  return [
    ...(isReported ? [{ ...about, action: 'reported' as const, byId: report.byId, why: report.why }] : []),
    ...(isDecided ? [{ ...about, action: actionTo(state, before), byId, why }] : []),
    ...(undoneById === undefined ? [] : [{ ...about, action: 'undone' as const, undid, byId: undoneById }]),
  ];
}

/** The decisions that bring a report to each state. */
export const DECISIONS_TO = {
  shown: [],
  hidden: ['hidden'],
  restored: ['restored', 'kept'],
  removed: ['removed'],
} satisfies Record<ReportState, readonly AuditAction[]>;

/** What brought a report to this state. */
function actionTo(state: ReportState, before: ReportRecord | undefined): AuditAction {
  if (isHiddenOrRemoved(state)) return state;
  return isHiddenOrRemoved(before?.state) ? 'restored' : 'kept';
}

const shownBy = (record: ReportRecord | undefined): 'restored' | 'kept' =>
  record?.kept?.wasHidden ? 'restored' : 'kept';

/** A decision covers the reasons that moderators knew. */
const isDecidedAsIntimate = ({ kept, reports }: ReportRecord): boolean =>
  kept?.isIntimate === true || reports.some(({ reason }) => reason === 'intimate');

/**
 * Counts each member once. Hides the result after `reportsToHide` reports, or after a single one by a moderator or of an
 * intimate picture. Once moderators have decided to show it, members' reports for the same reasons are only counted.
 */
export function addReport(
  found: ReportRecord | undefined,
  subject: ReportSubject,
  report: Report,
  nowMs: number,
): Decided<ReportRecord, ReportOutcome> {
  const { byId, reason, why, isModerator, ofDay, cardWith } = report;
  const before = found ?? newReportRecord(subject, nowMs);
  const outcome = outcomeOf(before, report);
  const others = before.reports.filter((other) => other.byId !== byId);
  const isKnown = others.length < before.reports.length;
  if (outcome.outcome.startsWith('already') || (outcome.outcome === 'kept' && isKnown)) return { outcome };
  const isUrgent = isUrgentBy(before, report);
  const added = { byId, atMs: nowMs, reason, why: why.slice(0, REASON_MAX_CHARACTERS), ofDay };
  const reported: ReportRecord = {
    ...before,
    ...locationPart(subject),
    ...(isUrgent && { urgent: { sinceMs: nowMs } }),
    ...(cardWith !== undefined && before.reports.length === 0 && { cardWith }),
    reports: [...others.slice(-(REPORTS_MAX - 1)), added],
  };
  if (outcome.outcome !== 'hidden') return { after: reported, outcome };
  if (before.state === 'hidden') return { after: withoutSource(reported), outcome };
  return { after: withState(reported, 'hidden', isModerator || isUrgent ? byId : BY_EASEL, nowMs), outcome };
}

function outcomeOf(record: ReportRecord, report: Report): ReportOutcome {
  const { state, kept, reports } = record;
  const { byId, isModerator, isTimedOut, reportsToHide } = report;
  if (state === 'removed') return { outcome: 'already removed' };
  // An intimate picture has to be hidden at once, even after earlier reports for other reasons.
  if (isUrgentBy(record, report)) return { outcome: 'hidden' };
  if (state === 'hidden')
    return { outcome: decidedStateOf(record) === 'removed' ? 'already removed' : 'already hidden' };
  if (isModerator) return { outcome: 'hidden' };
  if (kept) return { outcome: 'kept', atMs: kept.atMs };
  if (reports.some((other) => other.byId === byId)) return { outcome: 'already yours' };
  return { outcome: !isTimedOut && reports.length + 1 >= reportsToHide ? 'hidden' : 'counted' };
}

/** Whether this is the first report as an intimate picture since moderators decided, if they did. */
const isUrgentBy = ({ kept, urgent }: ReportRecord, { reason, isTimedOut }: Report): boolean =>
  reason === 'intimate' && !isTimedOut && kept?.isIntimate !== true && !urgent;

/** Hidden for a reason of its own. */
function withoutSource({ withSource: _, ...record }: ReportRecord): ReportRecord {
  return record;
}

/** Lists another result on the card of this one, if moderators haven't decided about it. */
export function listOnCard(
  found: ReportRecord | undefined,
  { guildId, jobId, memberId, channelId, messageId }: ReportSubject,
): Decided<ReportRecord, boolean> {
  const { listed = [] } = found ?? {};
  if (!found || !isDecidable(found)) return { outcome: false };
  if (listed.some((one) => one.jobId === jobId)) return { outcome: true };
  const added = { guildId, jobId, memberId, channelId, ...(messageId === undefined ? {} : { messageId }) };
  return { after: { ...found, listed: [...listed, added].slice(-LISTED_MAX) }, outcome: true };
}

/** It needs a card of its own. */
export function withOwnCard({ cardWith: _, ...record }: ReportRecord): ReportRecord {
  return record;
}

/**
 * The first decision counts. After *Restore*, a result can only be removed once it's reported again.
 * @param isUndoable whether moderators can undo it for a while; what they remove is hidden until then
 * @param isAuthorTold whether another message tells its author
 */
export function decideReport(
  found: ReportRecord | undefined,
  {
    to,
    byId,
    why,
    isUndoable = false,
    isAuthorTold = false,
  }: NewDecisionOnReport & { to: 'restored' | 'removed'; byId: string },
  nowMs: number,
): Decided<ReportRecord, ReportDecision> {
  if (!found) return { outcome: { outcome: 'gone' } };
  const decidedState = decidedStateOf(found);
  if (decidedState === 'restored' || decidedState === 'removed') return { outcome: { outcome: 'late', record: found } };
  const removes = isUndoable && to === 'removed' ? { removes: true as const } : {};
  const undo = { untilMs: nowMs + UNDO_WITHIN_MS, ...removes, replaced: replacedBy(found) };
  const decided = withState(found, removes.removes ? 'hidden' : to, byId, nowMs, why);
  const shown = isAuthorTold ? { ...decided.shown, notice: to } : decided.shown;
  const after = { ...decided, shown, ...(isUndoable && { undo }) };
  return { after, outcome: { outcome: 'decided', record: after } };
}

export interface NewDecisionOnReport {
  why?: string;
  isUndoable?: boolean;
  isAuthorTold?: boolean;
}

/**
 * Shows a removed result again. That can't be undone, but it can be reported again.
 * @param source one that withholds it
 */
export function bringBack(
  found: ReportRecord | undefined,
  { source, byId }: { source: WithholdingSource | undefined; byId: string },
  nowMs: number,
): Decided<ReportRecord, 'brought back' | 'late' | 'withheld'> {
  if (!found || !mayBringBack(found, nowMs)) return { outcome: 'late' };
  if (source) return { outcome: 'withheld' };
  return { after: withState(found, 'restored', byId, nowMs), outcome: 'brought back' };
}

type Undo = NonNullable<ReportRecord['undo']>;

function replacedBy({ state, byId, urgent, kept, withSource }: ReportRecord): Undo['replaced'] {
  return {
    ...{ state: state === 'hidden' ? state : 'shown', byId },
    ...(urgent && { urgent }),
    ...(kept && { kept }),
    ...(withSource && { withSource }),
  };
}

/**
 * Undoes the decision of that time: the result is as before, with the reports that it has now, and its author may ask for
 * another look anew. A report as an intimate picture that came meanwhile hides it.
 */
export function undoDecision(
  found: ReportRecord | undefined,
  { atMs, byId }: { atMs: number; byId: string },
  nowMs: number,
): Decided<ReportRecord, 'undone' | 'late'> {
  if (!found?.undo || found.decidedAtMs !== atMs || !mayUndoUntil(found.undo.untilMs, nowMs))
    return { outcome: 'late' };
  const { undo, kept: _, why: __, ...known } = found;
  const before = found.urgent ? { ...undo.replaced, state: 'hidden' as const, urgent: found.urgent } : undo.replaced;
  const shown = withDerivedBehind(found);
  const decidedAtMs = uniqueTimeMs(nowMs, atMs);
  return { after: { ...known, shown, ...before, decidedAtMs, undoneById: byId }, outcome: 'undone' };
}

/** How long its decision can be undone; undefined if it can't. */
export const undoEndsInMs = ({ undo }: ReportRecord, nowMs: number): number | undefined =>
  undo && undoLeftMs(undo.untilMs, nowMs);

/** Its decision can no longer be undone, so that what was removed goes for good. */
export function undoEnded(record: ReportRecord, nowMs: number): ReportRecord {
  if (!isBeingRemoved(record)) return withoutUndo(record);
  const { byId, why, decidedAtMs = nowMs } = record;
  return { ...withState(record, 'removed', byId, nowMs, why), decidedAtMs };
}

function withoutUndo({ undo: _, ...record }: ReportRecord): ReportRecord {
  return record;
}

/**
 * Brings a result to the state that its sources give it. Moderators may still decide about it.
 * @param source one that withholds it; undefined if none does
 * @param byId who caused that none does
 * @param subject where it's shown; if unknown, only an existing record changes
 * @returns whether its state changed
 */
export function followSource(
  found: ReportRecord | undefined,
  {
    source,
    byId,
    subject,
  }: { source: WithholdingSource | undefined; byId: string; subject: ReportSubject | undefined },
  nowMs: number,
): Decided<ReportRecord, boolean> {
  const before = subject ? { ...(found ?? newReportRecord(subject, nowMs)), ...locationPart(subject) } : found;
  if (!before) return { outcome: false };
  const state = stateWith(before, source, nowMs);
  const isAsItsSource = !before.withSource || !source || before.withSource.removes === source.removes;
  if (state === before.state && isAsItsSource) {
    // Without its source there's nothing to go back to.
    return { after: !source && found?.undo?.replaced.withSource ? undoEnded(found, nowMs) : undefined, outcome: false };
  }
  // Their own decision, which stays when its source comes back.
  if (state === 'removed' && isBeingRemoved(before)) return { after: undoEnded(before, nowMs), outcome: true };
  if (source && isHiddenOrRemoved(state)) {
    const { sinceMs, removes } = source;
    const withSource = { sinceMs, ...(removes && { removes }) };
    return { after: { ...withState(before, source.state, source.byId, nowMs), withSource }, outcome: true };
  }
  const { undoneById: _, ...known } = withoutSource(before);
  return { after: { ...known, shown: withDerivedBehind(before), state, byId }, outcome: true };
}

/** An intimate picture that was reported while the clock was ahead is reported now, so that its deadline comes in time. */
export function reportedByNow(record: ReportRecord, nowMs: number): ReportRecord {
  const isAhead = record.urgent !== undefined && record.urgent.sinceMs > nowMs;
  return isAhead ? { ...record, urgent: { sinceMs: nowMs } } : record;
}

/**
 * Without what a member wrote as a reporter. The card, which shows that or the prompt of the member's picture, is drawn again.
 * Undefined if it has neither.
 */
export function withoutWordsOf(record: ReportRecord, memberId: string): ReportRecord | undefined {
  const hasWords = record.reports.some(({ byId, why }) => byId === memberId && why !== '');
  if (!hasWords && record.memberId !== memberId) return undefined;
  const reports = record.reports.map((one) => (one.byId === memberId ? { ...one, why: '' } : one));
  return { ...record, reports, shown: record.card ? { ...record.shown, card: '' } : record.shown };
}

/** The record with the message that shows the result now, which may be another one than at the time of the report. */
export const withLocation = (record: ReportRecord, where: ReportSubject | undefined): ReportRecord =>
  where ? { ...record, ...locationPart(where) } : record;

/** A part of a report that was brought up to date. */
export interface BroughtPart {
  part: ReportPart;
  state: string | undefined;
  /** The record at that time. */
  seen: ReportRecord;
  brought: Brought | undefined;
}

/** Records the part's new state. If the card's or the result's channel is closed, it's tried again later. */
export function withBroughtPart(
  now: ReportRecord | undefined,
  { part, state, seen, brought }: BroughtPart,
  nowMs: number,
): Decided<ReportRecord, undefined> {
  if (!now) return { outcome: undefined };
  const known = { ...now, shown: { ...now.shown, [part]: state } };
  switch (part) {
    case 'card': {
      const { cardDueAtMs: _, ...open } = known;
      if (brought?.outcome === 'closed')
        return { after: { ...open, cardDueAtMs: nowMs + CLOSED_WAIT_MS }, outcome: undefined };
      if (brought?.outcome !== 'there') {
        const emptied = open.card && !keepsEvidence(seen) && { card: { ...open.card, files: [] } };
        return { after: { ...open, ...emptied }, outcome: undefined };
      }
      const { id: messageId, channelId, files } = brought.message;
      return { after: { ...open, card: { channelId, messageId, files } }, outcome: undefined };
    }
    case 'result': {
      const isReached = !isOutOfReach(brought);
      const late = unreachedAfter(now, { key: part, state, isReached }, nowMs);
      const { urgent, ...rest } = { ...known, ...late, ...locationPart(seen) };
      // The message has its files again, unless the result was reported again meanwhile.
      const isOver = isReached && seen.state === 'restored' && now.state === 'restored';
      return { after: { ...rest, ...(urgent && !isOver && { urgent }) }, outcome: undefined };
    }
    default:
      return { after: known, outcome: undefined };
  }
}
