import { z } from 'zod';
import { byStart, type PeriodKey, periodKeySchema } from '../periods/period.ts';
import { sumSchema } from './amounts.ts';
import type { NewEntry } from './ledger.ts';

/** Periods with sums of their own: two months of days, or five years of months. */
export const PERIODS_MAX = 62;

/** A period can spend allowance + carried + drawn. */
const periodSumsSchema = z.strictObject({
  allowanceCredits: sumSchema,
  /** Carried over from the period before, less what was carried over into the next one. */
  carriedCredits: z.int(),
  /** What grants pay, because the period's own credits run out. */
  drawnCredits: sumSchema,
  heldCredits: sumSchema,
  spentCredits: sumSchema,
});
export type PeriodSums = z.output<typeof periodSumsSchema>;
export const PERIOD_SUM_NAMES = periodSumsSchema.keyof().options;

/** The sums of a ledger's entries. */
export const sumsSchema = z.strictObject({
  periods: z.record(periodKeySchema, periodSumsSchema),
  /** All older periods together. */
  earlier: periodSumsSchema,
  /** The last of the older periods. Neither it nor any period before it is opened again. */
  closedThrough: periodKeySchema.nullable(),
  /** Grants that no period has drawn. */
  grantsLeftCredits: sumSchema,
});
export type Sums = z.output<typeof sumsSchema>;

const NOTHING: PeriodSums = {
  allowanceCredits: 0,
  carriedCredits: 0,
  drawnCredits: 0,
  heldCredits: 0,
  spentCredits: 0,
};
export const NO_SUMS: Sums = { periods: {}, earlier: NOTHING, closedThrough: null, grantsLeftCredits: 0 };

export function periodOf(sums: Sums, key: PeriodKey): PeriodSums {
  return sums.periods[key] ?? NOTHING;
}

/** The period's credits that are neither spent nor held; negative if the service charged more. */
function ownRoomCredits({ allowanceCredits, carriedCredits, drawnCredits, heldCredits, spentCredits }: PeriodSums) {
  return allowanceCredits + carriedCredits + drawnCredits - heldCredits - spentCredits;
}

function inAllPeriods({ earlier, periods }: Sums, name: keyof PeriodSums): number {
  return Object.values(periods).reduce((sum, period) => sum + period[name], earlier[name]);
}

export const spentEverCredits = (sums: Sums): number => inAllPeriods(sums, 'spentCredits');
export const heldNowCredits = (sums: Sums): number => inAllPeriods(sums, 'heldCredits');

/** What a period could carry over if it ended now. */
export function leftOver(sums: Sums, key: PeriodKey): number {
  return Math.max(0, ownRoomCredits(periodOf(sums, key)));
}

/** What a period can still hold, grants included, or by how much the service charged more than there was. */
export function roomOf(sums: Sums, key: PeriodKey): { leftCredits: number; overspentCredits: number } {
  // Grants that another period returned count already. This period draws them with its next change.
  const roomCredits = ownRoomCredits(periodOf(sums, key)) + sums.grantsLeftCredits;
  return { leftCredits: Math.max(0, roomCredits), overspentCredits: Math.max(0, -roomCredits) };
}

/** What a change does to the sums. Accounts are changed by this function, and the audit checks them with it. */
export function applyChange(sums: Sums, change: NewEntry): Sums {
  const key = change.periodKey;
  switch (change.kind) {
    case 'period':
      return draw(openPeriod(sums, change), key);
    case 'allowance':
      return book(sums, key, { allowanceCredits: change.toCredits - change.fromCredits });
    case 'granted':
      return draw({ ...sums, grantsLeftCredits: sums.grantsLeftCredits + change.credits }, key);
    case 'removed':
      return draw({ ...sums, grantsLeftCredits: sums.grantsLeftCredits - change.credits }, key);
    case 'held':
      return book(sums, key, { heldCredits: change.credits });
    case 'corrected':
      return book(sums, key, { heldCredits: change.toCredits - change.fromCredits });
    case 'managed':
      return draw(sums, key);
    case 'unconfirmed':
      return sums;
    case 'settled':
      return book(sums, key, { heldCredits: -change.heldCredits, spentCredits: change.chargedCredits });
    case 'released':
      return book(sums, key, { heldCredits: -change.credits });
  }
}

function book(sums: Sums, key: PeriodKey, amounts: Partial<PeriodSums>): Sums {
  const period = sums.periods[key];
  // A period without a sum of its own can still get a settlement, because a hold of 0 credits doesn't keep it open.
  if (period === undefined) return { ...sums, earlier: add(sums.earlier, amounts) };
  return draw({ ...sums, periods: { ...sums.periods, [key]: add(period, amounts) } }, key);
}

/**
 * A period first uses its own credits, and draws grants only for what is held and spent beyond them. It returns what it
 * no longer needs at once, so that grants last as long as possible.
 */
export function draw(sums: Sums, key: PeriodKey): Sums {
  const period = sums.periods[key];
  if (period === undefined) return sums;
  const neededCredits = Math.max(0, period.drawnCredits - ownRoomCredits(period));
  const drawnCredits = Math.min(neededCredits, period.drawnCredits + sums.grantsLeftCredits);
  if (drawnCredits === period.drawnCredits) return sums;
  return {
    ...sums,
    grantsLeftCredits: sums.grantsLeftCredits + period.drawnCredits - drawnCredits,
    periods: { ...sums.periods, [key]: { ...period, drawnCredits } },
  };
}

function openPeriod(sums: Sums, change: Extract<NewEntry, { kind: 'period' }>): Sums {
  const { periodKey: key, allowanceCredits, carriedCredits, carriedFrom } = change;
  const periods = { ...sums.periods, [key]: { ...NOTHING, allowanceCredits, carriedCredits } };
  const before = carriedFrom === undefined ? undefined : periods[carriedFrom];
  if (carriedFrom !== undefined && before !== undefined) {
    periods[carriedFrom] = add(before, { carriedCredits: -carriedCredits });
  }
  let { earlier, closedThrough } = sums;
  const closable = Object.keys(periods)
    .filter((one) => one !== key && periods[one]?.heldCredits === 0)
    .sort(byStart);
  for (const oldest of closable.slice(0, Math.max(0, Object.keys(periods).length - PERIODS_MAX))) {
    earlier = add(earlier, periods[oldest] ?? NOTHING);
    delete periods[oldest];
    if (closedThrough === null || byStart(oldest, closedThrough) > 0) closedThrough = oldest;
  }
  return { ...sums, periods, earlier, closedThrough };
}

function add(to: PeriodSums, amounts: Partial<PeriodSums>): PeriodSums {
  const sums = { ...to };
  for (const name of PERIOD_SUM_NAMES) sums[name] += amounts[name] ?? 0;
  return sums;
}
