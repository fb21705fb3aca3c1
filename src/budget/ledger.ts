import { z } from 'zod';
import { amountSchema, idSchema, NOTE_MAX_CHARACTERS, sumSchema, taskKeySchema, timeSchema } from './amounts.ts';
import { periodKeySchema } from './period.ts';

/** Whose task it is: on every entry, so that a statement needs no other record. */
const taskPart = { taskKey: taskKeySchema, jobId: idSchema, memberId: idSchema, modelId: idSchema };

const commonPart = {
  /** Counts from 1 over the account's life, without gaps. */
  number: z.int().min(1),
  atMs: timeSchema,
  /** The period that it is booked to; a task's entries all go to the period in which it was held. */
  periodKey: periodKeySchema,
  /** What the period had left after it. */
  leftCredits: sumSchema,
  /** By how much the period was overspent after it: the service charged more than was quoted. */
  overspentCredits: sumSchema,
};

/** One change of an account. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('period'), ...commonPart, allowanceCredits: amountSchema }),
  z.strictObject({
    kind: z.literal('allowance'),
    ...commonPart,
    fromCredits: amountSchema,
    toCredits: amountSchema,
  }),
  z.strictObject({ kind: z.literal('held'), ...commonPart, ...taskPart, credits: amountSchema }),
  z.strictObject({
    kind: z.literal('corrected'),
    ...commonPart,
    ...taskPart,
    fromCredits: amountSchema,
    toCredits: amountSchema,
  }),
  z.strictObject({ kind: z.literal('unconfirmed'), ...commonPart, ...taskPart }),
  z.strictObject({
    kind: z.literal('settled'),
    ...commonPart,
    ...taskPart,
    heldCredits: amountSchema,
    chargedCredits: amountSchema,
  }),
  z.strictObject({
    kind: z.literal('released'),
    ...commonPart,
    ...taskPart,
    credits: amountSchema,
    why: z.string().max(NOTE_MAX_CHARACTERS),
  }),
]);
export type Entry = z.output<typeof entrySchema>;

type WithoutBalance<Member> = Member extends unknown
  ? Omit<Member, 'number' | 'leftCredits' | 'overspentCredits'>
  : never;
/** An entry before it has its place in the ledger. */
export type Change = WithoutBalance<Entry>;
