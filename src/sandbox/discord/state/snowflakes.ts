import { z } from 'zod';

/** 2015-01-01, when Discord's ids start to count milliseconds. */
const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

export const snowflake = z.string().regex(/^\d{1,20}$/, 'is not a snowflake');

/** A new id, with the time in its upper bits. Ids grow even if the clock stands still. */
export const snowflakeAfter = (last: string, nowMs: number): string => {
  const lowest = BigInt(nowMs - EPOCH_MS) << TIME_SHIFT;
  const next = BigInt(last) + 1n;
  return String(lowest > next ? lowest : next);
};

/** The time at which the id was issued. */
export const snowflakeTimeMs = (id: string): number => Number(BigInt(id) >> TIME_SHIFT) + EPOCH_MS;

/** Orders ids by age, oldest first. */
export const bySnowflake = (a: string, b: string): number => {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
};
