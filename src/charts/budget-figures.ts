import type { AccountView } from '../budget/account/view.ts';
import type { Usage } from '../budget/ledger/usage.ts';
import { addDays, dateAt } from '../budget/periods/calendar.ts';
import { periodStartMs } from '../budget/periods/period.ts';
import { DAY_MS } from '../time/clock.ts';

export type BudgetFigures = ReturnType<typeof budgetFigures>;
export type Forecast = NonNullable<BudgetFigures['forecast']>;

const DAYS = 30;
/** The pace is the average of the last two weeks, or of the days since the first use. */
const PACE_DAYS = 14;
const SPENDERS = 5;
const SHOWN_PERIOD_DAYS = 62;

/** The numbers of a budget's chart, for the picture and its alt text. */
export function budgetFigures(usage: Usage, view: AccountView, nowMs: number) {
  const today = dateAt(nowMs, view.settings.timeZone);
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS + 1));
  const ids = [...new Set(days.flatMap((day) => Object.keys(usage[day]?.models ?? {})))].sort();
  const models = ids
    .map((modelId) => ({ modelId, credits: days.map((day) => usage[day]?.models[modelId]?.credits ?? 0) }))
    .filter(({ credits }) => credits.some((one) => one > 0));
  return {
    /** The last days in the server's time zone, oldest first. */
    days,
    /** Credits for each day. Unused models are left out. */
    models,
    totalCredits: models.flatMap(({ credits }) => credits).reduce((sum, one) => sum + one, 0),
    /** Who spent most in these days, in descending order. */
    spenders: topSpenders(usage, days),
    /** Undefined if the period has no end or ends today. */
    forecast: forecastOf(usage, view, today, nowMs),
  };
}

function topSpenders(usage: Usage, days: readonly string[]): { memberId: string; credits: number }[] {
  const spent = new Map<string, number>();
  for (const day of days) {
    for (const [memberId, credits] of Object.entries(usage[day]?.members ?? {})) {
      spent.set(memberId, (spent.get(memberId) ?? 0) + credits);
    }
  }
  return [...spent]
    .map(([memberId, credits]) => ({ memberId, credits }))
    .filter(({ credits }) => credits > 0)
    .sort((a, b) => b.credits - a.credits)
    .slice(0, SPENDERS);
}

function spentOn(usage: Usage, date: string): number {
  return Object.values(usage[date]?.models ?? {}).reduce((sum, { credits }) => sum + credits, 0);
}

/** Credits a day since the first use, at most two weeks ago. */
export function paceCredits(usage: Usage, today: string): number {
  const dates = Array.from({ length: PACE_DAYS }, (_, index) => addDays(today, index - PACE_DAYS + 1));
  const first = dates.findIndex((date) => spentOn(usage, date) > 0);
  if (first === -1) return 0;
  return dates.reduce((sum, date) => sum + spentOn(usage, date), 0) / (PACE_DAYS - first);
}

function forecastOf(usage: Usage, view: AccountView, today: string, nowMs: number) {
  const { renewsAtMs, periodKey, settings, spentCredits, heldCredits, leftCredits, budgetCredits } = view;
  if (renewsAtMs === undefined) return undefined;
  const first = dateAt(periodStartMs(periodKey, settings.timeZone), settings.timeZone);
  const last = dateAt(renewsAtMs - 1, settings.timeZone);
  if (last <= today || today < first) return undefined;
  const days: string[] = [];
  for (let day = first; day <= last && days.length < SHOWN_PERIOD_DAYS; day = addDays(day, 1)) days.push(day);
  const usedNow = spentCredits + heldCredits;
  const pace = paceCredits(usage, today);
  const past = days.filter((day) => day < today);
  let used = 0;
  const usedCredits = past.map((day) => {
    used = Math.min(usedNow, used + spentOn(usage, day));
    return used;
  });
  const daysLeft = (renewsAtMs - nowMs) / DAY_MS;
  const daysOfCredits = pace > 0 ? leftCredits / pace : Number.POSITIVE_INFINITY;
  return {
    /** From the period's first day to its last. */
    days,
    /** Used until the end of each day, up to today. */
    usedCredits: [...usedCredits, usedNow],
    /** Used at the end of the period, at the current pace. */
    atEndCredits: Math.round(usedNow + pace * daysLeft),
    budgetCredits,
    /** When the credits would run out; undefined if that is after the period's end. */
    runsOutAtMs: daysOfCredits < daysLeft ? Math.round(nowMs + daysOfCredits * DAY_MS) : undefined,
  };
}
