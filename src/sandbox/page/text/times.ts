const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

const UNITS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [MINUTE, 1, 'second'],
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [MONTH, DAY, 'day'],
  [YEAR, MONTH, 'month'],
  [Number.POSITIVE_INFINITY, YEAR, 'year'],
];

const LANGUAGE = 'en';
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const shortRelative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto', style: 'narrow' });

/** "3min ago". */
export const shortRelativeTime = (timeMs: number, nowMs: number): string => relativeIn(shortRelative, timeMs, nowMs);

const relativeIn = (words: Intl.RelativeTimeFormat, timeMs: number, nowMs: number): string => {
  const seconds = Math.round((timeMs - nowMs) / 1000);
  const [, size, unit] = UNITS.find(([limit]) => Math.abs(seconds) < limit) ?? [0, 1, 'second' as const];
  return words.format(Math.round(seconds / size), unit);
};

/** Formats a time in one of Discord's styles; `R` is relative, such as "in 3 minutes". */
export const formatTime = (timeMs: number, style: string, nowMs: number): string =>
  style === 'R'
    ? relativeIn(relative, timeMs, nowMs)
    : new Intl.DateTimeFormat(LANGUAGE, FORMATS[style] ?? FORMATS['f']).format(timeMs);

/** Formats the time in a message's head. */
export const messageTime = (timeMs: number, nowMs: number): string => {
  const isToday = new Date(timeMs).toDateString() === new Date(nowMs).toDateString();
  const options: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : { dateStyle: 'short', timeStyle: 'short' };
  return new Intl.DateTimeFormat(LANGUAGE, options).format(timeMs);
};

export const clockTime = (timeMs: number): string => formatTime(timeMs, 't', timeMs);
