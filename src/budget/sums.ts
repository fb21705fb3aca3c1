import { z } from 'zod';
import { PERIODS_MAX, sumSchema } from './amounts.ts';
import type { Change } from './ledger.ts';
import { type PeriodKey, periodKeySchema } from './period.ts';

const periodSumsSchema = z.strictObject({
  allowanceCredits: sumSchema,
  heldCredits: sumSchema,
  spentCredits: sumSchema,
});
export type PeriodSums = z.output<typeof periodSumsSchema>;

/** What the entries of a ledger come to. */
export const sumsSchema = z.strictObject({
  periods: z.record(periodKeySchema, periodSumsSchema),
  /** All older periods together. */
  earlier: periodSumsSchema,
  /** The last of the older periods: it, and what was before it, is never opened again. */
  closedThrough: periodKeySchema.nullable(),
});
export type Sums = z.output<typeof sumsSchema>;

const NOTHING: PeriodSums = { allowanceCredits: 0, heldCredits: 0, spentCredits: 0 };
export const NO_SUMS: Sums = { periods: {}, earlier: NOTHING, closedThrough: null };

/** What a period may still spend; `overspentCredits` where the service took more than there was. */
export function roomOf(period: PeriodSums | undefined): { leftCredits: number; overspentCredits: number } {
  const { allowanceCredits, heldCredits, spentCredits } = period ?? NOTHING;
  const roomCredits = allowanceCredits - heldCredits - spentCredits;
  return { leftCredits: Math.max(0, roomCredits), overspentCredits: Math.max(0, -roomCredits) };
}

/** The one rule of what a change does to the sums: accounts are made by it and checked by it. */
export function applyChange(sums: Sums, change: Change): Sums {
  switch (change.kind) {
    case 'period':
      return openPeriod(sums, change.periodKey, change.allowanceCredits);
    case 'allowance':
      return book(sums, change.periodKey, { allowanceCredits: change.toCredits - change.fromCredits });
    case 'held':
      return book(sums, change.periodKey, { heldCredits: change.credits });
    case 'corrected':
      return book(sums, change.periodKey, { heldCredits: change.toCredits - change.fromCredits });
    case 'unconfirmed':
      return sums;
    case 'settled':
      return book(sums, change.periodKey, { heldCredits: -change.heldCredits, spentCredits: change.chargedCredits });
    case 'released':
      return book(sums, change.periodKey, { heldCredits: -change.credits });
  }
}

function book(sums: Sums, key: PeriodKey, amounts: Partial<PeriodSums>): Sums {
  const period = sums.periods[key];
  // A period that is no longer kept apart can still be settled into: a hold of no credits does not keep it open.
  if (period === undefined) return { ...sums, earlier: add(sums.earlier, amounts) };
  return { ...sums, periods: { ...sums.periods, [key]: add(period, amounts) } };
}

function openPeriod(sums: Sums, key: PeriodKey, allowanceCredits: number): Sums {
  const periods = { ...sums.periods, [key]: { ...NOTHING, allowanceCredits } };
  let { earlier, closedThrough } = sums;
  const closable = Object.keys(periods)
    .filter((one) => one !== key && periods[one]?.heldCredits === 0)
    .sort();
  for (const oldest of closable.slice(0, Math.max(0, Object.keys(periods).length - PERIODS_MAX))) {
    earlier = add(earlier, periods[oldest] ?? NOTHING);
    delete periods[oldest];
    if (closedThrough === null || oldest > closedThrough) closedThrough = oldest;
  }
  return { periods, earlier, closedThrough };
}

function add(to: PeriodSums, amounts: Partial<PeriodSums>): PeriodSums {
  return {
    allowanceCredits: to.allowanceCredits + (amounts.allowanceCredits ?? 0),
    heldCredits: to.heldCredits + (amounts.heldCredits ?? 0),
    spentCredits: to.spentCredits + (amounts.spentCredits ?? 0),
  };
}
