import { z } from 'zod';
import type { JobTask } from '../../jobs/job/job.ts';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS, isWithinLast } from '../../time/clock.ts';
import { REASON_MAX_CHARACTERS } from '../records/members.ts';
import { behindOf, type MessageStates, nextLateTry, unreachedSchema } from '../records/messages.ts';

/** The stored record of the reports of one result and the decisions about it. */

const timeSchema = z.int().min(0);
export const REPORTS_MAX = 50;
/** More than one member can report in a day. */
export const LISTED_MAX = 20;

/** `hidden`: its message says so, without its files or with them as spoilers. `restored`: a moderator decided to show it. `removed`: gone from its message. */
export const REPORT_STATES = ['shown', 'hidden', 'restored', 'removed'] as const;
/**
 * Its message, the moderators' card, its copy in the gallery, what is made from it, and the notices to the operator, its author
 * and those who reported an intimate picture.
 */
const REPORT_PARTS = ['result', 'card', 'copy', 'derived', 'operator', 'notice', 'reporters'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];
/** Why a member reports a result. `intimate`: an intimate picture of a real person, which is hidden at once. */
export const REPORT_REASONS = ['rules', 'intimate', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const reportReasonSchema = z.enum(REPORT_REASONS);

/** Moderators have this long to decide about a report of an intimate picture. */
export const DECIDE_WITHIN_MS = 48 * 3_600_000;

/** Moderators can bring back what they removed for this long. */
const BRING_BACK_WITHIN_MS = 30 * DAY_MS;

export type ReportState = (typeof REPORT_STATES)[number];

/** What the last decision to show a result replaced, so that a moderator can undo it. */
const replacedShape = {
  state: z.enum(['shown', 'hidden']),
  /** Who caused that state. */
  byId: z.string(),
  /** Reported as an intimate picture, so its message has lost its files. Unset once it's restored. */
  urgent: z.strictObject({ sinceMs: timeSchema }).optional(),
  /** The last decision to show it, whether it covers reports as an intimate picture, and whether it was hidden before. */
  kept: z.strictObject({ atMs: timeSchema, isIntimate: z.boolean(), wasHidden: z.boolean() }).optional(),
  /**
   * It's hidden or removed only because a source is, which was reported as an intimate picture then, or removed. `removes`:
   * moderators removed the source and can still undo that.
   */
  withSource: z.strictObject({ sinceMs: timeSchema, removes: z.literal(true).optional() }).optional(),
};

const subjectPart = { guildId: z.string(), jobId: z.string(), memberId: z.string(), channelId: z.string() };

export const reportRecordSchema = z.strictObject({
  ...subjectPart,
  messageId: z.string().optional(),
  atMs: timeSchema,
  reports: z
    .array(
      z.strictObject({
        byId: z.string(),
        atMs: timeSchema,
        reason: reportReasonSchema,
        why: z.string().max(REASON_MAX_CHARACTERS),
        /** How many results its member had reported within a day, this one included. */
        ofDay: z.int().min(1),
      }),
    )
    .max(REPORTS_MAX),
  ...replacedShape,
  state: z.enum(REPORT_STATES),
  /** When this state came about, unless it's as at first. */
  decidedAtMs: timeSchema.optional(),
  /** How long the last decision can be undone, if it can, and what it replaced. Until then, what it removes is only hidden. */
  undo: z
    .strictObject({ untilMs: timeSchema, removes: z.literal(true).optional(), replaced: z.strictObject(replacedShape) })
    .optional(),
  /** Who undid the decision that came before this state. */
  undoneById: z.string().optional(),
  /** The reason that the removing moderator gave, which the author sees. */
  why: z.string().max(REASON_MAX_CHARACTERS).optional(),
  /** The state that each part was last brought to. */
  shown: z.partialRecord(z.enum(REPORT_PARTS), z.string()),
  unreached: unreachedSchema,
  card: z
    .strictObject({
      channelId: z.string(),
      messageId: z.string(),
      files: z.array(z.strictObject({ attachmentId: z.string(), name: z.string() })),
    })
    .optional(),
  /** The reported result whose card lists this one, so that one member's reports don't fill the moderators' channel. */
  cardWith: z.string().optional(),
  /** Results by reports of the same member that its card lists. */
  listed: z
    .array(z.strictObject({ ...subjectPart, messageId: z.string().optional() }))
    .max(LISTED_MAX)
    .optional(),
  /** When to try the card again, because Easel couldn't post in the moderators' channel. */
  cardDueAtMs: timeSchema.optional(),
});
export type ReportRecord = z.output<typeof reportRecordSchema>;

/** By `reportKey`. */
export const reportCollection = defineCollection({
  name: 'reports',
  schema: reportRecordSchema,
  serverOf: 'key',
  // Most works have no report, which is kept in memory as well.
  cached: 10_000,
  keeps: {
    what: 'reports: whose picture, who reported it and why, and the decision',
    ends: {
      when: '180 days after the last event, and as long as the author’s history; of hidden and removed pictures 5 years',
    },
    erased: {
      goes: 'what the member wrote, and their prompts on moderators’ cards',
      stays: 'whose picture it is and who reported it, so that decisions stay',
    },
  },
});

/** A result, and the message that shows it. */
export type ReportSubject = Pick<ReportRecord, 'guildId' | 'jobId' | 'memberId' | 'channelId'> & {
  messageId?: string | undefined;
};

/** Whether moderators removed it and can still undo that. */
export const isBeingRemoved = ({ undo }: Pick<ReportRecord, 'undo'>): boolean => undo?.removes === true;

/** Whether it's only hidden as long as moderators can undo that they removed it or its source. */
const isHiddenToBeRemoved = ({ undo, withSource }: Pick<ReportRecord, 'undo' | 'withSource'>): boolean =>
  isBeingRemoved({ undo }) || withSource?.removes === true;

/** The state that moderators decided on. */
export const decidedStateOf = (record: Pick<ReportRecord, 'state' | 'undo' | 'withSource'>): ReportState =>
  isHiddenToBeRemoved(record) ? 'removed' : record.state;

/**
 * Whether moderators can bring a removed result back: not while they can undo that, and not before its message is without
 * files. What was removed with its source comes back with that.
 */
export const mayBringBack = ({ state, shown, withSource, decidedAtMs = 0 }: ReportRecord, nowMs: number): boolean =>
  state === 'removed' &&
  shown.result === 'removed' &&
  !withSource &&
  isWithinLast(BRING_BACK_WITHIN_MS, decidedAtMs, nowMs);

/** A source that keeps what is made from it from everyone, because that may show the same. */
export interface WithholdingSource {
  state: 'hidden' | 'removed';
  /** Who caused that. */
  byId: string;
  /** When it or a source of its own was reported as an intimate picture; 0 for a removed one. */
  sinceMs: number;
  /** Moderators removed it and can still undo that. */
  removes?: true;
}

/** Which of these sources counts: a removed one, else the latest to be reported. */
export function withholdingAmong(
  sources: readonly Pick<ReportRecord, 'state' | 'byId' | 'urgent' | 'withSource' | 'undo' | 'decidedAtMs'>[],
): WithholdingSource | undefined {
  const withholding = sources.flatMap((source): WithholdingSource[] => {
    const { state, byId, urgent, withSource, decidedAtMs } = source;
    if (state === 'removed') return [{ state, byId, sinceMs: 0 }];
    const sinceMs = isBeingRemoved(source) ? decidedAtMs : (urgent?.sinceMs ?? withSource?.sinceMs);
    const removes = isHiddenToBeRemoved(source) && { removes: true as const };
    return state === 'hidden' && sinceMs !== undefined ? [{ state, byId, sinceMs, ...removes }] : [];
  });
  const rankOf = ({ state, sinceMs }: WithholdingSource) => (state === 'removed' ? Number.POSITIVE_INFINITY : sinceMs);
  return withholding.toSorted((one, other) => rankOf(other) - rankOf(one))[0];
}

/**
 * The state of a result: its own or that of its source, unless moderators decided since then to show it. What was removed with
 * its source comes back with that, but hidden if members reported it itself.
 */
export function stateWith(
  own: Pick<ReportRecord, 'state' | 'kept' | 'withSource' | 'reports'> | undefined,
  source: WithholdingSource | undefined,
  nowMs: number,
): ReportState {
  const { state = 'shown', kept, withSource, reports = [] } = own ?? {};
  if (source?.state === 'removed') return 'removed';
  if ((state === 'hidden' || state === 'removed') && !withSource) return state;
  // A decision from a clock that was ahead counts for no later report.
  if (source && !(kept && kept.atMs >= source.sinceMs && kept.atMs <= nowMs)) return source.state;
  if (!withSource) return state;
  if (state === 'removed' && reports.some(({ atMs }) => atMs > (kept?.atMs ?? 0))) return 'hidden';
  return kept ? 'restored' : 'shown';
}

/** When moderators should decide about an intimate picture; undefined if they don't have to. */
export function decisionDeadlineMs(
  record: Pick<ReportRecord, 'state' | 'urgent' | 'undo' | 'withSource'>,
): number | undefined {
  const { urgent } = record;
  return decidedStateOf(record) === 'hidden' && urgent ? urgent.sinceMs + DECIDE_WITHIN_MS : undefined;
}

/** Whether moderators can decide about it. */
export const isDecidable = (record: Pick<ReportRecord, 'state' | 'reports' | 'undo' | 'withSource'>): boolean =>
  decidedStateOf(record) === 'hidden' || (record.state === 'shown' && record.reports.length > 0);

/** The state that each part should have. */
export function partStates(record: ReportRecord, nowMs: number): MessageStates<ReportPart> {
  const { state } = record;
  const card = cardState(record);
  const all = { ...(card && { card }), result: state, copy: state, notice: decidedStateOf(record) };
  const undone = undoneReportersOf(record);
  switch (state) {
    case 'shown':
      // After an undo, or after its source was hidden.
      return { ...(card && { card }), ...(record.decidedAtMs !== undefined && shownAgain(record)), ...undone };
    case 'restored':
      return { ...(card && { card }), ...shownAgain(record), ...reportersOf(record) };
    case 'removed':
      return { ...all, derived: state, ...reportersOf(record) };
    case 'hidden':
      return {
        ...all,
        ...operatorOf(record, nowMs),
        result: hiddenResultOf(record),
        ...(hidesDerived(record) ? { derived: state } : record.undoneById !== undefined && { derived: 'shown' }),
        ...undone,
      };
  }
}

/**
 * The card shows the last report, what was decided, and what it lists. A result that is hidden with its source has one for
 * the copy of its files.
 */
function cardState(record: ReportRecord): string | undefined {
  const { state, reports, listed = [], withSource, card } = record;
  const last = reports.at(-1);
  // Its button names the decision by its time.
  const undo = record.undo ? ` undo ${record.decidedAtMs}` : withSource?.removes ? ' removed' : '';
  if (!last) return (withSource && state === 'hidden') || card ? `${state} with its source${undo}` : undefined;
  if (isListedElsewhere(record)) return 'listed';
  return `${state} ${last.byId} ${last.atMs} ${listed.length}${undo}`;
}

/** Whether another result's card lists it, so that it needs none. */
export const isListedElsewhere = ({ cardWith, state, reports, card }: ReportRecord): boolean =>
  cardWith !== undefined && !card && state !== 'hidden' && soleReporter({ reports }) !== undefined;

/** The only member who reported it. */
export function soleReporter({ reports: [first, ...others] }: Pick<ReportRecord, 'reports'>): string | undefined {
  return others.every(({ byId }) => byId === first?.byId) ? first?.byId : undefined;
}

/** By which Easel finds how it answered a report, for what moderators decide about it. */
export const reporterAnswerId = (jobId: string, reporterId: string): string => `${jobId}-${reporterId}`;

/** Who reported it as an intimate picture, and so reads what was decided. */
export const intimateReporterIds = ({ reports }: Pick<ReportRecord, 'reports'>): string[] =>
  reports.filter(({ reason }) => reason === 'intimate').map(({ byId }) => byId);

const reportersOf = (record: ReportRecord): { reporters?: string } =>
  intimateReporterIds(record).length > 0 ? { reporters: record.state } : {};

/** They read a decision that was undone. */
const undoneReportersOf = ({ undoneById, shown }: ReportRecord): { reporters?: string } =>
  undoneById !== undefined && shown.reporters !== undefined ? { reporters: 'undone' } : {};

/** If its author wasn't notified that it was hidden, they don't need to know that it's shown again. */
function shownAgain({ state, shown }: ReportRecord): MessageStates<ReportPart> {
  return {
    ...{ result: state, copy: state, derived: state },
    ...(shown.notice !== undefined && { notice: state }),
  };
}

/** Whether a hidden result also hides what is made from it. */
export const hidesDerived = ({
  urgent,
  withSource,
  undo,
}: Pick<ReportRecord, 'urgent' | 'withSource' | 'undo'>): boolean =>
  urgent !== undefined || withSource !== undefined || isBeingRemoved({ undo });

/** Whether the card keeps its copies of the files: until an intimate picture is removed, or what was made from a removed one. */
export const keepsEvidence = (record: ReportRecord): boolean => record.state !== 'removed' || !hidesDerived(record);

/** Notifies the operator of an intimate picture, and again if moderators miss the deadline. */
function operatorOf(record: ReportRecord, nowMs: number): { operator?: string } {
  const deadlineMs = decisionDeadlineMs(record);
  if (deadlineMs === undefined) return {};
  return { operator: `${nowMs < deadlineMs ? 'reported' : 'overdue'} ${deadlineMs}` };
}

const EMPTIED = 'emptied';
const showsEmptied = ({ result }: ReportRecord['shown']): boolean => result?.startsWith(EMPTIED) === true;

/**
 * An intimate picture, and what was made from it, lose their files once the card has copies, or can't get any. Until then they
 * are spoilers.
 */
export function isEmptied(record: ReportRecord): boolean {
  const { state, card, shown, urgent, withSource } = record;
  if (state !== 'hidden') return false;
  if (showsEmptied(shown)) return true;
  // What only its message has stays there until its removal can't be undone.
  if (!urgent && !withSource) return isBeingRemoved(record) && card !== undefined && card.files.length > 0;
  return card !== undefined || shown.card === cardState(record);
}

/** Whether the result's message lacks files that a restored one should have. */
export function lacksFiles(record: ReportRecord, tasks: readonly JobTask[]): boolean {
  const isHeldBack = (task: JobTask): boolean =>
    task.state === 'delivered' && task.delivery.how === 'attached' && task.delivery.files.length === 0;
  const { urgent, shown } = record;
  return urgent !== undefined || showsEmptied(shown) || shown.result === 'removed' || tasks.some(isHeldBack);
}

/** It says that moderators removed the result, or its source, while they can undo that. */
const hiddenResultOf = (record: ReportRecord): string =>
  `${isEmptied(record) ? EMPTIED : 'hidden'}${isHiddenToBeRemoved(record) ? ' removed' : ''}`;

/** The parts to bring up to date, in order. A copy in the gallery is hidden or removed first and restored last; the author's notice follows. */
export function partsBehind(record: ReportRecord, nowMs: number): ReportPart[] {
  const order: ReportPart[] = isShown(record)
    ? ['result', 'card', 'derived', 'copy', 'notice', 'reporters']
    : ['copy', 'result', 'card', 'derived', 'notice', 'operator', 'reporters'];
  return behindOf(partStates(record, nowMs), record.shown, order);
}

/** How long until a result's message that was out of reach is tried again; undefined if it shows its state. */
export function lateTryInMs(record: ReportRecord, nowMs: number): number | undefined {
  return nextLateTry(record, partStates(record, nowMs), ['result'], nowMs)?.inMs;
}

const isShown = ({ state }: ReportRecord): boolean => state === 'shown' || state === 'restored';

/** Whether a part has to wait until all others are up to date. */
export const waitsForOthers = (record: ReportRecord, part: ReportPart): boolean =>
  part === 'notice' || (part === 'copy' && isShown(record));
