import { z } from 'zod';
import { REASON_MAX_CHARACTERS } from '../records/members.ts';
import { behindOf, type MessageStates } from '../records/messages.ts';
import { outboxSchema } from '../records/outbox.ts';

/** What members reported of one result, and what became of it: its stored record. */

const timeSchema = z.int().min(0);
export const REPORTS_MAX = 50;
/** Removing has to reach all of them, so that no more are begun; a thousand keep the record below a hundred kilobytes. */
export const CHILDREN_MAX = 1_000;

/** Shown as before, shown as a spoiler, shown again by a moderator's word, and gone from its message. */
export const REPORT_STATES = ['shown', 'hidden', 'restored', 'removed'] as const;
/** Its message, the moderators' card, its copy in the gallery, what was made from it, and the words to the operator and to its member. */
const REPORT_PARTS = ['result', 'card', 'copy', 'children', 'operator', 'notice'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];
/** Why a member reports it; an intimate picture of a real person is hidden at once. */
export const REPORT_REASONS = ['rules', 'intimate', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const reportReasonSchema = z.enum(REPORT_REASONS);

/** Moderators have this long to decide about what was reported as an intimate picture. */
export const DECIDE_WITHIN_MS = 48 * 3_600_000;

export type ReportState = (typeof REPORT_STATES)[number];

export const reportRecordSchema = z.strictObject({
  guildId: z.string(),
  jobId: z.string(),
  memberId: z.string(),
  channelId: z.string(),
  messageId: z.string().optional(),
  atMs: timeSchema,
  reports: z
    .array(
      z.strictObject({
        byId: z.string(),
        atMs: timeSchema,
        reason: reportReasonSchema,
        why: z.string().max(REASON_MAX_CHARACTERS),
      }),
    )
    .max(REPORTS_MAX),
  state: z.enum(REPORT_STATES),
  /** It was reported as an intimate picture, so its message has lost its files. Until it is restored there. */
  urgent: z.strictObject({ sinceMs: timeSchema }).optional(),
  /** Who brought it into this state. */
  byId: z.string(),
  /** What a moderator wrote who removed it; its member reads it. */
  why: z.string().max(REASON_MAX_CHARACTERS).optional(),
  /** It went because what it was made from was removed. */
  isWithSource: z.boolean().optional(),
  /** The state of each of its parts. A step retries until all are as they should be. */
  shown: z.partialRecord(z.enum(REPORT_PARTS), z.string()),
  card: z
    .strictObject({
      channelId: z.string(),
      messageId: z.string(),
      files: z.array(z.strictObject({ attachmentId: z.string(), name: z.string() })),
    })
    .optional(),
  /** The moderators' channel was closed to Easel: its card is tried again then. */
  cardDueAtMs: timeSchema.optional(),
  /** Made from it with Again. */
  children: z.array(z.strictObject({ jobId: z.string(), memberId: z.string(), atMs: timeSchema })).max(CHILDREN_MAX),
  outbox: outboxSchema,
});
export type ReportRecord = z.output<typeof reportRecordSchema>;

/** The result that it is about, and where it is shown. */
export type Subject = Pick<ReportRecord, 'guildId' | 'jobId' | 'memberId' | 'channelId'> & {
  messageId?: string | undefined;
};

/** Kept from everybody after reports, until a moderator restores it. */
export function isHiddenOrRemoved(report: Pick<ReportRecord, 'state'> | undefined): boolean {
  return report?.state === 'hidden' || report?.state === 'removed';
}

/** When moderators should have decided about an intimate picture; undefined where none waits for them. */
export function deadlineOf({ state, urgent }: Pick<ReportRecord, 'state' | 'urgent'>): number | undefined {
  return state === 'hidden' && urgent ? urgent.sinceMs + DECIDE_WITHIN_MS : undefined;
}

/** What each part of a reported result should be. What came down with its source has no reports of its own, and so no card. */
export function statesOf(record: ReportRecord, nowMs: number): MessageStates<ReportPart> {
  const { state, shown, reports } = record;
  const last = reports.at(-1);
  const card = last && `${state} ${last.byId} ${last.atMs}`;
  const all = { ...(card && { card }), result: state, notice: state };
  switch (state) {
    case 'shown':
      return { ...(card && { card }) };
    case 'restored': {
      const { notice, ...others } = all;
      // Of what was hidden and restored at once its member knows nothing.
      return { ...others, copy: 'up', ...(shown.notice !== undefined && { notice }) };
    }
    case 'removed':
      return { ...all, copy: 'down', children: state };
    case 'hidden':
      return {
        ...all,
        ...operatorOf(record, nowMs),
        copy: 'down',
        ...(isEmptied(record, card) && { result: 'emptied' }),
      };
  }
}

/** The operator hears of an intimate picture, and again when moderators did not decide about it in time. */
function operatorOf(record: ReportRecord, nowMs: number): { operator?: string } {
  const deadlineMs = deadlineOf(record);
  if (deadlineMs === undefined) return {};
  return { operator: `${nowMs < deadlineMs ? 'reported' : 'overdue'} ${deadlineMs}` };
}

/** An intimate picture loses its files once the card has taken them over, or none can; meanwhile they are spoilers. */
function isEmptied({ urgent, card, shown }: ReportRecord, cardState: string | undefined): boolean {
  return urgent !== undefined && (card !== undefined || shown.result === 'emptied' || shown.card === cardState);
}

/** A copy in the gallery comes back once the result is shown, and goes before all. What its member reads comes after that. */
export function behind(record: ReportRecord, nowMs: number): ReportPart[] {
  const order: ReportPart[] =
    record.state === 'restored'
      ? ['result', 'card', 'copy', 'notice']
      : ['copy', 'result', 'card', 'children', 'notice', 'operator'];
  return behindOf(statesOf(record, nowMs), record.shown, order);
}

/** Whether a part waits for all others to be brought. */
export const isLast = ({ state }: ReportRecord, part: ReportPart): boolean =>
  part === 'notice' || (part === 'copy' && state === 'restored');
