import type { MediaKind, Price } from '../task-api/models.ts';

/** Numbers, times and names as the English texts write them. `<t:…>` are Discord's timestamps, which tick by themselves. */

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
/** "in 3 minutes", "2 hours ago": only where both read well, never after "until". */
export const relative = (timeMs: number): string => `<t:${seconds(timeMs)}:R>`;
/** "21 November 2026 21:40 (in 10 minutes)": for sentences such as "until ...". */
export const moment = (timeMs: number): string => `<t:${seconds(timeMs)}:f> (${relative(timeMs)})`;
export const date = (timeMs: number): string => `<t:${seconds(timeMs)}:D>`;
const numbers = new Intl.NumberFormat('en-GB');
export const number = (amount: number): string => numbers.format(amount);
/** The word that agrees with a count: "is" with 1, "are" with any other. */
export const agreeing = (count: number, one: string, several: string): string => (count === 1 ? one : several);
/** "1 vote", "2 votes". */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${number(count)} ${agreeing(count, noun, nouns)}`;
/** "12 s", "3 min", "2 h 5 min". */
export function duration(durationMs: number): string {
  const total = Math.max(1, Math.round(durationMs / 1000));
  if (total < 120) return `${total} s`;
  const minutes = Math.round(total / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
/** The units of a length, and from how many of them on they are used: a single day reads better in hours. */
const UNITS = [
  { noun: 'day', unitMs: 86_400_000, least: 2 },
  { noun: 'hour', unitMs: 3_600_000, least: 1 },
  { noun: 'minute', unitMs: 60_000, least: 1 },
] as const;
/** An exact length: "90 seconds", "24 hours", "3 days". */
export function length(durationMs: number): string {
  const found = UNITS.find(({ unitMs, least }) => durationMs >= least * unitMs && durationMs % unitMs === 0);
  return found ? counted(durationMs / found.unitMs, found.noun) : counted(durationMs / 1000, 'second');
}
/** The same, rounded down: to days from two days on, to hours from two hours on. */
export function lasting(durationMs: number): string {
  const unitMs = UNITS.find((unit) => durationMs >= 2 * unit.unitMs)?.unitMs ?? 60_000;
  return length(Math.floor(durationMs / unitMs) * unitMs);
}
export const credits = (amount: number): string => counted(amount, 'credit');
/** "8 credits"; "~10 credits" until the service has charged for it. */
export const price = (one: Price): string => `${one.isGuess ? '~' : ''}${credits(one.credits)}`;
/** On a button: "Vary · 4", "Finish · ~10". */
export const priced = (label: string, { credits: amount, isGuess }: Price): string =>
  amount === 0 ? label : `${label} · ${isGuess ? '~' : ''}${number(amount)}`;

export const nounOf = (thing: MediaKind): string => (thing === 'image' ? 'picture' : 'clip');
/** "1 picture", "3 clips". */
export const things = (count: number, thing: MediaKind): string => counted(count, nounOf(thing));
/** "a picture", "3 clips". */
export const someThings = (count: number, thing: MediaKind): string =>
  count === 1 ? `a ${nounOf(thing)}` : things(count, thing);

export const channels = (ids: readonly string[]): string => ids.map((id) => `<#${id}>`).join(', ');
export const roles = (ids: readonly string[]): string => ids.map((id) => `<@&${id}>`).join(', ');
/** "a picture", "a clip"; both if it isn't known which. */
export const someThing = (thing: MediaKind | undefined): string =>
  thing === undefined ? 'a picture or clip' : someThings(1, thing);
/** As code, where a backtick would end it early. */
export const code = (text: string): string => `\`${text.replaceAll('`', 'ˋ')}\``;
export const codes = (names: readonly string[]): string => names.map(code).join(', ');
/** Who decided something: a member, or Easel by itself. */
export const member = (id: string): string => (id === 'easel' ? 'Easel' : `<@${id}>`);

/** Says next to pictures and clips that they are made with AI, as the EU’s label does. */
export const MADE_WITH_AI = 'AI';

/** Buttons under a list with numbered pages. */
export const pageWords = { previous: 'Previous', next: 'Next' };
