import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import { type Next, RetryLater } from '../../engine/lane.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import { changeNaming } from '../../store/erase.ts';
import type { Owner } from '../../store/member-records.ts';
import type { Collection } from '../../store/store.ts';
import { type Clock, DAY_MS, isWithinLast } from '../../time/clock.ts';
import { timeoutRefusal } from '../admission/verdict.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { Decisions } from '../records/decisions.ts';
import { type Members, REPORTS_A_DAY } from '../records/members.ts';
import type { Brought } from '../records/messages.ts';
import { isWithModerators } from '../requests/request.ts';
import type { Requests } from '../requests/requests.ts';
import {
  addReport,
  decideReport,
  decisionsIn,
  hideWithSource,
  listOnCard,
  type NewDecisionOnReport,
  type Report,
  type ReportOutcome,
  removeWithSource,
  reportedByNow,
  showWithSource,
  undoDecision,
  undoEndsInMs,
  withBroughtPart,
  withChild,
  withLocation,
  withOwnCard,
  withoutChild,
  withoutUndo,
  withoutWordsOf,
} from './report-decisions.ts';
import { CARDS_A_DAY, limitReached, type ReportLimit } from './report-limits.ts';
import {
  decisionDeadlineMs,
  isDecidable,
  isHiddenOrRemoved,
  isListedElsewhere,
  lateTryInMs,
  partStates,
  partsBehind,
  type ReportPart,
  type ReportRecord,
  type ReportState,
  type ReportSubject,
  soleReporter,
  waitsForOthers,
} from './report-record.ts';

/** The messages of a reported result. If Discord is unavailable, these throw, and the report's step is retried. */
export interface ReportMessages {
  /** @param moderatorsChannelId where the card is posted, also if its old channel is closed */
  bring(
    record: ReportRecord,
    part: 'result' | 'card' | 'notice' | 'reporters',
    moderatorsChannelId?: string,
  ): Promise<Brought>;
}

export interface ReportsParts {
  collection: Collection<ReportRecord>;
  decisions: Pick<Decisions, 'loggedBy'>;
  members: Members;
  clock: Clock;
  log: Log;
  messages: ReportMessages;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Called if Easel can't post in the moderators' channel. */
  onModeratorsUnreachable: (guildId: string) => void;
  /** The message that shows a result now. */
  locationOf: (guildId: string, memberId: string, jobId: string) => Promise<ReportSubject | undefined>;
  history: Pick<History, 'find' | 'isKnown'>;
  gallery: Pick<Gallery, 'followReport'>;
  /** Called when everyone may no longer see a result, or may again, for other messages that show it. */
  onSightChanged: (jobId: string) => Promise<void>;
  requests: Pick<Requests, 'endUnpublished' | 'find'>;
  /** Notifies the operator of a reported intimate picture, or of a missed deadline. */
  notifyOperator: (record: ReportRecord, of: { isOverdue: boolean }) => Promise<void>;
}

/** For results that are no longer in a history, because their messages may still exist. */
const RETENTION_MS = 180 * DAY_MS;
/** An admitted request is in the store within seconds, or never. */
const STORED_WITHIN_MS = 60_000;

/** A report's key in its collection. */
export const reportKey = (guildId: string, jobId: string): string => `${guildId}-${jobId}`;

export type Reports = ReturnType<typeof createReports>;

/** Reports by members, and moderators' decisions about them. */
export function createReports(parts: ReportsParts) {
  const { clock } = parts;
  const records: ReportRecords = createDrivenRecords<ReportRecord>({
    ...parts,
    name: 'report',
    dueInMs,
    follow: (found) => follow(found),
    logged: parts.decisions.loggedBy(decisionsIn),
    guildOf: ({ guildId }) => guildId,
  });
  const follow = createFollow(parts, records);
  const { load, run } = records;
  /** Reported intimate pictures that wait for moderators, oldest first. */
  const listUrgent = (guildId: string): ReportRecord[] =>
    [...records.open.values()]
      .filter((one) => one.guildId === guildId && decisionDeadlineMs(one) !== undefined)
      .sort((one, other) => (one.urgent?.sinceMs ?? 0) - (other.urgent?.sinceMs ?? 0));

  return {
    load,
    run,
    listUrgent,
    /** Whether moderators of any server have missed the deadline of a reported intimate picture. */
    hasOverdue: (): boolean =>
      [...records.open.values()].some((one) => clock.now() >= (decisionDeadlineMs(one) ?? Number.POSITIVE_INFINITY)),
    find: (guildId: string, jobId: string) => records.find(reportKey(guildId, jobId)),
    report: createReporting(parts, records),
    restoreAll: createRestoreAll(parts, records),
    /** Restores the result, or removes it and all results made from it. The first decision stays until the next report. */
    decide: (
      guildId: string,
      jobId: string,
      to: 'restored' | 'removed',
      byId: string,
      given: NewDecisionOnReport = {},
    ) => records.change(reportKey(guildId, jobId), (found) => decideReport(found, { ...given, to, byId }, clock.now())),
    /** @param decision whose undo it is, and when it was decided */
    undo: (guildId: string, jobId: string, decision: { atMs: number; byId: string }) =>
      records.change(reportKey(guildId, jobId), (found) => undoDecision(found, decision, clock.now())),
    /** Records that a result is being made from another one; `hidden` or `full` if nothing more may be made from it. */
    addChild: (parent: ReportSubject, child: { jobId: string; memberId: string }) =>
      records.change(reportKey(parent.guildId, parent.jobId), (found) => withChild(found, parent, child, clock.now())),
    /** Forgets a child whose job never started. */
    dropChild: (parent: ReportSubject, childJobId: string) =>
      records.change(reportKey(parent.guildId, parent.jobId), (found) => withoutChild(found, childJobId)),
    /** Takes the steps that follow from a decision. Never rejects: the engine retries what fails. */
    carryOut: (guildId: string, jobId: string) => records.carryOut(reportKey(guildId, jobId)),
    /** Runs `work` on the result's message while no step of its report runs. */
    runExclusive: <Result>(
      guildId: string,
      jobId: string,
      work: (record: ReportRecord | undefined) => Promise<Result>,
    ): Promise<Result> => records.runExclusive(reportKey(guildId, jobId), work),
    /** Deletes what a member wrote as a reporter, and their prompts from moderators' cards. */
    forget: (owner: Owner): Promise<void> =>
      changeNaming(parts.collection, 'key', owner, (key) =>
        records.amend(key, (now) => withoutWordsOf(now, owner.memberId)),
      ),
    sweep: (nowMs: number) =>
      records.sweep(
        (one) => dueInMs(one, nowMs) === undefined && one.atMs < nowMs - RETENTION_MS,
        // What is hidden, and what removing reaches, counts for as long as people may use the result's message.
        async ({ guildId, memberId, jobId, children, ...record }) =>
          isHiddenOrRemoved(record) || children.length > 0
            ? await parts.history.isKnown(guildId, jobId)
            : (await parts.history.find(guildId, memberId, jobId)) !== undefined,
      ),
  };
}

type ReportRecords = DrivenRecords<ReportRecord>;
type Child = ReportRecord['children'][number];

/**
 * Takes a report under its member's lock, so that of many at the same moment each is judged with those before it. Counts it
 * in the same commit.
 */
function createReporting({ clock, members }: ReportsParts, records: ReportRecords) {
  return (
    subject: ReportSubject,
    given: Omit<Report, 'isTimedOut' | 'ofDay' | 'cardWith'>,
  ): Promise<ReportOutcome | { outcome: ReportLimit }> => {
    const { guildId, jobId } = subject;
    const { byId, isModerator, reason } = given;
    return members.runExclusive(guildId, byId, async (member, toChanges) => {
      const nowMs = clock.now();
      const isTimedOut = timeoutRefusal(member, nowMs) !== undefined;
      const isIntimate = reason === 'intimate' && !isTimedOut;
      const others = member.reportsMade.filter((one) => one.jobId !== jobId && isWithinLast(DAY_MS, one.atMs, nowMs));
      const made = others.filter((one) => one.isIntimate);
      const intimate = await Promise.all(made.map((one) => records.find(reportKey(guildId, one.jobId))));
      const limit = isModerator ? undefined : limitReached(others.length, isIntimate ? intimate : undefined);
      if (limit) return { outcome: limit };
      const reportsMade = [...others, { jobId, atMs: nowMs, isIntimate }].slice(-REPORTS_A_DAY);
      const ofDay = others.length + 1;
      const cardWith = ofDay > CARDS_A_DAY ? await openCardAmong(records, guildId, others) : undefined;
      return records.change(reportKey(guildId, jobId), (found) => ({
        ...addReport(found, subject, { ...given, isTimedOut, ofDay, cardWith }, nowMs),
        also: toChanges({ ...member, reportsMade }),
      }));
    });
  };
}

/** The latest of these results that has an open card of its own. */
async function openCardAmong(
  { find }: ReportRecords,
  guildId: string,
  made: readonly { jobId: string }[],
): Promise<string | undefined> {
  for (const { jobId } of made.toReversed()) {
    const record = await find(reportKey(guildId, jobId));
    if (record && isDecidable(record) && !isListedElsewhere(record)) return jobId;
  }
  return undefined;
}

/** Restores or keeps everything undecided that only one member has reported within a day. */
function createRestoreAll({ clock, members }: ReportsParts, { find, change }: ReportRecords) {
  /** @param mayDecide whether the moderator may decide about this author's results @returns the ids of the jobs */
  return async (
    guildId: string,
    reporterId: string,
    byId: string,
    mayDecide: (authorId: string) => boolean,
  ): Promise<string[]> => {
    const { reportsMade } = await members.of(guildId, reporterId);
    const restored: string[] = [];
    for (const { jobId } of reportsMade) {
      const key = reportKey(guildId, jobId);
      const found = await find(key);
      if (!found || !mayDecide(found.memberId)) continue;
      const { outcome } = await change(key, (now) => {
        const isMeant = now !== undefined && isDecidable(now) && soleReporter(now) === reporterId;
        return decideReport(isMeant ? now : undefined, { to: 'restored', byId, isUndoable: true }, clock.now());
      });
      if (outcome === 'decided') restored.push(jobId);
    }
    return restored;
  };
}

/** Brings all parts of a report up to date. */
function createFollow(parts: ReportsParts, records: ReportRecords): (found: ReportRecord) => Promise<Next> {
  const { clock, locationOf } = parts;
  const bring = createBringing(parts, records);

  return async (found) => {
    const { guildId, memberId, jobId } = found;
    const key = reportKey(guildId, jobId);
    const tried = new Set<string>();
    if (isAhead(found, clock.now())) await records.amend(key, (now) => reportedByNow(now, clock.now()));
    if (undoEndsInMs(found, clock.now()) === 0)
      await records.amend(key, (now) => (undoEndsInMs(now, clock.now()) === 0 ? withoutUndo(now) : undefined));
    let failure: { error: unknown } | undefined;
    // If one part fails, the others are still brought up to date, except those that wait for all others.
    for (;;) {
      const now = await records.find(key);
      if (!now) break;
      const isTried = (part: ReportPart): boolean => tried.has(`${part} ${partStates(now, clock.now())[part]}`);
      const part = dueParts(now, clock.now()).find((one) => !isTried(one) && !(failure && waitsForOthers(now, one)));
      if (!part) break;
      const seen = part === 'card' ? now : withLocation(now, await locationOf(guildId, memberId, jobId));
      const state = partStates(seen, clock.now())[part];
      tried.add(`${part} ${state}`);
      try {
        const brought = await bring[part](seen);
        await records.change(key, (latest) => withBroughtPart(latest, { part, state, seen, brought }, clock.now()));
      } catch (error) {
        // Report an unexpected failure before an expected one.
        if (!(error instanceof RetryLater) || !failure) failure = { error };
      }
    }
    if (failure) throw failure.error;
    return undefined;
  };
}

/** How to bring each part of a report up to date; resolves with the outcome of its message, if it has one. */
function createBringing(
  given: ReportsParts,
  records: ReportRecords,
): Record<ReportPart, (record: ReportRecord) => Promise<Brought | undefined>> {
  const { clock, gallery, locationOf, log, messages, moderatorsChannelId, onModeratorsUnreachable, requests } = given;

  /** What happens to each child; resolves with whether it may still appear. */
  const withChildren: Record<ReportState, (record: ReportRecord, child: Child) => Promise<boolean>> = {
    removed: async ({ guildId, byId }, { jobId, memberId, atMs }) => {
      const unshown = await requests.endUnpublished(jobId, byId);
      if (unshown !== 'nothing') return unshown === 'later';
      const subject = await locationOf(guildId, memberId, jobId);
      const { outcome } = await records.change(reportKey(guildId, jobId), (found) =>
        removeWithSource(found, { byId, subject }, clock.now()),
      );
      // Only this decision's steps, so that no report waits for itself.
      if (outcome === 'decided') await records.carryOut(reportKey(guildId, jobId));
      return outcome === 'gone' && clock.now() - atMs < STORED_WITHIN_MS;
    },
    hidden: async ({ guildId, jobId: sourceId, byId, urgent, atMs: reportedMs }, { jobId, memberId, atMs }) => {
      const subject = await locationOf(guildId, memberId, jobId);
      if (!subject) return clock.now() - atMs < STORED_WITHIN_MS;
      // Only moderators see it, and they can't publish it now.
      if (isWithModerators(await requests.find(jobId), subject.messageId)) return false;
      const source = { sourceId, sinceMs: urgent?.sinceMs ?? reportedMs, byId, subject };
      const outcome = await records.change(reportKey(guildId, jobId), (found) =>
        hideWithSource(found, source, clock.now()),
      );
      if (outcome === 'hidden') await records.carryOut(reportKey(guildId, jobId));
      return false;
    },
    restored: (record, child) => showChild(record, child),
    shown: (record, child) => showChild(record, child),
  };
  const showChild = async ({ guildId, jobId: sourceId, byId }: ReportRecord, { jobId }: Child): Promise<boolean> => {
    const outcome = await records.change(reportKey(guildId, jobId), (found) =>
      showWithSource(found, { sourceId, byId }),
    );
    if (outcome === 'shown') await records.carryOut(reportKey(guildId, jobId));
    return false;
  };

  return {
    copy: async (record) => {
      await gallery.followReport(record.guildId, record.jobId, record.state);
      await given.onSightChanged(record.jobId);
      return undefined;
    },
    result: (record) => messages.bring(record, 'result'),
    card: async (record) => {
      const { guildId, jobId, cardWith = '' } = record;
      if (isListedElsewhere(record)) {
        const isListed = await records.change(reportKey(guildId, cardWith), (found) => listOnCard(found, record));
        if (isListed) await records.carryOut(reportKey(guildId, cardWith));
        else await records.amend(reportKey(guildId, jobId), withOwnCard);
        return undefined;
      }
      const channelId = await moderatorsChannelId(guildId);
      if (channelId === null) return undefined;
      const brought = await messages.bring(record, 'card', channelId);
      if (brought.outcome === 'closed') {
        log.warn({ job: jobId, server: guildId }, 'the card of a report could not be posted');
        onModeratorsUnreachable(guildId);
      }
      return brought;
    },
    children: async (record) => {
      let mayAppear = false;
      for (const child of record.children) mayAppear = (await withChildren[record.state](record, child)) || mayAppear;
      if (mayAppear) throw new RetryLater();
      return undefined;
    },
    operator: async (record) => {
      await given.notifyOperator(record, { isOverdue: clock.now() >= (decisionDeadlineMs(record) ?? 0) });
      return undefined;
    },
    notice: (record) => messages.bring(record, 'notice'),
    reporters: (record) => messages.bring(record, 'reporters'),
  };
}

const isAhead = (record: ReportRecord, nowMs: number): boolean => reportedByNow(record, nowMs) !== record;

/** The parts that aren't up to date, and those that should be tried again. */
function dueParts(record: ReportRecord, nowMs: number): ReportPart[] {
  const { cardDueAtMs = Number.POSITIVE_INFINITY } = record;
  const late: ReportPart[] = lateTryInMs(record, nowMs) === 0 ? ['result'] : [];
  return [...late, ...(cardDueAtMs <= nowMs ? (['card'] as const) : []), ...partsBehind(record, nowMs)];
}

/** A report of an intimate picture stays open until moderators decide, for the notice after the deadline. */
function dueInMs(record: ReportRecord, nowMs: number): number | undefined {
  const { cardDueAtMs } = record;
  if (partsBehind(record, nowMs).length > 0 || isAhead(record, nowMs)) return 0;
  const deadlineMs = decisionDeadlineMs(record);
  const decidedMs = deadlineMs !== undefined && deadlineMs <= nowMs ? nowMs + DAY_MS : deadlineMs;
  const waitsMs = [cardDueAtMs, decidedMs].flatMap((atMs) => (atMs === undefined ? [] : [atMs - nowMs]));
  const others = [lateTryInMs(record, nowMs), undoEndsInMs(record, nowMs)];
  const all = [...waitsMs, ...others.flatMap((inMs) => (inMs === undefined ? [] : [inMs]))];
  return all.length === 0 ? undefined : Math.max(0, Math.min(...all));
}
