import { z } from 'zod';

/** Charges of a model that are kept. */
const CHARGES_KEPT = 9;
/** One command makes at most four tasks, so that one moment of nonsense is not believed. */
const BELIEVED_IN_A_ROW = 5;
/** A charge this many times the usual one, or this small a part of it, may be real but is no price to expect. */
const PLAUSIBLE_FACTOR = 4;
/** A charge of more than this many guesses is never taken for a price. */
const ABSURD_FACTOR = 100;
/** After so long without any charge only the usual price counts: too high a quote keeps away what would correct it. */
const LARGEST_COUNTS_MS = 3_600_000;

export const pricesSchema = z.object({
  /** What the last creates were charged, oldest first. */
  chargesCredits: z.array(z.int().min(0)).max(CHARGES_KEPT),
  /** When the last of them was. */
  chargedAtMs: z.int().min(0),
});
export type Prices = z.output<typeof pricesSchema>;

export const NO_PRICES: Prices = { chargesCredits: [], chargedAtMs: 0 };

/** Whether a charge is so far from the guess that it is not learned from. */
export function isAbsurd(chargeCredits: number, guessCredits: number): boolean {
  return chargeCredits > ABSURD_FACTOR * Math.max(1, guessCredits);
}

export function withCharge({ chargesCredits }: Prices, chargeCredits: number, atMs: number): Prices {
  return { chargesCredits: [...chargesCredits, chargeCredits].slice(-CHARGES_KEPT), chargedAtMs: atMs };
}

/** The last charges, whichever process they were charged: those of the one that was charged last come last. */
export function withOthersPrices(own: Prices, others: readonly Prices[]): Prices {
  if (others.length === 0) return own;
  const all = [own, ...others].sort((a, b) => a.chargedAtMs - b.chargedAtMs);
  return {
    chargesCredits: all.flatMap(({ chargesCredits }) => chargesCredits).slice(-CHARGES_KEPT),
    chargedAtMs: Math.max(...all.map(({ chargedAtMs }) => chargedAtMs)),
  };
}

/**
 * What the next task of a model is expected to cost, in credits. Five equal charges in a row are the price. Else it is the
 * largest recent charge, for a budget must not run over, but only among those within a factor of four of the usual price:
 * the median of the last nine charges, where the guess stands in for those that are not there yet. So one absurd charge,
 * or one of 0, changes nothing.
 */
export function quoteOf(prices: Prices, guessCredits: number, nowMs: number): number {
  const charges = prices.chargesCredits.filter((charge) => !isAbsurd(charge, guessCredits));
  const last = charges.slice(-BELIEVED_IN_A_ROW);
  const [believed] = last;
  if (believed !== undefined && last.length === BELIEVED_IN_A_ROW && last.every((charge) => charge === believed)) {
    return believed;
  }
  // Where most were free and some were not, the median says nothing of what those cost.
  const usual = medianOf(charges, guessCredits) || guessCredits;
  if (nowMs - prices.chargedAtMs >= LARGEST_COUNTS_MS) return usual;
  const plausible = charges.filter(
    (charge) => charge * PLAUSIBLE_FACTOR >= usual && charge <= PLAUSIBLE_FACTOR * Math.max(1, usual),
  );
  return plausible.length === 0 ? usual : Math.max(...plausible);
}

function medianOf(charges: readonly number[], guessCredits: number): number {
  const missing = Array.from({ length: CHARGES_KEPT - charges.length }, () => guessCredits);
  return [...charges, ...missing].sort((a, b) => a - b)[(CHARGES_KEPT - 1) / 2] ?? guessCredits;
}
