import { createDrivenRecords, type Decided, type DrivenRecords } from '../../engine/driven-records.ts';
import type { Next } from '../../engine/lane.ts';
import type { Needs } from '../../runtime.ts';
import { changeNaming } from '../../store/erase.ts';
import type { Owner } from '../../store/member-records.ts';
import { orUnreadable } from '../../store/unreadable-records.ts';
import { isHiddenOrRemoved } from '../access/access.ts';
import type { Decisions } from '../records/decisions.ts';
import type { Members } from '../records/members.ts';
import type { Brought } from '../records/messages.ts';
import { decidedStateOf, type ReportRecord } from '../reports/report-record.ts';
import type { Reports } from '../reports/reports.ts';
import { BY_EASEL, type GatedRequest } from '../requests/request.ts';
import type { Requests } from '../requests/requests.ts';
import {
  type Appeal,
  type AppealedDecision,
  type AskOutcome,
  answered,
  appealCollection,
  appealDueInMs,
  appealKey,
  asked,
  decisionsIn,
  keyOf,
  messageBehind,
  type NewAppeal,
  statesOf,
  withBrought,
  withoutWordsOf,
} from './appeal.ts';

/** An appeal's messages. If Discord is unavailable, these throw, and the step is retried. */
export interface AppealMessages {
  /**
   * @param moderatorsChannelId where the card is posted, also if its old channel is closed
   * @param isMissed whether to post it again if someone deleted it
   */
  bringCard(appeal: Appeal, moderatorsChannelId: string, isMissed?: boolean): Promise<Brought>;
  /** Tells the member the answer. @returns whether a message reached them */
  notify(appeal: Appeal): Promise<boolean>;
}

export interface AppealsParts extends Needs<'clock' | 'log' | 'store'> {
  messages: AppealMessages;
  decisions: Pick<Decisions, 'find' | 'loggedBy'>;
  members: Pick<Members, 'of'>;
  reports: Pick<Reports, 'find'>;
  requests: Pick<Requests, 'find'>;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Called if Easel can't post in the moderators' channel. */
  onModeratorsUnreachable: (guildId: string) => void;
}

/** What a member asks about: their timeout, or a request or its result. */
type Subject = Owner & { jobId?: string | undefined };

/** Members' requests for another look at a decision, and the moderators' answers. */
export function createAppeals(parts: AppealsParts) {
  const { clock, messages, store } = parts;
  const collection = store.collection(appealCollection);
  const decisionOn = createDecisionOn(parts);
  const closed = createClosing(parts, decisionOn);
  const bringCard = createBringCard(parts);

  const follow = async (found: Appeal): Promise<Next> => {
    const key = keyOf(found);
    for (;;) {
      const now = await records.change<Appeal | undefined>(key, async (before) => {
        const after = before && (await closed(before));
        return { after: after === before ? undefined : after, outcome: after };
      });
      const behind = now && messageBehind(now, clock.now());
      if (!behind) return undefined;
      const state = statesOf(now)[behind];
      const brought = behind === 'card' ? await bringCard(now) : { isTold: await messages.notify(now) };
      await records.amend(key, (latest) => withBrought(latest, { key: behind, state, brought }, clock.now()));
    }
  };
  const records = createDrivenRecords<Appeal>({
    ...parts,
    collection,
    name: 'appeal',
    guildOf: ({ guildId }) => guildId,
    dueInMs: appealDueInMs,
    logged: parts.decisions.loggedBy(decisionsIn),
    follow,
  });
  const { carryOut, find, load, run } = records;
  /** Unanswered ones, the oldest first. */
  const waiting = (guildId: string, memberId?: string): Appeal[] =>
    [...records.open.values()]
      .filter((one) => one.guildId === guildId && !one.answer && one.memberId === (memberId ?? one.memberId))
      .sort((one, other) => one.askedAtMs - other.askedAtMs);

  return {
    load,
    run,
    find,
    carryOut,
    waiting,
    decisionOn,
    /** The appeal against a decision, if its member has asked. */
    about: (owner: Owner, decision: AppealedDecision) => find(appealKey(owner, decision)),
    ask: async (appeal: NewAppeal): Promise<AskOutcome> => {
      const { about, guildId, memberId } = appeal;
      const subject = about.jobId === undefined ? { memberId } : { jobId: about.jobId };
      const logged = await parts.decisions.find(guildId, [about.action], subject);
      const named = { ...appeal, about: { ...about, ...(logged && { number: logged.number }) } };
      return records.change(appealKey(appeal, about), (found) =>
        asked(found, named, waiting(guildId, memberId).length, clock.now()),
      );
    },
    /**
     * The first answer counts, while the decision holds.
     * @param change changes the decision while no one else can answer; if it throws, nothing is answered
     * @returns whether this is the answer
     */
    answer: (
      key: string,
      { kind, byId, why = '' }: { kind: 'changed' | 'kept'; byId: string; why?: string },
      change?: (appeal: Appeal) => Promise<void>,
    ): Promise<boolean> =>
      records.change(key, async (found): Promise<Decided<Appeal, boolean>> => {
        const now = found && (await closed(found));
        if (!now || now.answer) return { after: now, outcome: false };
        await change?.(now);
        return { after: answered(now, { kind, byId, atMs: clock.now(), why }), outcome: true };
      }),
    unlessChanged: createUnlessChanged(records),
    /** Closes a member's appeals whose decisions no longer hold. Called when a decision was made. */
    onDecided: (guildId: string, memberId: string): void => {
      for (const appeal of waiting(guildId, memberId)) void carryOut(keyOf(appeal));
    },
    /** Whether a request must stay, because it may start again. */
    needs: ({ guildId, memberId, id }: GatedRequest): boolean =>
      waiting(guildId, memberId).some(({ about }) => about.jobId === id),
    /** Posts the card of a waiting appeal again if it's missing. */
    ensureCard: (key: string) =>
      records.runExclusive(key, async (appeal): Promise<'there' | 'posted' | 'over' | 'no moderators channel'> => {
        if (!appeal || appeal.answer) return 'over';
        const brought = await bringCard(appeal, true);
        if (brought.outcome !== 'there') return 'no moderators channel';
        const update = { key: 'card' as const, state: statesOf(appeal).card, brought };
        await records.amend(key, (now) => withBrought(now, update, clock.now()));
        return brought.message.id === appeal.card?.messageId ? 'there' : 'posted';
      }),
    /** Deletes what a member wrote, also from moderators' cards. */
    forget: (owner: Owner): Promise<void> =>
      changeNaming(collection, 'key', owner, (key) => records.amend(key, (now) => withoutWordsOf(now, owner.memberId))),
  };
}

/**
 * Undoes a decision while no one can answer an appeal against it.
 * @returns undefined if an answer has changed the decision
 */
function createUnlessChanged({ change }: Pick<DrivenRecords<Appeal>, 'change'>) {
  return <Result>(
    owner: Owner,
    decision: Pick<AppealedDecision, 'jobId' | 'atMs'>,
    undo: () => Promise<Result>,
  ): Promise<Result | undefined> =>
    change(appealKey(owner, decision), async (found) => ({
      outcome: found?.answer?.kind === 'changed' ? undefined : await undo(),
    }));
}

function createBringCard({ messages, moderatorsChannelId, onModeratorsUnreachable }: AppealsParts) {
  return async (appeal: Appeal, isMissed = false): Promise<Brought> => {
    const { guildId, answer } = appeal;
    const channelId = await moderatorsChannelId(guildId);
    const brought =
      channelId === null ? { outcome: 'closed' as const } : await messages.bringCard(appeal, channelId, isMissed);
    if (brought.outcome === 'closed' && !answer) onModeratorsUnreachable(guildId);
    return brought;
  };
}

/** Closes an appeal if its decision no longer holds, or no one answered in time. */
function createClosing(
  { clock, requests }: Pick<AppealsParts, 'clock' | 'requests'>,
  decisionOn: ReturnType<typeof createDecisionOn>,
) {
  const isInForce = async ({ id, guildId, memberId, about }: Appeal): Promise<boolean> => {
    const { action, atMs, jobId } = about;
    // A crash came between a new start and the answer.
    if (action === 'rejected' && (await requests.find(id))) return false;
    const now = await orUnreadable(decisionOn({ guildId, memberId, jobId }));
    return now === 'unreadable' || (now?.action === action && now.atMs === atMs);
  };
  return async (appeal: Appeal): Promise<Appeal> => {
    if (appeal.answer) return appeal;
    const holds = await isInForce(appeal);
    if (holds && clock.now() < appeal.expiresAtMs) return appeal;
    return answered(appeal, { kind: holds ? 'expired' : 'over', byId: BY_EASEL, atMs: clock.now(), why: '' });
  };
}

/** Finds the decision that its member can ask about now; undefined if there's none, or it's about someone else. */
function createDecisionOn({
  clock,
  members,
  reports,
  requests,
}: Pick<AppealsParts, 'clock' | 'members' | 'reports' | 'requests'>) {
  return async ({ guildId, memberId, jobId }: Subject): Promise<AppealedDecision | undefined> => {
    if (jobId === undefined) {
      const { timeout } = await members.of(guildId, memberId);
      return timeout && timeout.untilMs > clock.now() ? { action: 'timed out', ...timeout } : undefined;
    }
    const report = await reports.find(guildId, jobId);
    if (report) return report.memberId === memberId ? decisionOfReport(report) : undefined;
    const request = await requests.find(jobId);
    const isTheirs = request?.guildId === guildId && request.memberId === memberId;
    return isTheirs ? decisionOfRequest(request) : undefined;
  };
}

function decisionOfReport(report: ReportRecord): AppealedDecision | undefined {
  const { jobId, byId, why, channelId, messageId, decidedAtMs, atMs } = report;
  const action = decidedStateOf(report);
  if (!isHiddenOrRemoved(action)) return undefined;
  return {
    action,
    ...{ jobId, byId, channelId, atMs: decidedAtMs ?? atMs },
    ...(why !== undefined && { why }),
    ...(messageId !== undefined && { messageId }),
  };
}

/** Only what a person decided, of a request whose prompt is kept. A draft is still its author's. */
function decisionOfRequest({
  id,
  phase,
  decision,
  draft,
  location,
  request,
}: GatedRequest): AppealedDecision | undefined {
  if (phase !== 'rejected' || !decision || decision.byId === BY_EASEL || draft || request.prompt === '')
    return undefined;
  const { channelId, messageId } = location;
  const { atMs, byId, why } = decision;
  return {
    action: 'rejected',
    ...{ jobId: id, atMs, byId, why, channelId },
    ...(messageId !== undefined && { messageId }),
  };
}
