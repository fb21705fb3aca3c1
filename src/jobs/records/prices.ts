import { z } from 'zod';
import type { Price } from '../../task-api/models.ts';
import { isWithinLast } from '../../time/clock.ts';

/** How many charges of a model are kept. */
const CHARGES_KEPT = 9;
/** More than one command's four tasks, so that one wrong moment doesn't set the price. */
const BELIEVED_IN_A_ROW = 5;
/** A charge more than this factor above or below the usual one may be real, but is no price to expect. */
const PLAUSIBLE_FACTOR = 4;
/** A charge of more than this many guesses is ignored. */
const ABSURD_FACTOR = 100;
/** After this time without a charge, the median counts, because a high quote prevents the tasks that would correct it. */
const LARGEST_COUNTS_MS = 3_600_000;

export const pricesSchema = z.object({
  /** The last charges, oldest first. */
  chargesCredits: z.array(z.int().min(0)).max(CHARGES_KEPT),
  /** The time of the last charge. */
  chargedAtMs: z.int().min(0),
});
export type Prices = z.output<typeof pricesSchema>;

export const NO_PRICES: Prices = { chargesCredits: [], chargedAtMs: 0 };

/** Whether a charge is too far from the guess to learn from. */
export function isAbsurd(chargeCredits: number, guessCredits: number): boolean {
  return chargeCredits > ABSURD_FACTOR * Math.max(1, guessCredits);
}

export function withCharge({ chargesCredits }: Prices, chargeCredits: number, atMs: number): Prices {
  return { chargesCredits: [...chargesCredits, chargeCredits].slice(-CHARGES_KEPT), chargedAtMs: atMs };
}

/** The last charges of all processes. Those of the process with the latest charge come last. */
export function withOthersPrices(own: Prices, others: readonly Prices[]): Prices {
  if (others.length === 0) return own;
  const all = [own, ...others].sort((a, b) => a.chargedAtMs - b.chargedAtMs);
  return {
    chargesCredits: all.flatMap(({ chargesCredits }) => chargesCredits).slice(-CHARGES_KEPT),
    chargedAtMs: Math.max(...all.map(({ chargedAtMs }) => chargedAtMs)),
  };
}

/**
 * The price of a model's next task. Five equal charges in a row are the price. Otherwise it is the largest recent charge,
 * so that budgets don't run over. Only charges within a factor of four of the usual price count: the median of the last
 * nine, with the guess for missing ones. So one absurd charge changes nothing. A charge of 0 is no price, because a hold of
 * 0 would let any number of tasks start before the model costs something again.
 */
export function priceOf(prices: Prices, guessCredits: number, nowMs: number): Price {
  const guess = Math.max(1, guessCredits);
  const charges = prices.chargesCredits.filter((charge) => charge > 0 && !isAbsurd(charge, guess));
  const last = charges.slice(-BELIEVED_IN_A_ROW);
  const [believed] = last;
  if (believed !== undefined && last.length === BELIEVED_IN_A_ROW && last.every((charge) => charge === believed)) {
    return { credits: believed };
  }
  const missing = Array.from({ length: CHARGES_KEPT - charges.length }, () => guess);
  const usual = medianOf([...charges, ...missing]) ?? guess;
  const plausible = charges.filter(
    (charge) => charge * PLAUSIBLE_FACTOR >= usual && charge <= PLAUSIBLE_FACTOR * usual,
  );
  const median = medianOf(plausible);
  if (median === undefined) return { credits: usual, isGuess: true };
  return { credits: isWithinLast(LARGEST_COUNTS_MS, prices.chargedAtMs, nowMs) ? Math.max(...plausible) : median };
}

/** Of an even number, the smaller of the two in the middle. */
function medianOf(charges: readonly number[]): number | undefined {
  return charges.toSorted((a, b) => a - b)[Math.ceil(charges.length / 2) - 1];
}
