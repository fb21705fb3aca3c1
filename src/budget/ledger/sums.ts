import { z } from 'zod';
import { PERIODS_MAX, sumSchema } from '../amounts.ts';
import { byStart, type PeriodKey, periodKeySchema } from '../periods/period.ts';
import type { NewEntry } from './ledger.ts';

/** May be spent in a period: allowance + carried + drawn. */
const periodSumsSchema = z.strictObject({
  allowanceCredits: sumSchema,
  /** What came over from the period before; less than nothing where more went over into the next one. */
  carriedCredits: z.int(),
  /** What grants pay of it, because the rest does not reach. */
  drawnCredits: sumSchema,
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
  /** One-time credits that no period has drawn yet. */
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

/** What of a period's own credits is neither spent nor held; less than nothing where the service took more. */
function ownRoomCredits({ allowanceCredits, carriedCredits, drawnCredits, heldCredits, spentCredits }: PeriodSums) {
  return allowanceCredits + carriedCredits + drawnCredits - heldCredits - spentCredits;
}

/** What was spent in all periods together. */
export function spentEverCredits({ earlier, periods }: Sums): number {
  return Object.values(periods).reduce((sum, { spentCredits }) => sum + spentCredits, earlier.spentCredits);
}

/** What would be carried over from a period if it ended now. */
export function leftOver(sums: Sums, key: PeriodKey): number {
  return Math.max(0, ownRoomCredits(periodOf(sums, key)));
}

/** What may still be held in a period, grants included; `overspentCredits` where the service took more than there was. */
export function roomOf(sums: Sums, key: PeriodKey): { leftCredits: number; overspentCredits: number } {
  // Grants that came back from another period pay for what this one lacks: it draws them with its next change.
  const roomCredits = ownRoomCredits(periodOf(sums, key)) + sums.grantsLeftCredits;
  return { leftCredits: Math.max(0, roomCredits), overspentCredits: Math.max(0, -roomCredits) };
}

/** The one rule of what a change does to the sums: accounts are made by it and checked by it. */
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
  // A period that is no longer kept apart can still be settled into: a hold of no credits does not keep it open.
  if (period === undefined) return { ...sums, earlier: add(sums.earlier, amounts) };
  return draw({ ...sums, periods: { ...sums.periods, [key]: add(period, amounts) } }, key);
}

/**
 * A period pays first from its own, and draws on the grants only for what is held and spent beyond that. What it no longer
 * needs goes back at once, so that grants last as long as they can.
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
  return {
    allowanceCredits: to.allowanceCredits + (amounts.allowanceCredits ?? 0),
    carriedCredits: to.carriedCredits + (amounts.carriedCredits ?? 0),
    drawnCredits: to.drawnCredits + (amounts.drawnCredits ?? 0),
    heldCredits: to.heldCredits + (amounts.heldCredits ?? 0),
    spentCredits: to.spentCredits + (amounts.spentCredits ?? 0),
  };
}
