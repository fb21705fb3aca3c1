/** A caller may sleep for as long as it is told: nothing longer than a day is believed. */
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/** Retry-After (RFC 9110 10.2.3), seconds or an HTTP date, as milliseconds from `nowMs`; undefined when it is neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}

/** `Date.parse` reads nearly anything ("1.5" is a day in 2001), an HTTP date begins with the name of a day. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
}
