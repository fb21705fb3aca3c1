import { z } from 'zod';
import { amountSchema } from '../amounts.ts';
import { EVERY } from './period.ts';

/** What an operator gives to a server again and again. */
export const planSchema = z.strictObject({
  every: z.enum(EVERY),
  /** For each period; nothing where `every` is `none`. */
  credits: amountSchema,
  /** How much of what was left goes over into the next period; 0 for nothing. */
  carryCapCredits: amountSchema,
});
export type Plan = z.output<typeof planSchema>;

/** `default`: the configured credits for each calendar month, as they are configured now. */
export const allowanceSchema = z.union([z.literal('default'), planSchema]);
export type Allowance = z.output<typeof allowanceSchema>;

export function planOf(allowance: Allowance, defaultAllowanceCredits: number): Plan {
  if (allowance === 'default') return { every: 'month', credits: defaultAllowanceCredits, carryCapCredits: 0 };
  return allowance.every === 'none' ? { every: 'none', credits: 0, carryCapCredits: 0 } : allowance;
}
