import { z } from 'zod';

/** 2015-01-01, where Discord's ids begin to count milliseconds. */
const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

export const snowflake = z.string().regex(/^\d{1,20}$/, 'is not a snowflake');

/** Ids in Discord's form: time in the upper bits, always growing even when the clock stands still. */
export class Snowflakes {
  #last: bigint;

  constructor(last = '0') {
    this.#last = BigInt(last);
  }

  /** The last id given out, for a snapshot. */
  get last(): string {
    return String(this.#last);
  }

  next(nowMs: number): string {
    const lowest = BigInt(nowMs - EPOCH_MS) << TIME_SHIFT;
    this.#last = lowest > this.#last ? lowest : this.#last + 1n;
    return String(this.#last);
  }
}

/** Milliseconds since 1970 in which the id was given out. */
export const snowflakeTimeMs = (id: string): number => Number(BigInt(id) >> TIME_SHIFT) + EPOCH_MS;

/** The older id first; ids of different lengths compare as numbers. */
export const bySnowflake = (a: string, b: string): number => {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
