import { createDrivenRecords, type DrivenRecords } from '../../engine/driven-records.ts';
import { type Next, RetryLater } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import type { Collection } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import type { AuditLog } from '../records/audit-log.ts';
import type { Members } from '../records/members.ts';
import type { Brought } from '../records/messages.ts';
import { createFlushOutbox } from '../records/outbox.ts';
import {
  addReport,
  decideAbout,
  partShown,
  type Report,
  type ReportDecision,
  type ReportOutcome,
  removeWithSource,
  withChild,
  withLocation,
  withoutChild,
} from './report-decisions.ts';
import {
  behind,
  deadlineOf,
  isLast,
  type ReportPart,
  type ReportRecord,
  type Subject,
  statesOf,
} from './report-record.ts';

/** The messages of a reported result. What cannot be done just now throws, and the report's step is tried again. */
export interface ReportMessages {
  /** Its own, the word to its member, or the card; a card that is out of reach is posted anew in the moderators' channel of now. */
  bring(record: ReportRecord, part: 'result' | 'card' | 'notice', moderatorsChannelId?: string): Promise<Brought>;
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
  runExclusive<Result>(
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
  messages: ReportMessages;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached in their channel. */
  onModeratorsUnreachable: (guildId: string) => void;
  /** Where a result is shown now, as its member's history has it. */
  locationOf: (guildId: string, memberId: string, jobId: string) => Promise<Subject | undefined>;
  /** Whether its member's history still has a work. */
  isKept: (guildId: string, memberId: string, jobId: string) => Promise<boolean>;
  /** Takes what is shown of it elsewhere down; it need not be done when this resolves, but happens surely. */
  takeDown: (guildId: string, jobId: string) => Promise<void>;
  /** Shows again elsewhere what `takeDown` took down. */
  putBack: (guildId: string, jobId: string) => Promise<void>;
  /** Tells the operator of an intimate picture that was reported, or that moderators did not decide about in time. */
  tellOperator: (record: ReportRecord, of: { isOverdue: boolean }) => Promise<void>;
  /**
   * Ends what nobody but moderators has seen yet: a request that waits, a preview. `ended` where it will never be shown,
   * `later` where it is just on its way, `nothing` where there is none.
   */
  endUnshown: (jobId: string, byId: string) => Promise<'ended' | 'later' | 'nothing'>;
}

/** Of works that are kept no more: their messages may still be there. */
const KEPT_FOR_MS = 180 * DAY_MS;
/** A request that was let in is in the store some seconds later, or never will be. */
const COMES_WITHIN_MS = 60_000;

/** Of reports that hide at once, and which moderators have not decided about. */
const INTIMATE_REPORTS_A_DAY = 5;

/** A report's key in its collection. */
export const reportKey = (guildId: string, jobId: string): string => `${guildId}-${jobId}`;

export function createReports(parts: ReportsParts): Reports {
  const { clock } = parts;
  const cases: Cases = createDrivenRecords<ReportRecord>({
    ...parts,
    name: 'report',
    dueInMs,
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
    runExclusive: (guildId, jobId, work) => cases.runExclusive(reportKey(guildId, jobId), work),
    load: cases.load,
    run: cases.run,
    sweep: (nowMs) =>
      cases.sweep(
        (one) => dueInMs(one, nowMs) === undefined && one.atMs < nowMs - KEPT_FOR_MS,
        // What was decided about a work counts for as long as there is something to find.
        async ({ guildId, memberId, jobId }) => parts.isKept(guildId, memberId, jobId),
      ),
  };
}

type Cases = DrivenRecords<ReportRecord>;

/** Brings everything about a report to where its record wants it. */
function createFollow(parts: ReportsParts, cases: Cases): (found: ReportRecord) => Promise<Next> {
  const { clock, locationOf } = parts;
  const flushOutbox = createFlushOutbox(parts);
  const bring = createBringing(parts, cases);

  return async (found) => {
    const { guildId, memberId, jobId } = found;
    const key = reportKey(guildId, jobId);
    await flushOutbox(found, found, cases.change, key);
    const tried = new Set<string>();
    let failure: { error: unknown } | undefined;
    // What can be brought is, though another part cannot; only the last waits for all others.
    for (;;) {
      const now = await cases.find(key);
      if (!now) break;
      const isTried = (part: ReportPart): boolean => tried.has(`${part} ${statesOf(now, clock.now())[part]}`);
      const part = dueParts(now, clock.now()).find((one) => !isTried(one) && !(failure && isLast(now, one)));
      if (!part) break;
      const seen = part === 'card' ? now : withLocation(now, await locationOf(guildId, memberId, jobId));
      const state = statesOf(seen, clock.now())[part];
      tried.add(`${part} ${state}`);
      try {
        const brought = await bring[part](seen);
        await cases.change(key, (latest) => partShown(latest, { part, state, seen, brought }, clock.now()));
      } catch (error) {
        // Report an unexpected failure before an expected one.
        if (!(error instanceof RetryLater) || !failure) failure = { error };
      }
    }
    if (failure) throw failure.error;
    return undefined;
  };
}

/** What has to be done for each part of a report; resolves with what came of its message. */
function createBringing(
  given: ReportsParts,
  cases: Cases,
): Record<ReportPart, (record: ReportRecord) => Promise<Brought | undefined>> {
  const {
    clock,
    log,
    messages,
    moderatorsChannelId,
    onModeratorsUnreachable,
    locationOf,
    endUnshown,
    takeDown,
    putBack,
  } = given;

  /** Whether one that was made from it may still come. */
  const removeChild = async (
    { guildId, byId }: ReportRecord,
    { jobId, memberId, atMs }: ReportRecord['children'][number],
  ): Promise<boolean> => {
    const unshown = await endUnshown(jobId, byId);
    if (unshown !== 'nothing') return unshown === 'later';
    const subject = await locationOf(guildId, memberId, jobId);
    const { outcome } = await cases.change(reportKey(guildId, jobId), (found) =>
      removeWithSource(found, { byId, subject }, clock.now()),
    );
    // Carries out only this decision, so that nothing can wait for itself.
    if (outcome === 'decided') await cases.carryOut(reportKey(guildId, jobId));
    return outcome === 'gone' && clock.now() - atMs < COMES_WITHIN_MS;
  };

  return {
    copy: async ({ guildId, jobId, state }) => {
      await (state === 'restored' ? putBack : takeDown)(guildId, jobId);
      return undefined;
    },
    result: (record) => {
      const { urgent: _, ...covered } = record;
      return messages.bring(statesOf(record, clock.now()).result === 'hidden' ? covered : record, 'result');
    },
    card: async (record) => {
      const { guildId, jobId } = record;
      const channelId = await moderatorsChannelId(guildId);
      if (channelId === null) return undefined;
      const brought = await messages.bring(record, 'card', channelId);
      if (brought.outcome === 'closed') {
        log.warn({ job: jobId, server: guildId }, 'moderators could not be told of a report');
        onModeratorsUnreachable(guildId);
      }
      return brought;
    },
    children: async (record) => {
      let mayCome = false;
      for (const child of record.children) mayCome = (await removeChild(record, child)) || mayCome;
      if (mayCome) throw new RetryLater();
      return undefined;
    },
    operator: async (record) => {
      await given.tellOperator(record, { isOverdue: clock.now() >= (deadlineOf(record) ?? 0) });
      return undefined;
    },
    notice: (record) => messages.bring(record, 'notice'),
  };
}

/** What is behind, and a card whose channel was closed for long enough. */
function dueParts(record: ReportRecord, nowMs: number): ReportPart[] {
  const { cardDueAtMs = Number.POSITIVE_INFINITY } = record;
  return cardDueAtMs <= nowMs ? ['card', ...behind(record, nowMs)] : behind(record, nowMs);
}

/** An intimate picture stays open until moderators decide: the operator hears of it, and again after the deadline. */
function dueInMs(record: ReportRecord, nowMs: number): number | undefined {
  const { cardDueAtMs, outbox } = record;
  if (behind(record, nowMs).length > 0 || outbox.length > 0) return 0;
  const deadlineMs = deadlineOf(record);
  const decidedMs = deadlineMs !== undefined && deadlineMs <= nowMs ? nowMs + DAY_MS : deadlineMs;
  const dueAtMs = [cardDueAtMs, decidedMs].filter((atMs) => atMs !== undefined);
  return dueAtMs.length === 0 ? undefined : Math.max(0, Math.min(...dueAtMs) - nowMs);
}
