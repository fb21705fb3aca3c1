import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import { type Next, RetryLater } from '../../engine/lane.ts';
import type { Job } from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import { changeNaming } from '../../store/erase.ts';
import type { Owner } from '../../store/member-records.ts';
import type { Collection } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import { type Clock, DAY_MS, isWithinLast } from '../../time/clock.ts';
import { isHiddenOrRemoved } from '../access/access.ts';
import { timeoutRefusal } from '../admission/verdict.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { Decisions } from '../records/decisions.ts';
import { type Members, REPORTS_A_DAY } from '../records/members.ts';
import type { Brought } from '../records/messages.ts';
import { BY_EASEL, isWithModerators } from '../requests/request.ts';
import type { Requests } from '../requests/requests.ts';
import {
  addReport,
  bringBack,
  decideReport,
  decisionsIn,
  followSource,
  listOnCard,
  type NewDecisionOnReport,
  type Report,
  type ReportOutcome,
  reportedByNow,
  undoDecision,
  undoEnded,
  undoEndsInMs,
  withBroughtPart,
  withLocation,
  withOwnCard,
  withoutWordsOf,
} from './report-decisions.ts';
import { CARDS_A_DAY, limitReached, type ReportLimit } from './report-limits.ts';
import {
  decidedStateOf,
  decisionDeadlineMs,
  isDecidable,
  isListedElsewhere,
  lateTryInMs,
  mayBringBack,
  partStates,
  partsBehind,
  type ReportPart,
  type ReportRecord,
  type ReportState,
  type ReportSubject,
  soleReporter,
  stateWith,
  type WithholdingSource,
  waitsForOthers,
  withholdingAmong,
} from './report-record.ts';

/** The messages of a reported result. If Discord is unavailable, these throw, and the report's step is retried. */
export interface ReportMessages {
  /** @param moderatorsChannelId where the card is posted, also if its old channel is closed */
  bring(
    record: ReportRecord,
    part: 'result' | 'card' | 'notice' | 'reporters',
    moderatorsChannelId?: string,
  ): Promise<Brought>;
  /** Whether a removed result's message is there, and its files are anywhere. */
  lookFor(record: ReportRecord): Promise<'there' | 'message gone' | 'not kept' | 'lost'>;
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
  history: Pick<History, 'everyDerivedId' | 'find' | 'isKnown'>;
  jobs: Pick<Jobs, 'lineageOf'>;
  gallery: Pick<Gallery, 'followReport'>;
  /** Called when everyone may no longer see a result, or may again, for other messages that show it. */
  onSightChanged: (jobId: string) => Promise<void>;
  requests: Pick<Requests, 'endUnpublished' | 'find' | 'idsMadeFrom'>;
  /** Notifies the operator of a reported intimate picture, or of a missed deadline. */
  notifyOperator: (record: ReportRecord, of: { isOverdue: boolean }) => Promise<void>;
}

/** For results that are no longer in a history, because their messages may still exist. */
const RETENTION_MS = 180 * DAY_MS;

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
  const following = createFollowing(parts, records);
  const follow = createFollow(parts, records, following);
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
    ...following,
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
        // What is hidden or removed counts for as long as people may use the message of the result, or what is made from it.
        async ({ guildId, memberId, jobId, state }) =>
          isHiddenOrRemoved(state)
            ? await parts.history.isKnown(guildId, jobId)
            : (await parts.history.find(guildId, memberId, jobId)) !== undefined,
      ),
  };
}

type ReportRecords = DrivenRecords<ReportRecord>;

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
function createFollow(
  parts: ReportsParts,
  records: ReportRecords,
  following: Following,
): (found: ReportRecord) => Promise<Next> {
  const { clock, locationOf } = parts;
  const bring = createBringing(parts, records, following);

  return async (found) => {
    const { guildId, memberId, jobId } = found;
    const key = reportKey(guildId, jobId);
    const tried = new Set<string>();
    if (isAhead(found, clock.now())) await records.amend(key, (now) => reportedByNow(now, clock.now()));
    if (undoEndsInMs(found, clock.now()) === 0)
      await records.amend(key, (now) =>
        undoEndsInMs(now, clock.now()) === 0 ? undoEnded(now, clock.now()) : undefined,
      );
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

type Following = ReturnType<typeof createFollowing>;

/** What the reports of a work's sources mean for it. Their own say so too, so that nothing depends on how far back a list goes. */
function createFollowing({ clock, jobs, locationOf, messages, requests }: ReportsParts, records: ReportRecords) {
  const find = (guildId: string, jobId: string) => records.find(reportKey(guildId, jobId));
  /** @returns the state, and the source that it follows. @throws RecordError if an unreadable report may withhold it */
  const withSources = async (
    own: ReportRecord | undefined,
    guildId: string,
    sources: readonly { jobId: string }[],
  ): Promise<{ state: ReportState; source: WithholdingSource | undefined }> => {
    const reading = await Promise.allSettled(sources.map(({ jobId }) => find(guildId, jobId)));
    const source = withholdingAmong(
      reading.flatMap((one) => (one.status === 'fulfilled' && one.value ? one.value : [])),
    );
    const state = stateWith(own, source, clock.now());
    const failed = reading.find((one) => one.status === 'rejected');
    if (failed && !isHiddenOrRemoved(state)) throw failed.reason;
    return { state, source };
  };

  /** Changes the report of a work to what its sources say. */
  const changeTo = async (guildId: string, jobId: string, byId: string): Promise<boolean> => {
    const lineage = await jobs.lineageOf(guildId, jobId);
    if (!lineage) return false;
    const subject = await locationOf(guildId, lineage.memberId, jobId);
    const request = await requests.find(jobId);
    return records.change(reportKey(guildId, jobId), async (found) => {
      const { source } = await withSources(found, guildId, lineage.sourceWorks);
      // Only moderators see it, and they can't publish it now.
      if (source?.state === 'hidden' && isWithModerators(request, subject?.messageId)) return { outcome: false };
      return followSource(found, { source, byId, subject }, clock.now());
    });
  };

  return {
    /** Brings a work to the state that its sources give it. @param byId who restored a source */
    followSources: async (guildId: string, jobId: string, byId: string): Promise<void> => {
      // Only this decision's steps, so that no report waits for itself.
      if (await changeTo(guildId, jobId, byId)) await records.carryOut(reportKey(guildId, jobId));
    },
    /** The state of a work with these sources. @throws RecordError if a report that may withhold it can't be read */
    stateOf: async (
      { guildId, jobId }: { guildId: string; jobId: string },
      sources: readonly { jobId: string }[],
    ): Promise<ReportState> => {
      const own = await find(guildId, jobId);
      // Only a decision about its source brings it back, not that the source's report is gone.
      return own && decidedStateOf(own) === 'removed' ? 'removed' : (await withSources(own, guildId, sources)).state;
    },
    /**
     * Undoes a decision, unless a source that was hidden since then keeps the result away.
     * @param decision whose undo it is, and when it was decided
     * @throws RecordError if an unreadable report may withhold it
     */
    undo: async (guildId: string, jobId: string, decision: { atMs: number; byId: string }) => {
      const lineage = await jobs.lineageOf(guildId, jobId);
      return records.change(reportKey(guildId, jobId), async (found) => {
        const undone = undoDecision(found, decision, clock.now());
        if (!undone.after || !lineage) return undone;
        const { source } = await withSources(undone.after, guildId, lineage.sourceWorks);
        const { byId } = decision;
        const { after } = followSource(undone.after, { source, byId, subject: undefined }, clock.now());
        return { ...undone, after: after ? { ...after, undoneById: byId } : undone.after };
      });
    },
    /** Not if its report can't be read. */
    mayBringBack: async (guildId: string, jobId: string): Promise<boolean> => {
      const found = await unlessUnreadable(find(guildId, jobId));
      return found !== undefined && mayBringBack(found, clock.now());
    },
    /**
     * Shows a removed result again, and what was removed with it.
     * @returns why not, if it wasn't. @throws RetryLater if Discord or the service doesn't answer
     */
    bringBack: async (guildId: string, jobId: string, byId: string) => {
      const removed = await find(guildId, jobId);
      if (!removed || !mayBringBack(removed, clock.now())) return 'late';
      const left = await messages.lookFor(withLocation(removed, await locationOf(guildId, removed.memberId, jobId)));
      if (left !== 'there') return left;
      const lineage = await jobs.lineageOf(guildId, jobId);
      if (!lineage) return 'not kept';
      return records.change(reportKey(guildId, jobId), async (found) => {
        const { source } = await withSources(undefined, guildId, lineage.sourceWorks);
        return bringBack(found, { source, byId }, clock.now());
      });
    },
    /** The report of a running job. One that started while a source was being hidden or removed follows that first. */
    ofRunning: async ({ id, location, request }: Job): Promise<ReportRecord | undefined> => {
      const { guildId, isForModerators } = location;
      const own = await find(guildId, id);
      if (isForModerators || request.sources.length === 0 || isHiddenOrRemoved(own?.state)) return own;
      return (await changeTo(guildId, id, BY_EASEL)) ? find(guildId, id) : own;
    },
  };
}

/** How to bring each part of a report up to date; resolves with the outcome of its message, if it has one. */
function createBringing(
  given: ReportsParts,
  records: ReportRecords,
  { followSources }: Following,
): Record<ReportPart, (record: ReportRecord) => Promise<Brought | undefined>> {
  const { clock, gallery, history, log, messages, moderatorsChannelId, onModeratorsUnreachable, requests } = given;

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
    derived: async ({ guildId, jobId: sourceId, state, byId }) => {
      let mayAppear = false;
      const follow = async (jobId: string): Promise<void> => {
        const unshown = state === 'removed' ? await requests.endUnpublished(jobId, byId) : 'nothing';
        if (unshown === 'later') mayAppear = true;
        if (unshown === 'nothing') await followSources(guildId, jobId, byId);
      };
      // What depends on a record that can't be read stays as it is.
      for (const id of requests.idsMadeFrom(guildId, sourceId)) await unlessUnreadable(follow(id));
      for await (const id of history.everyDerivedId(guildId, sourceId)) await unlessUnreadable(follow(id));
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
