import { z } from 'zod';
import { allowanceSchema } from '../budget/account/account.ts';
import { OPERATION_OUTCOMES } from '../budget/account/operations.ts';
import {
  AMOUNT_MAX_CREDITS,
  amountSchema,
  idSchema,
  noteSchema,
  sumSchema,
  taskKeySchema,
} from '../budget/ledger/amounts.ts';
import type { Change } from '../store/store.ts';

/** What an operator does with one server's account. */
const actionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('grant'),
    /** A negative amount removes credits. */
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
    /** Null to ask the service how the task ended. */
    resolution: z
      .discriminatedUnion('decision', [
        z.strictObject({ decision: z.literal('settle'), chargedCredits: amountSchema.optional() }),
        z.strictObject({ decision: z.literal('release') }),
      ])
      .nullable(),
  }),
]);
export type OperatorAction = z.output<typeof actionSchema>;

/** The id belongs to this command for ever, so that a repeated one is recognised. */
export const operatorCommandSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/u),
  guildId: z.string().regex(/^\d{17,20}$/u),
  byId: idSchema,
  action: actionSchema,
});
export type OperatorCommand = z.output<typeof operatorCommandSchema>;

const OUTCOMES = [
  ...OPERATION_OUTCOMES,
  'unknown at the service',
  'still running',
  'no answer',
  /** The log says why. */
  'failed',
] as const;

export const commandResultSchema = z.strictObject({
  outcome: z.enum(OUTCOMES),
  /** The credits granted, removed, settled or released. */
  credits: sumSchema.default(0),
  /** What the server then has left; if a removal is refused, what could be removed. */
  leftCredits: sumSchema.default(0),
});
export type CommandResult = z.output<typeof commandResultSchema>;

/** What to write in the same commit, even if the command changes nothing. */
export type ExtraChanges = (result: CommandResult) => readonly Change[];
