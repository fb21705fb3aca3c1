import { z } from 'zod';

/** 2015-01-01, when Discord's ids start to count milliseconds. */
const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

export const snowflake = z.string().regex(/^\d{1,20}$/, 'is not a snowflake');

/** Ids in Discord's form, with the time in the upper bits. They grow even if the clock stands still. */
export class Snowflakes {
  #last: bigint;

  constructor(last = '0') {
    this.#last = BigInt(last);
  }

  next(nowMs: number): string {
    const lowest = BigInt(nowMs - EPOCH_MS) << TIME_SHIFT;
    this.#last = lowest > this.#last ? lowest : this.#last + 1n;
    return String(this.#last);
  }
}

/** The time at which the id was issued. */
export const snowflakeTimeMs = (id: string): number => Number(BigInt(id) >> TIME_SHIFT) + EPOCH_MS;

/** Orders ids by age, oldest first. */
export const bySnowflake = (a: string, b: string): number => {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Finds an item in a list that is sorted by id. */
export const findSorted = <Item extends { id: string }>(items: Item[], id: string): Item | undefined => {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (!item) return undefined;
    const order = bySnowflake(item.id, id);
    if (order === 0) return item;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
};
