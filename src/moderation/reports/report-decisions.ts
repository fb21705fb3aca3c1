import type { Decided } from '../../engine/driven-records.ts';
import { REASON_MAX_CHARACTERS } from '../records/members.ts';
import type { Brought } from '../records/messages.ts';
import { withOutboxEntry } from '../records/outbox.ts';
import { BY_EASEL } from '../requests/request.ts';
import {
  CHILDREN_MAX,
  REPORTS_MAX,
  type ReportPart,
  type ReportReason,
  type ReportRecord,
  type ReportState,
  type Subject,
} from './report-record.ts';

/** What a report, a moderator's word, or something made from a result does to its record. */

/** A moderators' channel that is closed to Easel may be opened again; Discord bans who asks in vain too often. */
const CLOSED_WAIT_MS = 3_600_000;

export type ReportOutcome = { outcome: 'counted' | 'hidden' | 'already'; record: ReportRecord };
export type ReportDecision =
  | { outcome: 'decided'; record: ReportRecord }
  /** Somebody was first. */
  | { outcome: 'late'; record: ReportRecord }
  | { outcome: 'gone' };

export interface Report {
  byId: string;
  reason: ReportReason;
  why: string;
  isModerator: boolean;
  reportsToHide: number;
}

function fresh({ messageId, ...subject }: Subject, nowMs: number): ReportRecord {
  return {
    ...subject,
    ...(messageId === undefined ? {} : { messageId }),
    atMs: nowMs,
    reports: [],
    state: 'shown',
    byId: BY_EASEL,
    shown: {},
    children: [],
    outbox: [],
  };
}

/** Where it is shown now, as far as that is known. */
function locationPart({ channelId, messageId }: Subject): Partial<ReportRecord> {
  return messageId === undefined ? {} : { channelId, messageId };
}

function inState(
  record: ReportRecord,
  state: Exclude<ReportState, 'shown'>,
  byId: string,
  nowMs: number,
  why = '',
): ReportRecord {
  const { why: _, isWithSource: __, ...known } = record;
  const reason = why.slice(0, REASON_MAX_CHARACTERS);
  const now = { ...known, state, byId, ...(reason === '' ? {} : { why: reason }) };
  return withOutboxEntry(now, { action: state, byId, atMs: nowMs, why: reason });
}

/**
 * Counts each member once; hides at `reportsToHide`, at one of a moderator, and at one of an intimate picture. What a
 * moderator restored, only moderators hide.
 */
export function addReport(
  found: ReportRecord | undefined,
  subject: Subject,
  report: Report,
  nowMs: number,
): Decided<ReportRecord, ReportOutcome> {
  const { byId, reason, why, isModerator, reportsToHide } = report;
  const before = found ?? fresh(subject, nowMs);
  if (!counts(before, report)) return { outcome: { outcome: 'already', record: before } };
  const others = before.reports.filter((other) => other.byId !== byId).slice(-(REPORTS_MAX - 1));
  const reports = [...others, { byId, atMs: nowMs, reason, why: why.slice(0, REASON_MAX_CHARACTERS) }];
  const urgent = reason === 'intimate' ? { urgent: { sinceMs: nowMs } } : {};
  const told = { ...before, ...locationPart(subject), ...urgent, reports };
  const noted = withOutboxEntry(told, { action: 'reported', byId, atMs: nowMs, why });
  const isHidden = isModerator || reason === 'intimate' || reports.length >= reportsToHide;
  if (!isHidden || before.state === 'hidden') {
    return { after: noted, outcome: { outcome: isHidden ? 'hidden' : 'counted', record: noted } };
  }
  const isByOne = isModerator || reason === 'intimate';
  const after = inState(noted, 'hidden', isByOne ? byId : BY_EASEL, nowMs);
  return { after, outcome: { outcome: 'hidden', record: after } };
}

/** Whether a report tells anything new. */
function counts({ state, urgent, reports }: ReportRecord, { byId, reason, isModerator }: Report): boolean {
  if (state === 'removed') return false;
  if (state === 'restored') return isModerator;
  // It has to be hidden at once, even after earlier reports for other reasons.
  if (reason === 'intimate' && !urgent) return true;
  if (state === 'hidden') return false;
  return isModerator || !reports.some((report) => report.byId === byId);
}

/** The first decision counts; after *Restore* it takes another report before somebody can remove it. */
export function decideAbout(
  found: ReportRecord | undefined,
  { to, byId, why }: { to: 'restored' | 'removed'; byId: string; why?: string },
  nowMs: number,
): Decided<ReportRecord, ReportDecision> {
  if (!found) return { outcome: { outcome: 'gone' } };
  if (found.state !== 'shown' && found.state !== 'hidden') return { outcome: { outcome: 'late', record: found } };
  const after = inState(found, to, byId, nowMs, why);
  return { after, outcome: { outcome: 'decided', record: after } };
}

/**
 * What it was made from was removed: it goes too, whatever was decided about it.
 * @param subject where it is shown, as far as that is known; without it only what was reported before is there.
 */
export function removeWithSource(
  found: ReportRecord | undefined,
  { byId, subject }: { byId: string; subject: Subject | undefined },
  nowMs: number,
): Decided<ReportRecord, ReportDecision> {
  const before = subject ? { ...(found ?? fresh(subject, nowMs)), ...locationPart(subject) } : found;
  if (!before) return { outcome: { outcome: 'gone' } };
  if (before.state === 'removed') return { outcome: { outcome: 'late', record: before } };
  const after = { ...inState(before, 'removed', byId, nowMs), isWithSource: true };
  return { after, outcome: { outcome: 'decided', record: after } };
}

/** Nothing was made of it after all: its place is free again. */
export function withoutChild(found: ReportRecord | undefined, childJobId: string): Decided<ReportRecord, undefined> {
  const children = found?.children.filter(({ jobId }) => jobId !== childJobId) ?? [];
  if (!found || children.length === found.children.length) return { outcome: undefined };
  return { after: { ...found, children }, outcome: undefined };
}

export function withChild(
  found: ReportRecord | undefined,
  parent: Subject,
  child: { jobId: string; memberId: string },
  nowMs: number,
): Decided<ReportRecord, 'noted' | 'hidden' | 'full'> {
  const before = found ?? fresh(parent, nowMs);
  if (before.state === 'hidden' || before.state === 'removed') return { outcome: 'hidden' };
  if (before.children.some(({ jobId }) => jobId === child.jobId)) return { outcome: 'noted' };
  if (before.children.length >= CHILDREN_MAX) return { outcome: 'full' };
  const children = [...before.children, { ...child, atMs: nowMs }];
  return { after: { ...before, children }, outcome: 'noted' };
}

/** The record with the place where its result is shown now; it may have moved since somebody reported it. */
export const withLocation = (record: ReportRecord, where: Subject | undefined): ReportRecord =>
  where ? { ...record, ...locationPart(where) } : record;

/** What a part of a report came to. */
export interface ShownPart {
  part: ReportPart;
  state: string | undefined;
  /** The record that it was brought for. */
  seen: ReportRecord;
  brought: Brought | undefined;
}

/** A part is as it should have been; a closed channel is tried again. */
export function partShown(
  now: ReportRecord | undefined,
  { part, state, seen, brought }: ShownPart,
  nowMs: number,
): Decided<ReportRecord, undefined> {
  if (!now) return { outcome: undefined };
  const known = { ...now, shown: { ...now.shown, [part]: state } };
  switch (part) {
    case 'card': {
      const { cardDueAtMs: _, ...open } = known;
      if (brought?.outcome === 'closed')
        return { after: { ...open, cardDueAtMs: nowMs + CLOSED_WAIT_MS }, outcome: undefined };
      if (brought?.outcome !== 'there') return { after: open, outcome: undefined };
      const { id: messageId, channelId, files } = brought.message;
      return { after: { ...open, card: { channelId, messageId, files } }, outcome: undefined };
    }
    case 'result': {
      const { urgent, ...rest } = { ...known, ...locationPart(seen) };
      // It has its files again, unless it was reported once more meanwhile.
      const isOver = seen.state === 'restored' && now.state === 'restored';
      return { after: { ...rest, ...(urgent && !isOver && { urgent }) }, outcome: undefined };
    }
    default:
      return { after: known, outcome: undefined };
  }
}
