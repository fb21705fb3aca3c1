import { z } from 'zod';
import type { Decided } from '../../engine/driven-records.ts';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS, HOUR_MS } from '../../time/clock.ts';
import { auditEntrySchema, WHY_MAX_CHARACTERS } from '../records/audit-log.ts';
import type { NewDecision } from '../records/decisions.ts';
import { type Brought, behindOf, CLOSED_WAIT_MS, type MessageStates, messageSchema } from '../records/messages.ts';
import { CARDS_A_DAY } from '../reports/report-limits.ts';
import { BY_EASEL } from '../requests/request.ts';

/** An appeal: a member asks moderators for another look at a decision. Its record, and what happens to it. */

const timeSchema = z.int().min(0);

/** A member's appeals in a server that wait at the same time. */
export const OPEN_APPEALS_MAX = CARDS_A_DAY;
/** Without an answer until then, the decision stays. */
const OPEN_FOR_MS = 7 * DAY_MS;
/** For this long, only moderators other than the one who decided may answer. */
const FOR_OTHERS_MS = 72 * HOUR_MS;
/** Longer than any timeout. */
const KEPT_MS = 400 * DAY_MS;

/** Decisions that their member can ask about, by the log's names. */
const aboutSchema = z.strictObject({
  action: z.enum(['rejected', 'hidden', 'removed', 'timed out']),
  /** By which the log and people name it, if the log has it. */
  number: z.int().min(1).optional(),
  /** When it was decided, which tells it from other decisions about the same. */
  atMs: timeSchema,
  ...auditEntrySchema.pick({
    ...{ byId: true, jobId: true, why: true, channelId: true, messageId: true, untilMs: true },
  }).shape,
});
export type AppealedDecision = z.output<typeof aboutSchema>;

const answerSchema = z.strictObject({
  /** `over`: the decision no longer holds. `expired`: no one answered. */
  kind: z.enum(['changed', 'kept', 'over', 'expired']),
  byId: z.string(),
  atMs: timeSchema,
  /** The moderator's words; empty if there are none. */
  why: z.string().max(WHY_MAX_CHARACTERS),
});
export type AppealAnswer = z.output<typeof answerSchema>;

const APPEAL_MESSAGES = ['card', 'notice'] as const;
export type AppealMessage = (typeof APPEAL_MESSAGES)[number];

export const appealSchema = z.strictObject({
  /** The interaction's, as of a job: a request that starts again gets it. */
  id: z.string(),
  guildId: z.string(),
  memberId: z.string(),
  about: aboutSchema,
  askedAtMs: timeSchema,
  expiresAtMs: timeSchema,
  /** What the member wrote. */
  words: z.string().max(WHY_MAX_CHARACTERS),
  /** Where the member asked. */
  channelId: z.string(),
  card: messageSchema.required().optional(),
  /** When to try the card again, because Easel couldn't post in the moderators' channel. */
  cardDueAtMs: timeSchema.optional(),
  answer: answerSchema.optional(),
  /** No message with the answer reached the member, who reads it where they asked. */
  isUntold: z.boolean().optional(),
  /** The state that each message showed last. */
  shown: z.partialRecord(z.enum(APPEAL_MESSAGES), z.string()),
});
export type Appeal = z.output<typeof appealSchema>;

export const appealCollection = defineCollection({
  name: 'appeals',
  schema: appealSchema,
  serverOf: 'key',
  keeps: {
    what: 'who asked for another look at which decision, in which words, and the answer',
    ends: { after: KEPT_MS, since: ({ askedAtMs }) => askedAtMs, words: '400 days after it was asked for' },
    erased: { goes: 'what the member wrote', stays: 'who asked about what, so that each decision has one answer' },
  },
});

/** One for each decision. */
export const appealKey = (
  { guildId, memberId }: Pick<Appeal, 'guildId' | 'memberId'>,
  { jobId = NO_JOB, atMs }: Pick<AppealedDecision, 'jobId' | 'atMs'>,
): string => `${guildId}-${memberId}-${jobId}-${atMs}`;

/** A decision in a custom id. */
export const keyPartsOf = ({ jobId = NO_JOB, atMs }: AppealedDecision) => ({ jobId, atMs });
/** For decisions about members. No job's id is as short. */
export const NO_JOB = '0';

export const keyOf = (appeal: Appeal): string => appealKey(appeal, appeal.about);

/** What moderators are asked. */
export type NewAppeal = Pick<Appeal, 'id' | 'guildId' | 'memberId' | 'about' | 'words' | 'channelId'>;

function newAppeal(asked: NewAppeal, nowMs: number): Appeal {
  const expiresAtMs = Math.min(nowMs + OPEN_FOR_MS, asked.about.untilMs ?? Number.POSITIVE_INFINITY);
  return { ...asked, words: asked.words.slice(0, WHY_MAX_CHARACTERS), askedAtMs: nowMs, expiresAtMs, shown: {} };
}

/** From when on this moderator may answer it; `never` if it's their own. */
export function mayAnswerFromMs({ memberId, about, askedAtMs }: Appeal, byId: string): number | 'never' {
  if (byId === memberId) return 'never';
  return byId === about.byId ? askedAtMs + FOR_OTHERS_MS : askedAtMs;
}

export const answered = (appeal: Appeal, { why, ...answer }: AppealAnswer): Appeal => ({
  ...appeal,
  answer: { ...answer, why: why.slice(0, WHY_MAX_CHARACTERS) },
});

/** What an answer adds to the log. */
export function decisionsIn(before: Appeal | undefined, { about, answer, memberId }: Appeal): NewDecision[] {
  if (!answer || before?.answer || answer.byId === BY_EASEL) return [];
  const { jobId, channelId, messageId } = about;
  const { byId, kind, why } = answer;
  return [
    {
      ...{ byId, memberId, jobId, channelId, messageId, why },
      action: kind === 'kept' ? 'decision kept' : 'decision changed',
    },
  ];
}

/** The state that each message should show. */
export function statesOf({ answer, card, isUntold }: Appeal): MessageStates<AppealMessage> {
  if (!answer) return { card: 'asked' };
  return { ...(card && { card: isUntold ? `${answer.kind} untold` : answer.kind }), notice: answer.kind };
}

/** The message to bring up to date now. */
export function messageBehind(appeal: Appeal, nowMs: number): AppealMessage | undefined {
  const { cardDueAtMs = 0, shown } = appeal;
  return behindOf(statesOf(appeal), shown, APPEAL_MESSAGES).find((key) => key !== 'card' || cardDueAtMs <= nowMs);
}

/** When something is due; undefined once it's answered and all of its messages say so. */
export function appealDueInMs(appeal: Appeal, nowMs: number): number | undefined {
  const { answer, cardDueAtMs, expiresAtMs } = appeal;
  if (messageBehind(appeal, nowMs)) return 0;
  return answer ? undefined : Math.max(0, Math.min(expiresAtMs, cardDueAtMs ?? expiresAtMs) - nowMs);
}

/** What a message shows now, or that it can't. If the moderators' channel is closed, the card is tried again later. */
export function withBrought(
  now: Appeal,
  { key, state, brought }: { key: AppealMessage; state: string | undefined; brought: Brought | { isTold: boolean } },
  nowMs: number,
): Appeal {
  const shown = { ...now.shown, [key]: state };
  if ('isTold' in brought) return { ...now, shown, ...(!brought.isTold && { isUntold: true }) };
  const { cardDueAtMs: _, ...rest } = now;
  if (brought.outcome === 'closed' && !now.answer) return { ...rest, cardDueAtMs: nowMs + CLOSED_WAIT_MS };
  if (brought.outcome !== 'there') return { ...rest, shown };
  const { channelId, id: messageId } = brought.message;
  return { ...rest, shown, card: { channelId, messageId } };
}

/** Without what this person wrote, also on its card; undefined if they wrote nothing. */
export function withoutWordsOf(appeal: Appeal, personId: string): Appeal | undefined {
  const { memberId, answer, card, shown } = appeal;
  const isByThem = answer?.byId === personId && answer.why !== '';
  if (memberId !== personId && !isByThem) return undefined;
  return {
    ...appeal,
    ...(memberId === personId && { words: '' }),
    ...(isByThem && { answer: { ...answer, why: '' } }),
    shown: card ? { ...shown, card: '' } : shown,
  };
}

export type AskOutcome = { outcome: 'asked' | 'too many' } | { outcome: 'already'; appeal: Appeal };

/** @param open how many others of the member wait */
export function asked(
  found: Appeal | undefined,
  appeal: NewAppeal,
  open: number,
  nowMs: number,
): Decided<Appeal, AskOutcome> {
  if (found) return { outcome: { outcome: 'already', appeal: found } };
  if (open >= OPEN_APPEALS_MAX) return { outcome: { outcome: 'too many' } };
  return { after: newAppeal(appeal, nowMs), outcome: { outcome: 'asked' } };
}
