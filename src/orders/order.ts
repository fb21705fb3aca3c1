import { z } from 'zod';
import { ORDER_OUTCOMES } from '../budget/account/orders.ts';
import { AMOUNT_MAX_CREDITS, amountSchema, idSchema, noteSchema, sumSchema, taskKeySchema } from '../budget/amounts.ts';
import { allowanceSchema } from '../budget/periods/period.ts';
import type { Change } from '../store/store.ts';

/** What an operator may want of one server's account. */
const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('grant'),
    /** Less than nothing takes back. */
    credits: z.int().min(-AMOUNT_MAX_CREDITS).max(AMOUNT_MAX_CREDITS),
    why: noteSchema,
  }),
  z.strictObject({ kind: z.literal('allowance'), allowance: allowanceSchema }),
  z.strictObject({ kind: z.literal('pause'), isPaused: z.boolean() }),
  z.strictObject({
    kind: z.literal('resolve'),
    taskKey: taskKeySchema,
    memberId: idSchema,
    jobId: idSchema,
    /** Null where the service is to tell how the task ended. */
    resolution: z
      .discriminatedUnion('decision', [
        z.strictObject({ decision: z.literal('settle'), chargedCredits: amountSchema.optional() }),
        z.strictObject({ decision: z.literal('release') }),
      ])
      .nullable(),
  }),
]);
export type Order = z.output<typeof orderSchema>;

/** An order, of which the id is for ever its own. */
export const givenOrderSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/u),
  guildId: z.string().regex(/^\d{17,20}$/u),
  byId: idSchema,
  order: orderSchema,
});
export type GivenOrder = z.output<typeof givenOrderSchema>;

/** What came of an order that was carried out. */
const OUTCOMES = [
  ...ORDER_OUTCOMES,
  'unknown at the service',
  'still runs',
  'not told',
  /** The log says why. */
  'failed',
] as const;

export const carriedOutSchema = z.strictObject({
  outcome: z.enum(OUTCOMES),
  /** What was granted, taken back, settled or released. */
  credits: sumSchema.default(0),
  /** What the server has left then; of what could not be taken back, what there is to take. */
  leftCredits: sumSchema.default(0),
});
export type CarriedOut = z.output<typeof carriedOutSchema>;

/** What is written in the commit that carries an order out, also where that changes nothing. */
export type Also = (came: CarriedOut) => readonly Change[];
