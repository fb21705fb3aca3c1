import { describe, expect, it } from 'vitest';
import { isAbsurd, NO_PRICES, priceOf, withCharge } from '../../../src/jobs/records/prices.ts';

const GUESS_CREDITS = 5;
const NOW_MS = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;

const after = (charges: readonly number[], laterMs = 0, guessCredits = GUESS_CREDITS): number => {
  const prices = charges.reduce((learned, charge) => withCharge(learned, charge, NOW_MS), NO_PRICES);
  return priceOf(prices, guessCredits, NOW_MS + laterMs).credits;
};
const times = (count: number, charge: number): number[] => Array.from({ length: count }, () => charge);

describe('a quote', () => {
  it.each([
    ['the guess at first', [], 5],
    ['the first charge if it is near the guess', [4], 4],
    ['the largest of charges that differ', [4, 6, 4], 6],
    ['the same after one absurd charge', [4, 4, 4, 400], 4],
    ['the same after a first charge that is absurd', [450], 5],
    ['the same after a command of four with absurd charges', times(4, 450), 5],
    ['the same after one of 0', [4, 4, 0], 4],
    ['the guess after a first charge of 0', [0], 5],
    ['the same after a command of four for 0', times(4, 0), 5],
    ['still the last charge after five free ones in a row', [4, 4, ...times(5, 0)], 4],
    ['the guess while every kept charge is 0', times(9, 0), 5],
    ['the new charge once it is no longer free', [...times(9, 0), 6], 6],
    ['less after five cheaper ones in a row', [...times(9, 10), ...times(5, 8)], 8],
    ['the higher one while some are cheaper', [...times(9, 10), ...times(4, 8)], 10],
    ['more at once if prices rise a little', [...times(9, 4), 6], 6],
    ['more after five if prices rise a lot', [...times(9, 4), ...times(5, 40)], 40],
    ['the charges, even if the guess was far off', [38, 41, 39, 40, 42], 42],
  ])('is %s: %j', (_, charges, expected) => {
    expect(after(charges)).toBe(expected);
  });

  it('falls back to the usual price after an hour without charges', () => {
    const charges = [4, 4, 4, 4, 4, 16];
    expect(after(charges)).toBe(16);
    expect(after(charges, HOUR_MS - 1)).toBe(16);
    expect(after(charges, HOUR_MS)).toBe(4);
  });

  it('is a guess until the service has charged a believable price, and known from then on', () => {
    const isGuess = (charges: readonly number[], laterMs: number): boolean => {
      const prices = charges.reduce((learned, charge) => withCharge(learned, charge, NOW_MS), NO_PRICES);
      return priceOf(prices, GUESS_CREDITS, NOW_MS + laterMs).isGuess === true;
    };
    for (const laterMs of [0, HOUR_MS]) {
      for (const charges of [[], [0], [450], [40]]) expect(isGuess(charges, laterMs)).toBe(true);
      for (const charges of [[4], [40, 4], times(9, 4)]) expect(isGuess(charges, laterMs)).toBe(false);
    }
    expect(after([4], HOUR_MS)).toBe(4);
    expect(after([16, 4], HOUR_MS)).toBe(4);
  });

  it('is never more than a hundred guesses, even after many such charges', () => {
    expect(isAbsurd(500, GUESS_CREDITS)).toBe(false);
    expect(isAbsurd(501, GUESS_CREDITS)).toBe(true);
    expect(after(times(9, 501))).toBe(5);
    expect(after(times(9, 1_000_000_000))).toBe(5);
  });

  it('is learned even if the guess is 0', () => {
    expect(after([], 0, 0)).toBe(1);
    expect(after(times(9, 0), 0, 0)).toBe(1);
    expect(after([3], 0, 0)).toBe(3);
    expect(after(times(5, 20), 0, 0)).toBe(20);
  });

  it('depends on the last nine charges only', () => {
    const prices = times(20, 4).reduce((learned, charge) => withCharge(learned, charge, NOW_MS), NO_PRICES);
    expect(prices.chargesCredits).toHaveLength(9);
  });
});
