import { z } from 'zod';
import { periodKeySchema } from '../periods/period.ts';
import {
  amountSchema,
  counterKeySchema,
  idSchema,
  noteSchema,
  SHARES_MAX,
  sumSchema,
  taskKeySchema,
  timeSchema,
} from './amounts.ts';

/** On every entry about a task, so that a statement needs no other record. */
const taskPart = { taskKey: taskKeySchema, jobId: idSchema, memberId: idSchema, modelId: idSchema };

/** The operator who decided it; unset if the task ended by itself. */
const decidedPart = { byId: idSchema.optional() };

/** The grant's id belongs to it for ever, so that a repeated one is recognised. */
const grantPart = { grantId: idSchema, byId: idSchema };

export const ROLES = ['operator', 'manager'] as const;
/** The operator decides what the server has; managers decide how it is divided. */
export type DeciderRole = (typeof ROLES)[number];

const MANAGED = ['allowance', 'paused', 'resumed', 'share', 'share removed', 'settings'] as const;

const commonPart = {
  /** From 1, without gaps, over the account's whole life. */
  number: z.int().min(1),
  atMs: timeSchema,
  /** All entries of a task belong to the period in which it was held. */
  periodKey: periodKeySchema,
  /** What the period had left after this entry, grants included. */
  leftCredits: sumSchema,
  /** By how much the period was overspent after this entry, because the service charged more than quoted. */
  overspentCredits: sumSchema,
};

function entryOf<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...commonPart, ...shape });
}

/** One change of an account. */
export const entrySchema = z.discriminatedUnion('kind', [
  entryOf('period', {
    allowanceCredits: amountSchema,
    /** Carried over from the period before, at most the plan's cap. */
    carriedCredits: amountSchema,
    carriedFrom: periodKeySchema.optional(),
  }),
  entryOf('allowance', { fromCredits: amountSchema, toCredits: amountSchema }),
  entryOf('granted', { ...grantPart, credits: amountSchema, why: noteSchema }),
  entryOf('removed', { ...grantPart, credits: amountSchema, why: noteSchema }),
  /** A person's decision that moves no credits by itself. */
  entryOf('managed', { byId: idSchema, role: z.enum(ROLES), what: z.enum(MANAGED), why: noteSchema }),
  entryOf('held', {
    ...taskPart,
    credits: amountSchema,
    /** The share counters that count the task; unset if none does. Holds and counters can be rebuilt from it. */
    countedIn: z.array(counterKeySchema).max(SHARES_MAX).optional(),
  }),
  entryOf('corrected', { ...taskPart, fromCredits: amountSchema, toCredits: amountSchema }),
  /** With the charge that the service named, if no one believes it. */
  entryOf('unconfirmed', { ...taskPart, claimedCredits: sumSchema.optional() }),
  entryOf('settled', { ...taskPart, ...decidedPart, heldCredits: amountSchema, chargedCredits: amountSchema }),
  entryOf('released', { ...taskPart, ...decidedPart, credits: amountSchema, why: noteSchema }),
]);
export type Entry = z.output<typeof entrySchema>;

type WithoutBalance<Member> = Member extends unknown
  ? Omit<Member, 'number' | 'leftCredits' | 'overspentCredits'>
  : never;
/** An entry without its number and balance. */
export type NewEntry = WithoutBalance<Entry>;

/** By how much an entry changed what the server can still spend. */
export function creditsOf(entry: Entry): number {
  switch (entry.kind) {
    case 'period':
      return entry.allowanceCredits + entry.carriedCredits;
    case 'allowance':
      return entry.toCredits - entry.fromCredits;
    case 'granted':
    case 'released':
      return entry.credits;
    case 'removed':
    case 'held':
      return -entry.credits;
    case 'corrected':
      return entry.fromCredits - entry.toCredits;
    case 'settled':
      return entry.heldCredits - entry.chargedCredits;
    case 'unconfirmed':
    case 'managed':
      return 0;
  }
}
